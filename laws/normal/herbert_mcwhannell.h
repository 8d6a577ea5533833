/* SPDX-License-Identifier: MIT */
/* Herbert-McWhannell: hysteresis damping with a factor for e near 1.
 *
 *     F = K d^(3/2) (1 + chi v / v0),   published: chi = 6 (1 - e) / [(2 e - 1)^2 + 3]
 *
 * d overlap, v approach speed, v0 approach speed at first touch, e restitution.
 * The published factor delivers 0.594 when asked for 0.5; it is meant for e near 1. Under `exact`
 * all hysteresis laws coincide (family/hysteresis.h).
 * Source: Herbert and McWhannell, J. Eng. Ind. 99 (1977) 792; not checked against the source. */
#ifndef CAROM_LAW_HERBERT_MCWHANNELL_H
#define CAROM_LAW_HERBERT_MCWHANNELL_H

#include "law_base.h"
#include "family/hysteresis.h"

#define CAROM_INFO_herbert_mcwhannell                                                              \
  CAROM_INFO_HYSTERESIS("herbert-mcwhannell", "Hertz times a damping factor for e near 1.",        \
                        "6 (1 - e) / [(2 e - 1)^2 + 3]",                                           \
                        "is meant for e near 1 and delivers 0.594 when asked for 0.5", "",         \
                        "R. G. Herbert, D. C. McWhannell, J. Eng. Ind. 99 (1977) 792 (not "        \
                        "checked against the source)",                                             \
                        "Compared with a closed form.")

#define CAROM_FIELDS_herbert_mcwhannell(F) CAROM_FIELDS_HYSTERESIS(F)
#define CAROM_CONSTANTS_herbert_mcwhannell(M) CAROM_CONSTANTS_HYSTERESIS(M)
#define CAROM_COEFFICIENTS_herbert_mcwhannell(M) CAROM_COEFFICIENTS_HYSTERESIS(M)
#define CAROM_STATE_herbert_mcwhannell(M) CAROM_STATE_HYSTERESIS(M)
#define CAROM_BREAKPOINTS_herbert_mcwhannell 0

CAROM_HYSTERESIS(herbert_mcwhannell)

CAROM_HOST double carom_herbert_mcwhannell_published(int which, double e)
{
  (void)which;
  return 6 * (1 - e) / ((2 * e - 1) * (2 * e - 1) + 3);
}

#endif

CAROM_LAW(herbert_mcwhannell)
