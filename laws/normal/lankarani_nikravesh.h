/* SPDX-License-Identifier: MIT */
/* Lankarani-Nikravesh: hysteresis damping from an energy balance for e near 1.
 *
 *     F = K d^(3/2) (1 + chi v / v0),   published: chi = 3 (1 - e^2) / 4
 *
 * d overlap, v approach speed, v0 approach speed at first touch, e restitution.
 * The published factor delivers 0.725 when asked for 0.5; it is meant for e near 1. Under `exact`
 * all hysteresis laws coincide (family/hysteresis.h).
 * Source: Lankarani and Nikravesh, J. Mech. Des. 112 (1990) 369; not checked against the source. */
#ifndef CAROM_LAW_LANKARANI_NIKRAVESH_H
#define CAROM_LAW_LANKARANI_NIKRAVESH_H

#include "law_base.h"
#include "family/hysteresis.h"

#define CAROM_INFO_lankarani_nikravesh                                                             \
  CAROM_INFO_HYSTERESIS(                                                                           \
      "lankarani-nikravesh", "Hertz times a damping factor that knows the speed at first touch.",  \
      "3 (1 - e^2) / 4", "is meant for e near 1 and delivers 0.725 when asked for 0.5", "",        \
      "H. M. Lankarani, P. E. Nikravesh, J. Mech. Des. 112 (1990) 369 (not checked against the "   \
      "source)",                                                                                   \
      "Compared with values of another code.")

#define CAROM_FIELDS_lankarani_nikravesh(F) CAROM_FIELDS_HYSTERESIS(F)
#define CAROM_CONSTANTS_lankarani_nikravesh(M) CAROM_CONSTANTS_HYSTERESIS(M)
#define CAROM_COEFFICIENTS_lankarani_nikravesh(M) CAROM_COEFFICIENTS_HYSTERESIS(M)
#define CAROM_STATE_lankarani_nikravesh(M) CAROM_STATE_HYSTERESIS(M)
#define CAROM_BREAKPOINTS_lankarani_nikravesh 0

CAROM_HYSTERESIS(lankarani_nikravesh)

CAROM_HOST double carom_lankarani_nikravesh_published(int which, double e)
{
  (void)which;
  return 0.75 * (1 - e * e);
}

#endif

CAROM_LAW(lankarani_nikravesh)
