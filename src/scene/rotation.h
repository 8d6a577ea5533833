/* SPDX-License-Identifier: MIT */
/* Rotations by an angle about an axis. */
#ifndef CAROM_SRC_SCENE_ROTATION_H
#define CAROM_SRC_SCENE_ROTATION_H

#include "law_math.h"
#include "scene/wall_shapes.h"

typedef struct carom_rotation {
  bool still;
  double axis[3], sine, cosine;
} carom_rotation;

/* By a spin that lasts for some time. */
static inline carom_rotation carom_rotation_of(const double spin[3], double time)
{
  const double rate = CAROM_SQRT(carom_dot(spin, spin));
  carom_rotation r = {.still = !(rate > 0)};
  if (r.still) return r;
  for (int k = 0; k < 3; k++)
    r.axis[k] = spin[k] / rate;
  carom_sincos(rate * time, &r.sine, &r.cosine);
  return r;
}

static inline void carom_rotate(const carom_rotation *r, double v[3])
{
  double side[3];
  if (r->still) return;
  carom_cross(r->axis, v, side);
  const double along = carom_dot(r->axis, v) * (1 - r->cosine);
  for (int k = 0; k < 3; k++)
    v[k] = r->cosine * v[k] + r->sine * side[k] + along * r->axis[k];
}

#endif
