/* SPDX-License-Identifier: MIT */
/* JKR against its closed forms: the curve, pull-off, snap-in, sticking and restitution. */
#include "setup.h"

#include "family/jkr_curve.h"

static const double pi = 3.14159265358979323846;

/* Soft small spheres, for which adhesion matters. */
static carom_contact_def grains(double speed)
{
  carom_contact_def def = two_spheres("jkr");
  def.a.material = def.b.material = material(10e6, 0.3, 1500, CAROM_NEVER);
  def.a.radius = 50e-6;
  def.b.radius = 80e-6;
  def.speed = speed;
  set(&def, "work_of_adhesion", 0.04);
  set(&def, "damping_ratio", 0);
  return def;
}

/* Overlaps of known roots, rounded once: the root moves by no more than that rounding moves it. */
static void the_root_is_found_to_rounding(void **state)
{
  (void)state;
  double worst = 0;
  for (int i = 0; i <= 200000; i++) {
    const double y = CAROM_JKR_BREAK * (1 + 1e-9) * pow(10, 4.0 * i / 200000);
    const long double exact = (long double)y * y * y * y - y;
    const double s = (double)exact, slope = 4 * y * y * y - 1;
    const double moves = 2.3e-16 * (fabs(s) + y) / (y * slope) + 4.5e-16;
    worst = fmax(worst, fabs(carom_jkr_root(s) / y - 1) / moves);
  }
  assert_true(worst < 1);
  for (int i = 0; i < 1000; i++) { /* away from where it breaks: 1e-12 without reservation */
    const double y = 0.64 + 0.01 * i;
    assert_close(carom_jkr_root(y * y * y * y - y), y, 1e-13);
  }
  assert_close(carom_jkr_root(-1), CAROM_JKR_BREAK, 1e-12);
  assert_close(carom_jkr_root(0), 1, 1e-15);
}

static void pull_off_is_as_published(void **state)
{
  (void)state;
  const carom_contact_def def = grains(0.1);
  const carom_contact c = prepared(&def);
  const carom_adhesion hold = carom_contact_adhesion(&c);
  const double G = 0.04, E = c.modulus, R = c.radius;
  /* under a load: F_c = 3/2 pi G R at a_c^3 = 9 pi G R^2/(8 E) */
  const double a_c = cbrt(9 * pi * G * R * R / (8 * E));
  assert_close(hold.pull_off, 1.5 * pi * G * R, 1e-12);
  assert_close(hold.overlap, a_c * a_c / R - sqrt(2 * pi * G * a_c / E), 1e-6);
  /* under a displacement: where dd/da = 0, a^3 = pi G R^2/(8 E) */
  const double a_f = cbrt(pi * G * R * R / (8 * E));
  assert_close(hold.reach, sqrt(2 * pi * G * a_f / E) - a_f * a_f / R, 1e-12);
  const double W = (0.3 + 0.2 * pow(4, -4.0 / 3)) * pow(2 * pi, 5.0 / 3) *
                   cbrt(pow(G, 5) * pow(R, 4) / (E * E));
  assert_close(hold.work, W, 1e-12);
  assert_close(W, 7.09220 * cbrt(pow(G, 5) * pow(R, 4) / (E * E)), 1e-6);
  assert_close(hold.sticking_speed, sqrt(2 * W / c.mass), 1e-12);
  assert_close(hold.tabor, cbrt(R * G * G / (E * E * 64e-30)), 1e-12);
  assert_true(carom_contact_adhesion(&(carom_contact){.law = carom_law_find("hertz")}).work == 0);
}

/* The curve by the two equations of the source, from the contact radius. */
static void the_curve_is_that_of_the_source(void **state)
{
  (void)state;
  const carom_contact_def def = grains(0.1);
  const carom_contact c = prepared(&def);
  const double G = 0.04, E = c.modulus, R = c.radius, a_1 = cbrt(2 * pi * G * R * R / E);
  carom_state touched = carom_contact_virgin(&c);
  const carom_state apart = touched;
  carom_contact_commit(&c, &touched, 1e-12);
  for (double x = 0.4; x < 30; x *= 1.07) {
    const double a = x * a_1, d = a * a / R - sqrt(2 * pi * G * a / E);
    const double F = 4 * E * a * a * a / (3 * R) - sqrt(8 * pi * G * E * a * a * a);
    const double got = carom_contact_force(&c, &touched, d, 0).elastic;
    assert_true(fabs(got - F) <= 1e-11 * (fabs(F) + 2 * pi * G * R));
    /* who comes from outside feels it from touch on */
    assert_true(carom_contact_force(&c, &apart, d, 0).elastic == (d > 0 ? got : 0));
    carom_state there = touched;
    carom_contact_commit(&c, &there, d);
    assert_close(there.value[0], a * a / R, 1e-10);
    const carom_footing on = carom_contact_footing(&c, &there, d, (carom_force){got, 0});
    assert_close(on.overlap, a * a / R, 1e-10);
    assert_close(on.normal_force, got + 3 * pi * G * R, 1e-12);
  }
}

static void slow_bodies_stick_and_fast_ones_lose_as_much(void **state)
{
  (void)state;
  carom_contact_def def = grains(0.1);
  const carom_contact c = prepared(&def);
  const double v_s = carom_contact_adhesion(&c).sticking_speed;
  for (double ratio = 1.0001; ratio < 1000; ratio *= 1.6) {
    const carom_impact r = struck(&c, ratio * v_s);
    const double e2 = 1 - 1 / (ratio * ratio);
    assert_true(fabs(r.restitution * r.restitution - e2) < 1e-9);
    assert_close(r.energy.plastic, carom_contact_adhesion(&c).work, 1e-12);
    assert_true(fabs(r.energy.residual) < 1e-9 * r.energy.kinetic_in);
    assert_close(r.overlap_at_separation, -carom_contact_reach(&c), 1e-9);
  }
  for (double ratio = 0.9999; ratio > 1e-2; ratio *= 0.5) {
    carom_impact_def impact = carom_impact_default();
    carom_impact r;
    carom_error err = {.code = CAROM_OK};
    impact.contact = &c;
    impact.speed = ratio * v_s;
    assert_int_equal(carom_impact_resolve(&impact, &r, &err), CAROM_ERR_DIVERGED);
    assert_non_null(strstr(err.text, "stick"));
    assert_string_equal(err.where, "speed");
  }
}

/* What is asked at a speed is delivered there, up to what adhesion leaves. */
static void restitution_is_delivered_or_refused(void **state)
{
  (void)state;
  for (double speed = 0.02; speed < 10; speed *= 3) {
    carom_contact_def def = grains(speed);
    const carom_contact undamped = prepared(&def);
    const double ratio = carom_contact_adhesion(&undamped).sticking_speed / speed;
    const double most = ratio < 1 ? sqrt(1 - ratio * ratio) : 0;
    def.settings--; /* damping_ratio */
    for (double e = 0.1; e < 1; e += 0.2) {
      carom_contact c;
      carom_error err = {.code = CAROM_OK};
      set(&def, "restitution", e);
      const carom_status status = carom_contact_prepare(&def, &c, &err);
      assert_int_equal(status, e < most ? CAROM_OK : CAROM_ERR_UNATTAINABLE);
      if (status == CAROM_OK)
        assert_close(struck(&c, speed).restitution, e, 1e-9);
      else
        assert_true(fabs(err.attainable[1] - most) < 1e-9 &&
                    (most > 0) == !strstr(err.text, "stick together"));
    }
  }
}

/* Strong impacts hardly notice adhesion: the dashpot is Tsuji's, tension kept. */
static void strong_impacts_are_those_of_tsuji(void **state)
{
  (void)state;
  carom_contact_def def = grains(30);
  def.settings--;
  set(&def, "work_of_adhesion", 4e-8);
  set(&def, "restitution", 0.6);
  const carom_contact c = prepared(&def);
  carom_contact_def other = grains(30);
  other.law = "tsuji";
  other.settings = 0;
  set(&other, "restitution", 0.6);
  choose(&other, "tension", "keep");
  const carom_contact tsuji = prepared(&other);
  assert_close(c.damping[0], tsuji.damping[0], 1e-3);
  assert_close(struck(&c, 30).peak_force, struck(&tsuji, 30).peak_force, 1e-3);
}

/* The Tabor parameter judges. */
static void hard_small_bodies_are_beyond_the_theory(void **state)
{
  (void)state;
  carom_contact_def def = grains(0.1);
  const carom_contact soft = prepared(&def);
  assert_false(carom_contact_outside_theory(&soft));
  assert_int_equal(struck(&soft, 0.1).validity, CAROM_VALID);
  def.a.material = def.b.material = material(70e9, 0.2, 2500, CAROM_NEVER);
  const carom_contact hard = prepared(&def);
  assert_true(carom_contact_adhesion(&hard).tabor < 5);
  assert_true(carom_contact_outside_theory(&hard));
  assert_int_equal(struck(&hard, 1).validity, CAROM_BEYOND_THEORY);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_root_is_found_to_rounding),
      cmocka_unit_test(pull_off_is_as_published),
      cmocka_unit_test(the_curve_is_that_of_the_source),
      cmocka_unit_test(slow_bodies_stick_and_fast_ones_lose_as_much),
      cmocka_unit_test(restitution_is_delivered_or_refused),
      cmocka_unit_test(strong_impacts_are_those_of_tsuji),
      cmocka_unit_test(hard_small_bodies_are_beyond_the_theory),
  };
  return cmocka_run_group_tests_name("jkr", tests, NULL, close_report);
}
