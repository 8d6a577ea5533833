/* SPDX-License-Identifier: MIT */
#include "core/root.h"

double carom_nth_root(double x, int n)
{
  double low = 0, high = x > 1 ? x : 1;
  for (int k = 0; k < 2000; k++) {
    const double middle = low + (high - low) / 2;
    if (middle <= low || middle >= high) break;
    double power = 1;
    for (int i = 0; i < n; i++)
      power *= middle;
    if (power < x)
      low = middle;
    else
      high = middle;
  }
  return high;
}
