/* SPDX-License-Identifier: MIT */
/* Lee-Wang: hysteresis damping with half the factor of Hunt and Crossley.
 *
 *     F = K d^(3/2) (1 + chi v / v0),   published: chi = 3 (1 - e) / 4
 *
 * d overlap, v approach speed, v0 approach speed at first touch, e restitution.
 * The published factor delivers 0.799 when asked for 0.5; even for e near 1 it loses half of what
 * it should. Under `exact` all hysteresis laws coincide (family/hysteresis.h).
 * Source: Lee and Wang, J. Mech. Transm. Autom. Des. 105 (1983) 534; not checked against the
 * source. */
#ifndef CAROM_LAW_LEE_WANG_H
#define CAROM_LAW_LEE_WANG_H

#include "law_base.h"
#include "family/hysteresis.h"

#define CAROM_INFO_lee_wang                                                                        \
  CAROM_INFO_HYSTERESIS("lee-wang", "Hertz times a damping factor, half that of hunt-crossley.",   \
                        "3 (1 - e) / 4",                                                           \
                        "loses half of what it should and delivers 0.799 when asked for 0.5", "",  \
                        "T. W. Lee, A. C. Wang, J. Mech. Transm. Autom. Des. 105 (1983) 534 (not " \
                        "checked against the source)",                                             \
                        "Compared with a closed form.")

#define CAROM_FIELDS_lee_wang(F) CAROM_FIELDS_HYSTERESIS(F)
#define CAROM_CONSTANTS_lee_wang(M) CAROM_CONSTANTS_HYSTERESIS(M)
#define CAROM_COEFFICIENTS_lee_wang(M) CAROM_COEFFICIENTS_HYSTERESIS(M)
#define CAROM_STATE_lee_wang(M) CAROM_STATE_HYSTERESIS(M)
#define CAROM_BREAKPOINTS_lee_wang 0

CAROM_HYSTERESIS(lee_wang)

CAROM_HOST double carom_lee_wang_published(int which, double e)
{
  (void)which;
  return 0.75 * (1 - e);
}

#endif

CAROM_LAW(lee_wang)
