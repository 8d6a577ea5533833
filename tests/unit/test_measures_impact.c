/* SPDX-License-Identifier: MIT */
/* Scales and measures of impacts against closed forms written here with libm, and against impacts
 * that are resolved in time. */
#include "core/root.h"
#include "setup.h"

/* Two steel spheres of 20 mm: m* = m/2, R* = R/2. */
static const double radius = 0.01, young = 2.07e11;

static double mass_of_pair(void)
{
  return 0.5 * 7800 * 4 / 3 * acos(-1) * 0.02 * 0.02 * 0.02;
}

static double stiffness_of_pair(void)
{
  return 4.0 / 3 * young / (2 * (1 - 0.3 * 0.3)) * sqrt(radius);
}

/* Contact time over largest overlap / speed: 2 times the integral of (1 - x^(5/2))^(-1/2). */
static double hertz_time(void)
{
  return 2 * sqrt(acos(-1)) * tgamma(1.4) / tgamma(0.9);
}

static double hertz_length(double speed)
{
  return pow(1.25 * mass_of_pair() * speed * speed / stiffness_of_pair(), 0.4);
}

static void roots(void **state)
{
  (void)state;
  static const double x[] = {1e-300, 1e-12, 0.3, 1, 1.5625, 2, 1e9, 1e300};
  for (int i = 0; i < COUNT(x); i++)
    for (int n = 1; n <= 12; n++)
      assert_close(carom_nth_root(x[i], n), pow(x[i], 1.0 / n), 1e-13);
}

static void hertz_of_a_pair(void **state)
{
  (void)state;
  const carom_contact_def def = two_spheres("hertz");
  const carom_contact contact = prepared(&def);
  assert_close(carom_contact_hertz_stiffness(&contact), stiffness_of_pair(), 1e-14);
  for (double speed = 1e-3; speed < 30; speed *= 7) {
    const double exact = hertz_time() * hertz_length(speed) / speed;
    assert_close(carom_contact_hertz_time(&contact, speed), exact, 1e-13);
    assert_close(carom_impact_time(&contact, speed), exact, 1e-13);
    assert_close(struck(&contact, speed).duration, exact, 1e-10);
  }
}

/* Without moduli the time is that of the law: half a period of an undamped spring. */
static void time_without_moduli(void **state)
{
  (void)state;
  carom_contact_def def = two_spheres("hooke");
  def.a.material.young = CAROM_UNSET;
  set(&def, "stiffness", 3e6);
  set(&def, "restitution", 1);
  const carom_contact contact = prepared(&def);
  assert_true(carom_contact_hertz_stiffness(&contact) == CAROM_UNSET);
  assert_true(carom_contact_hertz_time(&contact, 2) == CAROM_UNSET);
  assert_true(carom_contact_yield_speed(&contact) == CAROM_UNSET);
  assert_close(carom_impact_time(&contact, 2), acos(-1) * sqrt(mass_of_pair() / 3e6), 1e-10);
}

/* An impact at that speed reaches the yield overlap, R* (pi p_y / (2 E*))^2 with p_y = 1.61 Y. */
static void speed_of_first_yield(void **state)
{
  (void)state;
  carom_contact_def def = two_spheres("hertz");
  const carom_contact contact = prepared(&def);
  const double strain = 0.5 * acos(-1) * 1.61 * 1.03e9 / (young / (2 * (1 - 0.3 * 0.3)));
  const double speed = carom_contact_yield_speed(&contact);
  assert_close(carom_contact_yield_overlap(&contact), radius * strain * strain, 1e-13);
  assert_close(struck(&contact, speed).peak_overlap, radius * strain * strain, 1e-10);
  def.a.material.yield = def.b.material.yield = CAROM_NEVER;
  const carom_contact never = prepared(&def);
  assert_true(carom_contact_yield_speed(&never) == CAROM_NEVER);
  def.a.material.yield = CAROM_UNSET;
  const carom_contact unset = prepared(&def);
  assert_true(carom_contact_yield_speed(&unset) == CAROM_UNSET);
}

/* Hertz without dimensions: d_max = L, F_max = K L^(3/2) = 5/4 m v^2/L, and both peaks at half
 * time; the same with a stiffness that is given. */
static void scaled_impacts(void **state)
{
  (void)state;
  static const double speeds[] = {0.02, 3};
  for (int given = 0; given < 2; given++)
    for (int i = 0; i < COUNT(speeds); i++) {
      carom_contact_def def = two_spheres("hertz");
      if (given) set(&def, "stiffness", 1e9);
      const carom_contact contact = prepared(&def);
      const double v = speeds[i], m = mass_of_pair(), k = given ? 1e9 : stiffness_of_pair();
      const double length = pow(1.25 * m * v * v / k, 0.4), star = pow(1.25, 0.4);
      const carom_impact impact = struck(&contact, v);
      const carom_impact_scaled s = carom_impact_scale(&contact, &impact);
      assert_close(s.length, length, 1e-13);
      assert_close(s.time, length / v, 1e-13);
      assert_close(s.force, m * v * v / length, 1e-13);
      assert_close(s.h_max, 1, 1e-9);
      assert_close(s.F_max, 1.25, 1e-9);
      assert_close(s.t_max, 0.5 * hertz_time(), 1e-9);
      assert_close(s.t_F, 0.5 * hertz_time(), 1e-9);
      assert_close(s.t_c, hertz_time(), 1e-9);
      assert_close(s.d_max_star, star, 1e-9);
      assert_close(s.t_max_star, 0.5 * hertz_time() * star, 1e-9);
      assert_close(s.t_c_star, hertz_time() * star, 1e-9);
      assert_close(s.e, 1, 1e-9);
      assert_true(s.damping_ratio == CAROM_UNSET);
    }
}

/* Peaks of force and overlap apart from each other: a damped impact in its own units. */
static void scaled_impacts_with_damping(void **state)
{
  (void)state;
  carom_contact_def def = two_spheres("tsuji");
  set(&def, "restitution", 0.6);
  const carom_contact contact = prepared(&def);
  const carom_impact r = struck(&contact, 2);
  const carom_impact_scaled s = carom_impact_scale(&contact, &r);
  const double length = hertz_length(2), time = length / 2, force = mass_of_pair() * 4 / length;
  assert_true(r.time_of_peak_force < 0.9 * r.time_of_peak_overlap);
  assert_close(s.F_max * force, r.peak_force, 1e-13);
  assert_close(s.h_max * length, r.peak_overlap, 1e-13);
  assert_close(s.t_F * time, r.time_of_peak_force, 1e-13);
  assert_close(s.t_max * time, r.time_of_peak_overlap, 1e-13);
  assert_close(s.t_c * time, r.duration, 1e-13);
  assert_close(s.e, 0.6, 1e-9);
  assert_true(s.damping_ratio == contact.damping[0]);
}

/* C = c m^(1-q) K^q v_r^(1-2q); with that C the dashpot adds C d^b v to Hertz's force. */
static void coefficients_of_dashpots(void **state)
{
  (void)state;
  static const struct {
    const char *law, *unit;
    double exponent;
  } cases[] = {{"lee-herrmann", "N s/m", 0},
               {"tsuji", "N s/m^1.25", 0.25},
               {"kuwabara-kono", "N s/m^1.5", 0.5},
               {"hu", "N s/m^2.5", 1.5},
               {"power-law", "N s/m^1.7", 0.7}};
  const double m = mass_of_pair(), k = stiffness_of_pair(), v = 3, v_r = 0.5, c = 0.4;
  for (int i = 0; i < COUNT(cases); i++) {
    const double b = cases[i].exponent, q = 2 * (1 + b) / 5;
    carom_contact_def def = two_spheres(cases[i].law);
    carom_dashpot d;
    def.speed = v;
    set(&def, "damping_ratio", c);
    if (has_field(carom_law_find(def.law), "exponent")) set(&def, "exponent", b);
    const bool refers = has_field(carom_law_find(def.law), "reference_speed");
    if (refers) set(&def, "reference_speed", v_r);
    assert_true(carom_contact_dashpot(&def, &d));
    const double at = refers ? v_r : v;
    const double unit = pow(m, 1 - q) * pow(k, q) * pow(at, 1 - 2 * q),
                 here = pow(m, 1 - q) * pow(k, q) * pow(v, 1 - 2 * q);
    assert_string_equal(d.unit, cases[i].unit);
    assert_true(refers || b == 0.25);
    assert_true(d.exponent == b && d.cut && d.speed == v && d.reference == at && d.ratio == c);
    assert_close(d.q, q, 1e-15);
    assert_close(d.mass, m, 1e-13);
    assert_close(d.stiffness, k, 1e-13);
    assert_close(d.per_ratio, unit, 1e-12);
    assert_close(d.per_ratio_here, here, 1e-12);
    assert_close(d.ratio_felt, c * pow(v_r / v, refers ? 1 - 2 * q : 0), 1e-12);
    assert_close(d.coefficient_here, c * here, 1e-12);
    const carom_contact contact = prepared(&def);
    const carom_state fresh = carom_contact_virgin(&contact);
    const double depth = 1e-5;
    assert_close(carom_contact_force(&contact, &fresh, depth, v).dissipative,
                 c * unit * pow(depth, b) * v, 1e-11);
  }
}

static void dashpots_of_another_kind(void **state)
{
  (void)state;
  static const char *const laws[] = {"hertz", "thornton", "flores", "wang-dashpot", "no such law"};
  for (int i = 0; i < COUNT(laws); i++) {
    const carom_contact_def def = two_spheres(laws[i]);
    carom_dashpot d;
    assert_false(carom_contact_dashpot(&def, &d));
  }
  carom_contact_def unattainable = two_spheres("lee-herrmann"); /* the form is known, c is not */
  carom_dashpot d;
  set(&unattainable, "restitution", 1.5);
  assert_true(carom_contact_dashpot(&unattainable, &d));
  assert_true(isnan(d.ratio) && isnan(d.ratio_felt) && d.per_ratio > 0);
}

SUITE_CLOSE("measures of impacts", roots, hertz_of_a_pair, time_without_moduli,
            speed_of_first_yield, scaled_impacts, scaled_impacts_with_damping,
            coefficients_of_dashpots, dashpots_of_another_kind)
