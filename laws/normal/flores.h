/* SPDX-License-Identifier: MIT */
/* Flores et al.: hysteresis damping that also serves soft materials, e well below 1.
 *
 *     F = K d^(3/2) (1 + chi v / v0),   published: chi = 8 (1 - e) / (5 e)
 *
 * d overlap, v approach speed, v0 approach speed at first touch, e restitution.
 * The published factor delivers 0.470 when asked for 0.5, and less than asked everywhere. Under
 * `exact` all hysteresis laws coincide (family/hysteresis.h).
 * Source: Flores, Machado, Silva, Martins, Multibody Syst. Dyn. 25 (2011) 357; not checked against
 * the source. */
#ifndef CAROM_LAW_FLORES_H
#define CAROM_LAW_FLORES_H

#include "law_base.h"
#include "family/hysteresis.h"

#define CAROM_INFO_flores                                                                          \
  CAROM_INFO_HYSTERESIS("flores", "Hertz times a damping factor that also serves e well below 1.", \
                        "8 (1 - e) / (5 e)", "delivers 0.470 when asked for 0.5", "",              \
                        "P. Flores, M. Machado, M. T. Silva, J. M. Martins, Multibody Syst. Dyn. " \
                        "25 (2011) 357 (not checked against the source)",                          \
                        "Compared with values of another code.")

#define CAROM_FIELDS_flores(F) CAROM_FIELDS_HYSTERESIS(F)
#define CAROM_CONSTANTS_flores(M) CAROM_CONSTANTS_HYSTERESIS(M)
#define CAROM_COEFFICIENTS_flores(M) CAROM_COEFFICIENTS_HYSTERESIS(M)
#define CAROM_STATE_flores(M) CAROM_STATE_HYSTERESIS(M)
#define CAROM_BREAKPOINTS_flores 0

CAROM_HYSTERESIS(flores)

CAROM_HOST double carom_flores_published(int which, double e)
{
  (void)which;
  return 8 * (1 - e) / (5 * e);
}

#endif

CAROM_LAW(flores)
