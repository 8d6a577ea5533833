/* SPDX-License-Identifier: MIT */
/* Linear spring and dashpot in the contact plane, capped by Coulomb friction:
 *
 *     xi' = v_t,   F* = -k_t xi - c_t v_t,   |F| <= mu F_n
 *
 * Friction is a slider in series with spring and dashpot (family/mindlin_dashpot.h): the spring
 * does not wind up, the dashpot is inside the cap, and no energy is gained. With k_t = 2/7 k_n a
 * sphere that does not slip leaves a linear contact without dashpots with its contact velocity
 * reversed.
 *
 * Source: P. A. Cundall, O. D. L. Strack, Geotechnique 29 (1979) 47 (not checked). */
#ifndef CAROM_TANGENTIAL_LINEAR_H
#define CAROM_TANGENTIAL_LINEAR_H

#include "tangential_base.h"

#define CAROM_STAGE_INFO_linear                                                                    \
  .name = "linear", .aliases = "linear-spring|cundall-strack",                                     \
  .summary = "Linear spring and dashpot, capped by Coulomb friction.",                             \
  .equation = "F = -k_t xi - c_t v_t,   |F| <= mu F_n",                                            \
  .source = "P. A. Cundall, O. D. L. Strack, Geotechnique 29 (1979) 47 (not checked)"

#define CAROM_STAGE_HISTORY_linear(H) CAROM_HISTORY_SPRING(H)
#define CAROM_STAGE_FIELDS_linear(F)                                                               \
  CAROM_FIELDS_FRICTION(F)                                                                         \
  F(stiffness, "N/m", CAROM_UNSET, 1e-6, 1e30, NULL,                                               \
    "k_t; if not given, stiffness_ratio times that of a linear normal law")                        \
  F(stiffness_ratio, "1", 2.0 / 7.0, 1e-6, 1e6, NULL, "k_t over k_n of a linear normal law")       \
  F(damping_ratio, "1", 0.5, 0, 1e6, NULL,                                                         \
    "c_t over the dashpot constant of a linear normal law; 0 for other laws")
#define CAROM_STAGE_CONSTANTS_linear(M)                                                            \
  M(friction, "1") M(stiffness, "N/m") M(relaxation, "s/kg^0.5") M(path, "1")

CAROM_DECLARE_TANGENTIAL(linear)

CAROM_HOST bool carom_linear_prepare(const carom_linear_settings *set,
                                     const carom_tangential_input *input,
                                     carom_linear_constants *constant)
{
  const bool law = input->stiffness > 0;
  constant->friction = set->friction;
  constant->stiffness = set->stiffness > 0 ? set->stiffness
                                           : set->stiffness_ratio * input->stiffness;
  constant->relaxation = law ? set->damping_ratio * input->damping / constant->stiffness : 0;
  constant->path = 1 - input->ahead;
  return set->stiffness > 0 || law;
}

CAROM_HOST bool carom_linear_damped(const carom_linear_constants *constant)
{
  return constant->relaxation > 0;
}

CAROM_FN void carom_linear_apply(const carom_linear_constants *constant, const carom_slide *in,
                                 bool damped, carom_shear *spring, carom_traction *f)
{
  const carom_real relax = constant->relaxation * CAROM_SQRT(in->mass), k = constant->stiffness;
  const carom_real reach = damped ? constant->path * in->step + relax : in->step;
  const carom_real part = in->step / (reach > 0 ? reach : 1.0);
  const carom_real sx = spring->x + in->x * reach, sy = spring->y + in->y * reach;
  const carom_real sz = spring->z + in->z * reach;
  const carom_real x = k * sx, y = k * sy, z = k * sz;
  const carom_real share = carom_coulomb(constant->friction, in->normal, x * x + y * y + z * z);
  f->x = -share * x;
  f->y = -share * y;
  f->z = -share * z;
  spring->x = damped ? spring->x + part * (share * sx - spring->x) : share * sx;
  spring->y = damped ? spring->y + part * (share * sy - spring->y) : share * sy;
  spring->z = damped ? spring->z + part * (share * sz - spring->z) : share * sz;
}

CAROM_FN carom_real carom_linear_stored(const carom_linear_constants *constant, carom_real d,
                                        carom_real radius, const carom_shear *s)
{
  (void)d, (void)radius;
  return 0.5 * constant->stiffness * (s->x * s->x + s->y * s->y + s->z * s->z);
}

#endif

CAROM_TANGENTIAL(linear)
