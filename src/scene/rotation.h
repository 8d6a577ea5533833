/* SPDX-License-Identifier: MIT */
/* Rotations by an angle about an axis. */
#ifndef CAROM_SRC_SCENE_ROTATION_H
#define CAROM_SRC_SCENE_ROTATION_H

#include "law_math.h"
#include "scene/wall_shapes.h"

typedef struct carom_rotation {
  bool still;
  double axis[3], sine, cosine;
  double half_tangent; /* tangent of half the angle, if made from a quaternion */
} carom_rotation;

/* The rotation by a constant spin that lasts for `time`. */
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

/* The rotation of a unit quaternion. */
static inline carom_rotation carom_rotation_by(const double q[4])
{
  const double sine = CAROM_SQRT(q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  carom_rotation r = {.still = !(sine > 0)};
  if (r.still) return r;
  for (int k = 0; k < 3; k++)
    r.axis[k] = q[1 + k] / sine;
  r.sine = 2 * q[0] * sine;
  r.cosine = 1 - 2 * sine * sine;
  r.half_tangent = q[0] > 0 ? sine / q[0] : 1e150;
  return r;
}

/* The rotation by a constant spin, as a unit quaternion w x y z. */
static inline void carom_rotation_quaternion(const double spin[3], double time, double q[4])
{
  const double rate = CAROM_SQRT(carom_dot(spin, spin));
  double sine;
  carom_sincos(0.5 * rate * time, &sine, &q[0]);
  for (int k = 0; k < 3; k++)
    q[1 + k] = rate > 0 ? sine * spin[k] / rate : 0;
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
