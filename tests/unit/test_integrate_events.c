/* SPDX-License-Identifier: MIT */
/* The integrator: when and where events are found. */
#include "suite.h"

#include <math.h>

#include "integrate/integrate.h"

#define PI 3.14159265358979323846

static void assert_near(double value, double expected, double tolerance)
{
  if (!(fabs(value - expected) <= tolerance))
    fail_msg("%.17g is not %.17g within %g", value, expected, tolerance);
}

static carom_step_result run(carom_integrator *in, double t_end)
{
  carom_step_result result = CAROM_STEP_TAKEN;
  while (result == CAROM_STEP_TAKEN)
    result = carom_integrator_advance(in, t_end);
  return result;
}

static void oscillator_rate(void *user, double t, const double *y, double *dydt)
{
  (void)user, (void)t;
  dydt[0] = y[1];
  dydt[1] = -y[0];
}

/* Awake in one direction only: fires where the first state goes below 1/2 and below 0. */
static void oscillator_guard(void *user, double t, const double *y, double *g)
{
  (void)user, (void)t;
  g[0] = y[0];
  g[1] = y[0] - 0.5;
}

static void test_oscillator(void **state)
{
  const carom_ode problem = {
      .states = 2, .guards = 2, .rate = oscillator_rate, .guard = oscillator_guard};
  const double y[] = {0.0, 1.0};
  double work[80];
  carom_integrator in;
  (void)state;
  for (int fixed = 0; fixed < 2; ++fixed) {
    const carom_stepping stepping = {.rtol = 1e-14, .fixed_step = fixed ? 0.1 : 0.0};
    carom_integrator_start(&in, &problem, &stepping, 0.0, y, work);
    for (int k = 0; k < 6; ++k) {
      assert_int_equal(run(&in, 100.0), CAROM_STEP_EVENT);
      const double period = 2.0 * PI * (k / 2);
      assert_true(carom_integrator_fired(&in, 1 - k % 2));
      assert_false(carom_integrator_fired(&in, k % 2));
      assert_near(in.t, period + (k % 2 == 0 ? PI - PI / 6.0 : PI), 1e-13 * (1 + k / 2));
      assert_true(in.g[1 - k % 2] < 0.0 && in.g[1 - k % 2] > -4e-16);
      assert_true(in.retaken <= 5 * (k + 1));
    }
  }
}

/* Straight motion from y = 0 or another start, with slope user[0]; guards user[1] - y and so on. */
static void line_rate(void *user, double t, const double *y, double *dydt)
{
  (void)t, (void)y;
  dydt[0] = *(const double *)user;
}

static void line_guard(void *user, double t, const double *y, double *g)
{
  const double *p = user;
  (void)t;
  for (int j = 0; j < 3; ++j)
    g[j] = p[1 + j] - y[0];
}

static void start_line(carom_integrator *in, double *p, double y, double step, double *work)
{
  const carom_ode problem = {
      .states = 1, .guards = 3, .user = p, .rate = line_rate, .guard = line_guard};
  const carom_stepping stepping = {.fixed_step = step};
  carom_integrator_start(in, &problem, &stepping, 0.0, &y, work);
}

static void test_earliest_first(void **state)
{
  double p[] = {1.0, 0.7, 0.3, 0.3}, work[60];
  carom_integrator in;
  (void)state;
  start_line(&in, p, 0.0, 1.0, work);
  assert_int_equal(carom_integrator_advance(&in, 5.0), CAROM_STEP_EVENT);
  assert_near(in.t, 0.3, 2e-16);
  assert_false(carom_integrator_fired(&in, 0));
  assert_true(carom_integrator_fired(&in, 1) && carom_integrator_fired(&in, 2));
  carom_integrator_resume(&in);
  assert_int_equal(carom_integrator_advance(&in, 5.0), CAROM_STEP_EVENT);
  assert_near(in.t, 0.7, 4e-16);
  assert_true(carom_integrator_fired(&in, 0));
  assert_false(carom_integrator_fired(&in, 1) || carom_integrator_fired(&in, 2));
  assert_int_equal(carom_integrator_advance(&in, 5.0), CAROM_STEP_TAKEN);
  assert_near(in.t, 1.7, 4e-16);
  assert_false(carom_integrator_fired(&in, 0));

  /* Two crossings that no sample of the step tells apart. */
  double q[] = {1.0, 0.55, 0.55 - 1e-9, 9.0};
  start_line(&in, q, 0.0, 1.0, work);
  assert_int_equal(carom_integrator_advance(&in, 5.0), CAROM_STEP_EVENT);
  assert_near(in.t, 0.55 - 1e-9, 4e-16);
  assert_true(carom_integrator_fired(&in, 1) && !carom_integrator_fired(&in, 0));
}

static void test_zero_at_start(void **state)
{
  double work[60];
  carom_integrator in;
  (void)state;
  for (int k = 0; k < 4; ++k) { /* at 0 and at 1, where differences come in units of 2^-53 */
    const double y = k % 2, step = k < 2 ? 1.0 : 1e-4;
    double falls[] = {1.0, y, 9.0, 9.0}, rises[] = {-1.0, y, y + 9.0, 9.0}, rests[] = {0, y, y, y};
    start_line(&in, falls, y, step, work);
    assert_int_equal(carom_integrator_advance(&in, 5.0), CAROM_STEP_EVENT);
    assert_true(carom_integrator_fired(&in, 0) && !carom_integrator_fired(&in, 1));
    assert_true(in.t < 1e-15 && in.g[0] < 0.0 && in.g[0] > -1e-15);
    assert_true(in.retaken < 10);
    assert_int_equal(carom_integrator_advance(&in, 5.0), CAROM_STEP_TAKEN); /* asleep now */
    start_line(&in, rises, y, step, work);
    assert_int_equal(carom_integrator_advance(&in, 5.0), CAROM_STEP_TAKEN);
    start_line(&in, rests, y, step, work);
    assert_int_equal(carom_integrator_advance(&in, 5.0), CAROM_STEP_TAKEN);
    assert_int_equal(in.retaken, 0);
  }
}

static void test_event_at_end(void **state)
{
  double p[] = {1.0, 1.0, 9.0, 9.0}, work[60];
  carom_integrator in;
  (void)state;
  start_line(&in, p, 0.0, 0.25, work);
  p[1] = 9.0;
  assert_int_equal(run(&in, 1.0), CAROM_STEP_END);
  p[1] = in.y[0];                      /* what rounding makes of 1 */
  start_line(&in, p, 0.0, 0.25, work); /* 0 at the end is not yet negative */
  assert_int_equal(run(&in, 1.0), CAROM_STEP_END);
  assert_true(in.t == 1.0 && in.g[0] == 0.0);
  assert_int_equal(carom_integrator_advance(&in, 1.0), CAROM_STEP_END);
  assert_int_equal(run(&in, 2.0), CAROM_STEP_EVENT);
  assert_near(in.t, 1.0, 1e-15);
  start_line(&in, p, 0.0, 0.25, work);
  assert_int_equal(run(&in, nextafter(1.0, 2.0)), CAROM_STEP_EVENT);
  assert_true(in.t == nextafter(1.0, 2.0) && in.g[0] < 0.0);
  assert_int_equal(run(&in, nextafter(1.0, 2.0)), CAROM_STEP_END);
}

/* y = (t - 1/2)^2 - 0.01 dips below 0 between 0.4 and 0.6; -y is asleep at both ends of the step
 * but awake between them. */
static void dip_rate(void *user, double t, const double *y, double *dydt)
{
  (void)user, (void)y;
  dydt[0] = 2.0 * (t - 0.5);
}

static void dip_guard(void *user, double t, const double *y, double *g)
{
  (void)t;
  g[0] = *(const double *)user * y[0];
}

static void test_there_and_back(void **state)
{
  const double start = 0.24;
  double sign = 1.0, work[60];
  const carom_ode problem = {
      .states = 1, .guards = 1, .user = &sign, .rate = dip_rate, .guard = dip_guard};
  const carom_stepping stepping = {.fixed_step = 1.0};
  carom_integrator in;
  (void)state;
  carom_integrator_start(&in, &problem, &stepping, 0.0, &start, work);
  assert_int_equal(carom_integrator_advance(&in, 1.0), CAROM_STEP_EVENT);
  assert_near(in.t, 0.4, 1e-15);
  sign = -1.0;
  carom_integrator_start(&in, &problem, &stepping, 0.0, &start, work);
  assert_int_equal(carom_integrator_advance(&in, 1.0), CAROM_STEP_EVENT);
  assert_near(in.t, 0.6, 4e-15);
  /* From 0 at once below 0, and back long before the middle of the step. */
  const double zero = 0.0;
  sign = 1.0;
  carom_integrator_start(&in, &problem, &stepping, 0.45, &zero, work);
  assert_int_equal(carom_integrator_advance(&in, 2.0), CAROM_STEP_EVENT);
  assert_true(in.length < 1e-14 && in.g[0] < 0.0);
  assert_int_equal(carom_integrator_advance(&in, 2.0), CAROM_STEP_TAKEN);
}

static void test_bad_guard(void **state)
{
  const double start = 0.24;
  double sign = NAN, work[60];
  const carom_ode problem = {
      .states = 1, .guards = 1, .user = &sign, .rate = dip_rate, .guard = dip_guard};
  const carom_stepping stepping = {.rtol = 1e-6};
  carom_integrator in;
  (void)state;
  carom_integrator_start(&in, &problem, &stepping, 0.0, &start, work);
  assert_int_equal(carom_integrator_advance(&in, 1.0), CAROM_STEP_FAILED);
  assert_int_equal(in.failure, CAROM_FAILURE_NOT_FINITE);
  assert_true(in.t == 0.0 && in.y[0] == start);
}

SUITE("integrate events", test_oscillator, test_earliest_first, test_zero_at_start,
      test_event_at_end, test_there_and_back, test_bad_guard)
