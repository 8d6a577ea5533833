/* SPDX-License-Identifier: MIT */
/* Forces on particles besides contacts and gravity. */
#ifndef CAROM_SRC_SCENE_APPLIED_H
#define CAROM_SRC_SCENE_APPLIED_H

#include <carom/scene.h>

#include "scene/clumps.h"
#include "scene/model.h"

struct carom_applied {
  carom_scene_force def;    /* without its table */
  carom_motion_table table; /* its velocity column holds the force */
};

carom_status carom_applied_check(const carom_scene_def *def, carom_error *err);
carom_status carom_applied_create(carom_scene *s, const carom_scene_def *def, carom_error *err);
void carom_applied_destroy(carom_scene *s);

/* Adds the forces on particle i to `row`, which holds the force and torque of its contacts like a
 * force row. Forces that do not depend on the velocity come first, local damping last, and
 * otherwise the order is that of the definition. `velocity` is the row at `half` a step before the
 * instant (0: at the instant). Forces that depend on the velocity use its value at the instant,
 * with all forces up to their own included; it is found implicitly, so that no step is too long for
 * them. Unless `to` is NULL, work[k] += factor times the power of force k or, with `split`, its
 * work since half a step before. */
typedef struct carom_applied_work {
  double *work, factor;
  bool split;
} carom_applied_work;

void carom_applied_add(const carom_scene *s, int64_t i, double half, const double *velocity,
                       double *row, const carom_applied_work *to);
/* The same for a clump, on which each force acts once, at the centre of mass; drag and buoyancy are
 * those of a sphere of its volume. */
void carom_applied_add_clump(const carom_scene *s, const carom_clump *c, double half,
                             carom_clump_load *load, const carom_applied_work *to);

#endif
