/* SPDX-License-Identifier: MIT */
/* Gonthier et al.: hysteresis damping for any e.
 *
 *     F = K d^(3/2) (1 + chi v / v0),   published: chi = (1 - e^2) / e
 *
 * d overlap, v approach speed, v0 approach speed at first touch, e restitution.
 * The published factor approximates the exact relation and is best for small e; it delivers 0.488
 * when asked for 0.5 and 0.876 when asked for 0.9. Under `exact` all hysteresis laws coincide
 * (family/hysteresis.h).
 * Source: Gonthier, McPhee, Lange, Piedboeuf, Multibody Syst. Dyn. 11 (2004) 209; not checked
 * against the source. */
#ifndef CAROM_LAW_GONTHIER_H
#define CAROM_LAW_GONTHIER_H

#include "law_base.h"
#include "family/hysteresis.h"

#define CAROM_INFO_gonthier                                                                        \
  CAROM_INFO_HYSTERESIS(                                                                           \
      "gonthier", "Hertz times a damping factor that is best for small e.", "(1 - e^2) / e",       \
      "is best for small e: it delivers 0.488 when asked for 0.5, 0.876 when asked for 0.9", "",   \
      "Y. Gonthier, J. McPhee, C. Lange, J.-C. Piedboeuf, Multibody Syst. Dyn. 11 (2004) 209 "     \
      "(not checked against the source)",                                                          \
      "Compared with a closed form.")

#define CAROM_FIELDS_gonthier(F) CAROM_FIELDS_HYSTERESIS(F)
#define CAROM_CONSTANTS_gonthier(M) CAROM_CONSTANTS_HYSTERESIS(M)
#define CAROM_COEFFICIENTS_gonthier(M) CAROM_COEFFICIENTS_HYSTERESIS(M)
#define CAROM_STATE_gonthier(M) CAROM_STATE_HYSTERESIS(M)
#define CAROM_BREAKPOINTS_gonthier 0

CAROM_HYSTERESIS(gonthier)

CAROM_HOST double carom_gonthier_published(int which, double e)
{
  (void)which;
  return (1 - e * e) / e;
}

#endif

CAROM_LAW(gonthier)
