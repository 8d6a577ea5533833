/* SPDX-License-Identifier: MIT */
/* Shared by the parts of 'carom run'. */
#ifndef CAROM_CLI_RUN_H
#define CAROM_CLI_RUN_H

#include "cli/figure/figure.h"
#include "cli/run/claim.h"
#include "cli/run/scenario_file.h"
#include "run/run.h"

typedef struct cli_run {
  const carom_input *file;
  const char *output, *plot; /* folder and figure, or NULL */
  const char *progress;      /* file of progress reports for programs, or NULL */
  cli_claim *claim;          /* of the folder */
  bool json, force;
  bool no_page; /* without report.html */
  bool restart; /* from the checkpoint in the folder, whose files are replaced */
  int threads;
  double started; /* s */
  const carom_measured_files *measured;
} cli_run;

/* Called on a file before it is read, to change or refuse it; returns an exit code. NULL: no such
 * hook. */
extern int (*run_accepts)(carom_input *file);
/* Called with a run about to begin, to advance it elsewhere. NULL: no such hook. */
extern carom_status (*run_taken_over)(carom_run *run, carom_error *err);
/* Called to change options before a run is made. NULL: no such hook. */
extern carom_status (*run_joins)(carom_run_options *options, carom_error *err);

#define RUN_CHECKPOINT "checkpoint.h5" /* in the folder of the run */

/* Computes one scenario, or all combinations of its sweep; prints results and fills the folder.
 * Returns the exit code. */
int run_one(const cli_run *run, const carom_scenario *scenario);
int run_sweep(const cli_run *run, const carom_scenario *scenario);

/* Is everything available for the checkpoints requested? Errors are printed. EXIT_OK or
 * EXIT_INPUT. */
int run_check_restart(const cli_run *run, const carom_scenario *scenario);

/* Reads the data with which the scenario is to be compared. Errors are reported. Free in any
 * case. */
int run_measured(const carom_input *file, const carom_scenario *scenario,
                 carom_measured_files *measured);

/* The folder of frames, created if it is missing; "" if none are wanted. */
carom_status run_frames(const cli_run *run, const carom_scenario *scenario, const char *name,
                        char *path, carom_error *err);

#endif
