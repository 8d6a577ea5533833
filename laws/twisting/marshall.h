/* SPDX-License-Identifier: MIT */
/* Marshall's resistance to twisting: sliding friction over a contact circle of radius a that turns,
 *
 *     M' = -k_t a^2/2 w_n,   T = M - c_t a^2/2 w_n,   |T| <= (2/3) mu a F_n,   a = sqrt(R* d)
 *     k_t = 8 G* a,   c_t = g m* a
 *
 * where w_n = (w_a - w_b).n, mu is the coefficient of sliding friction, and k_t, c_t are stiffness
 * and dashpot of sliding, those of tangential/mindlin.h. LAMMPS' `twisting marshall` is this with
 * the stiffness of its tangential model.
 *
 * Source: J. S. Marshall, J. Comput. Phys. 228 (2009) 1541 (not checked). */
#ifndef CAROM_TWISTING_MARSHALL_H
#define CAROM_TWISTING_MARSHALL_H

#include "family/turning_spring.h"

#define CAROM_STAGE_INFO_twisting_marshall                                                         \
  .name = "marshall", .aliases = "", .summary = "Sliding friction over a turning contact circle.", \
  .equation = "M' = -4 G* a^3 w_n,   T = M - c_t a^2/2 w_n,   |T| <= (2/3) mu a F_n,   "           \
              "a = sqrt(R* d)\n"                                                                   \
              "overlap changes: M scaled by sqrt(k_new/k_old)",                                    \
  .source = "J. S. Marshall, J. Comput. Phys. 228 (2009) 1541 (coefficients as in the manual of "  \
            "LAMMPS; the paper was not checked)"

#define CAROM_STAGE_FIELDS_twisting_marshall(F)                                                    \
  CAROM_FIELDS_FRICTION(F)                                                                         \
  F(stiffness, "Pa", CAROM_UNSET, 1e-6, 1e30, NULL, "k of k_t = k a instead of 8 G*")              \
  F(damping_rate, "1/(m s)", 0, 0, 1e30, NULL, "g of the sliding dashpot g m* a")
#define CAROM_STAGE_CONSTANTS_twisting_marshall(M)                                                 \
  M(friction, "1") M(stiffness, "Pa") M(relaxation, "s/kg") M(path, "1")
#define CAROM_STAGE_HISTORY_twisting_marshall(H) H(held, CAROM_TRANSPORT_KEEP)
#define CAROM_STAGE_GIVES_twisting_marshall CAROM_GIVES_COUPLE

CAROM_DECLARE_STAGE(twisting_marshall)

CAROM_HOST bool carom_twisting_marshall_prepare(const carom_twisting_marshall_settings *set,
                                                const carom_stage_material *material,
                                                carom_twisting_marshall_constants *constant)
{
  constant->friction = set->friction;
  constant->stiffness = set->stiffness > 0 ? set->stiffness : 8 * material->shear;
  constant->relaxation = set->damping_rate / constant->stiffness;
  constant->path = 1 - material->ahead;
  return true;
}

CAROM_HOST bool carom_twisting_marshall_damped(const carom_twisting_marshall_constants *constant)
{
  return constant->relaxation > 0;
}

CAROM_FN void carom_twisting_marshall_apply(const carom_twisting_marshall_constants *constant,
                                            const carom_stage_input *in, bool damped,
                                            carom_twisting_marshall_history *h,
                                            carom_stage_output *out)
{
  const carom_real a = in->patch;
  const carom_real root = CAROM_SQRT(0.5 * constant->stiffness * (a * a * a));
  const carom_turning t = carom_turning_of(root, root * (constant->relaxation * in->mass),
                                           constant->path, in->step, damped);
  carom_twist(&t, 2.0 / 3.0 * constant->friction * a, in, &h->held, out);
}

CAROM_FN carom_real
carom_twisting_marshall_stored(const carom_twisting_marshall_constants *constant, carom_real d,
                               carom_real radius, const carom_twisting_marshall_history *h)
{
  (void)constant, (void)d, (void)radius;
  return 0.5 * h->held * h->held;
}

#endif

CAROM_STAGE(twisting, twisting_loss, twisting_marshall)
