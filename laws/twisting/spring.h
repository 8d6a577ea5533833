/* SPDX-License-Identifier: MIT */
/* Torsional spring, dashpot and slider against twisting, the rotation of a relative to b about the
 * normal:
 *
 *     M' = -k_t w_n,   T = M - c_t w_n,   |T| <= mu_t R* F_n
 *
 * w_n = (w_a - w_b).n; the torque on a is T n. Stiffness and dashpot are those of
 * family/turning_spring.h, the latter with the inertia (2/5) m* R*^2. LAMMPS' `twisting sds` is the
 * same with its lengths mu_twist = mu_t R*.
 *
 * Source: S. Luding, Granul. Matter 10 (2008) 235 (not checked). */
#ifndef CAROM_TWISTING_SPRING_H
#define CAROM_TWISTING_SPRING_H

#include "family/turning_spring.h"

#define CAROM_STAGE_INFO_twisting_spring                                                           \
  .name = "spring-slider", .aliases = "spring",                                                    \
  .summary = "Torsional spring and dashpot against twisting, capped like friction.",               \
  .equation = "M' = -k_t w_n,   T = M - c_t w_n,   |T| <= mu_t R* F_n\n"                           \
              "k_t = 2.25 (mu_t R*)^2 k_n,   c_t = 2 eta sqrt(2/5 m* R*^2 k_t)\n"                  \
              "overlap changes: M scaled by sqrt(k_new/k_old)",                                    \
  .source = "S. Luding, Granul. Matter 10 (2008) 235 (not checked)",                               \
  .exclusive = "stiffness|stiffness_factor"

#define CAROM_STAGE_FIELDS_twisting_spring(F)                                                      \
  CAROM_FIELDS_RESISTANCE(F, "coefficient of twisting resistance mu_t: torque over R* F_n")        \
  CAROM_FIELDS_TURNING_SPRING(F, 0.3)
#define CAROM_STAGE_CONSTANTS_twisting_spring(M) CAROM_CONSTANTS_TURNING_SPRING(M)
#define CAROM_STAGE_HISTORY_twisting_spring(H) H(held, CAROM_TRANSPORT_KEEP)
#define CAROM_STAGE_GIVES_twisting_spring CAROM_GIVES_COUPLE

CAROM_DECLARE_STAGE(twisting_spring)

CAROM_HOST bool carom_twisting_spring_prepare(const carom_twisting_spring_settings *set,
                                              const carom_stage_material *material,
                                              carom_twisting_spring_constants *constant)
{
  CAROM_PREPARE_TURNING_SPRING(set, material, constant, 0.4);
  return true;
}

CAROM_HOST bool carom_twisting_spring_damped(const carom_twisting_spring_constants *constant)
{
  return constant->damping > 0;
}

CAROM_FN void carom_twisting_spring_apply(const carom_twisting_spring_constants *constant,
                                          const carom_stage_input *in, bool damped,
                                          carom_twisting_spring_history *h, carom_stage_output *out)
{
  const carom_turning t = carom_turning_of(
      carom_turning_root(constant->fixed, constant->linear, constant->hertz, in),
      carom_turning_dashpot(constant->damping, in), constant->path, in->step, damped);
  carom_twist(&t, constant->friction * in->radius, in, &h->held, out);
}

CAROM_FN carom_real carom_twisting_spring_stored(const carom_twisting_spring_constants *constant,
                                                 carom_real d, carom_real radius,
                                                 const carom_twisting_spring_history *h)
{
  (void)constant, (void)d, (void)radius;
  return 0.5 * h->held * h->held;
}

#endif

CAROM_STAGE(twisting, twisting_loss, twisting_spring)
