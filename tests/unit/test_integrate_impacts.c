/* SPDX-License-Identifier: MIT */
/* The integrator: impacts and switched regimes with known results. */
#define _POSIX_C_SOURCE 200809L /* clock_gettime */

#include <inttypes.h>
#include "suite.h"

#include <math.h>
#include <time.h>

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

/* Impact with the force (5/4) y^1.5 + c sqrt(5/4) y^(1/4) v; guards: overlap, and speed if asked.
 */
static void impact_rate(void *user, double t, const double *y, double *dydt)
{
  const double c = *(const double *)user;
  const double x = y[0] > 0.0 ? y[0] : 0.0, root = sqrt(x);
  (void)t;
  dydt[0] = y[1];
  dydt[1] = -1.25 * x * root - c * sqrt(1.25) * sqrt(root) * y[1];
}

static void impact_guard(void *user, double t, const double *y, double *g)
{
  (void)user, (void)t;
  g[0] = y[0];
  g[1] = y[1];
}

typedef struct rebound {
  double duration, speed, top, top_time;
  int64_t rates;
} rebound;

static rebound collide(double c, double rtol, carom_method method, double start)
{
  const carom_ode problem = {
      .states = 2, .guards = 2, .user = &c, .rate = impact_rate, .guard = impact_guard};
  const carom_stepping stepping = {.method = method, .rtol = rtol, .step_limit = 10000};
  const double y[] = {0.0, 1.0};
  double work[80];
  rebound r = {0};
  carom_integrator in;
  assert_true(carom_integrator_doubles(method, 2, 2) <= 80);
  carom_integrator_start(&in, &problem, &stepping, start, y, work);
  assert_int_equal(run(&in, start + 100.0), CAROM_STEP_EVENT);
  assert_true(carom_integrator_fired(&in, 1) && !carom_integrator_fired(&in, 0));
  assert_true(in.y[1] < 0.0 && in.y[1] > -2e-15 && in.g[1] == in.y[1]);
  r.top = in.y[0];
  r.top_time = in.t - start;
  carom_integrator_resume(&in);
  assert_int_equal(run(&in, start + 100.0), CAROM_STEP_EVENT);
  assert_true(carom_integrator_fired(&in, 0) && !carom_integrator_fired(&in, 1));
  assert_true(in.y[0] < 0.0 && in.y[0] > -1e-15);
  r.duration = in.t - start;
  r.speed = -in.y[1];
  r.rates = in.rates;
  return r;
}

static void test_impacts(void **state)
{
  (void)state;
  rebound r = collide(0.0, 1e-13, CAROM_DOP853, 0.0);
  assert_near(r.duration, 2.9432751843247043, 1e-12);
  assert_near(r.speed, 1.0, 1e-12);
  assert_near(r.top, 1.0, 1e-12);
  assert_near(r.top_time, 0.5 * 2.9432751843247043, 1e-12);
  r = collide(0.1584260874631096, 1e-13, CAROM_DOP853, 0.0);
  assert_near(r.duration, 3.0160477404155612, 1e-12);
  assert_near(r.speed, 0.8, 1e-12);
  assert_near(r.top, 0.9183027815569336, 1e-12);
  assert_near(r.top_time, 1.4314749430485287, 1e-12);
  r = collide(0.626094546660686, 1e-13, CAROM_DOP853, 0.0);
  assert_near(r.duration, 3.3382410360675303, 1e-12);
  assert_near(r.speed, 0.4, 1e-12);
  for (double rtol = 1e-4; rtol > 1e-12; rtol *= 0.01) {
    r = collide(0.1584260874631096, rtol, CAROM_DOP853, 0.0);
    assert_near(r.speed, 0.8, 10.0 * rtol);
    assert_near(r.duration, 3.0160477404155612, 10.0 * rtol);
    r = collide(0.1584260874631096, rtol, CAROM_DOPRI5, 0.0);
    assert_near(r.speed, 0.8, 100.0 * rtol);
  }
}

/* Far from t = 0 the first steps of an impact are shorter than the spacing of t. */
static void test_impact_late(void **state)
{
  (void)state;
  const rebound r = collide(0.1584260874631096, 1e-13, CAROM_DOP853, 1e9);
  assert_near(r.speed, 0.8, 1e-12);
  assert_near(r.top, 0.9183027815569336, 1e-12);
  assert_near(r.duration, 3.0160477404155612, 2.5e-7);
}

/* The bits below must come out of every compiler at every level of optimisation. */
static void test_same_bits(void **state)
{
  (void)state;
  const rebound r = collide(0.1584260874631096, 1e-12, CAROM_DOP853, 0.0);
  if (r.speed != 0x1.99999999a0e2ep-1 || r.duration != 0x1.820dda342082p+1)
    fail_msg("speed %a, duration %a", r.speed, r.duration);
}

/* A spring that is stiffer beyond x = 1/2. The regime says which branch holds; -1: each call
 * decides by itself, as if nobody knew of the kink. */
static void kink_rate(void *user, double t, const double *y, double *dydt)
{
  const int regime = *(const int *)user;
  const int stiff = regime < 0 ? y[0] > 0.5 : regime;
  (void)t;
  dydt[0] = y[1];
  dydt[1] = stiff ? -0.5 - 4.0 * (y[0] - 0.5) : -y[0];
}

static void kink_guard(void *user, double t, const double *y, double *g)
{
  (void)t;
  g[0] = *(const int *)user ? y[0] - 0.5 : 0.5 - y[0];
}

/* Error at a time after both switches; the way back mirrors the way in. */
static double kink_error(carom_method method, double step, bool watched)
{
  int regime = watched ? 0 : -1, switches = 0;
  const carom_ode problem = {
      .states = 2, .guards = watched, .user = &regime, .rate = kink_rate, .guard = kink_guard};
  const carom_stepping stepping = {.method = method, .fixed_step = step};
  const double y[] = {0.0, 1.0};
  const double stiff = PI - 2.0 * atan2(0.125, 0.25 * sqrt(3.0));
  const double end = PI / 6.0 + 0.5 * stiff + 0.2;
  double work[80];
  carom_integrator in;
  carom_integrator_start(&in, &problem, &stepping, 0.0, y, work);
  while (run(&in, end) == CAROM_STEP_EVENT) {
    regime = !regime;
    ++switches;
    carom_integrator_resume(&in);
  }
  assert_int_equal(switches, watched ? 2 : 0);
  const double late = PI / 6.0 - 0.2;
  return fmax(fabs(in.y[0] - sin(late)), fabs(in.y[1] + cos(late)));
}

static void test_kink(void **state)
{
  (void)state;
  double coarse = kink_error(CAROM_DOP853, 0.2, true);
  double fine = kink_error(CAROM_DOP853, 0.1, true);
  print_message("kink, DOP853: %.2e %.2e order %.2f\n", coarse, fine, log2(coarse / fine));
  assert_near(log2(coarse / fine), 8.0, 0.9);
  coarse = kink_error(CAROM_DOPRI5, 0.05, true);
  fine = kink_error(CAROM_DOPRI5, 0.025, true);
  print_message("kink, DOPRI5: %.2e %.2e order %.2f\n", coarse, fine, log2(coarse / fine));
  assert_near(log2(coarse / fine), 5.0, 0.6);
  double order = 0.0;
  for (int k = 0; k < 4; ++k) {
    coarse = kink_error(CAROM_DOP853, 0.1 / (1 + 0.1 * k), false);
    fine = kink_error(CAROM_DOP853, 0.1 / (1 + 0.1 * k) / 256.0, false);
    order += log2(coarse / fine) / 8.0 / 4.0;
  }
  print_message("kink ignored: order %.2f\n", order);
  assert_near(order, 2.0, 0.5);
}

static void fall_rate(void *user, double t, const double *y, double *dydt)
{
  (void)user, (void)t;
  dydt[0] = y[1];
  dydt[1] = -9.81;
}

static void fall_guard(void *user, double t, const double *y, double *g)
{
  (void)user, (void)t;
  g[0] = y[0];
}

static void test_bouncing_ball(void **state)
{
  const carom_ode problem = {.states = 2, .guards = 1, .rate = fall_rate, .guard = fall_guard};
  const carom_stepping stepping = {.rtol = 1e-12};
  const double y[] = {1.0, 0.0}, fall = sqrt(2.0 / 9.81);
  double work[80], when = fall, speed = 9.81 * fall;
  carom_integrator in;
  (void)state;
  carom_integrator_start(&in, &problem, &stepping, 0.0, y, work);
  for (int k = 0; k < 20; ++k) {
    assert_int_equal(run(&in, 100.0), CAROM_STEP_EVENT);
    assert_near(in.t, when, 1e-13 * when);
    assert_near(in.y[1], -speed, 1e-12 * speed);
    if (k % 2) in.y[0] = 0.0; /* starts from exactly 0, or asleep */
    in.y[1] *= -0.8;
    speed *= 0.8;
    when += 2.0 * speed / 9.81;
    carom_integrator_resume(&in);
  }
  assert_true(in.steps < 120);
}

/* Only shown: what an undamped impact costs. */
static void test_time(void **state)
{
  enum { REPEATS = 2000 };
  struct timespec before, after;
  rebound r = {0};
  (void)state;
  for (int damped = 0; damped < 2; ++damped) {
    clock_gettime(CLOCK_MONOTONIC, &before);
    for (int k = 0; k < REPEATS; ++k)
      r = collide(0.1584260874631096 * damped, 1e-12, CAROM_DOP853, 0.0);
    clock_gettime(CLOCK_MONOTONIC, &after);
    const double seconds = (double)(after.tv_sec - before.tv_sec) +
                           1e-9 * (double)(after.tv_nsec - before.tv_nsec);
    print_message("%s impact: %.2f us, %" PRId64 " rates\n", damped ? "damped" : "Hertz",
                  1e6 * seconds / REPEATS, r.rates);
  }
}

SUITE("integrate impacts", test_impacts, test_impact_late, test_same_bits, test_kink,
      test_bouncing_ball, test_time)
