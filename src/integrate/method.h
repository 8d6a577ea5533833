/* SPDX-License-Identifier: MIT */
/* Internal to the integrator: shared by its parts alone. */
#ifndef CAROM_INTEGRATE_METHOD_H
#define CAROM_INTEGRATE_METHOD_H

#include "integrate/integrate.h"

/* One method. All functions work on the step from t_old, y_old with the rate k_first there;
 * `stages` leaves its result in y. Those of fixed steps alone have no `error` and no `root`. */
struct carom_tableau {
  int stage_rows, dense_rows; /* vectors in the workspace: inner stages, dense output */
  double growth;              /* largest ratio of successive steps */
  double (*root)(double x);   /* x^(1/order) or a little less steep: step over error */
  void (*stages)(carom_integrator *in, double h);
  double (*error)(carom_integrator *in, double h); /* a step passes if <= 1; may be NaN */
  void (*prepare)(carom_integrator *in);           /* dense output; needs k_last */
  void (*blend)(const carom_integrator *in, double theta, double *y);
};

extern const struct carom_tableau carom_tableau_dop853;
extern const struct carom_tableau carom_tableau_dopri5;
extern const struct carom_tableau carom_tableau_euler_trapezoid;
extern const struct carom_tableau carom_tableau_gear5;

/* Dense output as the cubic through the values and rates at both ends: four rows. */
enum { CAROM_CUBIC_ROWS = 4 };
void carom_cubic_prepare(carom_integrator *in);
void carom_cubic_blend(const carom_integrator *in, double theta, double *y);

/* Takes the step of length h from the start of the present step; the result is in y. */
void carom_integrator_take(carom_integrator *in, double h);

/* Evaluates k_last, the rate at the end of the present step, unless that was done. */
void carom_integrator_last_rate(carom_integrator *in);

/* Prepares the dense output of the present step unless that was done. */
void carom_integrator_dense(carom_integrator *in);

/* Guards of the state y at h after the start of the step; false if one is NaN. */
bool carom_integrator_guards(const carom_integrator *in, double h, const double *y, double *g);

/* Looks for a crossing in the step that was just taken. If there is one, the step is re-taken with
 * the length that lands on it and `event` is set. False if something was not finite. */
bool carom_integrator_locate(carom_integrator *in);

/* Whether all states are finite. */
static inline bool carom_integrator_finite(const carom_integrator *in)
{
  double taint = 0.0;
  for (int m = 0; m < in->problem.states; ++m)
    taint += 0.0 * in->y[m];
  return taint == 0.0;
}

#endif
