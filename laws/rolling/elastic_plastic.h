/* SPDX-License-Identifier: MIT */
/* Elastic-plastic spring and dashpot against rolling (type C of Ai et al.):
 *
 *     M' = -k_r w,   T = M - c_r w,   |T| <= mu_r R* F_n
 *
 * The only type that holds a sphere on a slope: up to tan(slope) = mu_r. Stiffness and dashpot are
 * those of family/turning_spring.h: k_r = 2.25 (mu_r R*)^2 k_n and c_r = 2 eta sqrt(I_r k_r),
 * I_r = (7/5) m* R*^2, unless given otherwise. The published model drops the dashpot where the
 * torque is at its limit and else adds it outside; here it is inside the limit throughout.
 *
 * Sources: J. Ai, J.-F. Chen, J. M. Rotter, J. Y. Ooi, Powder Technol. 206 (2011) 269; k_r:
 * K. Iwashita, M. Oda, J. Eng. Mech. 124 (1998) 285 (neither checked). */
#ifndef CAROM_ROLLING_ELASTIC_PLASTIC_H
#define CAROM_ROLLING_ELASTIC_PLASTIC_H

#include "family/turning_spring.h"

#define CAROM_STAGE_INFO_rolling_elastic_plastic                                                   \
  .name = "elastic-plastic", .aliases = "epsd|type-c",                                             \
  .summary = "Torsional spring and dashpot against rolling, capped like friction.",                \
  .equation = "M' = -k_r w,   T = M - c_r w,   |T| <= mu_r R* F_n\n"                               \
              "k_r = 2.25 (mu_r R*)^2 k_n,   c_r = 2 eta sqrt(7/5 m* R*^2 k_r)\n"                  \
              "overlap changes: M scaled by sqrt(k_new/k_old)",                                    \
  .source = "type C of J. Ai, J.-F. Chen, J. M. Rotter, J. Y. Ooi, Powder Technol. 206 (2011) "    \
            "269; stiffness: K. Iwashita, M. Oda, J. Eng. Mech. 124 (1998) 285 (as epsd in the "   \
            "manual of LIGGGHTS, 2.25 included; the papers were not checked)",                     \
  .exclusive = "stiffness|stiffness_factor"

#define CAROM_STAGE_FIELDS_rolling_elastic_plastic(F)                                              \
  CAROM_FIELDS_RESISTANCE(F, "coefficient of rolling resistance mu_r: torque over R* F_n")         \
  CAROM_FIELDS_TURNING_SPRING(F, 0.3)
#define CAROM_STAGE_CONSTANTS_rolling_elastic_plastic(M) CAROM_CONSTANTS_TURNING_SPRING(M)
#define CAROM_STAGE_HISTORY_rolling_elastic_plastic(H) CAROM_HISTORY_SPRING(H)
#define CAROM_STAGE_GIVES_rolling_elastic_plastic CAROM_GIVES_COUPLE

CAROM_DECLARE_STAGE(rolling_elastic_plastic)

CAROM_HOST bool
carom_rolling_elastic_plastic_prepare(const carom_rolling_elastic_plastic_settings *set,
                                      const carom_stage_material *material,
                                      carom_rolling_elastic_plastic_constants *constant)
{
  CAROM_PREPARE_TURNING_SPRING(set, material, constant, 1.4);
  return true;
}

CAROM_HOST bool
carom_rolling_elastic_plastic_damped(const carom_rolling_elastic_plastic_constants *constant)
{
  return constant->damping > 0;
}

#define CAROM_STAGE_PRIOR_rolling_elastic_plastic CAROM_HAS_PRIOR
CAROM_FN void carom_rolling_elastic_plastic_prior(
    const carom_rolling_elastic_plastic_constants *constant, const carom_stage_input *in,
    bool damped, const carom_rolling_elastic_plastic_history *h, carom_stage_prior *prior)
{
  (void)h;
  const carom_turning t = carom_turning_of(
      carom_turning_root(constant->fixed, constant->linear, constant->hertz, in),
      carom_turning_dashpot(constant->damping, in), constant->path, in->step, damped);
  prior->root = t.root;
  prior->add = t.add;
  prior->part = t.part;
}

CAROM_FN void carom_rolling_elastic_plastic_after(
    const carom_rolling_elastic_plastic_constants *constant, const carom_stage_input *in,
    bool damped, const carom_stage_prior *t, carom_rolling_elastic_plastic_history *h,
    carom_stage_output *out)
{
  const carom_rate w = carom_rolling_rate(in);
  const carom_real x = h->x - t->add * w.x, y = h->y - t->add * w.y, z = h->z - t->add * w.z;
  const carom_real share = carom_coulomb(constant->friction * in->radius, in->normal,
                                         t->root * t->root * (x * x + y * y + z * z));
  out->tx = t->root * (share * x);
  out->ty = t->root * (share * y);
  out->tz = t->root * (share * z);
  h->x = damped ? h->x + t->part * (share * x - h->x) : share * x;
  h->y = damped ? h->y + t->part * (share * y - h->y) : share * y;
  h->z = damped ? h->z + t->part * (share * z - h->z) : share * z;
}

CAROM_FN void carom_rolling_elastic_plastic_apply(
    const carom_rolling_elastic_plastic_constants *constant, const carom_stage_input *in,
    bool damped, carom_rolling_elastic_plastic_history *h, carom_stage_output *out)
{
  carom_stage_prior prior;
  carom_rolling_elastic_plastic_prior(constant, in, damped, h, &prior);
  carom_rolling_elastic_plastic_after(constant, in, damped, &prior, h, out);
}

CAROM_FN carom_real carom_rolling_elastic_plastic_stored(
    const carom_rolling_elastic_plastic_constants *constant, carom_real d, carom_real radius,
    const carom_rolling_elastic_plastic_history *h)
{
  (void)constant, (void)d, (void)radius;
  return 0.5 * (h->x * h->x + h->y * h->y + h->z * h->z);
}

#endif

CAROM_STAGE(rolling, rolling_loss, rolling_elastic_plastic)
