/* SPDX-License-Identifier: MIT */
/* Laws of users that break one promise each, by little, are not admissible: damping that pushes
 * along the motion, on one way only, and an energy that is not the work of the force. */
#include "setup.h"
#include "user_laws.h"

static const double reach = 1e-5;

/* The copy of tsuji with one change. */
static carom_admissible judged(carom_user_law law)
{
  carom_context *context;
  carom_error err = {.code = CAROM_OK};
  assert_int_equal(carom_context_create(&context, NULL), CAROM_OK);
  if (carom_context_register(context, &law, NULL, &err) != CAROM_OK)
    fail_msg("%s: %s", err.where, err.text);
  carom_contact_def def = two_spheres(law.info.name);
  def.context = context;
  const carom_contact c = prepared(&def);
  const carom_admissible a = carom_contact_admissible(&c, reach);
  carom_context_destroy(context);
  return a;
}

/* A hundredth of the elastic force along the motion while the bodies approach, or while they part;
 * as damping demands on the other way. */
static carom_force along(const double *coefficient, double d, double v, bool wrong)
{
  const double h = d > 0 ? d : 0.0, elastic = coefficient[0] * h * sqrt(h);
  const double sign = v > 0 ? 1 : v < 0 ? -1 : 0;
  return (carom_force){elastic, (wrong ? -0.01 : 0.01) * sign * elastic};
}

static carom_force along_while_approaching(void *user, const double *coefficient,
                                           const double *state, double d, double v, double branch)
{
  (void)user, (void)state, (void)branch;
  return along(coefficient, d, v, v > 0);
}

static carom_force along_while_parting(void *user, const double *coefficient, const double *state,
                                       double d, double v, double branch)
{
  (void)user, (void)state, (void)branch;
  return along(coefficient, d, v, v < 0);
}

static carom_force never_along(void *user, const double *coefficient, const double *state, double d,
                               double v, double branch)
{
  (void)user, (void)state, (void)branch;
  return along(coefficient, d, v, false);
}

/* The stored energy is 2/5 of force times overlap: a hundredth of the force gains 5/2 as much. */
static void damping_opposes_the_motion_both_ways(void **state)
{
  (void)state;
  carom_user_law law = my_tsuji();
  law.force = never_along;
  assert_true(judged(law).sound);
  law.force = along_while_approaching;
  carom_admissible a = judged(law);
  assert_false(a.sound);
  assert_close(a.gain, 0.01 * 2.5, 1e-9);
  law.force = along_while_parting;
  a = judged(law);
  assert_false(a.sound);
  assert_close(a.gain, 0.01 * 2.5, 1e-9);
}

static double energy_error;

static carom_energy energy_off(void *user, const double *coefficient, const double *state, double d)
{
  carom_energy e = my_tsuji_energy(user, coefficient, state, d);
  e.stored *= 1 + energy_error;
  return e;
}

/* Six decades in 4000 steps: from one to the next the energy grows by 1 - 10^(-5/2 * 6/4000) of
 * itself, and that share of its error is what a step misses. */
static void energy_is_the_work_of_the_force(void **state)
{
  (void)state;
  carom_user_law law = my_tsuji();
  law.energy = energy_off;
  energy_error = 0;
  assert_true(judged(law).sound);
  const double errors[] = {2e-4, -2e-4, 1e-3, 0.1}, step = 1 - pow(10, -2.5 * 6 / 4000);
  for (int i = 0; i < COUNT(errors); i++) {
    energy_error = errors[i];
    const carom_admissible a = judged(law);
    assert_false(a.sound);
    assert_close(a.gain, step * fabs(errors[i]) / (1 + errors[i]), 1e-4);
  }
}

SUITE("admissible", damping_opposes_the_motion_both_ways, energy_is_the_work_of_the_force)
