/* SPDX-License-Identifier: MIT */
/* The outcome of an impact for people and for programs. */
#ifndef CAROM_CLI_IMPACT_TEXT_H
#define CAROM_CLI_IMPACT_TEXT_H

#include <carom/verdict.h>

#include "cli/text/budget.h"
#include "cli/base/table.h"
#include "cli/run/trial.h"
#include "io/json_write.h"

/* A short summary. */
void impact_summary(const cli_trial *trial, const cli_outcome *outcome, bool with_scaled);

/* The members of an impact, into an object that is open. */
void impact_members(carom_json *json, const cli_outcome *outcome, bool with_scaled);

/* The instants of an impact (a cli_history) as CSV. */
void impact_history_csv(const void *history, FILE *file);

/* Why an impact with a law that knows no plasticity is not judged by first yield; NULL if it is. */
const char *impact_unjudged(const carom_contact *contact);

/* One number, or one for each phase, or null: for restitutions asked and damping constants. */
void impact_by_phase(carom_json *json, const char *key, const carom_contact *contact,
                     const double value[2]);

/* What was asked for, and the defaults of the law that count where nobody asked. */
void impact_restitutions(carom_json *json, const carom_contact *contact);

/* A setting as a number, a word or null. */
void impact_setting(carom_json *json, const carom_field *field, double value);

/* Was no restitution asked for? What is intended then is the default of the law. */
bool impact_asked_nothing(const carom_contact *contact);

/* "0.7", "0.86 / 0.7", with "default " before those of the law that nobody asked for; NULL if there
 * is none. */
const char *impact_asked(const carom_contact *contact, char text[48]);

/* The same into the two columns of a table: people see one, CSV has a number in each, the second
 * for the plastic phase of laws that have two. Without a law: nothing. */
#define IMPACT_ASKED_COLUMNS                                                                       \
  {"asked", "asked_restitution", "1", 0},                                                          \
  {                                                                                                \
    NULL, "asked_restitution_plastic", "1", 0                                                      \
  }
void impact_add_asked(cli_table *table, const carom_contact *contact);

/* The energy lost, into a table; people see rounding errors as 0. */
void impact_add_loss(cli_table *table, double lost, double kinetic);

/* "not attainable: 0.0031..0.7801" from an error that says so; else the error's text. */
const char *impact_unattainable(const carom_error *err, char text[320]);

/* How well the energy budget closes. */
cli_budget impact_budget(const carom_impact *impact);

#endif
