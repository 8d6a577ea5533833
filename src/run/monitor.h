/* SPDX-License-Identifier: MIT */
/* Watches over a run while it is computed: requests to stop, checkpoints. */
#ifndef CAROM_RUN_MONITOR_H
#define CAROM_RUN_MONITOR_H

#include <carom/io.h>

#include "io/checkpoint.h"
#include "io/scenario.h"

typedef struct carom_monitor {
  char *path;        /* of checkpoints; NULL: none are written */
  double every;      /* seconds on the clock between checkpoints; CAROM_UNSET: only when stopped */
  bool unasked;      /* they are kept for the case that the run fails, and go with its end */
  bool has_one;      /* this run has written one */
  bool failing;      /* the last one could not be written */
  bool restarted;    /* the state came from a checkpoint, */
  double saved;      /* clock at the last checkpoint, or at the start */
  double saved_time; /* time of the state in it, s */
  double halt;       /* the run halts at this time, s */
  bool stopped;      /* it was told to stop */
  char input[CAROM_SCENARIO_HASH];
} carom_monitor;

/* Seconds on a clock that only goes forward. */
double carom_monitor_clock(void);

/* False: out of memory. */
bool carom_monitor_start(carom_run *run);

/* Between steps: writes a checkpoint when it is due; true: halt here. A checkpoint that cannot be
 * written is told once, and the run goes on. */
bool carom_monitor_pause(void *run);

/* Keeps a checkpoint now and then though none was asked for: the last good state of a run that
 * goes wrong. It costs a fiftieth of the time at most. */
void carom_monitor_insure(carom_run *run);

/* After the run was advanced: one that was stopped leaves a checkpoint; one that has failed leaves
 * the last one, and tells so. */
void carom_monitor_end(carom_run *run, carom_status status);

carom_status carom_monitor_save(carom_run *run, const char *path, carom_error *err);

#endif
