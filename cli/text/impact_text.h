/* SPDX-License-Identifier: MIT */
/* The report of an impact, as text and as JSON. */
#ifndef CAROM_CLI_IMPACT_TEXT_H
#define CAROM_CLI_IMPACT_TEXT_H

#include <carom/verdict.h>

#include "cli/text/budget.h"
#include "cli/base/table.h"
#include "cli/run/request.h"
#include "io/json_write.h"

/* Prints a short summary. `steel` says which material values were not given, or is NULL. */
void impact_summary(const carom_contact_def *def, const char *steel, const carom_outcome *outcome,
                    bool with_scaled);

/* Writes the members of an impact into an open object. */
void impact_members(carom_json *json, const carom_outcome *outcome, bool with_scaled);

/* The instants of an impact (a carom_history) as CSV. */
void impact_history_csv(const void *history, FILE *file);

/* The same into two columns of a table: text shows one, CSV has a number in each, the second one
 * for the plastic phase of laws that have two. Without a law: nothing. */
#define IMPACT_RESULT_COLUMNS(digits)                                                              \
  {"delivered", "restitution", "1", digits}, {"speed out", "speed_out", "m/s", 0},                 \
      {"duration", "duration", "s", 0}, {"peak force", "peak_force", "N", 0},                      \
      {"peak overlap", "peak_overlap", "m", 0}, {"energy lost", "energy_lost", "J", 0},            \
  {                                                                                                \
    "validity", "validity", NULL, 0                                                                \
  }
#define IMPACT_ASKED_COLUMNS                                                                       \
  {"asked", "asked_restitution", "1", 0},                                                          \
  {                                                                                                \
    NULL, "asked_restitution_plastic", "1", 0                                                      \
  }
void impact_add_asked(cli_table *table, const carom_contact *contact);

/* Adds the energy lost to a table; text shows rounding errors as 0. */
void impact_add_loss(cli_table *table, double lost, double kinetic);

/* "not attainable: 0.0031..0.7801" from an error that says so; else the error's text. */
const char *impact_unattainable(const carom_error *err, char text[320]);

#endif
