/* SPDX-License-Identifier: MIT */
/* The root finder of preparation code. */
#ifndef CAROM_FAMILY_ROOT_H
#define CAROM_FAMILY_ROOT_H

#include "law_base.h"

/* The zero of f between `low` and `high`, where f must have opposite signs, to the last bits: false
 * position with halving (Illinois), and bisection whenever that converges too slowly. */
CAROM_HOST double carom_root(double (*f)(double x, const void *user), const void *user, double low,
                             double high)
{
  double f_low = f(low, user), f_high = f(high, user);
  int side = 0;
  for (int i = 0; i < 200 && f_low != 0 && f_high != 0; i++) {
    const double middle = 0.5 * (low + high);
    const double slope_point = low - f_low * (high - low) / (f_high - f_low);
    const bool inside = slope_point > low && slope_point < high;
    const double x = inside && i % 4 != 3 ? slope_point : middle;
    if (!(x > low && x < high)) break; /* no number lies between them */
    const double f_x = f(x, user);
    if ((f_x > 0) == (f_low > 0)) {
      low = x, f_low = f_x;
      if (side < 0) f_high *= 0.5;
      side = -1;
    } else {
      high = x, f_high = f_x;
      if (side > 0) f_low *= 0.5;
      side = 1;
    }
  }
  if (f_low == 0) return low;
  if (f_high == 0) return high;
  return CAROM_FABS(f_low) < CAROM_FABS(f_high) ? low : high;
}

#endif
