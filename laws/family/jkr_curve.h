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

/* y, d and U/(F1 d1) at the instability where the contact breaks, and the work 3/10 + 4^(-4/3)/5 =
 * U(1) - U there, required to break it from zero overlap. */
#define CAROM_JKR_BREAK 0.62996052494743658238
#define CAROM_JKR_REACH 0.47247039371057743679
#define CAROM_JKR_LEAST 0.03149802624737182912
#define CAROM_JKR_WORK 0.33149802624737182912

/* y for an overlap of s = d/d1: the largest root of y^4 - y = s; that where the contact breaks for
 * less. From there, y = b + z with 4 b^3 = 1 and t = sqrt(s + reach), the equation is
 *
 *     t^2 = z^2 (6 b^2 + 4 b z + z^2)
 *
 * whose root is smooth in t, also where two roots y meet. z is found within 2e-5 by a fraction in t
 * and sqrt(t + 1.28), fitted between t = 0 and infinity; one step of fourth order in 1 - z/found
 * gives it to rounding. y has no more than the error of an overlap rounded in its last digit.
 *
 * In two halves: z/t and t, then y in place of t. */
CAROM_FN void carom_jkr_root_begin(carom_real overlap, carom_real part[2])
{
  const carom_real t = CAROM_SQRT(carom_positive(overlap + CAROM_JKR_REACH));
  const carom_real q = CAROM_SQRT(t + 1.279996);
  part[0] = t;
  part[1] = (q - 0.036546) / (t + 1.018642 + 0.592845 * q);
}

CAROM_FN void carom_jkr_root_refine(carom_real part[2])
{
  const carom_real b = CAROM_JKR_BREAK, z = part[0] * part[1], square = part[1] * part[1];
  const carom_real two = 6 * b * b * square, three = 4 * b * z * square, four = z * z * square;
  /* two x^2 + three x^3 + four x^4 = 1 for x = 1 - off */
  const carom_real sum = two + three + four, slope = 1 / (2 * sum + three + 2 * four);
  const carom_real off = (sum - 1) * slope;
  const carom_real bend = (two + 3 * (three + 2 * four)) * slope;
  const carom_real more = off * (bend + off * (2 * bend * bend - (three + 4 * four) * slope));
  part[0] = b + (z - z * (off + off * more));
}

CAROM_FN carom_real carom_jkr_root(carom_real overlap)
{
  carom_real part[2];
  carom_jkr_root_begin(overlap, part);
  carom_jkr_root_refine(part);
  return part[0];
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
