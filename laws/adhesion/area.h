/* SPDX-License-Identifier: MIT */
/* Cohesion proportional to the area of contact, the simplified JKR of DEM codes (SJKR):
 *
 *     P = k A,   A = 2 pi R* d
 *
 * A is the circle in which the undeformed spheres intersect, k an energy density. It is not a
 * theory of adhesion: the pull vanishes with the overlap, so there is no pull-off force, and its
 * strength depends on the stiffness. For comparison with other codes. No energy is lost.
 *
 * Source: LIGGGHTS manual, cohesion sjkr, where A is the exact circle, of which this is the first
 * term; `sjkr2` there has twice the area. */
#ifndef CAROM_ADHESION_AREA_H
#define CAROM_ADHESION_AREA_H

#include "stage_base.h"

#define CAROM_STAGE_INFO_adhesion_area                                                             \
  .name = "area", .aliases = "sjkr|simplified-jkr",                                                \
  .summary = "A pull proportional to the area of contact, as in other DEM codes.",                 \
  .equation = "P = k A,   A = 2 pi R* d",                                                          \
  .source = "LIGGGHTS manual, cohesion sjkr (checked; A is its circle for small overlaps, sjkr2 "  \
            "has twice it)",                                                                       \
  .validity = "No theory of adhesion: the pull has no limit of its own and depends on how soft "   \
              "the bodies are made."

#define CAROM_STAGE_FIELDS_adhesion_area(F)                                                        \
  F(energy_density, "J/m3", 1e4, 0, 1e15, NULL, "k, the pull per area of contact")
#define CAROM_STAGE_CONSTANTS_adhesion_area(M) M(pull, "Pa")
#define CAROM_STAGE_HISTORY_adhesion_area(H)
#define CAROM_STAGE_GIVES_adhesion_area CAROM_GIVES_PULL

CAROM_DECLARE_STAGE(adhesion_area)

CAROM_HOST bool carom_adhesion_area_prepare(const carom_adhesion_area_settings *set,
                                            const carom_stage_material *material,
                                            carom_adhesion_area_constants *constant)
{
  (void)material;
  constant->pull = 2 * CAROM_PI * set->energy_density;
  return true;
}

CAROM_HOST bool carom_adhesion_area_damped(const carom_adhesion_area_constants *constant)
{
  (void)constant;
  return false;
}

CAROM_FN void carom_adhesion_area_apply(const carom_adhesion_area_constants *constant,
                                        const carom_stage_input *in, bool damped,
                                        carom_adhesion_area_history *history,
                                        carom_stage_output *out)
{
  (void)damped, (void)history;
  out->pull = constant->pull * in->radius * carom_positive(in->d);
}

CAROM_FN carom_real carom_adhesion_area_stored(const carom_adhesion_area_constants *constant,
                                               carom_real d, carom_real radius,
                                               const carom_adhesion_area_history *history)
{
  (void)history;
  return -0.5 * constant->pull * radius * carom_positive(d) * carom_positive(d);
}

#endif

CAROM_STAGE(adhesion, adhesion_loss, adhesion_area)
