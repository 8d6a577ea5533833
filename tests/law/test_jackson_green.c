/* SPDX-License-Identifier: MIT */
/* Jackson-Green: values of an independent program (tests/reference/multiple_impacts.json), joints
 * and faults that follow from the coefficients, formulas written out again. */
#include "law/three_balls.h"

#include "chance.h"

static const double pi = 3.14159265358979323846;

static carom_contact with_form(const char *form)
{
  carom_contact_def def = two_balls("jackson-green");
  choose(&def, "form", form);
  return prepared(&def);
}

static void first_impact(void **state)
{
  (void)state;
  const carom_contact c = with_form("printed");
  match_first_impact(&c, "JG_raw/memory/B", true);
}

static void three_balls(void **state)
{
  (void)state;
  const carom_contact c = with_form("printed");
  match_case_b(&c, "JG_raw/memory/B", 1e-9);
}

/* The virgin curve beyond the joint, over the critical force. */
static double elastoplastic(double x, double nu, double e_y)
{
  const double C = 1.295 * exp(0.736 * nu), B = 0.14 * exp(23 * e_y);
  const double a_R = pi * C * e_y / 2 * sqrt(x * pow(x / 1.9, B));
  const double H_G = 2.84 * (1 - exp(-0.82 * pow(a_R, -0.7)));
  return exp(-pow(x, 5.0 / 12) / 4) * pow(x, 1.5) +
         4 * H_G / C * (1 - exp(-pow(x, 5.0 / 9) / 25)) * x;
}

static void virgin_curve(void **state)
{
  (void)state;
  chance random = {.seed = 411};
  for (int i = 0; i < 2000; i++) {
    carom_contact_def def = two_balls("jackson-green");
    choose(&def, "form", "printed");
    const double nu = chance_between(&random, 0, 0.5), young = chance_of_scale(&random, 1e9, 1e12);
    def.a.material = def.b.material = material(young, nu, 7800,
                                               young * chance_of_scale(&random, 1e-4, 1e-2));
    const carom_contact c = prepared(&def);
    const carom_state fresh = carom_contact_virgin(&c);
    const double e_y = c.yield / c.modulus, C = 1.295 * exp(0.736 * nu);
    const double x = chance_of_scale(&random, 1e-2, 300);
    const double d_c = pow(pi * C * e_y / 2, 2) * c.radius;
    const double P_c = 4.0 / 3 * pow(c.radius / c.modulus, 2) * pow(pi * C * c.yield / 2, 3);
    assert_close(coefficient_of(&c, "d_c"), d_c, 1e-13);
    assert_close(coefficient_of(&c, "F_c"), P_c, 1e-13);
    assert_close(total(carom_contact_force(&c, &fresh, x * d_c, 0)) / P_c,
                 x < 1.9 ? pow(x, 1.5) : elastoplastic(x, nu, e_y), 1e-12);
  }
}

static void unloading_curve(void **state)
{
  (void)state;
  const carom_contact c = with_form("sound");
  const double d_c = coefficient_of(&c, "d_c");
  chance random = {.seed = 412};
  for (int i = 0; i < 2000; i++) {
    const double x_m = chance_of_scale(&random, 1.01, 1e5), d_m = x_m * d_c;
    carom_state s = carom_contact_virgin(&c);
    const double F_m = total(carom_contact_force(&c, &s, d_m, 0));
    carom_contact_commit(&c, &s, d_m);
    const double fit = 1.02 * (1 - pow((x_m + 5.9) / 6.9, -0.54));
    const double d_r = d_m * (fit < 0.99 ? fit : 0.99);
    const double d = d_r + (d_m - d_r) * chance_between(&random, 1e-3, 1);
    assert_close(carom_contact_residual(&c, &s), d_r, 1e-12);
    assert_close(total(carom_contact_force(&c, &s, d, 0)) / F_m, pow((d - d_r) / (d_m - d_r), 1.5),
                 1e-9);
    assert_close(total(carom_contact_force(&c, &s, d_m, 0)), F_m, 1e-12);
  }
}

/* Joint where the curves cross, and nothing lost below first yield. */
static void joint_of_the_sound_form(void **state)
{
  (void)state;
  const carom_contact c = with_form("sound");
  const double e_y = c.yield / c.modulus,
               x_1 = coefficient_of(&c, "d_1") / coefficient_of(&c, "d_c");
  assert_true(fabs(x_1 - 2.086) < 5e-4);
  assert_close(elastoplastic(x_1, three_balls_parameter("nu"), e_y), pow(x_1, 1.5), 1e-13);
  assert_close(coefficient_of(&c, "d_y"), coefficient_of(&c, "d_c"), 1e-15);
}

static void sound_forms_are_admissible(void **state)
{
  (void)state;
  for (double nu = 0; nu < 0.51; nu += 0.05)
    for (double yield = 1e-4; yield < 0.05; yield *= 3) {
      carom_contact_def def = two_balls("jackson-green");
      def.a.material.poisson = def.b.material.poisson = nu < 0.5 ? nu : 0.499;
      def.a.material.yield = def.b.material.yield = yield * def.a.material.young;
      const carom_contact c = prepared(&def);
      const carom_admissible a = carom_contact_admissible(&c, 1e4 * coefficient_of(&c, "d_c"));
      assert_true(a.sound && a.gain < 1e-13 && a.jump < 1e-10);
    }
}

static void printed_form_is_found_out(void **state)
{
  (void)state;
  const carom_contact c = with_form("printed");
  const double d_c = coefficient_of(&c, "d_c"), F_c = coefficient_of(&c, "F_c");
  const carom_state fresh = carom_contact_virgin(&c);
  const carom_admissible a = carom_contact_admissible(&c, 5 * d_c);
  const double most = total(carom_contact_force(&c, &fresh, 5 * d_c, 0));
  assert_false(a.sound);
  assert_close(a.jump_overlap, 1.9 * d_c, 1e-14);
  assert_true(fabs(a.jump * most / (F_c * pow(1.9, 1.5)) - 0.0082) < 5e-5);
  assert_true(a.gain_overlap > 1.9 * d_c && a.gain_overlap < 1.91 * d_c);
  /* no impact of a fresh pair gains: only a path that deepens a dent over the jump does */
  for (double v = 0.01; v < 10; v *= 1.1)
    assert_true(carom_impact_restitution_by_energy(&c, v) <= 1 + 1e-14);
}

SUITE_WITH("jackson-green", three_balls_read, three_balls_free, first_impact, three_balls,
           virgin_curve, unloading_curve, joint_of_the_sound_form, sound_forms_are_admissible,
           printed_form_is_found_out)
