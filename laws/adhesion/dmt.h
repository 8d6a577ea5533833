/* SPDX-License-Identifier: MIT */
/* Derjaguin, Muller and Toporov: the attraction outside the contact circle is a constant pull in
 * addition to Hertz's force,
 *
 *     P = 2 pi G R*     at d > 0
 *
 * G is the work of adhesion; the bodies separate under a tension of 2 pi G R* at zero overlap. The
 * attraction across the gap is neglected, and no energy is lost: the work gained on touching is
 * spent on separation. For hard, small bodies of low surface energy: Tabor parameter (R* G^2/(E*^2
 * z0^3))^(1/3) of 0.1 and less.
 *
 * Source: B. V. Derjaguin, V. M. Muller, Yu. P. Toporov, J. Colloid Interface Sci. 53 (1975) 314
 * (pull-off force as in the manual of LAMMPS, with G = 2 gamma; the paper was not checked). */
#ifndef CAROM_ADHESION_DMT_H
#define CAROM_ADHESION_DMT_H

#include "stage_base.h"

#define CAROM_STAGE_INFO_adhesion_dmt                                                              \
  .name = "dmt", .aliases = "derjaguin-muller-toporov",                                            \
  .summary = "A constant pull in contact: hard, small bodies.",                                    \
  .equation = "P = 2 pi G R*   at d > 0",                                                          \
  .source = "B. V. Derjaguin, V. M. Muller, Yu. P. Toporov, J. Colloid Interface Sci. 53 (1975) "  \
            "314 (pull-off force as in the manual of LAMMPS; the paper was not checked)",          \
  .validity =                                                                                      \
      "Tabor parameter of 0.1 or less: hard, small bodies. Moduli that are made soft raise "       \
      "it, while the pull stays that of the work of adhesion. From 0.1 to 5 the pull-off "         \
      "force is between this one and that of jkr, three quarters of it.",                          \
  .softest = 0.1

#define CAROM_STAGE_FIELDS_adhesion_dmt(F)                                                         \
  F(work_of_adhesion, "J/m2", 0.05, 0, 1e6, NULL,                                                  \
    "G, the energy that parting takes per area: twice the surface energy of like bodies")          \
  F(atomic_distance, "m", 4e-10, 1e-11, 1e-6, NULL,                                                \
    "z0 of the Tabor parameter, which tells whether the theory holds")
#define CAROM_STAGE_CONSTANTS_adhesion_dmt(M) M(pull, "N/m") M(tabor, "1/m^(1/3)")
#define CAROM_STAGE_HISTORY_adhesion_dmt(H)
#define CAROM_STAGE_GIVES_adhesion_dmt CAROM_GIVES_PULL
#define CAROM_STAGE_TABOR_adhesion_dmt CAROM_REACHES(tabor)

CAROM_DECLARE_STAGE(adhesion_dmt)

CAROM_HOST bool carom_adhesion_dmt_prepare(const carom_adhesion_dmt_settings *set,
                                           const carom_stage_material *material,
                                           carom_adhesion_dmt_constants *constant)
{
  constant->pull = 2 * CAROM_PI * set->work_of_adhesion;
  constant->tabor = carom_tabor(set->work_of_adhesion, material->modulus, set->atomic_distance);
  return true;
}

CAROM_HOST bool carom_adhesion_dmt_damped(const carom_adhesion_dmt_constants *constant)
{
  (void)constant;
  return false;
}

CAROM_FN void carom_adhesion_dmt_apply(const carom_adhesion_dmt_constants *constant,
                                       const carom_stage_input *in, bool damped,
                                       carom_adhesion_dmt_history *history, carom_stage_output *out)
{
  (void)damped, (void)history;
  out->pull = in->d > 0 ? constant->pull * in->radius : 0.0;
}

CAROM_FN carom_real carom_adhesion_dmt_stored(const carom_adhesion_dmt_constants *constant,
                                              carom_real d, carom_real radius,
                                              const carom_adhesion_dmt_history *history)
{
  (void)history;
  return -constant->pull * radius * carom_positive(d);
}

#endif

CAROM_STAGE(adhesion, adhesion_loss, adhesion_dmt)
