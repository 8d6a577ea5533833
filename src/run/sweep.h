/* SPDX-License-Identifier: MIT */
/* All combinations of a sweep, side by side on all cores. */
#ifndef CAROM_RUN_SWEEP_H
#define CAROM_RUN_SWEEP_H

#include "run/run.h"

/* What is left of one combination. */
typedef struct carom_sweep_row {
  bool done;
  carom_status status;
  carom_error error;
  double off; /* of the energy budget */
  carom_misfits misfits;
  char *json; /* the members of the result, as an object */
} carom_sweep_row;

typedef struct carom_sweep {
  const carom_input *input;
  const carom_scenario *scenario; /* of the sweep */
  const carom_measured_files *measured;
  carom_run_options options; /* of every combination, which has one thread */
  /* Called by any thread: the folder of frames of a combination, if it is to have one, into
   * path[size]; and when it is computed. */
  carom_status (*frames)(void *user, const carom_scenario *one, int64_t index, char *path,
                         size_t size, carom_error *err);
  void (*computed)(void *user, int64_t index, const carom_run *run);
  void (*finished)(void *user, int64_t index); /* its row will not change any more; may be NULL */
  void *user;
  carom_sweep_row *row;
  int64_t count;
} carom_sweep;

/* Computes until options.stop says true. Free in any case. */
carom_status carom_sweep_compute(carom_sweep *sweep, int threads, carom_error *err);
void carom_sweep_free(carom_sweep *sweep);

/* An array "runs" of those that were computed: what was set, and the result or the error. */
void carom_sweep_members(carom_json *json, const carom_sweep *sweep);

#endif
