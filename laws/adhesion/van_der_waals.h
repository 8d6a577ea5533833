/* SPDX-License-Identifier: MIT */
/* Van der Waals attraction between spheres, cut off at a gap:
 *
 *     P = (A/6) R* / (h + z0)^2,   h = -d up to the cut-off,   h = 0 in contact
 *
 * A Hamaker constant, z0 the distance of surfaces in contact. In contact the pull is constant and
 * equals that of dmt with the work of adhesion A/(12 pi z0^2); like dmt, it assumes that adhesion
 * does not deform the spheres and is meant for the same bodies. Stored energy is measured from the
 * cut-off; no energy is lost.
 *
 * Source: H. C. Hamaker, Physica 4 (1937) 1058 (not checked). */
#ifndef CAROM_ADHESION_VAN_DER_WAALS_H
#define CAROM_ADHESION_VAN_DER_WAALS_H

#include "stage_base.h"

#define CAROM_STAGE_INFO_adhesion_van_der_waals                                                    \
  .name = "van-der-waals", .aliases = "vdw|hamaker",                                               \
  .summary = "Attraction across the gap that falls with its square, up to a cut-off.",             \
  .equation = "P = A R* / (6 (h + z0)^2),   h = -d up to the cut-off, 0 in contact",               \
  .source = "H. C. Hamaker, Physica 4 (1937) 1058 (not checked)",                                  \
  .validity = "Tabor parameter of 0.1 or less, as of dmt, with the work of adhesion "              \
              "A/(12 pi z0^2): bodies that the attraction does not deform.",                       \
  .softest = 0.1

#define CAROM_STAGE_FIELDS_adhesion_van_der_waals(F)                                               \
  F(hamaker, "J", 6.5e-20, 0, 1, NULL, "Hamaker constant A")                                       \
  F(closest, "m", 4e-10, 1e-11, 1e-3, NULL, "z0, the distance of surfaces that touch")             \
  F(cutoff, "m", 1e-7, 1e-12, 1, NULL, "gap beyond which nothing acts")
#define CAROM_STAGE_CONSTANTS_adhesion_van_der_waals(M)                                            \
  M(pull, "J") M(closest, "m") M(cutoff, "m") M(tabor, "1/m^(1/3)")
#define CAROM_STAGE_HISTORY_adhesion_van_der_waals(H)
#define CAROM_STAGE_GIVES_adhesion_van_der_waals CAROM_GIVES_PULL
#define CAROM_STAGE_REACH_adhesion_van_der_waals CAROM_REACHES(cutoff)
#define CAROM_STAGE_TABOR_adhesion_van_der_waals CAROM_REACHES(tabor)

CAROM_DECLARE_STAGE(adhesion_van_der_waals)

CAROM_HOST
bool carom_adhesion_van_der_waals_prepare(const carom_adhesion_van_der_waals_settings *set,
                                          const carom_stage_material *material,
                                          carom_adhesion_van_der_waals_constants *constant)
{
  const double z0 = set->closest, work = set->hamaker / (12 * CAROM_PI * z0 * z0);
  constant->tabor = carom_tabor(work, material->modulus, z0);
  constant->pull = set->hamaker / 6;
  constant->closest = set->closest;
  constant->cutoff = set->cutoff;
  return true;
}

CAROM_HOST bool
carom_adhesion_van_der_waals_damped(const carom_adhesion_van_der_waals_constants *constant)
{
  (void)constant;
  return false;
}

CAROM_FN void carom_adhesion_van_der_waals_apply(
    const carom_adhesion_van_der_waals_constants *constant, const carom_stage_input *in,
    bool damped, carom_adhesion_van_der_waals_history *history, carom_stage_output *out)
{
  (void)damped, (void)history;
  const carom_real away = carom_positive(-in->d) + constant->closest;
  const carom_real pull = constant->pull * in->radius / (away * away);
  out->pull = carom_within(constant->cutoff, in->d) ? pull : 0.0;
}

CAROM_FN carom_real carom_adhesion_van_der_waals_stored(
    const carom_adhesion_van_der_waals_constants *constant, carom_real d, carom_real radius,
    const carom_adhesion_van_der_waals_history *history)
{
  (void)history;
  const carom_real away = carom_positive(-d) + constant->closest;
  const carom_real end = constant->cutoff + constant->closest, z0 = constant->closest;
  const carom_real held = 1 / away - 1 / end + carom_positive(d) / (z0 * z0);
  return carom_within(constant->cutoff, d) ? -constant->pull * radius * held : 0.0;
}

#endif

CAROM_STAGE(adhesion, adhesion_loss, adhesion_van_der_waals)
