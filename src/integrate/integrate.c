/* SPDX-License-Identifier: MIT */
/* The integrator: workspace, choice of the step length, one step at a time. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "integrate/method.h"

#define SMALLEST_RTOL 1e-14
#define SAFETY 0.85
#define STRONGEST_CUT 0.1
#define GUARD_ROWS 7
#define STATE_ROWS 6 /* y, y_old, stage, atol, k_first, k_last */
#define MOST_BAD_STEPS 30

static const struct carom_tableau *tableau_of(carom_method method)
{
  static const struct carom_tableau *const all[] = {
      [CAROM_DOP853] = &carom_tableau_dop853,
      [CAROM_DOPRI5] = &carom_tableau_dopri5,
      [CAROM_EULER_TRAPEZOID] = &carom_tableau_euler_trapezoid,
      [CAROM_GEAR5] = &carom_tableau_gear5};
  return all[method];
}

size_t carom_integrator_doubles(carom_method method, int states, int guards)
{
  const struct carom_tableau *tableau = tableau_of(method);
  const int rows = STATE_ROWS + tableau->stage_rows + tableau->dense_rows;
  return (size_t)rows * (size_t)states + GUARD_ROWS * (size_t)guards;
}

static double *row(double **next, int rows, int length)
{
  double *first = *next;
  *next += (size_t)rows * (size_t)length;
  return first;
}

void carom_integrator_start(carom_integrator *in, const carom_ode *problem,
                            const carom_stepping *stepping, double t, const double *y, double *work)
{
  const int n = problem->states, m = problem->guards;
  *in = (carom_integrator){.t = t, .t_old = t, .problem = *problem, .stepping = *stepping};
  in->tableau = tableau_of(stepping->method);
  in->y = row(&work, 1, n);
  in->y_old = row(&work, 1, n);
  in->stage = row(&work, 1, n);
  in->atol = row(&work, 1, n);
  in->k_first = row(&work, 1, n);
  in->k_last = row(&work, 1, n);
  in->k = row(&work, in->tableau->stage_rows, n);
  in->dense = row(&work, in->tableau->dense_rows, n);
  in->g = row(&work, 1, m);
  in->g_old = row(&work, 1, m);
  in->g_low = row(&work, 1, m);
  in->g_high = row(&work, 1, m);
  in->g_probe = row(&work, 1, m);
  in->g_wake = row(&work, 1, m);
  in->g_scale = row(&work, 1, m);
  memcpy(in->y, y, (size_t)n * sizeof *y);
  memcpy(in->y_old, y, (size_t)n * sizeof *y);
  /* The tiny number lets a state that is and remains exactly 0 pass with zero tolerance. */
  for (int i = 0; i < n; ++i)
    in->atol[i] = (stepping->atol ? stepping->atol[i] : 0.0) + 1e-290;
  if (!(in->stepping.rtol >= SMALLEST_RTOL)) in->stepping.rtol = SMALLEST_RTOL;
  in->step = stepping->fixed_step > 0.0 ? stepping->fixed_step : stepping->first_step;
}

void carom_integrator_resume(carom_integrator *in)
{
  in->fresh = false;
  /* The predicted step belonged to the previous regime: the next step is no longer than the last
   * accepted one. */
  if (in->trend_length > 0.0 && in->step > in->trend_length) in->step = in->trend_length;
  in->trend_length = 0.0;
}

static double time_after(const carom_integrator *in, double h)
{
  return in->t_old + (in->t_old_rest + h);
}

void carom_integrator_take(carom_integrator *in, double h)
{
  in->length = h;
  in->have_last = in->have_dense = in->stuck = false;
  in->tableau->stages(in, h);
  if (in->problem.project) in->problem.project(in->problem.user, time_after(in, h), in->y);
}

void carom_integrator_last_rate(carom_integrator *in)
{
  if (in->have_last) return;
  in->problem.rate(in->problem.user, time_after(in, in->length), in->y, in->k_last);
  ++in->rates;
  in->have_last = true;
}

void carom_integrator_dense(carom_integrator *in)
{
  if (in->have_dense) return;
  carom_integrator_last_rate(in);
  in->tableau->prepare(in);
  in->have_dense = true;
}

bool carom_integrator_guards(const carom_integrator *in, double h, const double *y, double *g)
{
  const int count = in->problem.guards;
  if (count == 0) return true;
  in->problem.guard(in->problem.user, time_after(in, h), y, g);
  bool numbers = true;
  for (int j = 0; j < count; ++j)
    numbers &= g[j] == g[j];
  return numbers;
}

void carom_integrator_interpolate(carom_integrator *in, double t, double *y)
{
  if (in->length == 0.0) {
    memcpy(y, in->y, (size_t)in->problem.states * sizeof *y);
    return;
  }
  carom_integrator_dense(in);
  in->tableau->blend(in, ((t - in->t_old) - in->t_old_rest) / in->length, y);
}

/* Moves the start of the step to the present state. Returns false if rates or guards are
 * unusable. */
static bool begin(carom_integrator *in)
{
  const size_t n = (size_t)in->problem.states;
  in->t_old = in->t;
  in->t_old_rest = in->t_rest;
  in->length = 0.0;
  if (in->fresh && in->have_last) {
    double *swap = in->k_first;
    in->k_first = in->k_last;
    in->k_last = swap;
  } else {
    in->problem.rate(in->problem.user, in->t, in->y, in->k_first);
    ++in->rates;
  }
  memcpy(in->y_old, in->y, n * sizeof *in->y);
  const bool numbers = in->fresh || carom_integrator_guards(in, 0.0, in->y, in->g);
  memcpy(in->g_old, in->g, (size_t)in->problem.guards * sizeof *in->g);
  in->fresh = false;
  double taint = 0.0;
  for (size_t i = 0; i < n; ++i)
    taint += 0.0 * (in->k_first[i] + in->y[i]);
  return numbers && taint == 0.0;
}

/* Restores the start of the step, which is the last valid state. */
static carom_step_result fail(carom_integrator *in, carom_step_failure why)
{
  memcpy(in->y, in->y_old, (size_t)in->problem.states * sizeof *in->y);
  memcpy(in->g, in->g_old, (size_t)in->problem.guards * sizeof *in->g);
  in->t = in->t_old;
  in->t_rest = in->t_old_rest;
  in->length = 0.0;
  in->fresh = in->event = false;
  in->failure = why;
  return CAROM_STEP_FAILED;
}

static double largest(const carom_integrator *in, const double *a, const double *b)
{
  const double rtol = in->stepping.rtol;
  double worst = 0.0;
  for (int i = 0; i < in->problem.states; ++i) {
    const double scale = in->atol[i] + rtol * fabs(in->y_old[i]);
    const double x = fabs(b ? a[i] - b[i] : a[i]) / scale;
    if (scale > 1e-280 && x > worst) worst = x;
  }
  return worst;
}

/* Initial step size after Hairer, from the size of the state, of its rate, and of the change of the
 * rate over a tiny step. States that are 0 carry no information about the time scale. The error
 * test corrects a poor guess. */
static double guess(carom_integrator *in, double left)
{
  const int n = in->problem.states;
  const double tiny = left < DBL_MAX ? 1e-6 * left : 1e-6;
  const double size = largest(in, in->y_old, NULL), rate = largest(in, in->k_first, NULL);
  double probe = tiny;
  if (size > 0.0 && rate > 0.0 && 0.01 * size / rate < left) probe = 0.01 * size / rate;
  for (int i = 0; i < n; ++i)
    in->stage[i] = in->y_old[i] + probe * in->k_first[i];
  in->problem.rate(in->problem.user, time_after(in, probe), in->stage, in->k);
  ++in->rates;
  const double bend = largest(in, in->k, in->k_first) / probe;
  if (!(size > 0.0)) return tiny;
  double scale = 100.0 * probe;
  if (rate > 0.0 && size / rate < scale) scale = size / rate;
  if (bend > 0.0 && sqrt(size / bend) < scale) scale = sqrt(size / bend);
  const double h = scale * in->tableau->root(0.01 / size);
  return h > 0.0 && h < DBL_MAX ? h : tiny;
}

/* The length to try: the predicted one within all bounds, and such that no sliver remains before
 * t_end. */
static double clip(const carom_integrator *in, double cap, double left)
{
  double h = in->step;
  if (in->stepping.fixed_step > 0.0) return h * (1.0 + 1e-9) >= left ? left : h;
  if (cap > 0.0 && h > cap) h = cap;
  if (h >= left) return left;
  return 2.0 * h > left ? 0.5 * left : h;
}

static double cap_of(const carom_integrator *in)
{
  double cap = in->stepping.longest_step;
  if (in->problem.longest) {
    const double own = in->problem.longest(in->problem.user, in->t, in->y);
    if (own > 0.0 && (!(cap > 0.0) || own < cap)) cap = own;
  }
  return cap;
}

/* Reduces the step after a rejection. Beyond a singularity the error decreases much more slowly
 * with h than the order promises, hence deeper cuts for repeated rejections. */
static void shorten(carom_integrator *in, double h, double error, int times)
{
  static const double weakest[] = {0.8, 0.5, 0.2, STRONGEST_CUT};
  const double most = weakest[times < 4 ? times - 1 : 3];
  double factor = SAFETY / in->tableau->root(error);
  if (!(factor > STRONGEST_CUT)) factor = STRONGEST_CUT;
  in->step = h * (factor < most ? factor : most);
}

/* Predicts the next step after an accepted one. If the previous step is known as well, the trend of
 * both is extrapolated: on approach to a singularity, or away from it, suitable steps form a
 * geometric sequence. A step cut short by t_end or a bound does not affect the prediction. */
static void lengthen(carom_integrator *in, double h, double error, bool was_rejected)
{
  const double least = 1e-8; /* error estimates below this are not trusted */
  const double present = in->tableau->root(error > least ? error : least);
  double factor = SAFETY / present;
  if (in->trend_length > 0.0) factor *= (h / in->trend_length) * (in->trend_root / present);
  const double most = was_rejected ? 1.5 : in->tableau->growth;
  if (factor > most) factor = most;
  if (!(factor > STRONGEST_CUT)) factor = STRONGEST_CUT;
  const double next = h * factor;
  const bool whole = h == in->step;
  if (whole || next > in->step) in->step = next;
  in->trend_length = whole ? h : 0.0;
  in->trend_root = present;
}

/* Tries steps until one passes the error test. */
static carom_step_failure attempt(carom_integrator *in, double left)
{
  const bool fixed = in->stepping.fixed_step > 0.0;
  const double floor_h = 1e-6 * DBL_EPSILON * fabs(in->t) + DBL_MIN / DBL_EPSILON;
  const double cap = cap_of(in);
  int bad = 0;
  if (fixed) in->step = in->stepping.fixed_step;
  if (!fixed && !in->tableau->error) return CAROM_FAILURE_STEP;
  if (!(in->step > 0.0)) in->step = guess(in, left);
  for (int rejections = 0;; ++rejections) {
    const double h = clip(in, cap, left);
    if (in->stepping.step_limit > 0 && in->steps + in->rejected >= in->stepping.step_limit)
      return CAROM_FAILURE_LIMIT;
    if (!(h > floor_h) && h != left) return bad > 0 ? CAROM_FAILURE_NOT_FINITE : CAROM_FAILURE_STEP;
    carom_integrator_take(in, h);
    if (in->stuck) return CAROM_FAILURE_CORRECTOR;
    double error = fixed ? 0.0 : in->tableau->error(in, h);
    const bool usable = error == error && carom_integrator_finite(in) &&
                        carom_integrator_guards(in, h, in->y, in->g);
    if (usable && error <= 1.0) {
      if (!fixed) lengthen(in, h, error, rejections > 0);
      return CAROM_FAILURE_NONE;
    }
    ++in->rejected;
    if (!usable && (fixed || ++bad > MOST_BAD_STEPS)) return CAROM_FAILURE_NOT_FINITE;
    shorten(in, h, usable ? error : DBL_MAX, rejections + 1);
  }
}

carom_step_result carom_integrator_advance(carom_integrator *in, double t_end)
{
  const double left = (t_end - in->t) - in->t_rest;
  in->event = false;
  in->failure = CAROM_FAILURE_NONE;
  if (!(left > 0.0)) return CAROM_STEP_END;
  if (!begin(in)) return fail(in, CAROM_FAILURE_NOT_FINITE);
  const carom_step_failure why = attempt(in, left);
  if (why != CAROM_FAILURE_NONE) return fail(in, why);
  if (in->problem.guards > 0 && !carom_integrator_locate(in))
    return fail(in, CAROM_FAILURE_NOT_FINITE);

  ++in->steps;
  in->fresh = true;
  const bool end = in->length == left;
  const double a = in->t_old, b = in->t_old_rest + in->length, sum = a + b, part = sum - a;
  in->t = end ? t_end : sum;
  in->t_rest = end ? 0.0 : (a - (sum - part)) + (b - part); /* rounding error of the addition */
  return in->event ? CAROM_STEP_EVENT : end ? CAROM_STEP_END : CAROM_STEP_TAKEN;
}
