/* SPDX-License-Identifier: MIT */
/* The schemes of fixed steps, on oscillators with known solutions. */
#include <math.h>
#include <string.h>

#include "suite.h"

#include "integrate/integrate.h"

/* u'' = -u - 2 c u' from u = 1, u' = -c, and what the damping took. */
static void swing(void *user, double t, const double *y, double *dydt)
{
  const double c = *(const double *)user;
  (void)t;
  dydt[0] = y[1];
  dydt[1] = -y[0] - 2.0 * c * y[1];
  dydt[2] = 2.0 * c * y[1] * y[1];
}

/* The largest error of coordinate, velocity and work at t = end. The work is the energy that is
 * lacking. */
static double swing_error(carom_method method, double c, bool damped, int steps, double end)
{
  const carom_ode problem = {.states = 3, .user = &c, .rate = swing, .pairs = 1, .damped = damped};
  const double atol[] = {1e-14, 1e-14, 1e-14}, start[] = {1.0, -c, 0.0};
  const carom_stepping stepping = {
      .method = method, .rtol = 1e-14, .atol = atol, .fixed_step = end / steps};
  double work[120];
  carom_integrator in;
  carom_step_result result;
  assert_true(carom_integrator_doubles(method, 3, 0) <= 120);
  carom_integrator_start(&in, &problem, &stepping, 0.0, start, work);
  while ((result = carom_integrator_advance(&in, end)) == CAROM_STEP_TAKEN)
    continue;
  assert_int_equal(result, CAROM_STEP_END);
  assert_int_equal(in.steps, steps);
  const double w = sqrt(1.0 - c * c), fade = exp(-c * end);
  const double u = fade * cos(w * end), v = -c * u - w * fade * sin(w * end);
  const double lost = 0.5 * (1.0 + c * c) - 0.5 * (u * u + v * v);
  return fmax(fabs(in.y[0] - u), fmax(fabs(in.y[1] - v), fabs(in.y[2] - lost)));
}

static void assert_order(carom_method method, double c, int steps, double order)
{
  const double coarse = swing_error(method, c, c > 0.0, steps, 7.0),
               fine = swing_error(method, c, c > 0.0, 2 * steps, 7.0);
  const double seen = log2(coarse / fine);
  if (!(fabs(seen - order) < 0.15))
    fail_msg("method %d, damping %g: order %.3f, errors %g and %g", method, c, seen, coarse, fine);
}

static void test_orders(void **state)
{
  (void)state;
  assert_order(CAROM_EULER_TRAPEZOID, 0.0, 400, 2.0);
  assert_order(CAROM_EULER_TRAPEZOID, 0.15, 400, 2.0);
  assert_order(CAROM_GEAR5, 0.15, 300, 5.0);
  assert_true(swing_error(CAROM_GEAR5, 0.15, true, 600, 7.0) < 1e-10);
}

/* Without damping the error that grows with time is of order 6 with 3/20, of order 5 with 3/16. */
static void test_first_coefficient_of_gear(void **state)
{
  (void)state;
  for (int damped = 0; damped < 2; damped++) {
    const double coarse = swing_error(CAROM_GEAR5, 0.0, damped, 2000, 100.0),
                 fine = swing_error(CAROM_GEAR5, 0.0, damped, 4000, 100.0);
    const double seen = log2(coarse / fine);
    if (!(fabs(seen - (damped ? 5.0 : 6.0)) < 0.2))
      fail_msg("order %.3f, errors %g and %g", seen, coarse, fine);
  }
}

/* A polynomial of fifth degree is exact but for rounding: six values know it. */
static void fifth_degree(void *user, double t, const double *y, double *dydt)
{
  (void)user;
  dydt[0] = y[1];
  dydt[1] = 2.0 + t * (6.0 + t * (-12.0 + t * 20.0));
  dydt[2] = 1.0 + t * (-2.0 + t * (3.0 + t * (4.0 - 5.0 * t)));
}

static void test_gear_knows_six_values(void **state)
{
  (void)state;
  const carom_ode problem = {.states = 3, .rate = fifth_degree, .pairs = 1};
  const carom_stepping stepping = {.method = CAROM_GEAR5, .fixed_step = 0.125};
  const double start[] = {3.0, -1.0, 0.0};
  double work[120];
  carom_integrator in;
  carom_integrator_start(&in, &problem, &stepping, 0.0, start, work);
  while (carom_integrator_advance(&in, 2.0) == CAROM_STEP_TAKEN)
    continue;
  assert_true(fabs(in.y[0] - (3.0 - 2.0 + 4.0 + 8.0 - 16.0 + 32.0)) < 1e-12);
  assert_true(fabs(in.y[1] - (-1.0 + 4.0 + 12.0 - 32.0 + 80.0)) < 1e-12);
  assert_true(fabs(in.y[2] - (2.0 - 4.0 + 8.0 + 16.0 - 32.0)) < 1e-11);
}

/* Ends that are no multiple of the step cut the last one short: what is known of steps of another
 * length is not continued. */
static void test_gear_starts_anew_after_another_length(void **state)
{
  (void)state;
  double c = 0.1, work[120];
  const carom_ode problem = {.states = 3, .user = &c, .rate = swing, .pairs = 1, .damped = true};
  const carom_stepping stepping = {.method = CAROM_GEAR5, .fixed_step = 0.01};
  const double start[] = {1.0, -c, 0.0}, w = sqrt(1.0 - c * c);
  carom_integrator in;
  carom_integrator_start(&in, &problem, &stepping, 0.0, start, work);
  for (int i = 1; i <= 40; i++) {
    const double end = 0.1237 * i;
    while (carom_integrator_advance(&in, end) == CAROM_STEP_TAKEN)
      continue;
    const double u = exp(-c * end) * cos(w * end);
    assert_true(fabs(in.y[0] - u) < 1e-9);
    assert_true(fabs(in.y[1] - (-c * u - w * exp(-c * end) * sin(w * end))) < 1e-9);
  }
}

/* y' = -y by the trapezoid: every step multiplies by (1 - h/2) / (1 + h/2), as exactly as the
 * passes of the corrector are asked to be. */
static void decay(void *user, double t, const double *y, double *dydt)
{
  (void)user, (void)t;
  dydt[0] = -y[0];
}

static void test_corrector_keeps_its_tolerance(void **state)
{
  (void)state;
  static const double tolerance[] = {1e-12, 1e-9, 1e-6};
  const double h = 0.125, factor = (1 - h / 2) / (1 + h / 2), start = 1;
  for (int k = 0; k < 3; k++) {
    const carom_ode problem = {.states = 1, .rate = decay};
    const carom_stepping stepping = {
        .method = CAROM_EULER_TRAPEZOID, .rtol = tolerance[k], .fixed_step = h};
    double work[40];
    carom_integrator in;
    carom_integrator_start(&in, &problem, &stepping, 0.0, &start, work);
    assert_int_equal(carom_integrator_advance(&in, 8 * h), CAROM_STEP_TAKEN);
    /* a pass leaves h/2 of what the one before it changed */
    assert_true(fabs(in.y[0] / factor - 1) < tolerance[k] * h);
  }
}

/* One rate a step once the start is over; the corrector needs a few passes. */
static void test_cost(void **state)
{
  (void)state;
  double c = 0.1, work[120], start[] = {1.0, -0.1, 0.0};
  for (int method = CAROM_EULER_TRAPEZOID; method <= CAROM_GEAR5; method++) {
    const carom_ode problem = {.states = 3, .user = &c, .rate = swing, .pairs = 1, .damped = true};
    const carom_stepping stepping = {
        .method = (carom_method)method, .rtol = 1e-12, .fixed_step = 0.01};
    carom_integrator in;
    carom_integrator_start(&in, &problem, &stepping, 0.0, start, work);
    while (carom_integrator_advance(&in, 10.0) == CAROM_STEP_TAKEN)
      continue;
    assert_int_equal(in.steps, 1000);
    assert_true(in.rates < (method == CAROM_GEAR5 ? 1020 : 7000));
  }
}

/* Between two steps both schemes are cubics. */
static void test_between_steps(void **state)
{
  (void)state;
  double c = 0.15, work[120], start[] = {1.0, -0.15, 0.0}, y[3];
  const carom_ode problem = {.states = 3, .user = &c, .rate = swing, .pairs = 1, .damped = true};
  const carom_stepping stepping = {.method = CAROM_GEAR5, .fixed_step = 0.02};
  carom_integrator in;
  carom_integrator_start(&in, &problem, &stepping, 0.0, start, work);
  const double w = sqrt(1.0 - c * c);
  while (carom_integrator_advance(&in, 5.0) == CAROM_STEP_TAKEN) {
    const double t = in.t - 0.0073;
    carom_integrator_interpolate(&in, t, y);
    assert_true(fabs(y[0] - exp(-c * t) * cos(w * t)) < 2e-9); /* h^4 / 384 */
  }
}

static void test_steps_that_are_too_long(void **state)
{
  (void)state;
  double c = 0.0, work[120], start[] = {1.0, 0.0, 0.0};
  const carom_ode problem = {.states = 3, .user = &c, .rate = swing, .pairs = 1};
  /* h L / 2 = 1: the passes go round in a circle */
  carom_stepping stepping = {.method = CAROM_EULER_TRAPEZOID, .rtol = 1e-10, .fixed_step = 2.0};
  carom_integrator in;
  carom_integrator_start(&in, &problem, &stepping, 0.0, start, work);
  assert_int_equal(carom_integrator_advance(&in, 10.0), CAROM_STEP_FAILED);
  assert_int_equal(in.failure, CAROM_FAILURE_CORRECTOR);
  assert_true(in.t == 0.0 && in.y[0] == 1.0);
  stepping.fixed_step = 0.0; /* there is no error estimate to choose one by */
  for (int method = CAROM_EULER_TRAPEZOID; method <= CAROM_GEAR5; method++) {
    stepping.method = (carom_method)method;
    carom_integrator_start(&in, &problem, &stepping, 0.0, start, work);
    assert_int_equal(carom_integrator_advance(&in, 10.0), CAROM_STEP_FAILED);
    assert_int_equal(in.failure, CAROM_FAILURE_STEP);
  }
}

SUITE("integrate fixed", test_orders, test_first_coefficient_of_gear, test_gear_knows_six_values,
      test_gear_starts_anew_after_another_length, test_corrector_keeps_its_tolerance, test_cost,
      test_between_steps, test_steps_that_are_too_long)
