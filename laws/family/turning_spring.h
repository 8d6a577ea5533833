/* SPDX-License-Identifier: MIT */
/* The torsional spring with dashpot and slider that rolling and twisting models share:
 *
 *     M' = -k w,   T = M - c w,   |T| <= mu R* F_n
 *
 * w is the angular velocity of a relative to b, in the contact plane (rolling) or about the normal
 * (twisting), T the torque on a. The stiffness is given, or
 *
 *     k = s (mu R*)^2 k_n,   k_n = that of a linear normal law, or 2 E* sqrt(R* d)
 *
 * so that the slider gives way after a rotation of about d/(s mu R*). The dashpot is a share of the
 * critical one: c = 2 eta sqrt(I k), I = i m* R*^2, where i is 7/5 for rolling about the contact
 * point and 2/5 for twisting, both exact for a solid sphere on a flat.
 *
 * Where k follows the overlap, so does M: it changes as sqrt(k), so that the energy M^2/(2 k) which
 * the spring holds changes by the work of M alone. At a fixed angle, an overlap that oscillates
 * returns to the same torque after every cycle. (A constant M would gain energy when the contact
 * unloads. An M that decreases with k on unloading and is constant on loading would lose energy in
 * every cycle, and a shaken body would creep down a slope on which it could rest.) The history
 * therefore holds M/sqrt(k), whose square is twice the energy. The slider is in series with spring
 * and dashpot (family/mindlin_dashpot.h): no energy is gained on any path. */
#ifndef CAROM_FAMILY_TURNING_SPRING_H
#define CAROM_FAMILY_TURNING_SPRING_H

#include "tangential_base.h"

#define CAROM_FIELDS_RESISTANCE(F, text) F(friction, "1", 0.1, 0, 1e3, NULL, text)

#define CAROM_FIELDS_TURNING_SPRING(F, share)                                                      \
  F(stiffness, "N m", CAROM_UNSET, 1e-30, 1e30, NULL,                                              \
    "k per radian; if not given, stiffness_factor (mu R*)^2 k_n")                                  \
  F(stiffness_factor, "1", 2.25, 1e-6, 1e9, NULL, "s of k = s (mu R*)^2 k_n")                      \
  F(damping_ratio, "1", share, 0, 1e3, NULL, "dashpot as a share of the critical one")

#define CAROM_CONSTANTS_TURNING_SPRING(M)                                                          \
  M(friction, "1") M(fixed, "N m") M(linear, "N/m") M(hertz, "Pa") M(damping, "1") M(path, "1")

/* Fills the constants of a model with the fields above; `inertia` is i. */
#define CAROM_PREPARE_TURNING_SPRING(set, material, constant, inertia)                             \
  do {                                                                                             \
    const bool given = (set)->stiffness > 0, law = (material)->stiffness > 0;                      \
    const double s = (set)->stiffness_factor * (set)->friction * (set)->friction;                  \
    (constant)->friction = (set)->friction;                                                        \
    (constant)->fixed = given ? (set)->stiffness : 0;                                              \
    (constant)->linear = !given && law ? s * (material)->stiffness : 0;                            \
    (constant)->hertz = given || law ? 0 : s * 2 * (material)->modulus;                            \
    (constant)->damping = 2 * (set)->damping_ratio * CAROM_SQRT(inertia);                          \
    (constant)->path = 1 - (material)->ahead;                                                      \
  } while (0)

/* sqrt(k) of a contact, from the constants of the same names. */
CAROM_FN carom_real carom_turning_root(carom_real fixed, carom_real linear, carom_real hertz,
                                       const carom_stage_input *in)
{
  return CAROM_SQRT(fixed + in->radius * in->radius * (linear + hertz * in->patch));
}

/* A step in terms of M/sqrt(k): the trial subtracts `add` times the rate; the spring takes the
 * share `part` of the change that the slider permits. */
typedef struct carom_turning {
  carom_real root, add, part;
} carom_turning;

/* `dashpot` is c/sqrt(k). */
CAROM_FN carom_turning carom_turning_of(carom_real root, carom_real dashpot, carom_real path,
                                        carom_real step, bool damped)
{
  const carom_real trial = damped ? root * (path * step) + dashpot : root * step;
  carom_turning t;
  t.root = root;
  t.add = trial;
  t.part = damped ? root * step / (trial > 0 ? trial : 1.0) : 1.0;
  return t;
}

/* c/sqrt(k) = 2 eta sqrt(I). */
CAROM_FN carom_real carom_turning_dashpot(carom_real damping, const carom_stage_input *in)
{
  return damping * in->radius * CAROM_SQRT(in->mass);
}

/* The angular velocity of a relative to b in the contact plane. */
typedef struct carom_rate {
  carom_real x, y, z;
} carom_rate;

CAROM_FN carom_rate carom_rolling_rate(const carom_stage_input *in)
{
  const carom_real along = in->wx * in->nx + in->wy * in->ny + in->wz * in->nz;
  carom_rate w;
  w.x = in->wx - along * in->nx;
  w.y = in->wy - along * in->ny;
  w.z = in->wz - along * in->nz;
  return w;
}

/* The upper bound of a torque without a spring per unit of rate, N m s, is `share` m* R*^2 over the
 * step. It removes a quarter of the rate per step from a sphere on a flat, and does not reverse the
 * rotation of spheres in a heap. The smallest inertia that a couple can act on is 2/5 m* R*^2;
 * members of a clump share it. */
CAROM_HOST double carom_brake_share(const carom_stage_material *material)
{
  return material->crowd > 1 ? 0.1 / material->crowd : 0.1;
}

CAROM_FN carom_real carom_turning_brake(const carom_stage_input *in, carom_real share)
{
  const carom_real pace = in->pace > 0 ? in->pace : 1.0;
  const carom_real rate = 1 / (in->step > 0 ? in->step : pace); /* one division for all contacts */
  return share * in->mass * in->radius * in->radius * rate;
}

/* A torque about the normal capped by friction at `limit`; advances the history. */
CAROM_FN void carom_twist(const carom_turning *t, carom_real limit, const carom_stage_input *in,
                          carom_real *held, carom_stage_output *out)
{
  const carom_real rate = in->wx * in->nx + in->wy * in->ny + in->wz * in->nz;
  const carom_real most = limit * carom_positive(in->normal) / (t->root > 0 ? t->root : 1.0);
  const carom_real trial = *held - t->add * rate, above = trial > most ? most : trial;
  const carom_real next = above < -most ? -most : above, torque = t->root * next;
  out->tx = torque * in->nx;
  out->ty = torque * in->ny;
  out->tz = torque * in->nz;
  *held = *held + t->part * (next - *held);
}

#endif
