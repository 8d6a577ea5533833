/* SPDX-License-Identifier: MIT */
/* A linear spring and dashpot: everything has a closed form, written here with the C library. */
#include "setup.h"
#include "verify/random_bodies.h"

static const double pi = 3.14159265358979323846;

/* Time until the bodies part, times sqrt(k/m); restitution is exp(-z) to that power. */
static double phase_kept(double z)
{
  return pi / sqrt(1 - z * z);
}

static double phase_cut(double z)
{
  if (z < 1) {
    const double w = sqrt(1 - z * z);
    return (pi - atan2(2 * z * w, 1 - 2 * z * z)) / w;
  }
  const double s = sqrt(z * z - 1);
  return log((z + s) / (z - s)) / s;
}

static void any_damping_has_its_closed_form(void **state)
{
  (void)state;
  chance c = {.seed = 401};
  for (int i = 0; i < 1000; i++) {
    carom_contact_def def = random_bodies(&c, "hooke");
    const bool kept = i % 2;
    const double z = kept ? chance_between(&c, 0, 0.7) : chance_of_scale(&c, 1e-3, 8);
    const double k = chance_of_scale(&c, 1, 1e9), speed = chance_of_scale(&c, 1e-3, 1e2);
    choose(&def, "tension", kept ? "keep" : "cut");
    set(&def, "stiffness", k);
    set(&def, "damping_ratio", z);
    const carom_contact contact = prepared(&def);
    const carom_impact r = struck(&contact, speed);
    const double phase = kept ? phase_kept(z) : phase_cut(z);
    assert_close(coefficient_of(&contact, "damping"), 2 * z * sqrt(k * contact.mass), 1e-14);
    assert_close(r.restitution, exp(-z * phase), 1e-9);
    assert_close(r.duration, phase * sqrt(contact.mass / k), 1e-9);
  }
}

static void a_contact_time_is_kept(void **state)
{
  (void)state;
  chance c = {.seed = 402};
  for (int i = 0; i < 500; i++) {
    carom_contact_def def = random_bodies(&c, "hooke");
    const double e = chance_between(&c, 0.05, 1), time = chance_of_scale(&c, 1e-7, 1e-1);
    set(&def, "contact_time", time);
    set(&def, "restitution", e);
    choose(&def, "tension", i % 2 ? "keep" : "cut");
    const carom_contact contact = prepared(&def);
    const carom_impact r = struck(&contact, 1);
    assert_close(r.duration, time, 1e-9);
    assert_close(r.restitution, e, 1e-9);
    if (i % 2)
      assert_close(coefficient_of(&contact, "stiffness"),
                   contact.mass * (pi * pi + log(e) * log(e)) / (time * time), 1e-13);

    /* a coefficient instead of the restitution fixes the same contact */
    set(&def, "restitution", CAROM_UNSET);
    set(&def, "damping_coefficient", coefficient_of(&contact, "damping"));
    const carom_contact given = prepared(&def);
    assert_close(coefficient_of(&given, "stiffness"), coefficient_of(&contact, "stiffness"), 1e-12);
    assert_close(coefficient_of(&given, "damping"), coefficient_of(&contact, "damping"), 1e-12);
  }
  carom_contact_def def = two_spheres("hooke"); /* bodies of eight times the mass, the same time */
  set(&def, "contact_time", 1e-4);
  const carom_contact contact = prepared(&def);
  double coefficients[16];
  carom_contact_coefficients(&contact, 2 * contact.radius, 8 * contact.mass, coefficients);
  assert_close(coefficients[1], 8 * contact.coefficient[1], 1e-15);
  assert_close(coefficients[2], 8 * contact.coefficient[2], 1e-15);
}

static void by_default_the_overlap_is_that_of_hertz(void **state)
{
  (void)state;
  chance c = {.seed = 403};
  for (int i = 0; i < 200; i++) {
    carom_contact_def def = random_bodies(&c, "hooke");
    def.speed = chance_of_scale(&c, 1e-3, 1e2);
    set(&def, "restitution", 1);
    const carom_contact contact = prepared(&def);
    def.law = "hertz";
    def.settings = 0;
    const carom_contact hertz = prepared(&def);
    const double v = def.speed, m = contact.mass, A = contact.modulus * sqrt(contact.radius);
    assert_close(struck(&contact, v).peak_overlap, struck(&hertz, v).peak_overlap, 1e-9);
    assert_close(coefficient_of(&contact, "stiffness"),
                 16.0 / 15.0 * A * pow(15 * m * v * v / (16 * A), 0.2), 1e-12);
  }
}

/* Asked for with the published constant, delivered with tension kept and cut. */
static void published_constant_delivers_the_table(void **state)
{
  (void)state;
  static const double table[][3] = {
      {0.05, 0.0500, 0.2137}, {0.11, 0.1100, 0.2601}, {0.23, 0.2300, 0.3464},
      {0.30, 0.3000, 0.3971}, {0.50, 0.5000, 0.5503}, {0.65, 0.6500, 0.6748},
      {0.70, 0.7000, 0.7182}, {0.80, 0.8000, 0.8081}, {0.85, 0.8500, 0.8546},
      {0.90, 0.9000, 0.9020}, {0.95, 0.9500, 0.9505}, {0.99, 0.9900, 0.9900}};
  for (int i = 0; i < COUNT(table); i++)
    for (int rule = 0; rule < 2; rule++) {
      carom_contact_def def = two_spheres("kelvin-voigt");
      set(&def, "restitution", table[i][0]);
      choose(&def, "calibration", "published");
      choose(&def, "tension", rule ? "cut" : "keep");
      const carom_contact contact = prepared(&def);
      assert_small(struck(&contact, 1).restitution - table[i][1 + rule], 0.5e-4);
    }
}

static void stiffness_and_contact_time_exclude_each_other(void **state)
{
  (void)state;
  carom_contact_def def = two_spheres("hooke");
  carom_contact contact;
  carom_error err;
  set(&def, "stiffness", 1e5);
  set(&def, "contact_time", 1e-4);
  assert_int_equal(carom_contact_prepare(&def, &contact, &err), CAROM_ERR_CONFLICT);
  assert_string_equal(err.where, "stiffness");
  assert_non_null(strstr(err.text, "contact_time"));
  set(&def, "stiffness", CAROM_UNSET);
  assert_int_equal(carom_contact_prepare(&def, &contact, &err), CAROM_OK);
}

SUITE_CLOSE("hooke", any_damping_has_its_closed_form, a_contact_time_is_kept,
            by_default_the_overlap_is_that_of_hertz, published_constant_delivers_the_table,
            stiffness_and_contact_time_exclude_each_other)
