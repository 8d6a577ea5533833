/* SPDX-License-Identifier: MIT */
/* DOP853: twelve stages, order 8, error estimates of orders 5 and 3, dense output of order 7. Every
 * stage is one loop over the states with literal coefficients. The sums are bracketed as trees:
 * with two states the time goes into the latency of the chain of additions, and the brackets fix
 * the order of rounding for all compilers. */
#include <math.h>

#include "integrate/coefficients.h"
#include "integrate/method.h"

#define A(i, j) CAROM_RK_TERM(dop853, i, j)
#define STAGE(i, j, sum) CAROM_RK_STAGE(dop853, i, j, sum)

static void stages(carom_integrator *in, double h)
{
  CAROM_RK_SCOPE(in);
  double *restrict const y_new = in->y;
  double *restrict const k1 = in->k, *restrict const k2 = k1 + n, *restrict const k3 = k2 + n;
  double *restrict const k4 = k3 + n, *restrict const k5 = k4 + n, *restrict const k6 = k5 + n;
  double *restrict const k7 = k6 + n, *restrict const k8 = k7 + n, *restrict const k9 = k8 + n;
  double *restrict const k10 = k9 + n, *restrict const k11 = k10 + n;

  CAROM_RK_FIRST(dop853);
  STAGE(2, 1, A(2, 0));
  STAGE(3, 2, A(3, 0));
  STAGE(4, 3, A(4, 0) + A(4, 2));
  STAGE(5, 4, A(5, 0) + A(5, 3));
  STAGE(6, 5, (A(6, 0) + A(6, 3)) + A(6, 4));
  STAGE(7, 6, (A(7, 0) + A(7, 3)) + (A(7, 4) + A(7, 5)));
  STAGE(8, 7, (A(8, 0) + A(8, 3)) + ((A(8, 4) + A(8, 5)) + A(8, 6)));
  STAGE(9, 8, (A(9, 0) + A(9, 3)) + ((A(9, 4) + A(9, 5)) + (A(9, 6) + A(9, 7))));
  STAGE(10, 9,
        (A(10, 0) + A(10, 3)) + (((A(10, 4) + A(10, 5)) + (A(10, 6) + A(10, 7))) + A(10, 8)));
  STAGE(11, 10,
        (A(11, 0) + A(11, 3)) +
            (((A(11, 4) + A(11, 5)) + (A(11, 6) + A(11, 7))) + (A(11, 8) + A(11, 9))));
  const double last = h * carom_dop853_a[12][11];
  for (int m = 0; m < n; ++m) {
    const double sum = (A(12, 0) + A(12, 5)) +
                       (((A(12, 6) + A(12, 7)) + (A(12, 8) + A(12, 9))) + A(12, 10));
    y_new[m] = (y[m] + h * sum) + last * k11[m];
  }
  in->rates += 11;
}

/* Hairer's combination of both estimates, but with the maximum over the components instead of the
 * mean: states at rest then do not loosen the tolerance of the others. */
static double error(carom_integrator *in, double h)
{
  const int n = in->problem.states;
  const double rtol = in->stepping.rtol;
  const double *const y = in->y_old, *const y_new = in->y, *const atol = in->atol;
  const double *const k0 = in->k_first, *const k5 = in->k + 4 * n, *const k6 = k5 + n;
  const double *const k7 = k6 + n, *const k8 = k7 + n, *const k9 = k8 + n, *const k10 = k9 + n;
  const double *const k11 = k10 + n;
  const double *const e = carom_dop853_e5, *const b = carom_dop853_b3;
  double worst5 = 0.0, worst3 = 0.0, taint = 0.0;

  for (int m = 0; m < n; ++m) {
    const double old = fabs(y[m]), new = fabs(y_new[m]);
    const double weight = 1.0 / (atol[m] + rtol * (old > new ? old : new));
    const double e5 = ((e[0] * k0[m] + e[5] * k5[m]) + (e[6] * k6[m] + e[7] * k7[m])) +
                      ((e[8] * k8[m] + e[9] * k9[m]) + (e[10] * k10[m] + e[11] * k11[m]));
    const double e3 = (((A(12, 0) + A(12, 5)) + (A(12, 6) + A(12, 7))) +
                       ((A(12, 8) + A(12, 9)) + (A(12, 10) + A(12, 11)))) -
                      ((b[0] * k0[m] + b[8] * k8[m]) + b[11] * k11[m]);
    const double s5 = fabs(e5 * h) * weight, s3 = fabs(e3 * h) * weight;
    worst5 = s5 > worst5 ? s5 : worst5;
    worst3 = s3 > worst3 ? s3 : worst3;
    taint += 0.0 * (s5 + y_new[m]); /* becomes NaN if anything is not finite */
  }
  const double both = worst5 * worst5 + 0.01 * (worst3 * worst3);
  return (both > 0.0 ? worst5 * (worst5 / sqrt(both)) : 0.0) + taint;
}

/* The three additional stages reuse the rows of stages 1 to 3, which are no longer needed. */
static void prepare(carom_integrator *in)
{
  CAROM_RK_SCOPE(in);
  const double h = in->length;
  const double *const k12 = in->k_last;
  double *const k13 = in->k, *const k14 = k13 + n, *const k15 = k14 + n;
  const double *const k5 = in->k + 4 * n, *const k6 = k5 + n, *const k7 = k6 + n;
  const double *const k8 = k7 + n, *const k9 = k8 + n, *const k10 = k9 + n, *const k11 = k10 + n;

  STAGE(13, 12,
        ((A(13, 0) + A(13, 6)) + (A(13, 7) + A(13, 8))) + ((A(13, 9) + A(13, 10)) + A(13, 11)));
  STAGE(14, 13,
        ((A(14, 0) + A(14, 5)) + (A(14, 6) + A(14, 7))) + ((A(14, 10) + A(14, 11)) + A(14, 12)));
  STAGE(15, 14,
        ((A(15, 0) + A(15, 5)) + (A(15, 6) + A(15, 7))) + ((A(15, 8) + A(15, 12)) + A(15, 13)));
  in->rates += 3;

  for (int m = 0; m < n; ++m) {
    double *const r = in->dense + m;
    const double rise = in->y[m] - y[m], bend = h * k0[m] - rise;
    r[0] = y[m];
    r[n] = rise;
    r[2 * n] = bend;
    r[3 * n] = rise - h * k12[m] - bend;
    for (int j = 0; j < 4; ++j) {
      const double *const d = carom_dop853_d[j];
      r[(4 + j) * n] = h *
                       (((d[0] * k0[m] + d[5] * k5[m]) + (d[6] * k6[m] + d[7] * k7[m])) +
                        ((d[8] * k8[m] + d[9] * k9[m]) + (d[10] * k10[m] + d[11] * k11[m])) +
                        ((d[12] * k12[m] + d[13] * k13[m]) + (d[14] * k14[m] + d[15] * k15[m])));
    }
  }
}

static void blend(const carom_integrator *in, double theta, double *y)
{
  const int n = in->problem.states;
  const double p = theta, q = 1.0 - theta;
  for (int m = 0; m < n; ++m) {
    const double *const r = in->dense + m;
    const double high = r[4 * n] + p * (r[5 * n] + q * (r[6 * n] + p * r[7 * n]));
    y[m] = r[0] + p * (r[n] + q * (r[2 * n] + p * (r[3 * n] + q * high)));
  }
}

/* Square roots only, because they are correctly rounded on every machine. */
static double root(double x)
{
  return sqrt(sqrt(sqrt(x)));
}

const struct carom_tableau carom_tableau_dop853 = {.stage_rows = 11,
                                                   .dense_rows = 8,
                                                   .growth = 6.0,
                                                   .root = root,
                                                   .stages = stages,
                                                   .error = error,
                                                   .prepare = prepare,
                                                   .blend = blend};
