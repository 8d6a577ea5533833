/* SPDX-License-Identifier: MIT */
/* Dense output of methods that have none of their own. */
#include "integrate/method.h"

void carom_cubic_prepare(carom_integrator *in)
{
  const int n = in->problem.states;
  for (int m = 0; m < n; ++m) {
    double *const r = in->dense + m;
    const double rise = in->y[m] - in->y_old[m], bend = in->length * in->k_first[m] - rise;
    r[0] = in->y_old[m];
    r[n] = rise;
    r[2 * n] = bend;
    r[3 * n] = rise - in->length * in->k_last[m] - bend;
  }
}

void carom_cubic_blend(const carom_integrator *in, double theta, double *y)
{
  const int n = in->problem.states;
  const double p = theta, q = 1.0 - theta;
  for (int m = 0; m < n; ++m) {
    const double *const r = in->dense + m;
    y[m] = r[0] + p * (r[n] + q * (r[2 * n] + p * r[3 * n]));
  }
}
