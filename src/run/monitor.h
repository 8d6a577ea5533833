/* SPDX-License-Identifier: MIT */
/* Monitors a run while it is computed: requests to stop, checkpoints. */
#ifndef CAROM_RUN_MONITOR_H
#define CAROM_RUN_MONITOR_H

#include <carom/io.h>

#include "io/checkpoint.h"
#include "io/scenario.h"

typedef struct carom_monitor {
  char *path;        /* checkpoint file; NULL: none is written */
  double every;      /* wall-clock seconds between checkpoints; CAROM_UNSET: only when stopped */
  bool unasked;      /* not requested: kept only in case the run fails, and removed at its end */
  bool has_one;      /* this run has written a checkpoint */
  bool failing;      /* the last checkpoint could not be written */
  bool restarted;    /* the state was loaded from a checkpoint */
  double saved;      /* clock at the last checkpoint, or at the start */
  double saved_time; /* simulation time of the last checkpoint, s */
  double halt;       /* simulation time at which the run halts, s */
  bool stopped;      /* a stop was requested */
  char input[CAROM_SCENARIO_HASH];
} carom_monitor;

/* A monotonic clock, s. */
double carom_monitor_clock(void);

/* Returns false if memory runs out. */
bool carom_monitor_start(carom_run *run);

/* Called between steps: writes a checkpoint when one is due; returns true to halt here. A
 * checkpoint that cannot be written is reported once, and the run continues. */
bool carom_monitor_pause(void *run);

/* Keeps an occasional checkpoint although none was requested: the last valid state in case the run
 * fails. It takes at most a fiftieth of the time. */
void carom_monitor_insure(carom_run *run);

/* Called after an advance: a stopped run writes a checkpoint; a failed run keeps the last one and
 * reports it. */
void carom_monitor_end(carom_run *run, carom_status status);

carom_status carom_monitor_save(carom_run *run, const char *path, carom_error *err);

#endif
