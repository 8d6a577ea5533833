/* SPDX-License-Identifier: MIT */
/* Linear spring and dashpot in the contact plane, capped by Coulomb:
 *
 *     xi' = v_t,   F* = -k_t xi - c_t v_t,   |F| <= mu F_n
 *
 * Where the cap holds, the spring is shortened so that spring and dashpot together give the capped
 * force: it does not wind up, and the dashpot is inside the cap. This is the rule of LAMMPS and
 * of others. Where c_t v_t alone is beyond the cap it stretches the spring the other way, which
 * stores energy that nobody put in; family/mindlin_dashpot.h has a rule that does not.
 * With k_t = 2/7 k_n a sphere that does not slip leaves a linear contact without dashpots with its
 * contact velocity reversed.
 *
 * Source: P. A. Cundall, O. D. L. Strack, Geotechnique 29 (1979) 47 (not checked). */
#ifndef CAROM_TANGENTIAL_LINEAR_H
#define CAROM_TANGENTIAL_LINEAR_H

#include "tangential_base.h"

#define CAROM_TANGENTIAL_INFO_linear                                                               \
  .name = "linear", .aliases = "linear-spring|cundall-strack",                                     \
  .summary = "Linear spring and dashpot, capped by Coulomb friction.",                             \
  .equation = "F = -k_t xi - c_t v_t,   |F| <= mu F_n",                                            \
  .source = "P. A. Cundall, O. D. L. Strack, Geotechnique 29 (1979) 47 (not checked)"

#define CAROM_TANGENTIAL_FIELDS_linear(F)                                                          \
  CAROM_FIELDS_FRICTION(F)                                                                         \
  F(stiffness, "N/m", CAROM_UNSET, 1e-6, 1e30, NULL,                                               \
    "k_t; if not given, stiffness_ratio times that of a linear normal law")                        \
  F(stiffness_ratio, "1", 2.0 / 7.0, 1e-6, 1e6, NULL, "k_t over k_n of a linear normal law")       \
  F(damping_ratio, "1", 0.5, 0, 1e6, NULL,                                                         \
    "c_t over the dashpot constant of a linear normal law; 0 for other laws")
#define CAROM_TANGENTIAL_CONSTANTS_linear(M)                                                       \
  M(friction, "1") M(stiffness, "N/m") M(damping, "N s/(m kg^0.5)") M(relaxation, "s/kg^0.5")

CAROM_DECLARE_TANGENTIAL(linear)

CAROM_HOST bool carom_linear_prepare(const carom_linear_settings *set, const carom_grip *grip,
                                     carom_linear_constants *constant)
{
  const bool law = grip->stiffness > 0;
  constant->friction = set->friction;
  constant->stiffness = set->stiffness > 0 ? set->stiffness
                                           : set->stiffness_ratio * grip->stiffness;
  constant->damping = law ? set->damping_ratio * grip->damping : 0;
  constant->relaxation = constant->damping / constant->stiffness;
  return set->stiffness > 0 || law;
}

CAROM_HOST bool carom_linear_damped(const carom_linear_constants *constant)
{
  return constant->damping > 0;
}

CAROM_FN void carom_linear_slide(const carom_linear_constants *constant, const carom_slide *in,
                                 bool damped, carom_shear *spring, carom_traction *f)
{
  (void)damped;
  const carom_real root = CAROM_SQRT(in->mass), k = constant->stiffness;
  const carom_real c = constant->damping * root, relax = constant->relaxation * root;
  const carom_real sx = spring->x + in->x * in->step, sy = spring->y + in->y * in->step;
  const carom_real sz = spring->z + in->z * in->step;
  const carom_real x = k * sx + c * in->x, y = k * sy + c * in->y, z = k * sz + c * in->z;
  const carom_real share = carom_coulomb(constant->friction, in->normal, x * x + y * y + z * z);
  const carom_real taken = (share - 1) * relax;
  f->x = -share * x;
  f->y = -share * y;
  f->z = -share * z;
  spring->x = share * sx + taken * in->x;
  spring->y = share * sy + taken * in->y;
  spring->z = share * sz + taken * in->z;
}

CAROM_FN carom_real carom_linear_stored(const carom_linear_constants *constant, carom_real d,
                                        carom_real radius, const carom_shear *s)
{
  (void)d, (void)radius;
  return 0.5 * constant->stiffness * (s->x * s->x + s->y * s->y + s->z * s->z);
}

#endif

CAROM_TANGENTIAL(linear)
