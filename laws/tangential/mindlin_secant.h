/* SPDX-License-Identifier: MIT */
/* Mindlin's stiffness as a secant: the force follows from the whole displacement,
 *
 *     xi' = v_t,   F = -(16/3) G* sqrt(R* d) xi,   |F| <= mu F_n
 *
 * 16/3 is 2/3 of the tangent stiffness 8: the mean over a path on which shear grows with the
 * overlap. With `stiffness` = 8 G* it is the model of LAMMPS' gran/hertz/history.
 * Source: H. A. Navarro, M. P. de Souza Braun, Linear and nonlinear Hertzian contact models for
 * materials in multibody dynamics, Eqs 35 and 39; A. Di Renzo, F. P. Di Maio, Chem. Eng. Sci. 60
 * (2005) 1303 (not checked). */
#ifndef CAROM_TANGENTIAL_MINDLIN_SECANT_H
#define CAROM_TANGENTIAL_MINDLIN_SECANT_H

#include "tangential_base.h"

#define CAROM_TANGENTIAL_INFO_mindlin_secant                                                       \
  .name = "mindlin-secant", .aliases = "",                                                         \
  .summary = "Mindlin stiffness over the whole displacement, capped by Coulomb.",                  \
  .equation = "F = -(16/3) G* sqrt(R* d) xi,   |F| <= mu F_n",                                     \
  .source = "H. A. Navarro, M. P. de Souza Braun, Linear and nonlinear Hertzian contact models "   \
            "for materials in multibody dynamics, Eqs 35 and 39"

#define CAROM_TANGENTIAL_FIELDS_mindlin_secant(F)                                                  \
  CAROM_FIELDS_FRICTION(F)                                                                         \
  F(stiffness, "Pa", CAROM_UNSET, 1e-6, 1e30, NULL, "k of k_t = k sqrt(R* d) instead of (16/3) G*")
#define CAROM_TANGENTIAL_CONSTANTS_mindlin_secant(M) M(friction, "1") M(stiffness, "Pa")

CAROM_DECLARE_TANGENTIAL(mindlin_secant)

CAROM_HOST bool carom_mindlin_secant_prepare(const carom_mindlin_secant_settings *set,
                                             const carom_grip *grip,
                                             carom_mindlin_secant_constants *constant)
{
  constant->friction = set->friction;
  constant->stiffness = set->stiffness > 0 ? set->stiffness : 16.0 / 3.0 * grip->shear;
  return true;
}

CAROM_FN void carom_mindlin_secant_slide(const carom_mindlin_secant_constants *constant,
                                         const carom_slide *in, carom_shear *spring,
                                         carom_traction *f)
{
  const carom_real k = constant->stiffness * CAROM_SQRT(in->radius * carom_positive(in->d));
  const carom_real x = spring->x + in->x * in->step, y = spring->y + in->y * in->step;
  const carom_real z = spring->z + in->z * in->step;
  const carom_real share = carom_coulomb(constant->friction, in->normal,
                                         k * k * (x * x + y * y + z * z));
  spring->x = share * x;
  spring->y = share * y;
  spring->z = share * z;
  f->x = -k * spring->x;
  f->y = -k * spring->y;
  f->z = -k * spring->z;
}

CAROM_FN carom_real carom_mindlin_secant_stored(const carom_mindlin_secant_constants *constant,
                                                carom_real d, carom_real radius,
                                                const carom_shear *s)
{
  const carom_real k = constant->stiffness * CAROM_SQRT(radius * carom_positive(d));
  return 0.5 * k * (s->x * s->x + s->y * s->y + s->z * s->z);
}

#endif

CAROM_TANGENTIAL(mindlin_secant)
