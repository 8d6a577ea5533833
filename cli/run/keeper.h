/* SPDX-License-Identifier: MIT */
/* Looks after a run while it goes: Ctrl-C, the line of progress, checkpoints. */
#ifndef CAROM_CLI_KEEPER_H
#define CAROM_CLI_KEEPER_H

#include "cli/base/output.h"
#include "cli/run/run.h"
#include "io/checkpoint.h"

#define KEEPER_FILE "checkpoint.h5" /* in the folder of the run */

typedef struct cli_keeper {
  carom_checkpoint about; /* module and version are the caller's */
  carom_checkpoint_visit *visit;
  double (*time)(const void *user); /* how far the run is, s */
  void *user;
  double until, step; /* the end; fixed steps may go beyond it by less than one of them */
  bool restart, interrupted;
  bool failing;  /* the last checkpoint could not be written */
  bool progress; /* a line on a terminal */
  double every;  /* seconds on the clock between checkpoints; CAROM_UNSET: only when stopped */
  bool unasked;  /* checkpoints are kept for the case that the run fails, and go with its end */
  bool has_one;  /* this run has written one */
  double saved, shown, saved_time;
  char path[OUTPUT_PATH]; /* of the checkpoint; "": none is written */
  char input[CAROM_SCENARIO_HASH];
} cli_keeper;

/* For a run with a folder, or without one (run NULL): then only Ctrl-C is noticed. */
cli_keeper keeper_of(const cli_run *run, const carom_scenario *scenario);

/* Is everything there for what was asked? Told on standard error. ENDED_WELL or ENDED_EARLY. */
int keeper_check(const cli_run *run, const carom_scenario *scenario);

/* Takes the state from the checkpoint if a restart was asked for. The object is in its first state
 * then, with everything else done. An error is one of input, as a checkpoint from behind the end of
 * the run: nothing was computed yet. */
carom_status keeper_restore(cli_keeper *keeper, carom_error *err);

/* To be called between steps: writes a checkpoint when it is due. True: stop here. A checkpoint
 * that cannot be written is told, and the run goes on. */
bool keeper_pause(void *keeper);

/* Keeps a checkpoint now and then, though none was asked for: the last good state of a run that
 * goes wrong. It costs a fiftieth of the time at most. */
void keeper_insure(cli_keeper *keeper);

/* To be called when the run is over: a run that was stopped leaves a checkpoint; one that has
 * failed leaves the last one, and says so. */
void keeper_end(cli_keeper *keeper, carom_status status);

/* To be called after that and the results of a run that was stopped at this time. */
void keeper_tell(const cli_keeper *keeper, double time);

#endif
