/* SPDX-License-Identifier: MIT */
/* Gear's predictor-corrector of fifth order for second-order equations, one evaluation a step.
 *
 * The history of a rate f is the cubic through its last four values, kept as D_j = h^j f^(j) / j!:
 * together with coordinate and velocity the six values of Nordsieck's form. With s in steps the
 * cubic is continued to s = 1; e is what f then lacks. The difference behaves as
 * e s (s+1) (s+2) (s+3) / 24, so that
 *
 *     an integral lacks     h e   times the integral of that over s, 251/720,
 *     a coordinate lacks    h^2 e times the integral of (1 - s) times that, 3/32,
 *
 * and the cubic through the last four values changes by e (x+1) (x+2) (x+3) / 6, x = s - 1.
 *
 * In Gear's numbers, per h^2/2 of the acceleration, those are 251/360 and 3/16. Where accelerations
 * do not depend on velocities, 3/20 replaces 3/16: coordinates then obey Cowell's formula with
 * five differences, whose weight at the new instant is 1/12 - 1/240 - 1/240 = 3/40, and the error
 * of fifth order that the start leaves does not grow. C. W. Gear, Numerical Initial Value Problems
 * in Ordinary Differential Equations (1971), in the form of M. P. Allen and D. J. Tildesley,
 * Computer Simulation of Liquids (1987), appendix E; not checked against the sources, but the tests
 * measure what either coefficient does.
 *
 * The first three steps are DOPRI5's. */
#include <string.h>

#include "integrate/method.h"

enum { VALUES = 4, STAGES = 5, NEAR = 1000000000 };

/* Rows of the workspace: the cubic (until it exists, the last rates), then the rows of DOPRI5. */
static double *history(const carom_integrator *in, int j)
{
  return in->k + (size_t)j * (size_t)in->problem.states;
}

/* Converts four values, oldest first, to the scaled derivatives at the last of them. */
static void turn_into_cubic(carom_integrator *in)
{
  double *const d0 = history(in, 0), *const d1 = history(in, 1);
  double *const d2 = history(in, 2), *const d3 = history(in, 3);
  for (int m = 0; m < in->problem.states; ++m) {
    const double once = d3[m] - d2[m], before = d2[m] - d1[m];
    const double twice = once - before, thrice = twice - (before - (d1[m] - d0[m]));
    d0[m] = d3[m];
    d1[m] = once + twice / 2.0 + thrice / 3.0;
    d2[m] = twice / 2.0 + thrice / 2.0;
    d3[m] = thrice / 6.0;
  }
}

static void start(carom_integrator *in, double h)
{
  double *const all = in->k;
  memcpy(history(in, in->past++), in->k_first, (size_t)in->problem.states * sizeof *all);
  in->k = history(in, VALUES);
  carom_tableau_dopri5.stages(in, h);
  in->k = all;
}

/* Extrapolates cubics, velocities and coordinates to the end of the step. */
static void predict(carom_integrator *in, double h)
{
  const int n = in->problem.states, pairs = in->problem.pairs;
  double *const d0 = history(in, 0), *const d1 = history(in, 1);
  double *const d2 = history(in, 2), *const d3 = history(in, 3);
  for (int m = pairs; m < n; ++m) {
    const double sum = d0[m] + d1[m] / 2.0 + d2[m] / 3.0 + d3[m] / 4.0;
    in->y[m] = in->y_old[m] + h * sum;
    if (m < 2 * pairs) {
      const double twice = d0[m] / 2.0 + d1[m] / 6.0 + d2[m] / 12.0 + d3[m] / 20.0;
      in->y[m - pairs] = in->y_old[m - pairs] + h * (in->y_old[m] + h * twice);
    }
    d0[m] += d1[m] + d2[m] + d3[m];
    d1[m] += 2.0 * d2[m] + 3.0 * d3[m];
    d2[m] += 3.0 * d3[m];
  }
}

static void correct(carom_integrator *in, double h)
{
  const int n = in->problem.states, pairs = in->problem.pairs;
  const double coordinate = in->problem.damped ? 3.0 / 32.0 : 3.0 / 40.0;
  double *const d0 = history(in, 0), *const d1 = history(in, 1);
  double *const d2 = history(in, 2), *const d3 = history(in, 3);
  const double *const f = in->k_last;
  for (int m = pairs; m < n; ++m) {
    const double lacking = f[m] - d0[m];
    in->y[m] += h * 251.0 / 720.0 * lacking;
    if (m < 2 * pairs) in->y[m - pairs] += h * h * coordinate * lacking;
    d0[m] = f[m];
    d1[m] += 11.0 / 6.0 * lacking;
    d2[m] += lacking;
    d3[m] += lacking / 6.0;
  }
  for (int m = 0; m < pairs; ++m)
    in->k_last[m] = in->y[m + pairs];
}

static void stages(carom_integrator *in, double h)
{
  const double other = NEAR * (h - in->past_length);
  if (!(other <= h && -other <= h)) in->past = 0;
  in->past_length = h;
  if (in->past < VALUES - 1) {
    start(in, h);
    return;
  }
  if (in->past == VALUES - 1) {
    memcpy(history(in, in->past++), in->k_first, (size_t)in->problem.states * sizeof(double));
    turn_into_cubic(in);
  }
  predict(in, h);
  in->problem.rate(in->problem.user, in->t_old + (in->t_old_rest + h), in->y, in->k_last);
  ++in->rates;
  correct(in, h);
  in->have_last = true;
}

const struct carom_tableau carom_tableau_gear5 = {.stage_rows = VALUES + STAGES,
                                                  .dense_rows = CAROM_CUBIC_ROWS,
                                                  .stages = stages,
                                                  .prepare = carom_cubic_prepare,
                                                  .blend = carom_cubic_blend};
