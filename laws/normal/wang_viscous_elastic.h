/* SPDX-License-Identifier: MIT */
/* The elastic phase of Wang's viscous law, alone.
 *
 *     F = K d^(3/2) + g_2 sqrt(K m*) d^(1/4) v,   K = (4/3) E* sqrt(R*)
 *
 * The same form as `tsuji`; what differs is the published constant,
 *
 *     g_2 = 9 sqrt(5) (1 - c^2) / { c [c (9 pi - 16) + 16] }
 *
 * (in the corrected form: the paper prints c [9 pi (1 - c^2) + 16] in the denominator). It counts
 * dissipation in compression only although the dashpot acts in both phases, so that it delivers
 * about c^2 when asked for c. Under `exact` this law and `tsuji` coincide.
 * Source: Wang, Faes, Shi, Cheng, Pan, "Investigation on impact behavior with viscous damping and
 * tensile force inspired by Kelvin-Voigt model in granular system", Eqs 23, 24. */
#ifndef CAROM_LAW_WANG_VISCOUS_ELASTIC_H
#define CAROM_LAW_WANG_VISCOUS_ELASTIC_H

#include "law_base.h"
#include "family/quarter_power.h"
#include "family/wang.h"

#define CAROM_INFO_wang_viscous_elastic                                                            \
  .name = "wang-viscous-elastic", .aliases = "", .family = "viscous",                              \
  .summary = "The elastic phase of Wang's viscous law, alone: the form of tsuji with another "     \
             "published constant.",                                                                \
  .equation = "F = K d^(3/2) + g_2 sqrt(K m*) d^(1/4) v,   K = (4/3) E* sqrt(R*)\n"                \
              "published: g_2 = 9 sqrt(5) (1 - c^2) / { c [c (9 pi - 16) + 16] }",                 \
  .validity = "Small strains, below first yield. The published constant (Eq. 23 in corrected "     \
              "form) delivers about c^2 when asked for c.",                                        \
  .source = "G. Wang, M. Faes, T. Shi, F. Cheng, Y. Pan, Investigation on impact behavior with "   \
            "viscous damping and tensile force inspired by Kelvin-Voigt model in granular "        \
            "system, Eqs 23-24",                                                                   \
  .status = "Compared with values of another code.",                                               \
  .traits = CAROM_LAW_VISCOUS | CAROM_LAW_PULLS | CAROM_LAW_ELASTIC, .dampings = 1

#define CAROM_FIELDS_wang_viscous_elastic(F) CAROM_FIELDS_QUARTER_POWER(F)
#define CAROM_CONSTANTS_wang_viscous_elastic(M) CAROM_CONSTANTS_QUARTER_POWER(M)
#define CAROM_COEFFICIENTS_wang_viscous_elastic(M) CAROM_COEFFICIENTS_QUARTER_POWER(M)
#define CAROM_STATE_wang_viscous_elastic(M)
#define CAROM_BREAKPOINTS_wang_viscous_elastic 0

CAROM_QUARTER_POWER(wang_viscous_elastic)

CAROM_HOST double carom_wang_viscous_elastic_published(int which, double e)
{
  (void)which;
  return carom_wang_g_2(e);
}

#endif

CAROM_LAW(wang_viscous_elastic)
