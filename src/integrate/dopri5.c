/* SPDX-License-Identifier: MIT */
/* DOPRI5: six stages, order 5, error estimate of order 4, dense output of order 4. */
#include <math.h>

#include "integrate/coefficients.h"
#include "integrate/method.h"

#define A(i, j) CAROM_RK_TERM(dopri5, i, j)
#define STAGE(i, j, sum) CAROM_RK_STAGE(dopri5, i, j, sum)

static void stages(carom_integrator *in, double h)
{
  CAROM_RK_SCOPE(in);
  double *restrict const y_new = in->y;
  double *restrict const k1 = in->k, *restrict const k2 = k1 + n, *restrict const k3 = k2 + n;
  double *restrict const k4 = k3 + n, *restrict const k5 = k4 + n;

  CAROM_RK_FIRST(dopri5);
  STAGE(2, 1, A(2, 0));
  STAGE(3, 2, A(3, 0) + A(3, 1));
  STAGE(4, 3, (A(4, 0) + A(4, 1)) + A(4, 2));
  STAGE(5, 4, (A(5, 0) + A(5, 1)) + (A(5, 2) + A(5, 3)));
  const double last = h * carom_dopri5_a[6][5];
  for (int m = 0; m < n; ++m)
    y_new[m] = (y[m] + h * ((A(6, 0) + A(6, 2)) + (A(6, 3) + A(6, 4)))) + last * k5[m];
  in->rates += 5;
}

/* The estimate includes the rate at the end of the step, which an accepted step needs in any
 * case. */
static double error(carom_integrator *in, double h)
{
  carom_integrator_last_rate(in);
  const int n = in->problem.states;
  const double rtol = in->stepping.rtol;
  const double *const y = in->y_old, *const y_new = in->y, *const atol = in->atol;
  const double *const k0 = in->k_first, *const k2 = in->k + n, *const k3 = k2 + n;
  const double *const k4 = k3 + n, *const k5 = k4 + n, *const k6 = in->k_last;
  const double *const e = carom_dopri5_e;
  double worst = 0.0, taint = 0.0;

  for (int m = 0; m < n; ++m) {
    const double old = fabs(y[m]), new = fabs(y_new[m]);
    const double weight = 1.0 / (atol[m] + rtol * (old > new ? old : new));
    const double sum = (e[0] * k0[m] + e[2] * k2[m]) +
                       ((e[3] * k3[m] + e[4] * k4[m]) + (e[5] * k5[m] + e[6] * k6[m]));
    const double s = fabs(sum * h) * weight;
    worst = s > worst ? s : worst;
    taint += 0.0 * (s + y_new[m]); /* becomes NaN if anything is not finite */
  }
  return worst + taint;
}

static void prepare(carom_integrator *in)
{
  const int n = in->problem.states;
  const double h = in->length;
  const double *const k0 = in->k_first, *const k2 = in->k + n, *const k3 = k2 + n;
  const double *const k4 = k3 + n, *const k5 = k4 + n, *const k6 = in->k_last;
  const double *const d = carom_dopri5_d;

  for (int m = 0; m < n; ++m) {
    double *const r = in->dense + m;
    const double rise = in->y[m] - in->y_old[m], bend = h * k0[m] - rise;
    r[0] = in->y_old[m];
    r[n] = rise;
    r[2 * n] = bend;
    r[3 * n] = rise - h * k6[m] - bend;
    r[4 * n] = h * ((d[0] * k0[m] + d[2] * k2[m]) +
                    ((d[3] * k3[m] + d[4] * k4[m]) + (d[5] * k5[m] + d[6] * k6[m])));
  }
}

static void blend(const carom_integrator *in, double theta, double *y)
{
  const int n = in->problem.states;
  const double p = theta, q = 1.0 - theta;
  for (int m = 0; m < n; ++m) {
    const double *const r = in->dense + m;
    y[m] = r[0] + p * (r[n] + q * (r[2 * n] + p * (r[3 * n] + q * r[4 * n])));
  }
}

/* x^(3/16), close to the fifth root, from square roots only, because they are correctly rounded on
 * every machine. */
static double root(double x)
{
  const double eighth = sqrt(sqrt(sqrt(x)));
  return eighth * sqrt(eighth);
}

const struct carom_tableau carom_tableau_dopri5 = {.stage_rows = 5,
                                                   .dense_rows = 5,
                                                   .growth = 8.0,
                                                   .root = root,
                                                   .stages = stages,
                                                   .error = error,
                                                   .prepare = prepare,
                                                   .blend = blend};
