/* SPDX-License-Identifier: MIT */
/* A contact and an impact as members of a result, and the few words that belong to them. */
#ifndef CAROM_RUN_CONTACT_JSON_H
#define CAROM_RUN_CONTACT_JSON_H

#include <carom/impact.h>

#include "io/json_write.h"

/* The members of an impact, into an object that is open. */
void carom_impact_members(carom_json *json, const carom_contact *contact,
                          const carom_impact *impact);

/* One number, or one for each phase, or null: for restitutions asked and damping constants. */
void carom_contact_by_phase(carom_json *json, const char *key, const carom_contact *contact,
                            const double value[2]);

/* What was asked for, and the defaults of the law that count where nobody asked. */
void carom_contact_restitutions(carom_json *json, const carom_contact *contact);

/* A setting as a number, a word or null. */
void carom_contact_setting_member(carom_json *json, const carom_field *field, double value);

/* The value in force of a setting of the law, NaN if the law has none of that name. */
double carom_contact_setting_in_force(const carom_contact *contact, const char *name);

/* Was no restitution asked for? What is intended then is the default of the law. */
bool carom_contact_asked_nothing(const carom_contact *contact);

/* "0.7", "0.86 / 0.7", with "default " before those of the law that nobody asked for; NULL if there
 * is none. */
const char *carom_contact_asked(const carom_contact *contact, char text[48]);

/* Why an impact with a law that knows no plasticity is not judged by first yield; NULL if it is. */
const char *carom_contact_unjudged(const carom_contact *contact);

#endif
