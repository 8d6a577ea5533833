/* SPDX-License-Identifier: MIT */
/* Computes all combinations of a sweep in parallel on all cores. */
#ifndef CAROM_RUN_SWEEP_H
#define CAROM_RUN_SWEEP_H

#include "run/run.h"

/* The result of one combination. */
typedef struct carom_sweep_row {
  bool done;
  carom_status status;
  carom_error error;
  double off; /* relative error of the energy budget */
  carom_misfits misfits;
  char *json; /* members of the result, as a JSON object */
} carom_sweep_row;

typedef struct carom_sweep {
  const carom_input *input;
  const carom_scenario *scenario; /* scenario with the sweep */
  const carom_measured_files *measured;
  carom_run_options options; /* options of every combination, which uses one thread */
  /* Called by any thread: writes the folder for frames of a combination, if it is to have one, to
   * path[size]; and reports when it is computed. */
  carom_status (*frames)(void *user, const carom_scenario *one, int64_t index, char *path,
                         size_t size, carom_error *err);
  void (*computed)(void *user, int64_t index, const carom_run *run);
  void (*finished)(void *user, int64_t index); /* its row is final; may be NULL */
  void *user;
  carom_sweep_row *row;
  int64_t count;
} carom_sweep;

/* Computes until options.stop returns true. Free the result in any case. */
carom_status carom_sweep_compute(carom_sweep *sweep, int threads, carom_error *err);
void carom_sweep_free(carom_sweep *sweep);

/* Writes an array "runs" of the computed combinations: the values set, and the result or the
 * error. */
void carom_sweep_members(carom_json *json, const carom_sweep *sweep);

#endif
