/* SPDX-License-Identifier: MIT */
/* Torque proportional to the rate of rolling (type B of Ai et al.):
 *
 *     T = -mu_v R* F_n (R* w)
 *
 * w is the angular velocity of a relative to b in the contact plane, R* w the speed at which the
 * contact point travels over both. It stores no energy and vanishes at rest. A step removes at most
 * a quarter of w.
 *
 * Source: J. Ai, J.-F. Chen, J. M. Rotter, J. Y. Ooi, Powder Technol. 206 (2011) 269 (not
 * checked). */
#ifndef CAROM_ROLLING_VISCOUS_H
#define CAROM_ROLLING_VISCOUS_H

#include "family/turning_spring.h"

#define CAROM_STAGE_INFO_rolling_viscous                                                           \
  .name = "viscous", .aliases = "type-b",                                                          \
  .summary = "Torque proportional to the rate of rolling and to the normal force.",                \
  .equation = "T = -mu_v R* F_n R* w",                                                             \
  .source = "type B of J. Ai, J.-F. Chen, J. M. Rotter, J. Y. Ooi, Powder Technol. 206 (2011) "    \
            "269 (not checked)"

#define CAROM_STAGE_FIELDS_rolling_viscous(F)                                                      \
  F(viscosity, "s/m", 0.1, 0, 1e9, NULL, "mu_v: torque over R* F_n and the rolling speed R* w")
#define CAROM_STAGE_CONSTANTS_rolling_viscous(M) M(viscosity, "s/m") M(brake, "1")
#define CAROM_STAGE_HISTORY_rolling_viscous(H)
#define CAROM_STAGE_GIVES_rolling_viscous CAROM_GIVES_COUPLE

CAROM_DECLARE_STAGE(rolling_viscous)

CAROM_HOST bool carom_rolling_viscous_prepare(const carom_rolling_viscous_settings *set,
                                              const carom_stage_material *material,
                                              carom_rolling_viscous_constants *constant)
{
  constant->viscosity = set->viscosity;
  constant->brake = carom_brake_share(material);
  return true;
}

CAROM_HOST bool carom_rolling_viscous_damped(const carom_rolling_viscous_constants *constant)
{
  (void)constant;
  return false;
}

CAROM_FN void carom_rolling_viscous_apply(const carom_rolling_viscous_constants *constant,
                                          const carom_stage_input *in, bool damped,
                                          carom_rolling_viscous_history *history,
                                          carom_stage_output *out)
{
  (void)damped, (void)history;
  const carom_rate w = carom_rolling_rate(in);
  const carom_real most = carom_turning_brake(in, constant->brake);
  const carom_real asked = constant->viscosity * in->radius * in->radius *
                           carom_positive(in->normal);
  const carom_real share = asked > most ? most : asked;
  out->tx = -share * w.x;
  out->ty = -share * w.y;
  out->tz = -share * w.z;
}

CAROM_FN carom_real carom_rolling_viscous_stored(const carom_rolling_viscous_constants *constant,
                                                 carom_real d, carom_real radius,
                                                 const carom_rolling_viscous_history *history)
{
  (void)constant, (void)d, (void)radius, (void)history;
  return 0;
}

#endif

CAROM_STAGE(rolling, rolling_loss, rolling_viscous)
