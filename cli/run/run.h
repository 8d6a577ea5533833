/* SPDX-License-Identifier: MIT */
/* What the parts of 'carom run' share. */
#ifndef CAROM_CLI_RUN_H
#define CAROM_CLI_RUN_H

#include "cli/text/budget.h"
#include "cli/figure/figure.h"
#include "cli/run/measured.h"
#include "cli/run/scenario_file.h"
#include "cli/run/trial.h"
#include "io/json_write.h"

typedef struct cli_run {
  const cli_file *file;
  const char *output, *plot; /* folder and figure, or NULL */
  bool json, force;
  bool restart; /* from the checkpoint in the folder, whose files are replaced */
  int threads;
  double started; /* s */
  const cli_measured *measured;
} cli_run;

/* Each computes its kind of scenario, prints, and fills the folder. The exit code. */
int run_impact(const cli_run *run, const carom_scenario *scenario);
int run_bounce(const cli_run *run, const carom_scenario *scenario);
int run_chain(const cli_run *run, const carom_scenario *scenario);
int run_scene(const cli_run *run, const carom_scenario *scenario);
int run_sweep(const cli_run *run, const carom_scenario *scenario);

/* The end of a summary: defaults that decided and nobody gave, and the budget if it does not close.
 */
void run_close(const cli_run *run, const carom_scenario *scenario, const cli_budget *budget);

/* Seconds on a clock that only goes forward. */
double run_clock(void);

#endif
