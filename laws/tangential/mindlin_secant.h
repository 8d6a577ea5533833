/* SPDX-License-Identifier: MIT */
/* Mindlin's stiffness as a secant: the force follows from the whole displacement,
 *
 *     xi' = v_t,   F = -(16/3) G* sqrt(R* d) xi - c_t v_t,   |F| <= mu F_n
 *
 * 16/3 is 2/3 of the tangent stiffness 8: the mean over a path on which shear grows with the
 * overlap. With `stiffness` = 8 G* it is the model of LAMMPS' gran/hertz/history. The dashpot c_t,
 * absent unless requested, is that of family/mindlin_dashpot.h. `published` takes Eq. 41 of the
 * source, c_t = sqrt(5) z sqrt(m* k_t): 2.09 times as much.
 *
 * Source: H. A. Navarro, M. P. de Souza Braun, Linear and nonlinear Hertzian contact models for
 * materials in multibody dynamics, Eqs 35, 39 and 41; A. Di Renzo, F. P. Di Maio, Chem. Eng. Sci.
 * 60 (2005) 1303 (not checked). */
#ifndef CAROM_TANGENTIAL_MINDLIN_SECANT_H
#define CAROM_TANGENTIAL_MINDLIN_SECANT_H

#include "tangential_base.h"
#include "family/mindlin_dashpot.h"

#define CAROM_STAGE_INFO_mindlin_secant                                                            \
  .name = "mindlin-secant", .aliases = "",                                                         \
  .summary = "Mindlin stiffness over the whole displacement, capped by Coulomb.",                  \
  .equation = "F = -(16/3) G* sqrt(R* d) xi - c_t v_t,   |F| <= mu F_n",                           \
  .source = "H. A. Navarro, M. P. de Souza Braun, Linear and nonlinear Hertzian contact models "   \
            "for materials in multibody dynamics, Eqs 35, 39 and 41",                              \
  .exclusive = CAROM_EXCLUSIVE_MINDLIN_DASHPOT

#define CAROM_STAGE_HISTORY_mindlin_secant(H) CAROM_HISTORY_SPRING(H)
#define CAROM_STAGE_FIELDS_mindlin_secant(F)                                                       \
  CAROM_FIELDS_FRICTION(F)                                                                         \
  F(stiffness, "Pa", CAROM_UNSET, 1e-6, 1e30, NULL,                                                \
    "k of k_t = k sqrt(R* d) instead of (16/3) G*")                                                \
  CAROM_FIELDS_MINDLIN_DASHPOT(F)                                                                  \
  F(calibration, NULL, CAROM_WORD(0), 1, 0, "exact|published",                                     \
    "exact: the swing has the tangential restitution asked for; published: Eq. 41 of the source")
#define CAROM_STAGE_CONSTANTS_mindlin_secant(M)                                                    \
  M(friction, "1") M(stiffness, "Pa") CAROM_CONSTANTS_MINDLIN_DASHPOT(M)

CAROM_DECLARE_TANGENTIAL(mindlin_secant)

CAROM_HOST bool carom_mindlin_secant_prepare(const carom_mindlin_secant_settings *set,
                                             const carom_tangential_input *input,
                                             carom_mindlin_secant_constants *constant)
{
  const double sqrt5 = 2.23606797749978969641;
  const bool exact = set->calibration == CAROM_WORD(0);
  constant->friction = set->friction;
  constant->stiffness = set->stiffness > 0 ? set->stiffness : 16.0 / 3.0 * input->shear;
  constant->damping = carom_mindlin_damping(set->tangential_restitution,
                                            exact ? carom_mindlin_critical() : sqrt5);
  constant->relaxation = carom_positive(set->damping_rate) / constant->stiffness;
  constant->path = 1 - input->ahead;
  return true;
}

CAROM_HOST bool carom_mindlin_secant_damped(const carom_mindlin_secant_constants *constant)
{
  return constant->damping > 0 || constant->relaxation > 0;
}

CAROM_FN void carom_mindlin_secant_apply(const carom_mindlin_secant_constants *constant,
                                         const carom_slide *in, bool damped, carom_shear *spring,
                                         carom_traction *f)
{
  const carom_real k = constant->stiffness * in->patch;
  const carom_swing swing = carom_mindlin_swing(constant->damping, constant->relaxation,
                                                constant->path, in, k);
  const carom_real reach = damped ? swing.reach : in->step;
  const carom_real x = spring->x + in->x * reach, y = spring->y + in->y * reach;
  const carom_real z = spring->z + in->z * reach;
  const carom_real share = carom_coulomb(constant->friction, in->normal,
                                         k * k * (x * x + y * y + z * z));
  f->x = -k * (share * x);
  f->y = -k * (share * y);
  f->z = -k * (share * z);
  spring->x = damped ? spring->x + swing.part * (share * x - spring->x) : share * x;
  spring->y = damped ? spring->y + swing.part * (share * y - spring->y) : share * y;
  spring->z = damped ? spring->z + swing.part * (share * z - spring->z) : share * z;
}

CAROM_FN carom_real carom_mindlin_secant_stored(const carom_mindlin_secant_constants *constant,
                                                carom_real d, carom_real radius,
                                                const carom_shear *s)
{
  const carom_real k = constant->stiffness * carom_patch(radius, d);
  return 0.5 * k * (s->x * s->x + s->y * s->y + s->z * s->z);
}

#endif

CAROM_TANGENTIAL(mindlin_secant)
