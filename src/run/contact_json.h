/* SPDX-License-Identifier: MIT */
/* Writes a contact and an impact as members of a result, and the texts that go with them. */
#ifndef CAROM_RUN_CONTACT_JSON_H
#define CAROM_RUN_CONTACT_JSON_H

#include <carom/impact.h>

#include "io/json_write.h"

/* Writes the members of an impact into an open object. */
void carom_impact_members(carom_json *json, const carom_contact *contact,
                          const carom_impact *impact);

/* Writes one number, one per phase, or null: for restitutions asked for and damping constants. */
void carom_contact_by_phase(carom_json *json, const char *key, const carom_contact *contact,
                            const double value[2]);

/* Writes the restitutions asked for, and the law's defaults that apply where none was given. */
void carom_contact_restitutions(carom_json *json, const carom_contact *contact);

/* Writes a setting as a number, a word or null. */
void carom_contact_setting_member(carom_json *json, const carom_field *field, double value);

/* The effective value of a setting of the law; NaN if the law has none of this name. */
double carom_contact_setting_in_force(const carom_contact *contact, const char *name);

/* True if no restitution was asked for; the target is then the default of the law. */
bool carom_contact_asked_nothing(const carom_contact *contact);

/* The restitution asked for: "0.7", "0.86 / 0.7", preceded by "default " if it is a default of the
 * law; NULL if there is none. */
const char *carom_contact_asked(const carom_contact *contact, char text[48]);

/* Why an impact with a law without plasticity is not checked for first yield; NULL if it is. */
const char *carom_contact_unjudged(const carom_contact *contact);

#endif
