/* SPDX-License-Identifier: MIT */
/* Internal interface between the parts of the integrator. */
#ifndef CAROM_INTEGRATE_METHOD_H
#define CAROM_INTEGRATE_METHOD_H

#include "integrate/integrate.h"

/* An integration method. All functions work on the step from t_old, y_old with the rate k_first;
 * `stages` leaves its result in y. Fixed-step methods have no `error` and no `root`. */
struct carom_tableau {
  int stage_rows, dense_rows; /* vectors in the workspace for inner stages and for dense output */
  double growth;              /* largest ratio of successive steps */
  double (*root)(double x); /* x^(1/order) or slightly less steep, to scale the step by the error */
  void (*stages)(carom_integrator *in, double h);
  double (*error)(carom_integrator *in, double h); /* the step is accepted if <= 1; may be NaN */
  void (*prepare)(carom_integrator *in);           /* dense output; needs k_last */
  void (*blend)(const carom_integrator *in, double theta, double *y);
};

extern const struct carom_tableau carom_tableau_dop853;
extern const struct carom_tableau carom_tableau_dopri5;
extern const struct carom_tableau carom_tableau_euler_trapezoid;
extern const struct carom_tableau carom_tableau_gear5;

/* Stages of an explicit Runge-Kutta method M with the coefficients carom_M_a and carom_M_c, for
 * functions with n, h, t, rest, user, rate, y, x and the rates k0, k1, ... in scope. Every stage is
 * one loop over the states with literal coefficients; CAROM_RK_TERM is a product in it. The newest
 * rate, number j, is added last and takes part in only one product and one sum, so that the rest of
 * the sum can be evaluated while that rate is still being computed. */
#define CAROM_RK_TERM(M, i, j) (carom_##M##_a[i][j] * k##j[m])
#define CAROM_RK_FIRST(M)                                                                          \
  do {                                                                                             \
    for (int m = 0; m < n; ++m)                                                                    \
      x[m] = y[m] + h * CAROM_RK_TERM(M, 1, 0);                                                    \
    rate(user, t + (rest + carom_##M##_c[1] * h), x, k1);                                          \
  } while (0)
#define CAROM_RK_STAGE(M, i, j, sum)                                                               \
  do {                                                                                             \
    const double last = h * carom_##M##_a[i][j];                                                   \
    for (int m = 0; m < n; ++m)                                                                    \
      x[m] = (y[m] + h * (sum)) + last * k##j[m];                                                  \
    rate(user, t + (rest + carom_##M##_c[i] * h), x, k##i);                                        \
  } while (0)

/* Declares the variables that these macros use. */
#define CAROM_RK_SCOPE(in)                                                                         \
  const int n = in->problem.states;                                                                \
  const double t = in->t_old, rest = in->t_old_rest;                                               \
  void *user = in->problem.user;                                                                   \
  void (*const rate)(void *, double, const double *, double *) = in->problem.rate;                 \
  const double *restrict const y = in->y_old, *restrict const k0 = in->k_first;                    \
  double *restrict const x = in->stage

/* Dense output as the cubic through the values and rates at both ends: four rows. */
enum { CAROM_CUBIC_ROWS = 4 };
void carom_cubic_prepare(carom_integrator *in);
void carom_cubic_blend(const carom_integrator *in, double theta, double *y);

/* Takes the step of length h from the start of the present step; the result is in y. */
void carom_integrator_take(carom_integrator *in, double h);

/* Evaluates k_last, the rate at the end of the present step, if that has not been done. */
void carom_integrator_last_rate(carom_integrator *in);

/* Prepares the dense output of the present step, if that has not been done. */
void carom_integrator_dense(carom_integrator *in);

/* Evaluates the guards for the state y at h after the start of the step; returns false if one is
 * NaN. */
bool carom_integrator_guards(const carom_integrator *in, double h, const double *y, double *g);

/* Searches the step just taken for a crossing. If there is one, the step is repeated with the
 * length that lands on it, and `event` is set. Returns false if something is not finite. */
bool carom_integrator_locate(carom_integrator *in);

/* True if all states are finite. */
static inline bool carom_integrator_finite(const carom_integrator *in)
{
  double taint = 0.0;
  for (int m = 0; m < in->problem.states; ++m)
    taint += 0.0 * in->y[m];
  return taint == 0.0;
}

#endif
