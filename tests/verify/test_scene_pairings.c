/* SPDX-License-Identifier: MIT */
/* What a scene says of its pairings: what is delivered in its steps, over all phases of the first
 * touch, and for which sizes a restitution was calibrated. */
#include "scenes.h"

static carom_scene_pairing pairing_of(const stage *s)
{
  carom_scene_pairing p;
  carom_scene *scene = staged(s);
  assert_int_equal(carom_scene_pairings(scene), 1);
  assert_int_equal(carom_scene_pairing_at(scene, 0, &p, NULL), CAROM_OK);
  carom_scene_destroy(scene);
  return p;
}

/* An undamped spring in steps h of velocity Verlet, the touch `phase` of a step after one begins.
 */
static double sprung(double k, double m, double h, double speed, double phase)
{
  double x = -phase * h * speed, v = speed;
  for (bool touched = false; x > 0 || !touched; touched |= x > 0) {
    const double a = x > 0 ? -k / m * x : 0;
    x += h * v + 0.5 * h * h * a;
    v += 0.5 * h * (a + (x > 0 ? -k / m * x : 0));
  }
  return -v / speed;
}

static void every_phase_of_the_touch_counts(void **state)
{
  (void)state;
  const double k = 1e3, radius = 1e-3, mass = 4.0 / 3 * pi * 1e-9 * 2500, m = mass / 2;
  const double duration = pi * sqrt(m / k), in_contact[] = {8, 10.3, 14, 25};
  for (int j = 0; j < COUNT(in_contact); j++) {
    stage *s = stage_new();
    add_grain(s, radius, 0, 0, 0);
    add_grain(s, radius, 1, 0, 0);
    s->contact[0].normal.law = "hooke";
    set(&s->contact[0].normal, "stiffness", k);
    set(&s->contact[0].normal, "restitution", 1);
    s->def.step = duration / in_contact[j];
    const carom_scene_pairing p = pairing_of(s);
    double mean = 0, least = 1, most = 1, value[32];
    for (int i = 0; i < 32; i++) {
      value[i] = sprung(k, m, s->def.step, p.speed, (i + 0.5) / 32);
      mean += value[i] / 32;
    }
    double spread = 0;
    for (int i = 0; i < 32; i++)
      spread = fabs(value[i] - mean) > spread ? fabs(value[i] - mean) : spread;
    assert_close(p.duration, duration, 1e-9);
    assert_close(p.resolved, 1, 1e-9);
    assert_close(p.delivered, mean, 1e-9);
    assert_small(p.spread - spread, 1e-9);
    /* 32 are enough: of a thousand none is much farther from the mean */
    for (int i = 0; i < 1000; i++) {
      const double e = sprung(k, m, s->def.step, p.speed, (i + 0.5) / 1000);
      least = e < least ? e : least;
      most = e > most ? e : most;
    }
    const double worst = most - p.delivered > p.delivered - least ? most - p.delivered
                                                                  : p.delivered - least;
    assert_true(p.spread > 0.9 * worst && p.spread <= worst * (1 + 1e-9));
    free(s);
  }
}

/* Radii and masses of the body that a law is calibrated for are means of all spheres of a material;
 * a dashpot of one strength delivers what is asked at that size only. */
static void calibrated_for_the_mean_sphere(void **state)
{
  (void)state;
  const double radii[] = {1e-3, 1.5e-3, 2e-3, 3.5e-3}, asked = 0.5;
  double radius = 0, mass = 0;
  stage *s = stage_new();
  for (int i = 0; i < COUNT(radii); i++) {
    add_grain(s, radii[i], i, 0, 0);
    radius += radii[i] / COUNT(radii);
    mass += 4.0 / 3 * pi * pow(radii[i], 3) * 2500 / COUNT(radii);
  }
  s->contact[0].normal.law = "lee-herrmann";
  set(&s->contact[0].normal, "restitution", asked);
  s->contact[0].normal.speed = 0.7;
  s->def.step = 1e-6;
  const carom_scene_pairing p = pairing_of(s);
  assert_close(p.contact.radius, radius / 2, 1e-12);
  assert_close(p.contact.mass, mass / 2, 1e-12);
  carom_contact_def def = s->contact[0].normal;
  def.a.material = def.b.material = s->material[0];
  def.a.radius = def.b.radius = radius;
  def.a.mass = def.b.mass = mass;
  const carom_contact mean = prepared(&def);
  assert_close(struck(&mean, 0.7).restitution, asked, 1e-9);
  assert_close(p.contact.damping[0], mean.damping[0], 1e-12);
  assert_close(struck(&p.contact, 0.7).restitution, asked, 1e-9);
  free(s);
}

/* What adheres is judged for the bodies for which its theory is hardest to hold: jkr by the
 * smallest, dmt by the largest. Of which law or model the pull is. */
static void adhesion_is_judged(void **state)
{
  (void)state;
  const double G = 0.05, z0 = 4e-10, small = 0.4e-6, large = 50e-6;
  const carom_material glass = material(60e9, 0.25, 2500, CAROM_NEVER);
  const double E = 0.5 * 60e9 / (1 - 0.0625);
  for (int beside = 0; beside < 2; beside++) {
    stage *s = stage_new();
    s->material[0] = glass;
    add_grain(s, small, 0, 0, 0);
    add_grain(s, large, 1, 0, 0);
    s->contact[0].normal.law = beside ? "tsuji" : "jkr";
    if (beside) {
      s->contact[0].adhesion.model = "dmt";
      carom_tangential_set(&s->contact[0].adhesion, "work_of_adhesion", G);
    } else {
      set(&s->contact[0].normal, "work_of_adhesion", G);
    }
    const carom_scene_pairing p = pairing_of(s);
    const double R = 0.5 * (beside ? large : small);
    assert_close(p.tabor, cbrt(R * G * G / (E * E * z0 * z0 * z0)), 1e-9);
    assert_close(p.pull, (beside ? 2 : 1.5) * pi * G * 0.5 * small, 1e-9);
    assert_true((p.adhesion != NULL) == beside);
    if (beside) assert_true(carom_stage_about(p.adhesion)->softest == 0.1);
    free(s);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(every_phase_of_the_touch_counts),
                                     cmocka_unit_test(calibrated_for_the_mean_sphere),
                                     cmocka_unit_test(adhesion_is_judged)};
  return cmocka_run_group_tests_name("pairings of scenes", tests, NULL, close_report);
}
