/* SPDX-License-Identifier: MIT */
/* The integrator of rigid bodies on its own: against the closed form of the free body (Jacobi's
 * elliptic functions), what it conserves over many turns, and a top with a torque. */
#include "scene/rigid_body.h"
#include "free_body.h"
#include "setup.h"

static const double pi = 3.14159265358979323846;

static carom_rigid_body body_of(double a, double b, double c)
{
  return (carom_rigid_body){
      .mass = 2, .inertia = {a, b, c}, .orientation = {1, 0, 0, 0}, .position = {1, 2, 3}};
}

/* Spins of the body in its principal axes. */
static void own_spin(const carom_rigid_body *b, double own[3])
{
  double spin[3];
  carom_rigid_spin(b, b->angular_momentum, spin);
  carom_quaternion_rotate_back(b->orientation, spin, own);
}

static double energy_of(const carom_rigid_body *b)
{
  double spin[3], sum = 0;
  carom_rigid_spin(b, b->angular_momentum, spin);
  for (int k = 0; k < 3; k++)
    sum += 0.5 * spin[k] * b->angular_momentum[k];
  return sum;
}

/* The largest error of the spin in principal axes over two flips, in steps of `step`; counts how
 * often the middle axis turned over. */
static double racket_error(const racket *r, double until, double step, int *flips)
{
  carom_rigid_body b = body_of(r->inertia[0], r->inertia[1], r->inertia[2]);
  const double start[3] = {r->amplitude[0], 0, r->amplitude[2]};
  double worst = 0, last = 0;
  const int steps = (int)lround(until / step);
  carom_rigid_momentum(&b, start, b.angular_momentum);
  *flips = 0;
  for (int n = 1; n <= steps; n++) {
    double turn[4], own[3], wanted[3];
    carom_rigid_drift(&b, step, turn);
    own_spin(&b, own);
    racket_spin(r, step * n, wanted);
    for (int k = 0; k < 3; k++)
      worst = fmax(worst, fabs(own[k] - wanted[k]));
    *flips += own[1] * last < 0;
    last = own[1];
  }
  return worst;
}

static void a_racket_flips_as_in_the_closed_form(void **state)
{
  (void)state;
  /* middle spin of 1 at most, almost all of the energy there: 2 E I2 just below L^2 */
  const double energy = 1, square = 2 * energy * 2 * (1 + 1e-4);
  const racket r = racket_of((const double[]){1, 2, 3.5}, energy, square);
  assert_true(r.modulus > 0.999 && r.modulus < 1);
  int flips[3];
  const double coarse = racket_error(&r, 40, 4e-3, &flips[0]),
               middle = racket_error(&r, 40, 2e-3, &flips[1]),
               fine = racket_error(&r, 40, 1e-3, &flips[2]);
  assert_small(fine, 4e-5);
  assert_close(coarse / middle, 4, 0.02); /* second order */
  assert_close(middle / fine, 4, 0.02);
  assert_true(flips[0] >= 2 && flips[0] == flips[2]);
}

/* 10^5 turns: angular momentum from spin and orientation, energy without drift. */
static void nothing_drifts(void **state)
{
  (void)state;
  carom_rigid_body b = body_of(1.3, 0.7, 2.1);
  const double start[3] = {0.4, 3, -1.7};
  double momentum[3], turn[4], spin[3], largest = 0;
  carom_rigid_momentum(&b, start, b.angular_momentum);
  const double rate = sqrt(start[0] * start[0] + start[1] * start[1] + start[2] * start[2]);
  double begin[3];
  memcpy(begin, b.angular_momentum, sizeof begin);
  const double length = sqrt(begin[0] * begin[0] + begin[1] * begin[1] + begin[2] * begin[2]);
  const double energy = energy_of(&b), step = 2 * pi / rate / 40;
  double first = 0, last = 0; /* mean energy of the first and the last thousandth */
  enum { STEPS = 40 * 100000, SHARE = STEPS / 1000 };
  for (int n = 0; n < STEPS; n++) {
    carom_rigid_drift(&b, step, turn);
    const double e = energy_of(&b) / energy - 1;
    largest = fmax(largest, fabs(e));
    if (n < SHARE) first += e / SHARE;
    if (n >= STEPS - SHARE) last += e / SHARE;
  }
  carom_rigid_spin(&b, b.angular_momentum, spin);
  carom_rigid_momentum(&b, spin, momentum);
  for (int k = 0; k < 3; k++) {
    assert_small(momentum[k] - begin[k], 1e-12 * length);
    assert_true(b.angular_momentum[k] == begin[k]);
    assert_small(b.position[k] - (k + 1), 0);
  }
  const double *q = b.orientation;
  assert_small(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3] - 1, 1e-15);
  assert_small(largest, 5e-3);
  assert_small(last - first, 1e-5);
}

/* Backwards by negative steps: the splitting is symmetric. */
static void it_is_reversible(void **state)
{
  (void)state;
  carom_rigid_body b = body_of(1, 2, 3);
  double turn[4];
  const double spin[3] = {1, 2, -1};
  carom_rigid_momentum(&b, spin, b.angular_momentum);
  const carom_rigid_body begin = b;
  for (int n = 0; n < 1000; n++)
    carom_rigid_drift(&b, 0.01, turn);
  for (int n = 0; n < 1000; n++)
    carom_rigid_drift(&b, -0.01, turn);
  for (int k = 0; k < 4; k++)
    assert_small(b.orientation[k] - begin.orientation[k], 1e-12);
}

/* What is returned is the rotation of the step: it takes the old axes to the new ones. */
static void the_turn_moves_the_axes(void **state)
{
  (void)state;
  carom_rigid_body b = body_of(1, 2, 3);
  const double spin[3] = {1, 2, -1}, axis[3] = {0.3, -0.5, 0.8};
  double turn[4], before[3], after[3], turned[3];
  carom_rigid_momentum(&b, spin, b.angular_momentum);
  for (int n = 0; n < 100; n++) {
    carom_quaternion_rotate(b.orientation, axis, before);
    carom_rigid_drift(&b, 0.1, turn);
    carom_quaternion_rotate(b.orientation, axis, after);
    carom_quaternion_rotate(turn, before, turned);
    for (int k = 0; k < 3; k++)
      assert_small(turned[k] - after[k], 1e-14);
  }
}

/* Gravity at a point on the axis of symmetry: axis x (0, 0, -pull). */
static void weight_of_top(const carom_rigid_body *b, double pull, double axis[3], double torque[3])
{
  const double up[3] = {0, 0, 1};
  carom_quaternion_rotate(b->orientation, up, axis);
  torque[0] = -pull * axis[1];
  torque[1] = pull * axis[0];
  torque[2] = 0;
}

/* A heavy symmetric top, fast: it precesses at m g l / (I3 w) and keeps the momentum about the
 * vertical. */
static void a_top_precesses(void **state)
{
  (void)state;
  const double pull = 0.05, tilt = 0.5, fast = 400, step = 1e-4; /* pull = m g l */
  const double precession = pull / (0.5 * fast), none[3] = {0, 0, 0};
  carom_rigid_body b = body_of(1, 1, 0.5);
  double axis[3], spin[3], turn[4], torque[3], angle = 0, least = 1, most = -1;
  b.orientation[0] = cos(0.5 * tilt), b.orientation[1] = sin(0.5 * tilt);
  weight_of_top(&b, pull, axis, torque);
  for (int k = 0; k < 3; k++) /* of a steady precession, to first order in it */
    spin[k] = fast * axis[k] + (k == 2 ? precession : 0);
  carom_rigid_momentum(&b, spin, b.angular_momentum);
  carom_rigid_kick(&b, none, torque, -0.5 * step);
  const double vertical = b.angular_momentum[2];
  enum { STEPS = 100000 };
  double before = atan2(axis[1], axis[0]);
  for (int n = 0; n < STEPS; n++) {
    carom_rigid_kick(&b, none, torque, step);
    carom_rigid_drift(&b, step, turn);
    weight_of_top(&b, pull, axis, torque);
    least = fmin(least, axis[2]), most = fmax(most, axis[2]);
    angle += remainder(atan2(axis[1], axis[0]) - before, 2 * pi);
    before = atan2(axis[1], axis[0]);
  }
  assert_close(angle, precession * STEPS * step, 1e-4);
  assert_small(most - least, 1e-4); /* it hardly nods */
  assert_small(b.angular_momentum[2] - vertical, 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_racket_flips_as_in_the_closed_form), cmocka_unit_test(nothing_drifts),
      cmocka_unit_test(it_is_reversible), cmocka_unit_test(the_turn_moves_the_axes),
      cmocka_unit_test(a_top_precesses)};
  return cmocka_run_group_tests_name("rigid bodies", tests, NULL, close_report);
}
