/* SPDX-License-Identifier: MIT */
/* Models of adhesion beside a law: their formulae, their potentials, and what bridges cost. */
#include "chance.h"
#include "law/stage.h"
#include "setup.h"

static const double pi = 3.14159265358979323846, R = 40e-6;

static carom_stage_pair pair_of(const char *model, const char *name, double value)
{
  carom_contact_def def = two_spheres("hertz");
  const carom_contact contact = prepared(&def);
  const carom_material steel = def.a.material;
  carom_stage_def stage = carom_tangential_default();
  carom_stage_pair pair;
  carom_error err = {.code = CAROM_OK};
  stage.model = model;
  if (name) carom_tangential_set(&stage, name, value);
  if (carom_stage_prepare("adhesion", &stage, &contact, &steel, &steel, 0, &pair, &err) != CAROM_OK)
    fail_msg("%s: %s: %s", model, err.where, err.text);
  return pair;
}

static double pull_at(const carom_stage_pair *pair, double d, bool touched)
{
  carom_stage_memory memory = {{0}};
  if (touched) (void)carom_stage_pull(pair, 1e-9, R, &memory);
  return carom_stage_pull(pair, d, R, &memory);
}

static void pulls_are_as_published(void **state)
{
  (void)state;
  const carom_stage_pair dmt = pair_of("dmt", "work_of_adhesion", 0.03);
  assert_close(pull_at(&dmt, 1e-8, false), 2 * pi * 0.03 * R, 1e-14);
  assert_true(pull_at(&dmt, -1e-12, true) == 0);
  const carom_stage_pair area = pair_of("area", "energy_density", 2e5);
  assert_close(pull_at(&area, 3e-8, false), 2e5 * 2 * pi * R * 3e-8, 1e-14);
  const carom_stage_pair vdw = pair_of("van-der-waals", "cutoff", 2e-8);
  const double A = 6.5e-20, z0 = 4e-10;
  assert_close(pull_at(&vdw, 1e-8, false), A * R / (6 * z0 * z0), 1e-13);
  assert_close(pull_at(&vdw, -5e-9, false), A * R / (6 * (5e-9 + z0) * (5e-9 + z0)), 1e-13);
  assert_true(pull_at(&vdw, -2.1e-8, false) == 0);
  assert_true(carom_stage_reach(&vdw) == 2e-8);
}

/* The parameter of Tabor from its definition; that of van der Waals for the same energy. */
static void theories_are_judged(void **state)
{
  (void)state;
  const carom_contact_def def = two_spheres("hertz");
  const double E = prepared(&def).modulus, G = 0.03, z0 = 4e-10, A = 6.5e-20;
  const carom_stage_pair dmt = pair_of("dmt", "work_of_adhesion", G);
  assert_close(carom_stage_tabor(&dmt, R), cbrt(R * G * G / (E * E * z0 * z0 * z0)), 1e-12);
  const carom_stage_pair far = pair_of("dmt", "atomic_distance", 1e-8);
  assert_close(carom_stage_tabor(&far, R), cbrt(R * 0.05 * 0.05 / (E * E * 1e-24)), 1e-12);
  const carom_stage_pair vdw = pair_of("van-der-waals", "hamaker", A);
  const double W = A / (12 * pi * z0 * z0);
  assert_close(carom_stage_tabor(&vdw, R), cbrt(R * W * W / (E * E * z0 * z0 * z0)), 1e-12);
  assert_close(pull_at(&vdw, 1e-9, false), 2 * pi * W * R, 1e-12);
  static const char *const none[] = {"area", "bridge"};
  for (int k = 0; k < COUNT(none); k++) {
    const carom_stage_pair pair = pair_of(none[k], NULL, 0);
    assert_true(carom_stage_tabor(&pair, R) == CAROM_UNSET);
    assert_non_null(carom_stage_about(pair.model)->validity);
  }
  const carom_stage *model;
  carom_error err = {.code = CAROM_OK};
  assert_int_equal(carom_stage_named("adhesion", "jkr", &model, &err), CAROM_ERR_UNKNOWN);
  assert_non_null(strstr(err.text, "law: jkr"));
  /* a linear law needs no moduli, nor does the pull beside it */
  const carom_material unknown = {
      .young = CAROM_UNSET, .poisson = CAROM_UNSET, .density = CAROM_UNSET, .yield = CAROM_UNSET};
  carom_contact_def linear = two_spheres("hooke");
  carom_contact_set(&linear, "stiffness", 1e5);
  const carom_contact contact = prepared(&linear);
  carom_stage_def stage = carom_tangential_default();
  carom_stage_pair pair;
  stage.model = "dmt";
  if (carom_stage_prepare("adhesion", &stage, &contact, &unknown, &unknown, 0, &pair, &err))
    fail_msg("%s: %s", err.where, err.text);
  assert_true(carom_stage_tabor(&pair, R) == CAROM_UNSET);
}

/* Willett et al. for equal spheres, rupture by Lian et al. */
static void bridges_are_as_published(void **state)
{
  (void)state;
  const double V = 2e-16, g = 0.072, t = 0.4, r = 2 * R;
  carom_contact_def def = two_spheres("hertz");
  const carom_contact contact = prepared(&def);
  carom_stage_def stage = carom_tangential_default();
  carom_stage_pair pair;
  stage.model = "bridge";
  carom_tangential_set(&stage, "volume", V);
  carom_tangential_set(&stage, "contact_angle", t);
  assert_int_equal(carom_stage_prepare("adhesion", &stage, &contact, &def.a.material,
                                       &def.b.material, 0, &pair, NULL),
                   CAROM_OK);
  const double rupture = (1 + 0.5 * t) * cbrt(V);
  assert_close(carom_stage_reach(&pair), rupture, 1e-13);
  assert_close(pull_at(&pair, 1e-8, false), 2 * pi * r * g * cos(t), 1e-13);
  for (double S = 0; S < rupture; S += 0.07 * rupture) {
    const double s = S * sqrt(r / V);
    assert_close(pull_at(&pair, -S, true), 2 * pi * r * g * cos(t) / (1 + 1.05 * s + 2.5 * s * s),
                 1e-13);
    assert_true(pull_at(&pair, -S, false) == 0); /* not formed yet */
  }
  carom_stage_memory memory = {{0}};
  (void)carom_stage_pull(&pair, 1e-9, R, &memory);
  assert_true(carom_stage_pull(&pair, -1.001 * rupture, R, &memory) == 0);
  assert_true(carom_stage_pull(&pair, -0.5 * rupture, R, &memory) == 0); /* it has ruptured */
}

static const char *const all[] = {"dmt", "area", "van-der-waals", "bridge"};

/* The pull is the slope of what is stored, which is 0 where it ends. */
static void pulls_have_potentials(void **state)
{
  (void)state;
  for (int m = 0; m < COUNT(all); m++) {
    const carom_stage_pair pair = pair_of(all[m], NULL, 0);
    const double reach = carom_stage_reach(&pair), scale = reach > 0 ? reach : 1e-8;
    carom_stage_memory memory = {{0}};
    (void)carom_stage_pull(&pair, scale, R, &memory);
    for (int i = 1; i < 100; i++) {
      const double d = -reach + (reach + scale) * i / 100, h = 1e-5 * scale;
      if (fabs(d) < 2 * h) continue; /* some jump at touch */
      const double slope = (8 * (carom_stage_stored(&pair, d + h, R, &memory) -
                                 carom_stage_stored(&pair, d - h, R, &memory)) -
                            (carom_stage_stored(&pair, d + 2 * h, R, &memory) -
                             carom_stage_stored(&pair, d - 2 * h, R, &memory))) /
                           (12 * h);
      carom_stage_memory copy = memory;
      const double pull = carom_stage_pull(&pair, d, R, &copy);
      assert_true(pull >= 0);
      assert_true(fabs(slope + pull) <= 1e-6 * pull_at(&pair, scale, true));
    }
    const double deep = carom_stage_stored(&pair, scale, R, &memory);
    assert_true(deep < 0);
    assert_true(fabs(carom_stage_stored(&pair, -reach * (1 - 1e-12), R, &memory)) < 1e-9 * -deep);
  }
}

/* Random paths: what a model gives back is never more than it took. */
static void no_path_gains_energy(void **state)
{
  (void)state;
  for (int m = 0; m < COUNT(all); m++) {
    const carom_stage_pair pair = pair_of(all[m], NULL, 0);
    const double reach = carom_stage_reach(&pair), scale = reach > 0 ? reach : 1e-8;
    chance luck = {.seed = 7 + (uint64_t)m};
    for (int path = 0; path < 20; path++) {
      carom_stage_memory memory = {{0}};
      double d = -1.2 * reach, taken = 0, size = 0;
      for (int stroke = 0; stroke < 12; stroke++) {
        const double to = stroke == 11 ? -1.2 * reach - 1e-12
                                       : chance_between(&luck, -1.2 * reach, scale);
        enum { STEPS = 4000 };
        double before = carom_stage_pull(&pair, d, R, &memory);
        for (int i = 1; i <= STEPS; i++) {
          const double x = d + (to - d) * i / STEPS;
          const double now = carom_stage_pull(&pair, x, R, &memory);
          taken -= 0.5 * (before + now) * (to - d) /
                   STEPS; /* work of the pull, taken from motion */
          size += fabs(0.5 * (before + now) * (to - d) / STEPS);
          before = now;
        }
        d = to;
      }
      assert_true(taken > -2e-3 * size);
      if (strcmp(all[m], "bridge")) assert_true(fabs(taken) < 2e-3 * size);
    }
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(pulls_are_as_published),   cmocka_unit_test(theories_are_judged),
      cmocka_unit_test(bridges_are_as_published), cmocka_unit_test(pulls_have_potentials),
      cmocka_unit_test(no_path_gains_energy),
  };
  return cmocka_run_group_tests_name("adhesion models", tests, NULL, close_report);
}
