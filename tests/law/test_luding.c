/* SPDX-License-Identifier: MIT */
/* Luding's law: restitution by its closed form, sticking, tearing and reloading. */
#include "setup.h"

static carom_contact_def grains(double z, double c)
{
  carom_contact_def def = two_spheres("luding");
  def.a.radius = def.b.radius = 1e-3;
  def.speed = 0.3;
  set(&def, "loading_stiffness", 2e4);
  set(&def, "adhesion_ratio", c);
  set(&def, "damping_ratio", z);
  return def;
}

/* e^2 = 1/b - c z^2/(b (b + c)), b = 1 + z. */
static double square_of(double z, double c)
{
  return 1 / (1 + z) - c * z * z / ((1 + z) * (1 + z + c));
}

static void restitution_is_the_closed_form(void **state)
{
  (void)state;
  int parted = 0, stuck = 0;
  for (double z = 0.05; z < 20; z *= 1.7)
    for (double c = 0.01; c < 5; c *= 2.5) {
      const carom_contact_def def = grains(z, c);
      const carom_contact contact = prepared(&def);
      const double e2 = square_of(z, c);
      carom_impact_def impact = carom_impact_default();
      carom_impact r;
      carom_error err = {.code = CAROM_OK};
      impact.contact = &contact;
      impact.speed = 0.7;
      const carom_status status = carom_impact_resolve(&impact, &r, &err);
      if (fabs(e2) < 1e-6) continue;
      assert_int_equal(status, e2 > 0 ? CAROM_OK : CAROM_ERR_DIVERGED);
      if (e2 > 0) {
        assert_true(fabs(r.restitution * r.restitution - e2) < 1e-9);
        assert_true(fabs(r.energy.residual) < 1e-9 * r.energy.kinetic_in);
        parted++;
      } else {
        assert_non_null(strstr(err.text, "stick together"));
        stuck++;
      }
    }
  assert_true(parted > 20 && stuck > 10);
}

/* There is no adhesion before there is a dent: no pull-off force of bodies that just touch, and no
 * speed below which they stick. */
static void nothing_holds_at_touch(void **state)
{
  (void)state;
  const carom_contact_def def = grains(1, 0.4);
  const carom_contact c = prepared(&def);
  const carom_adhesion hold = carom_contact_adhesion(&c);
  assert_true(hold.pull_off == 0 && hold.work == 0 && hold.sticking_speed == 0);
  assert_true(hold.overlap == 0 && hold.reach == 0 && hold.tabor == CAROM_UNSET);
}

/* b = (1 + 2 c - e^2 c)/(e^2 + c) delivers e. */
static void what_is_asked_is_delivered(void **state)
{
  (void)state;
  for (double e = 0.1; e < 1; e += 0.2) {
    carom_contact_def def = grains(1, 0.4);
    def.settings--;
    set(&def, "restitution", e);
    const carom_contact c = prepared(&def);
    assert_close(c.damping[0], (1 + 0.8 - 0.4 * e * e) / (e * e + 0.4) - 1, 1e-8);
    assert_close(struck(&c, 0.3).restitution, e, 1e-9);
  }
}

/* Down the neck, back up, and down again: forces by the three lines, losses by their areas. */
static void torn_contacts_reload_from_where_they_are(void **state)
{
  (void)state;
  const double k1 = 2e4, z = 3, c = 0.5, k2 = k1 * (1 + z), kc = k1 * c, d_m = 1e-5;
  const carom_contact_def def = grains(z, c);
  const carom_contact contact = prepared(&def);
  carom_state s = carom_contact_virgin(&contact);
  carom_contact_commit(&contact, &s, d_m);
  const double d_0 = d_m * (1 - k1 / k2), d_n = d_m * (k2 - k1) / (k2 + kc);
  assert_close(carom_contact_residual(&contact, &s), d_0, 1e-14);
  assert_close(carom_contact_force(&contact, &s, 0.9 * d_m, 0).elastic, k2 * (0.9 * d_m - d_0),
               1e-12);
  assert_close(carom_contact_force(&contact, &s, 0.5 * d_n, 0).elastic, -kc * 0.5 * d_n, 1e-13);
  const double lost = carom_contact_energy(&contact, &s, d_m).plastic;
  carom_contact_commit(&contact, &s, 0.5 * d_n); /* half of it is torn */
  assert_close(carom_contact_energy(&contact, &s, 0.5 * d_n).plastic, lost, 1e-13);
  assert_close(carom_contact_energy(&contact, &s, 0.5 * d_n).stored, -0.5 * kc * 0.25 * d_n * d_n,
               1e-12);
  assert_close(carom_contact_force(&contact, &s, 0.5 * d_n, 0).elastic, -kc * 0.5 * d_n, 1e-12);
  assert_close(carom_contact_force(&contact, &s, 0.5 * d_m, 0).elastic, k1 * 0.5 * d_m, 1e-12);
  carom_contact_commit(&contact, &s, d_m); /* plastic work is done again */
  const double again = carom_contact_energy(&contact, &s, d_m).plastic;
  assert_close(again - lost, 0.75 * lost, 1e-12);
  carom_contact_commit(&contact, &s, 0);
  assert_true(carom_contact_residual(&contact, &s) == 0);
  assert_close(carom_contact_energy(&contact, &s, 0).plastic, again, 1e-13);
}

/* Without adhesion: walton-braun. */
static void without_adhesion_it_is_walton_braun(void **state)
{
  (void)state;
  const carom_contact_def def = grains(2, 0);
  carom_contact_def other = def;
  other.law = "walton-braun";
  other.settings = 0;
  set(&other, "loading_stiffness", 2e4);
  set(&other, "damping_ratio", 2);
  const carom_contact a = prepared(&def), b = prepared(&other);
  assert_close(struck(&a, 0.5).restitution, struck(&b, 0.5).restitution, 1e-10);
  assert_close(struck(&a, 0.5).peak_force, struck(&b, 0.5).peak_force, 1e-10);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(restitution_is_the_closed_form),
      cmocka_unit_test(nothing_holds_at_touch),
      cmocka_unit_test(what_is_asked_is_delivered),
      cmocka_unit_test(torn_contacts_reload_from_where_they_are),
      cmocka_unit_test(without_adhesion_it_is_walton_braun),
  };
  return cmocka_run_group_tests_name("luding", tests, NULL, close_report);
}
