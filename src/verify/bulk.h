/* SPDX-License-Identifier: MIT */
/* Cases of the bulk: scenarios of the project, with other numbers, over seeds. */
#ifndef CAROM_VERIFY_BULK_H
#define CAROM_VERIFY_BULK_H

#include <carom/io.h>
#include <carom/measure.h>

#include "verify/verify.h"

/* A scenario that is being changed, then run. After a failure (which is a row) the other calls do
 * nothing and return false. Begin with {.v = v}. */
typedef struct bulk {
  carom_verify *v;
  carom_input *input;
  carom_run *run;
  bool failed;
} bulk;

bool bulk_open(bulk *b, const char *scenario);

/* Replaces a value, as in bulk_set(&b, "scene.particles.0.seed", "%d", seed). */
bool bulk_set(bulk *b, const char *path, const char *format, ...)
    __attribute__((__format__(__printf__, 3, 4)));

/* Creates the run, and advances it; CAROM_RUN_END: to its end. */
bool bulk_start(bulk *b);
bool bulk_advance(bulk *b, double until);

/* A number of the results; NaN after a failure. */
double bulk_result(bulk *b, const char *name);

/* The scene that runs, NULL after a failure; and the release of everything. */
carom_scene *bulk_scene(bulk *b);
void bulk_close(bulk *b);

/* A row that says why, if it went wrong; true otherwise. */
bool bulk_ok(bulk *b, carom_status status, const carom_error *err);

/* Tells how far the case is. */
void bulk_note(carom_verify *v, const char *format, ...)
    __attribute__((__format__(__printf__, 2, 3)));

/* The short number of something, or the full one. */
int bulk_pick(const carom_verify *v, int few, int many);

/* The straight line through points: slope, and unless NULL the value at x = 0. */
double bulk_slope(int count, const double *x, const double *y, double *offset);

#endif
