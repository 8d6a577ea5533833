/* SPDX-License-Identifier: MIT */
/* Walton-Braun: closed forms for both kinds of unloading, three balls with round numbers, and which
 * settings exclude each other. */
#include "law/three_balls.h"

#include "verify/random_bodies.h"

static carom_contact springs(double k_1, double k_2)
{
  carom_contact_def def = two_balls("walton-braun");
  set(&def, "loading_stiffness", k_1);
  set(&def, "unloading_stiffness", k_2);
  return prepared(&def);
}

static void three_balls(void **state)
{
  (void)state;
  const carom_contact c = springs(4e7, 6.25e7);
  assert_close(struck(&c, 1).restitution, 0.8, 1e-13);
  match_first_impact(&c, "WaltonBraun_k1=4e7_k2=6.25e7/memory/B", true);
  match_case_b(&c, "WaltonBraun_k1=4e7_k2=6.25e7/memory/B", 1e-9);
  double ball[3] = {1.5, 1, 0};
  carom_state last = carom_contact_virgin(&c);
  collide(&c, &last, ball + 1);
  collide(&c, NULL, ball);
  collide(&c, &last, ball + 1);
  assert_close(ball[0], 0.24, 1e-12);
  assert_close(ball[1], 0.90, 1e-12);
  assert_close(ball[2], 1.36, 1e-12);
}

/* e = sqrt(k_1/k_2), the peak after a quarter period of k_1, the contact a quarter of k_2 longer.
 */
static void constant_unloading(void **state)
{
  (void)state;
  chance c = {.seed = 431};
  for (int i = 0; i < 2000; i++) {
    carom_contact_def def = random_bodies(&c, "walton-braun");
    const double k_1 = chance_of_scale(&c, 1, 1e9), k_2 = k_1 * chance_of_scale(&c, 1, 300);
    const double half_pi = 1.57079632679489661923, v = chance_of_scale(&c, 1e-3, 1e2);
    set(&def, "loading_stiffness", k_1);
    set(&def, "unloading_stiffness", k_2);
    const carom_contact contact = prepared(&def);
    const carom_impact r = struck(&contact, v);
    assert_true(contact.asked[0] == CAROM_UNSET);
    assert_close(r.restitution, sqrt(k_1 / k_2), 1e-12);
    assert_close(r.peak_overlap, v * sqrt(contact.mass / k_1), 1e-12);
    assert_close(r.peak_force, v * sqrt(contact.mass * k_1), 1e-12);
    assert_close(r.time_of_peak_overlap, half_pi * sqrt(contact.mass / k_1), 1e-9);
    assert_close(r.duration, half_pi * (sqrt(contact.mass / k_1) + sqrt(contact.mass / k_2)), 1e-9);
    assert_small(r.residual_overlap - r.peak_overlap * (1 - k_1 / k_2), 1e-14 * r.peak_overlap);
  }
}

static void variable_unloading(void **state)
{
  (void)state;
  chance c = {.seed = 432};
  for (int i = 0; i < 2000; i++) {
    carom_contact_def def = random_bodies(&c, "walton-braun");
    const double k_1 = chance_of_scale(&c, 1, 1e9), v = chance_of_scale(&c, 1e-3, 1e2);
    set(&def, "loading_stiffness", k_1);
    def.speed = chance_of_scale(&c, 1e-3, 1e2);
    const double w_0 = sqrt(k_1 / prepared(&def).mass);
    const double S = w_0 / v * chance_of_scale(&c, 1e-6, 1e2);
    set(&def, "stiffness_growth", S);
    const carom_contact contact = prepared(&def);
    assert_close(struck(&contact, v).restitution, sqrt(w_0 / (w_0 + S * v)), 1e-11);
  }
}

/* The restitution asked for is the one at the expected speed; with variable unloading it falls with
 * the speed, and S follows from it. */
static void restitution_is_delivered(void **state)
{
  (void)state;
  chance c = {.seed = 433};
  for (int i = 0; i < 500; i++) {
    carom_contact_def def = random_bodies(&c, "walton-braun");
    const double e = chance_between(&c, 0.05, 1), speed = chance_of_scale(&c, 1e-3, 1e2);
    def.speed = speed;
    set(&def, "restitution", e);
    choose(&def, "unloading", "variable");
    const carom_contact contact = prepared(&def);
    const double w_0 = sqrt(coefficient_of(&contact, "k_1") / contact.mass),
                 S = coefficient_of(&contact, "S");
    assert_true(contact.asked[0] == e);
    assert_close(struck(&contact, speed).restitution, e, 1e-12);
    assert_close(struck(&contact, 3 * speed).restitution, sqrt(w_0 / (w_0 + 3 * S * speed)), 1e-11);
  }
}

/* Without a stiffness the overlap is that of Hertz at the expected speed, for bodies of any size.
 */
static void loading_like_hertz(void **state)
{
  (void)state;
  chance c = {.seed = 434};
  for (int i = 0; i < 500; i++) {
    carom_contact_def def = random_bodies(&c, "walton-braun");
    def.speed = chance_of_scale(&c, 1e-3, 1e2);
    const carom_contact contact = prepared(&def);
    def.law = "hertz";
    const carom_contact hertz = prepared(&def);
    assert_close(struck(&contact, def.speed).peak_overlap, struck(&hertz, def.speed).peak_overlap,
                 1e-11);
  }
}

static void settings_exclude_each_other(void **state)
{
  (void)state;
  static const char *const name[] = {"restitution", "damping_ratio", "unloading_stiffness",
                                     "stiffness_growth"};
  static const double value[] = {0.5, 3, 1.6e8, 1e4};
  for (int i = 0; i < 4; i++)
    for (int k = i + 1; k < 4; k++) {
      carom_contact_def def = two_balls("walton-braun");
      carom_contact contact;
      carom_error err;
      set(&def, name[i], value[i]);
      set(&def, name[k], value[k]);
      assert_int_equal(carom_contact_prepare(&def, &contact, &err), CAROM_ERR_CONFLICT);
      assert_string_equal(err.where, name[i]);
    }
  /* a softer spring for unloading would give back more than was put in */
  carom_contact_def def = two_balls("walton-braun");
  carom_contact contact;
  carom_error err;
  set(&def, "loading_stiffness", 4e7);
  set(&def, "unloading_stiffness", 3.9e7);
  assert_int_equal(carom_contact_prepare(&def, &contact, &err), CAROM_ERR_RANGE);
  assert_string_equal(err.where, "unloading_stiffness");
  set(&def, "unloading_stiffness", 4e7);
  contact = prepared(&def);
  assert_close(struck(&contact, 1).restitution, 1, 1e-13);
}

SUITE_WITH("walton-braun", three_balls_read, three_balls_free, three_balls, constant_unloading,
           variable_unloading, restitution_is_delivered, loading_like_hertz,
           settings_exclude_each_other)
