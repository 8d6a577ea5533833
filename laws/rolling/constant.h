/* SPDX-License-Identifier: MIT */
/* Constant torque against rolling (type A of Ai et al.):
 *
 *     T = -mu_r R* F_n w / |w|
 *
 * w is the angular velocity of a relative to b in the contact plane. As w goes to zero its
 * direction becomes undefined; there the torque is that of a dashpot that removes a quarter of w
 * per step, so that w never changes sign. It stores no energy and cannot hold a sphere on a slope,
 * which keeps rolling slowly.
 *
 * Source: J. Ai, J.-F. Chen, J. M. Rotter, J. Y. Ooi, Powder Technol. 206 (2011) 269 (not
 * checked). */
#ifndef CAROM_ROLLING_CONSTANT_H
#define CAROM_ROLLING_CONSTANT_H

#include "family/turning_spring.h"

#define CAROM_STAGE_INFO_rolling_constant                                                          \
  .name = "constant", .aliases = "directional-constant-torque|cdt|type-a",                         \
  .summary = "Constant torque against rolling, proportional to the normal force.",                 \
  .equation = "T = -mu_r R* F_n w/|w|",                                                            \
  .source = "type A of J. Ai, J.-F. Chen, J. M. Rotter, J. Y. Ooi, Powder Technol. 206 (2011) "    \
            "269 (as cdt in the manual of LIGGGHTS, where F_n is the elastic force; the paper "    \
            "was not checked)"

#define CAROM_STAGE_FIELDS_rolling_constant(F)                                                     \
  CAROM_FIELDS_RESISTANCE(F, "coefficient of rolling resistance mu_r: torque over R* F_n")
#define CAROM_STAGE_CONSTANTS_rolling_constant(M) M(friction, "1") M(brake, "1")
#define CAROM_STAGE_HISTORY_rolling_constant(H)
#define CAROM_STAGE_GIVES_rolling_constant CAROM_GIVES_COUPLE

CAROM_DECLARE_STAGE(rolling_constant)

CAROM_HOST bool carom_rolling_constant_prepare(const carom_rolling_constant_settings *set,
                                               const carom_stage_material *material,
                                               carom_rolling_constant_constants *constant)
{
  constant->friction = set->friction;
  constant->brake = carom_brake_share(material);
  return true;
}

CAROM_HOST bool carom_rolling_constant_damped(const carom_rolling_constant_constants *constant)
{
  (void)constant;
  return false;
}

CAROM_FN void carom_rolling_constant_apply(const carom_rolling_constant_constants *constant,
                                           const carom_stage_input *in, bool damped,
                                           carom_rolling_constant_history *history,
                                           carom_stage_output *out)
{
  (void)damped, (void)history;
  const carom_rate w = carom_rolling_rate(in);
  const carom_real brake = carom_turning_brake(in, constant->brake);
  const carom_real share = brake *
                           carom_coulomb(constant->friction * in->radius, in->normal,
                                         brake * brake * (w.x * w.x + w.y * w.y + w.z * w.z));
  out->tx = -share * w.x;
  out->ty = -share * w.y;
  out->tz = -share * w.z;
}

CAROM_FN carom_real carom_rolling_constant_stored(const carom_rolling_constant_constants *constant,
                                                  carom_real d, carom_real radius,
                                                  const carom_rolling_constant_history *history)
{
  (void)constant, (void)d, (void)radius, (void)history;
  return 0;
}

#endif

CAROM_STAGE(rolling, rolling_loss, rolling_constant)
