/* SPDX-License-Identifier: MIT */
/* Hunt-Crossley: hysteresis damping, the first of its family, to first order in 1 - e.
 *
 *     F = K d^(3/2) (1 + chi v / v0),   published: chi = 3 (1 - e) / 2
 *
 * d overlap, v approach speed, v0 approach speed at first touch, e restitution. Often written
 * with a constant alpha, e = 1 - alpha v0 and the factor 1 + (3/2) alpha v: restitution then falls
 * with speed, which a fixed `impact_speed` gives here.
 * The published factor delivers 0.663 when asked for 0.5; it is meant for e near 1. Under `exact`
 * all hysteresis laws coincide (family/hysteresis.h).
 * Source: Hunt and Crossley, J. Appl. Mech. 42 (1975) 440; not checked against the source. */
#ifndef CAROM_LAW_HUNT_CROSSLEY_H
#define CAROM_LAW_HUNT_CROSSLEY_H

#include "law_base.h"
#include "family/hysteresis.h"

#define CAROM_INFO_hunt_crossley                                                                   \
  CAROM_INFO_HYSTERESIS(                                                                           \
      "hunt-crossley", "Hertz times a damping factor that is right to first order in 1 - e.",      \
      "3 (1 - e) / 2", "is meant for e near 1 and delivers 0.663 when asked for 0.5", "",          \
      "K. H. Hunt, F. R. E. Crossley, J. Appl. Mech. 42 (1975) 440 (not checked against the "      \
      "source)",                                                                                   \
      "Compared with values of another code.")

#define CAROM_FIELDS_hunt_crossley(F) CAROM_FIELDS_HYSTERESIS(F)
#define CAROM_CONSTANTS_hunt_crossley(M) CAROM_CONSTANTS_HYSTERESIS(M)
#define CAROM_COEFFICIENTS_hunt_crossley(M) CAROM_COEFFICIENTS_HYSTERESIS(M)
#define CAROM_STATE_hunt_crossley(M) CAROM_STATE_HYSTERESIS(M)
#define CAROM_BREAKPOINTS_hunt_crossley 0

CAROM_HYSTERESIS(hunt_crossley)

CAROM_HOST double carom_hunt_crossley_published(int which, double e)
{
  (void)which;
  return 1.5 * (1 - e);
}

#endif

CAROM_LAW(hunt_crossley)
