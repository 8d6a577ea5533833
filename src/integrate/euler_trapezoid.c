/* SPDX-License-Identifier: MIT */
/* The implicit trapezoidal rule, predicted by Euler's rule and iterated with y <- y_old + h/2
 * (f(t_old, y_old) + f(t_old + h, y)) until the change is within the tolerance. */
#include <math.h>

#include "integrate/method.h"

enum { MOST_PASSES = 50 };

static void stages(carom_integrator *in, double h)
{
  const int n = in->problem.states;
  const double t = in->t_old + (in->t_old_rest + h), rtol = in->stepping.rtol;
  const double *const y_old = in->y_old, *const first = in->k_first, *const atol = in->atol;
  double *const y = in->y, *const last = in->k_last;

  for (int m = 0; m < n; ++m)
    y[m] = y_old[m] + h * first[m];
  for (int pass = 0; pass < MOST_PASSES; ++pass) {
    double worst = 0.0;
    in->problem.rate(in->problem.user, t, y, last);
    ++in->rates;
    for (int m = 0; m < n; ++m) {
      const double corrected = y_old[m] + 0.5 * h * (first[m] + last[m]);
      const double change = fabs(corrected - y[m]) / (atol[m] + rtol * fabs(corrected));
      y[m] = corrected;
      worst = change > worst ? change : worst;
    }
    if (worst <= 1.0) {
      in->have_last = true; /* rate of the last iteration but one; equal within the tolerance */
      return;
    }
  }
  in->stuck = carom_integrator_finite(in);
}

const struct carom_tableau carom_tableau_euler_trapezoid = {.dense_rows = CAROM_CUBIC_ROWS,
                                                            .stages = stages,
                                                            .prepare = carom_cubic_prepare,
                                                            .blend = carom_cubic_blend};
