/* SPDX-License-Identifier: MIT */
/* An impact that is computed, with what was kept of it. */
#ifndef CAROM_CLI_RUN_IMPACT_H
#define CAROM_CLI_RUN_IMPACT_H

#include "cli/run/measured.h"
#include "cli/run/trial.h"

typedef struct cli_impact_run {
  const carom_scenario *scenario;
  cli_trial trial;
  cli_outcome outcome;
  double *row;
  long rows;
  cli_misfits misfits;
} cli_impact_run;

/* The impact of a scenario as 'carom impact' knows it. */
cli_trial impact_trial(const carom_scenario *scenario);

/* Computes, keeps instants if asked for or if something was measured, and compares with that. Free
 * in any case. */
carom_status impact_compute(cli_impact_run *run, const carom_scenario *scenario, bool keep,
                            const cli_measured *measured, carom_error *err);
void impact_free(cli_impact_run *run);

/* The columns that are kept, and the rows. */
void impact_columns(const carom_scenario *scenario, cli_record *record);
cli_record impact_record(const cli_impact_run *run);

/* The members of the result, into an object that is open. */
void impact_run_members(carom_json *json, const void *run);

#endif
