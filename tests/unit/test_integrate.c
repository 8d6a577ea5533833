/* SPDX-License-Identifier: MIT */
/* The integrator: coefficients, order, error control, dense output, failures, large systems. */
#include "suite.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "integrate/coefficients.h"
#include "integrate/integrate.h"

/* All rooted trees up to order 8, built from smaller ones: every tree is one condition on the
 * coefficients of a method of that order. */
enum { ORDER = 8, TREES = 200, STAGES = 16 };

typedef struct tree {
  int order;
  double density;
  double weight[STAGES];  /* elementary weight of each stage */
  double through[STAGES]; /* the same, once multiplied with the matrix */
} tree;

typedef struct forest {
  int stages, count;
  double a[STAGES][STAGES];
  tree tree[TREES];
} forest;

static void grow(forest *f, int order, int left, int first, const tree *part)
{
  if (left == 0) {
    assert_true(f->count < TREES);
    tree *t = &f->tree[f->count++];
    *t = *part;
    t->order = order;
    t->density *= order;
    for (int i = 0; i < f->stages; ++i) {
      t->through[i] = 0.0;
      for (int j = 0; j < i; ++j)
        t->through[i] += f->a[i][j] * t->weight[j];
    }
    return;
  }
  const int smaller = f->count;
  for (int k = first; k < smaller && f->tree[k].order <= left; ++k) {
    tree next = *part;
    next.density *= f->tree[k].density;
    for (int i = 0; i < f->stages; ++i)
      next.weight[i] *= f->tree[k].through[i];
    grow(f, order, left - f->tree[k].order, k, &next);
  }
}

static void plant(forest *f)
{
  tree root = {.density = 1.0};
  for (int i = 0; i < STAGES; ++i)
    root.weight[i] = 1.0;
  for (int order = 1; order <= ORDER; ++order)
    grow(f, order, order - 1, 0, &root);
  assert_int_equal(f->count, TREES);
}

static void plant_dop853(forest *f)
{
  *f = (forest){.stages = 16};
  memcpy(f->a, carom_dop853_a, sizeof f->a);
  plant(f);
}

static void plant_dopri5(forest *f)
{
  *f = (forest){.stages = 7};
  for (int i = 0; i < 7; ++i)
    memcpy(f->a[i], carom_dopri5_a[i], sizeof carom_dopri5_a[i]);
  plant(f);
}

/* Largest defect of the weights b, as solution at theta of the step, among trees of one order. */
static double defect(const forest *f, const double *b, int count, int order, double theta)
{
  double worst = 0.0;
  for (int k = 0; k < f->count; ++k) {
    if (f->tree[k].order != order) continue;
    double sum = 0.0;
    for (int i = 0; i < count; ++i)
      sum += b[i] * f->tree[k].weight[i];
    const double miss = fabs(sum - pow(theta, order) / f->tree[k].density);
    if (miss > worst) worst = miss;
  }
  return worst;
}

static void assert_order(const forest *f, const double *b, int count, int order, double theta)
{
  for (int p = 1; p <= order; ++p)
    assert_true(defect(f, b, count, p, theta) < 8e-15);
  if (order < ORDER) assert_true(defect(f, b, count, order + 1, theta) > 1e-7);
}

static void test_row_sums(void **state)
{
  (void)state;
  for (int i = 0; i < 16; ++i) {
    double sum = 0.0, size = 1.0;
    for (int j = 0; j < i; ++j) {
      sum += carom_dop853_a[i][j];
      size += fabs(carom_dop853_a[i][j]);
    }
    assert_true(fabs(sum - carom_dop853_c[i]) < 2e-16 * size);
  }
  for (int i = 0; i < 7; ++i) {
    double sum = 0.0;
    for (int j = 0; j < i; ++j)
      sum += carom_dopri5_a[i][j];
    assert_true(fabs(sum - carom_dopri5_c[i]) < 8e-15);
  }
}

static void test_order_of_dop853(void **state)
{
  static forest f;
  const double *b = carom_dop853_a[12];
  double low[12];
  (void)state;
  plant_dop853(&f);
  assert_order(&f, b, 12, 8, 1.0);
  for (int i = 0; i < 12; ++i)
    low[i] = b[i] - carom_dop853_e5[i];
  assert_order(&f, low, 12, 5, 1.0);
  assert_order(&f, carom_dop853_b3, 12, 3, 1.0);

  for (double p = 0.1; p < 1.0; p += 0.2) {
    const double q = 1.0 - p;
    double dense[16];
    for (int i = 0; i < 16; ++i) {
      const double rise = i < 12 ? b[i] : 0.0, bend = (i == 0) - rise;
      const double end = rise - (i == 12) - bend;
      const double high = carom_dop853_d[2][i] + p * carom_dop853_d[3][i];
      const double mid = carom_dop853_d[0][i] + p * (carom_dop853_d[1][i] + q * high);
      dense[i] = p * (rise + q * (bend + p * (end + q * mid)));
    }
    for (int order = 1; order <= 7; ++order)
      assert_true(defect(&f, dense, 16, order, p) < 8e-15);
    assert_true(defect(&f, dense, 16, 8, p) > 1e-9);
  }
}

static void test_order_of_dopri5(void **state)
{
  static forest f;
  const double *b = carom_dopri5_a[6];
  double low[7];
  (void)state;
  plant_dopri5(&f);
  assert_order(&f, b, 7, 5, 1.0);
  for (int i = 0; i < 7; ++i)
    low[i] = b[i] - carom_dopri5_e[i];
  assert_order(&f, low, 7, 4, 1.0);
  for (double p = 0.1; p < 1.0; p += 0.2) {
    const double q = 1.0 - p;
    double dense[7];
    for (int i = 0; i < 7; ++i) {
      const double rise = b[i], bend = (i == 0) - rise, end = rise - (i == 6) - bend;
      dense[i] = p * (rise + q * (bend + p * (end + q * carom_dopri5_d[i])));
    }
    assert_order(&f, dense, 7, 4, p);
  }
}

/* y' = y cos t, solution exp(sin t); and an oscillator beside it. */
static void smooth_rate(void *user, double t, const double *y, double *dydt)
{
  (void)user;
  dydt[0] = y[0] * cos(t);
  dydt[1] = y[2];
  dydt[2] = -y[1];
}

static double smooth_error(double t, const double *y)
{
  const double a = fabs(y[0] - exp(sin(t))), b = fabs(y[1] - sin(t)), c = fabs(y[2] - cos(t));
  return fmax(a, fmax(b, c));
}

/* Errors at the end of `steps` equal steps to t = 4, and within one step from an exact start. */
static void smooth_run(carom_method method, int steps, double *end, double *within)
{
  const carom_ode problem = {.states = 3, .rate = smooth_rate};
  const carom_stepping stepping = {.method = method, .fixed_step = 4.0 / steps};
  const double start[] = {1.0, 0.0, 1.0};
  double work[100], y[3];
  carom_integrator in;
  assert_true(carom_integrator_doubles(method, 3, 0) <= 100);
  carom_integrator_start(&in, &problem, &stepping, 0.0, start, work);
  *within = 0.0;
  carom_step_result result = carom_integrator_advance(&in, 4.0);
  for (int k = 1; k < 10; ++k) {
    const double t = in.t * k / 10.0;
    carom_integrator_interpolate(&in, t, y);
    *within = fmax(*within, smooth_error(t, y));
  }
  while (result == CAROM_STEP_TAKEN)
    result = carom_integrator_advance(&in, 4.0);
  assert_int_equal(result, CAROM_STEP_END);
  assert_int_equal(in.steps, steps);
  assert_true(in.t == 4.0);
  *end = smooth_error(4.0, in.y);
}

static void assert_near(double value, double expected, double tolerance)
{
  if (!(fabs(value - expected) <= tolerance))
    fail_msg("%.17g is not %.17g within %g", value, expected, tolerance);
}

static void test_observed_order(void **state)
{
  double end[2], within[2];
  (void)state;
  smooth_run(CAROM_DOP853, 8, &end[0], &within[0]);
  smooth_run(CAROM_DOP853, 16, &end[1], &within[1]);
  assert_near(log2(end[0] / end[1]), 8.0, 0.8);
  assert_near(log2(within[0] / within[1]), 8.0, 0.8); /* order 7: h^8 within one step */
  smooth_run(CAROM_DOPRI5, 64, &end[0], &within[0]);
  smooth_run(CAROM_DOPRI5, 128, &end[1], &within[1]);
  assert_near(log2(end[0] / end[1]), 5.0, 0.5);
  assert_near(log2(within[0] / within[1]), 5.0, 0.5);
}

static void test_tolerance(void **state)
{
  const carom_ode problem = {.states = 3, .rate = smooth_rate};
  const double start[] = {1.0, 0.0, 1.0}, atol[] = {0.0, 1e-14, 1e-14};
  double work[100];
  carom_integrator in;
  (void)state;
  for (int method = CAROM_DOP853; method <= CAROM_DOPRI5; ++method) {
    for (double rtol = 1e-4; rtol > 1e-14; rtol *= 0.01) {
      const carom_stepping stepping = {.method = (carom_method)method, .rtol = rtol, .atol = atol};
      carom_integrator_start(&in, &problem, &stepping, 0.0, start, work);
      while (carom_integrator_advance(&in, 10.0) == CAROM_STEP_TAKEN) {}
      assert_true(in.t == 10.0);
      assert_true(smooth_error(10.0, in.y) < 50.0 * rtol);
      assert_true(in.rejected * 5 <= in.steps + 10);
    }
  }
}

/* Dense output of every step of an adaptive run, at about the accuracy of the steps. */
static void test_dense_output(void **state)
{
  const carom_ode problem = {.states = 3, .rate = smooth_rate};
  const carom_stepping stepping = {.rtol = 1e-10};
  const double start[] = {1.0, 0.0, 1.0};
  double work[100], y[3];
  carom_integrator in;
  (void)state;
  carom_integrator_start(&in, &problem, &stepping, 0.0, start, work);
  carom_integrator_interpolate(&in, 0.0, y);
  assert_memory_equal(y, start, sizeof y);
  while (carom_integrator_advance(&in, 10.0) == CAROM_STEP_TAKEN) {
    const int64_t rates = in.rates;
    for (int k = 0; k <= 8; ++k) {
      const double t = in.t_old + (in.t - in.t_old) * k / 8.0;
      carom_integrator_interpolate(&in, t, y);
      assert_true(smooth_error(t, y) < 2e-9);
    }
    assert_true(in.rates <= rates + 4);
  }
}

static double cap(void *user, double t, const double *y)
{
  (void)user, (void)y;
  return t < 5.0 ? 0.25 : 0.0;
}

static void test_caps(void **state)
{
  carom_ode problem = {.states = 3, .rate = smooth_rate};
  carom_stepping stepping = {.rtol = 1e-3, .longest_step = 0.5};
  const double start[] = {1.0, 0.0, 1.0};
  double work[100];
  carom_integrator in;
  (void)state;
  carom_integrator_start(&in, &problem, &stepping, 0.0, start, work);
  while (carom_integrator_advance(&in, 10.0) == CAROM_STEP_TAKEN)
    assert_true(in.length <= 0.5);
  problem.longest = cap;
  stepping.first_step = 0.125;
  carom_integrator_start(&in, &problem, &stepping, 0.0, start, work);
  carom_integrator_advance(&in, 10.0);
  assert_true(in.t == 0.125);
  while (carom_integrator_advance(&in, 10.0) == CAROM_STEP_TAKEN)
    assert_true(in.length <= (in.t_old < 5.0 ? 0.25 : 0.5));
  assert_true(in.steps < 40);
}

/* Rates that become useless behind t = 0.5, and a solution that explodes at t = 1. */
static void broken_rate(void *user, double t, const double *y, double *dydt)
{
  (void)y;
  dydt[0] = t > 0.5 ? *(const double *)user : 1.0;
}

static void exploding_rate(void *user, double t, const double *y, double *dydt)
{
  (void)user, (void)t;
  dydt[0] = y[0] * y[0];
}

static carom_step_result run_to_end(carom_integrator *in, double t_end)
{
  carom_step_result result = CAROM_STEP_TAKEN;
  while (result == CAROM_STEP_TAKEN)
    result = carom_integrator_advance(in, t_end);
  return result;
}

static void test_failures(void **state)
{
  const double one = 1.0, poison[] = {NAN, INFINITY, -INFINITY};
  double work[40];
  carom_integrator in;
  (void)state;
  for (int k = 0; k < 6; ++k) {
    double bad = poison[k % 3];
    const carom_ode problem = {.states = 1, .user = &bad, .rate = broken_rate};
    const carom_stepping stepping = {.rtol = 1e-9, .fixed_step = k < 3 ? 0.0 : 0.1};
    carom_integrator_start(&in, &problem, &stepping, 0.0, &one, work);
    assert_int_equal(run_to_end(&in, 2.0), CAROM_STEP_FAILED);
    assert_int_equal(in.failure, CAROM_FAILURE_NOT_FINITE);
    assert_true(in.t <= 0.5 && in.t > 0.3);
    assert_near(in.y[0], 1.0 + in.t, 1e-14);
    carom_integrator_start(&in, &problem, &stepping, 1.0, &one, work);
    assert_int_equal(run_to_end(&in, 2.0), CAROM_STEP_FAILED);
    assert_int_equal(in.failure, CAROM_FAILURE_NOT_FINITE);
    assert_true(in.t == 1.0 && in.y[0] == 1.0 && in.steps == 0);
  }
  const carom_ode explode = {.states = 1, .rate = exploding_rate};
  carom_stepping stepping = {.rtol = 1e-9, .step_limit = 100000};
  carom_integrator_start(&in, &explode, &stepping, 0.0, &one, work);
  assert_int_equal(run_to_end(&in, 2.0), CAROM_STEP_FAILED);
  assert_int_equal(in.failure, CAROM_FAILURE_STEP);
  assert_near(in.t, 1.0, 1e-6);
  assert_true(in.y[0] > 1e6 && in.y[0] < INFINITY);

  stepping.step_limit = 7;
  carom_integrator_start(&in, &explode, &stepping, 0.0, &one, work);
  assert_int_equal(run_to_end(&in, 2.0), CAROM_STEP_FAILED);
  assert_int_equal(in.failure, CAROM_FAILURE_LIMIT);
  assert_int_equal(in.steps + in.rejected, 7);
  assert_near(in.y[0], 1.0 / (1.0 - in.t), 1e-8);
  assert_int_equal(carom_integrator_advance(&in, in.t), CAROM_STEP_END);
}

/* A thousand oscillators beside each other. */
static void many_rate(void *user, double t, const double *y, double *dydt)
{
  const int n = *(const int *)user;
  (void)t;
  for (int i = 0; i < n; i += 2) {
    dydt[i] = y[i + 1];
    dydt[i + 1] = -y[i];
  }
}

static void test_many_states(void **state)
{
  enum { MANY = 2000 };
  static double work[30 * MANY], y[MANY];
  double last[2] = {0.0, 0.0};
  (void)state;
  for (int i = 0; i < MANY; ++i)
    y[i] = i % 2 == 0 ? 1.0 : 0.0;
  for (int method = CAROM_DOP853; method <= CAROM_DOPRI5; ++method) {
    for (int n = 2; n <= MANY; n += MANY - 2) {
      const carom_ode problem = {.states = n, .user = &n, .rate = many_rate};
      const carom_stepping stepping = {.method = (carom_method)method, .rtol = 1e-10};
      carom_integrator in;
      assert_true(carom_integrator_doubles((carom_method)method, n, 0) <= 30 * MANY);
      carom_integrator_start(&in, &problem, &stepping, 0.0, y, work);
      assert_int_equal(run_to_end(&in, 3.0), CAROM_STEP_END);
      assert_near(in.y[n - 2], cos(3.0), 1e-9);
      assert_near(in.y[n - 1], -sin(3.0), 1e-9);
      /* The number of states does not change how each of them is treated. */
      if (n > 2) assert_memory_equal(&in.y[n - 2], last, sizeof last);
      memcpy(last, in.y, sizeof last);
    }
  }
}

SUITE("integrate", test_row_sums, test_order_of_dop853, test_order_of_dopri5, test_observed_order,
      test_tolerance, test_dense_output, test_caps, test_failures, test_many_states)
