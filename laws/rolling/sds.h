/* SPDX-License-Identifier: MIT */
/* Rolling resistance in the form of LAMMPS' pair granular, `rolling sds`: a spring, a dashpot and a
 * slider on the rolling displacement xi,
 *
 *     xi' = v_r = R* w x n,   F = -k_r xi - g_r v_r,   |F| <= mu_r F_n,   |T| = R* |F|
 *
 * with LAMMPS' parameters k_roll, gamma_roll and mu_roll. In terms of the angle that is a torsional
 * spring k_r R*^2 with a dashpot g_r R*^2. When the slider slips, LAMMPS gives the spring the part
 * of the limit not used by the dashpot, which may store more energy than the work done; here the
 * slider is in series with both (family/mindlin_dashpot.h), and no energy is gained.
 *
 * Sources: LAMMPS manual, pair_style granular; S. Luding, Granul. Matter 10 (2008) 235; Y. Wang,
 * F. Alonso-Marroquin, W. W. Guo, Particuology 23 (2015) 49 (not checked). */
#ifndef CAROM_ROLLING_SDS_H
#define CAROM_ROLLING_SDS_H

#include "family/turning_spring.h"

#define CAROM_STAGE_INFO_rolling_sds                                                               \
  .name = "sds", .aliases = "lammps-sds",                                                          \
  .summary = "Spring, dashpot and slider on the rolling displacement, as in LAMMPS.",              \
  .equation = "xi' = v_r = R* w x n,   F = -k_r xi - g_r v_r,   |F| <= mu_r F_n,   |T| = R* |F|",  \
  .source = "LAMMPS manual, pair_style granular, rolling sds; S. Luding, Granul. Matter 10 "       \
            "(2008) 235 (checked against the manual, not the paper)"

#define CAROM_STAGE_FIELDS_rolling_sds(F)                                                          \
  CAROM_FIELDS_RESISTANCE(F, "coefficient of rolling resistance mu_roll: torque over R* F_n")      \
  F(stiffness, "N/m", 1000, 1e-30, 1e30, NULL, "k_roll: force over rolling displacement")          \
  F(damping_coefficient, "N s/m", 0, 0, 1e30, NULL, "gamma_roll: force over rolling velocity")
#define CAROM_STAGE_CONSTANTS_rolling_sds(M)                                                       \
  M(friction, "1") M(stiffness, "N/m") M(relaxation, "s") M(path, "1")
#define CAROM_STAGE_HISTORY_rolling_sds(H) CAROM_HISTORY_SPRING(H)
#define CAROM_STAGE_GIVES_rolling_sds CAROM_GIVES_COUPLE

CAROM_DECLARE_STAGE(rolling_sds)

CAROM_HOST bool carom_rolling_sds_prepare(const carom_rolling_sds_settings *set,
                                          const carom_stage_material *material,
                                          carom_rolling_sds_constants *constant)
{
  constant->friction = set->friction;
  constant->stiffness = set->stiffness;
  constant->relaxation = set->damping_coefficient / set->stiffness;
  constant->path = 1 - material->ahead;
  return true;
}

CAROM_HOST bool carom_rolling_sds_damped(const carom_rolling_sds_constants *constant)
{
  return constant->relaxation > 0;
}

/* The history is the angle, which is xi/R* turned by a right angle. */
CAROM_FN void carom_rolling_sds_apply(const carom_rolling_sds_constants *constant,
                                      const carom_stage_input *in, bool damped,
                                      carom_rolling_sds_history *h, carom_stage_output *out)
{
  const carom_rate w = carom_rolling_rate(in);
  const carom_real k = constant->stiffness * in->radius * in->radius;
  const carom_real reach = damped ? constant->path * in->step + constant->relaxation : in->step;
  const carom_real part = damped ? in->step / (reach > 0 ? reach : 1.0) : 1.0;
  const carom_real sx = h->x + w.x * reach, sy = h->y + w.y * reach, sz = h->z + w.z * reach;
  const carom_real share = carom_coulomb(constant->friction * in->radius, in->normal,
                                         k * k * (sx * sx + sy * sy + sz * sz));
  const carom_real x = share * sx, y = share * sy, z = share * sz;
  out->tx = -k * x;
  out->ty = -k * y;
  out->tz = -k * z;
  h->x = damped ? h->x + part * (x - h->x) : x;
  h->y = damped ? h->y + part * (y - h->y) : y;
  h->z = damped ? h->z + part * (z - h->z) : z;
}

CAROM_FN carom_real carom_rolling_sds_stored(const carom_rolling_sds_constants *constant,
                                             carom_real d, carom_real radius,
                                             const carom_rolling_sds_history *h)
{
  (void)d;
  return 0.5 * constant->stiffness * radius * radius * (h->x * h->x + h->y * h->y + h->z * h->z);
}

#endif

CAROM_STAGE(rolling, rolling_loss, rolling_sds)
