/* SPDX-License-Identifier: MIT */
/* Hu-Guo: hysteresis damping for any e.
 *
 *     F = K d^(3/2) (1 + chi v / v0),   published: chi = 3 (1 - e) / (2 e)
 *
 * d overlap, v approach speed, v0 approach speed at first touch, e restitution.
 * The published factor delivers 0.488 when asked for 0.5. Under `exact` all hysteresis laws
 * coincide (family/hysteresis.h). This is not `hu`, whose coefficient is a constant of the contact
 * instead of following the speed at first touch. Source: Hu and Guo, Multibody Syst. Dyn. 35 (2015)
 * 131; not checked against the source. */
#ifndef CAROM_LAW_HU_GUO_H
#define CAROM_LAW_HU_GUO_H

#include "law_base.h"
#include "family/hysteresis.h"

#define CAROM_INFO_hu_guo                                                                          \
  .name = "hu-guo", .aliases = "", .family = "hysteresis",                                         \
  .summary = "Hertz times a damping factor that holds for any e.",                                 \
  .equation = "F = K d^(3/2) (1 + chi v / v0),   K = (4/3) E* sqrt(R*)\n"                          \
              "published: chi = 3 (1 - e) / (2 e)",                                                \
  .validity =                                                                                      \
      "Small strains, below first yield. The published factor delivers 0.488 when asked for 0.5; " \
      "under calibration: exact all hysteresis laws coincide. Not hu, whose coefficient is a "     \
      "constant of the contact. Not for lasting contacts: v0 stays that of the first touch.",      \
  .source = "S. Hu, X. Guo, Multibody Syst. Dyn. 35 (2015) 131 (not checked against the source)",  \
  .status = "Compared with a closed form.",                                                        \
  .traits = CAROM_LAW_VISCOUS | CAROM_LAW_PULLS | CAROM_LAW_STORES_IMPACT_SPEED |                  \
            CAROM_LAW_ELASTIC,                                                                     \
  .dampings = 1

#define CAROM_FIELDS_hu_guo(F) CAROM_FIELDS_HYSTERESIS(F)
#define CAROM_CONSTANTS_hu_guo(M) CAROM_CONSTANTS_HYSTERESIS(M)
#define CAROM_COEFFICIENTS_hu_guo(M) CAROM_COEFFICIENTS_HYSTERESIS(M)
#define CAROM_STATE_hu_guo(M) CAROM_STATE_HYSTERESIS(M)
#define CAROM_BREAKPOINTS_hu_guo 0

CAROM_HYSTERESIS(hu_guo)

CAROM_HOST double carom_hu_guo_published(int which, double e)
{
  (void)which;
  return 3 * (1 - e) / (2 * e);
}

#endif

CAROM_LAW(hu_guo)
