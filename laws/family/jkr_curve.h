/* SPDX-License-Identifier: MIT */
/* The curve of Johnson, Kendall and Roberts without dimensions. With the contact radius a1 at zero
 * overlap, a1^3 = 2 pi G R*^2/E*, and y = sqrt(a/a1):
 *
 *     d = d1 (y^4 - y),                  d1 = a1^2/R*
 *     F = F1 (4/3 y^6 - 2 y^3),          F1 = 2 pi G R*
 *     U = F1 d1 (8/15 y^10 - 4/3 y^7 + 1/2 y^4)
 *
 * Zero overlap is at y = 1 and the smallest one, where the contact breaks, at y^3 = 1/4:
 * d = -(3/4) 4^(-1/3) d1. The largest tension (3/2) pi G R* is at y^3 = 3/4. */
#ifndef CAROM_FAMILY_JKR_CURVE_H
#define CAROM_FAMILY_JKR_CURVE_H

#include "law_base.h"

/* y, d and U/(F1 d1) where the contact breaks, and the work U(1) - U there that breaking it from
 * zero overlap takes: 3/10 + 4^(-4/3)/5. */
#define CAROM_JKR_BREAK 0.62996052494743658238
#define CAROM_JKR_REACH 0.47247039371057743679
#define CAROM_JKR_LEAST 0.03149802624737182912
#define CAROM_JKR_WORK 0.33149802624737182912

/* y for an overlap of s = d/d1: the largest root of y^4 - y = s; that where the contact breaks for
 * less. y^4 - y - s = (y^2 + p y + q)(y^2 - p y + r) with P = p^2 the positive root of
 * P^3 + 4 s P = 1. That root is simple even where two roots y meet, so that four steps of Newton
 * from within 4 % give it to rounding; y = (p + sqrt(2/p - p^2))/2 has no more than the error of an
 * overlap rounded in its last digit. */
CAROM_FN carom_real carom_jkr_root(carom_real overlap)
{
  const carom_real s = overlap > -CAROM_JKR_REACH ? overlap : -CAROM_JKR_REACH;
  const carom_real large = (1 + 1.75 * s) / (1 + s * (1.75 + 4.0 / 3.0 + 7 * s));
  const carom_real first = s < 0 ? 1 - 4.0 / 3.0 * s : large;
  const carom_real one = (2 * (first * first * first) + 1) / (3 * (first * first) + 4 * s);
  const carom_real two = (2 * (one * one * one) + 1) / (3 * (one * one) + 4 * s);
  const carom_real three = (2 * (two * two * two) + 1) / (3 * (two * two) + 4 * s);
  const carom_real P = (2 * (three * three * three) + 1) / (3 * (three * three) + 4 * s);
  const carom_real p = CAROM_SQRT(P);
  const carom_real rest = (3 + 4 * s * P) / (p * (2 + P * p));
  return 0.5 * (p + CAROM_SQRT(carom_positive(rest)));
}

/* F/F1 and (U - U where it breaks)/(F1 d1). */
CAROM_FN carom_real carom_jkr_curve_force(carom_real y)
{
  const carom_real u = y * y * y;
  return u * (4.0 / 3.0 * u - 2);
}

CAROM_FN carom_real carom_jkr_curve_energy(carom_real y)
{
  const carom_real u = y * y * y;
  return y * u * (u * (8.0 / 15.0 * u - 4.0 / 3.0) + 0.5) - CAROM_JKR_LEAST;
}

#endif
