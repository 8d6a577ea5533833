/* SPDX-License-Identifier: MIT */
/* What a problem may add to the integration: a projection of every tried step, and guards that need
 * not be located to rounding; and quantities that are given over time. */
#include <stdlib.h>

#include "close.h"

#include "integrate/drive.h"
#include "integrate/integrate.h"

/* A point on the unit circle, turning with speed 1. */
static void turn_rate(void *user, double t, const double *y, double *dydt)
{
  (void)user, (void)t;
  dydt[0] = -y[1];
  dydt[1] = y[0];
}

static void onto_circle(void *user, double t, double *y)
{
  int *calls = user;
  (void)t;
  ++*calls;
  const double radius = sqrt(y[0] * y[0] + y[1] * y[1]);
  y[0] /= radius;
  y[1] /= radius;
}

static void upper_half(void *user, double t, const double *y, double *g)
{
  (void)user, (void)t;
  g[0] = y[1];
}

static double radius_error(const carom_integrator *in)
{
  return in->y[0] * in->y[0] + in->y[1] * in->y[1] - 1;
}

static carom_integrator start(const carom_ode *problem, double rtol, double **work)
{
  carom_integrator in;
  const double y[2] = {1, 0}, atol[2] = {rtol, rtol};
  const carom_stepping stepping = {.method = CAROM_DOP853, .rtol = rtol, .atol = atol};
  *work = malloc(carom_integrator_doubles(CAROM_DOP853, 2, problem->guards) * sizeof **work);
  assert_non_null(*work);
  carom_integrator_start(&in, problem, &stepping, 0, y, *work);
  return in;
}

static void projection_keeps_an_invariant(void **state)
{
  (void)state;
  double drift[2];
  for (int projected = 0; projected < 2; projected++) {
    int calls = 0;
    double *work, between[2];
    const carom_ode problem = {
        .states = 2, .user = &calls, .rate = turn_rate, .project = projected ? onto_circle : NULL};
    carom_integrator in = start(&problem, 1e-6, &work);
    double worst = 0;
    while (in.t < 200) {
      assert_int_not_equal(carom_integrator_advance(&in, 200), CAROM_STEP_FAILED);
      worst = fmax(worst, fabs(radius_error(&in)));
      /* the dense output ends at the state that was moved */
      carom_integrator_interpolate(&in, in.t, between);
      assert_small(between[0] - in.y[0], 1e-13); /* t itself has no more digits */
    }
    drift[projected] = worst;
    assert_int_equal(calls > 0, projected);
    assert_true(calls == 0 || calls == (int)(in.steps + in.rejected));
    free(work);
  }
  assert_true(drift[0] > 1e-8);
  assert_small(drift[1], 1e-15);
}

/* Events are located on states that were moved. */
static void events_lie_on_the_invariant(void **state)
{
  (void)state;
  int calls = 0;
  double *work;
  const carom_ode problem = {.states = 2,
                             .guards = 1,
                             .user = &calls,
                             .rate = turn_rate,
                             .guard = upper_half,
                             .project = onto_circle};
  carom_integrator in = start(&problem, 1e-10, &work);
  while (carom_integrator_advance(&in, 10) == CAROM_STEP_TAKEN)
    ;
  assert_true(carom_integrator_fired(&in, 0));
  assert_small(in.t - 3.14159265358979323846, 1e-9);
  assert_small(radius_error(&in), 1e-15);
  assert_true(in.y[1] < 0 && in.y[1] > -1e-14);
  free(work);
}

/* With a grain the event is found within it, by fewer steps that are taken again. */
static void grains_save_steps(void **state)
{
  (void)state;
  int64_t retaken[2];
  const double grain = 1e-7;
  for (int grained = 0; grained < 2; grained++) {
    double *work;
    const carom_ode problem = {.states = 2,
                               .guards = 1,
                               .rate = turn_rate,
                               .guard = upper_half,
                               .grain = grained ? &grain : NULL};
    carom_integrator in = start(&problem, 1e-9, &work);
    while (carom_integrator_advance(&in, 10) == CAROM_STEP_TAKEN)
      ;
    assert_true(carom_integrator_fired(&in, 0));
    assert_true(in.y[1] < 0 && in.y[1] >= (grained ? -grain : -1e-14));
    retaken[grained] = in.retaken;
    free(work);
  }
  assert_true(retaken[1] < retaken[0]);
  assert_int_equal(retaken[1], 1);
}

static void drives_over_time(void **state)
{
  (void)state;
  const double time[] = {1, 2, 4}, value[] = {3, 5, 1};
  carom_drive d;
  assert_true(carom_drive_create(&d, 3, time, value));
  assert_true(carom_drive_value(&d, 0) == 3 && carom_drive_value(&d, 1.5) == 4);
  assert_true(carom_drive_value(&d, 3) == 3 && carom_drive_value(&d, 9) == 1);
  assert_true(carom_drive_slope(&d, 0.5) == 0 && carom_drive_slope(&d, 2) == -2);
  assert_true(carom_drive_corner(&d, 0) == 1 && carom_drive_corner(&d, 1) == 2);
  assert_true(isinf(carom_drive_corner(&d, 4)));
  assert_close(carom_drive_distance(&d, 0, 5), 3 + 4 + 6 + 1, 1e-14);
  /* a frozen stretch goes on beyond its end */
  carom_drive_enter(&d, 1);
  assert_true(carom_drive_frozen_slope(&d) == 2 && carom_drive_frozen_value(&d, 2.5) == 6);
  assert_close(carom_drive_frozen_area(&d, 2), 3 + 4, 1e-14);
  carom_drive_enter(&d, 0.5);
  assert_close(carom_drive_frozen_area(&d, 0.5), 1.5, 1e-14);
  carom_drive_enter(&d, 4);
  assert_close(carom_drive_frozen_area(&d, 5), 14, 1e-14);
  carom_drive_free(&d);
}

SUITE_CLOSE("integrate hooks", projection_keeps_an_invariant, events_lie_on_the_invariant,
            grains_save_steps, drives_over_time)
