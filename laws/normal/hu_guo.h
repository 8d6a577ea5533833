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
  CAROM_INFO_HYSTERESIS(                                                                           \
      "hu-guo", "Hertz times a damping factor that holds for any e.", "3 (1 - e) / (2 e)",         \
      "delivers 0.488 when asked for 0.5",                                                         \
      "Not hu, whose coefficient is a constant of the contact. ",                                  \
      "S. Hu, X. Guo, Multibody Syst. Dyn. 35 (2015) 131 (not checked against the source)",        \
      "Compared with a closed form.")

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
