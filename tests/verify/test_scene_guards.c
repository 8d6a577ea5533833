/* SPDX-License-Identifier: MIT */
/* What stops a scene tells the cause that was tested; what will stop it can be foreseen. */
#include "scenes.h"

static carom_status stopped(carom_scene *scene, carom_error *err)
{
  carom_status status = CAROM_OK;
  for (int n = 0; n < 2000 && status == CAROM_OK; n++)
    status = carom_scene_advance_steps(scene, 100, err);
  return status;
}

static void floor_below(stage *s)
{
  s->wall[0].shape = CAROM_WALL_PLANE;
  s->def.walls = 1;
  s->def.gravity[2] = -9.81;
}

/* K of a small sphere of the stage's material on a flat of the same. */
static double stiffness(const stage *s, double reduced)
{
  const carom_material *m = &s->material[0];
  return 4.0 / 3 * m->young / (2 * (1 - m->poisson * m->poisson)) * sqrt(reduced);
}

/* A sphere of 20 mm falls on one of 1 mm that lies on the floor. */
static void a_small_grain_under_a_heavy_one(void **state)
{
  (void)state;
  stage *s = stage_new();
  carom_error err = {.code = CAROM_OK};
  floor_below(s);
  s->contact[0].normal.law = "tsuji";
  set(&s->contact[0].normal, "restitution", 0.5);
  add_grain(s, 1e-3, 0, 0, 1e-3);
  add_grain(s, 20e-3, 0, 0, 23e-3);
  carom_scene *scene = staged(s);
  const double step = carom_scene_step(scene);
  assert_int_equal(stopped(scene, &err), CAROM_ERR_DIVERGED);
  assert_non_null(strstr(err.text, "too soft for what presses them"));
  assert_non_null(strstr(err.text, "not at fault are the step"));
  carom_scene_destroy(scene);
  s->def.step = 0.5 * step; /* indeed it is not */
  scene = staged(s);
  assert_int_equal(stopped(scene, &err), CAROM_ERR_DIVERGED);
  assert_non_null(strstr(err.text, "too soft for what presses them"));
  carom_scene_destroy(scene);
  free(s);
}

/* Two spheres that adhere with more than their law can hold apart: a law of its own, and a model
 * beside another one. */
static void too_much_adhesion(void **state)
{
  (void)state;
  for (int model = 0; model < 2; model++) {
    stage *s = stage_new();
    carom_error err = {.code = CAROM_OK};
    add_grain(s, 1e-3, 0, 0, 0);
    add_grain(s, 1e-3, 1.999e-3, 0, 0);
    s->material[0].young = 1e7;
    s->contact[0].normal.law = model ? "tsuji" : "jkr";
    set(&s->contact[0].normal, "damping_ratio", 0.1);
    if (model) s->contact[0].adhesion.model = "dmt";
    carom_stage_def *adhesion = &s->contact[0].adhesion;
    if (model)
      carom_tangential_set(adhesion, "work_of_adhesion", 1e6);
    else
      set(&s->contact[0].normal, "work_of_adhesion", 1e6);
    s->def.step = 2e-8;
    carom_scene *scene = staged(s);
    assert_int_equal(stopped(scene, &err), CAROM_ERR_DIVERGED);
    assert_non_null(strstr(err.text, "too soft for what they adhere with"));
    assert_non_null(strstr(err.text, "less adhesion"));
    assert_null(strstr(err.text, "nan"));
    carom_scene_destroy(scene);
    free(s);
  }
}

/* Two equal spheres that meet too fast for their law, and in steps that are too long for it. */
static void speed_and_step(void **state)
{
  (void)state;
  stage *s = stage_new();
  carom_error err = {.code = CAROM_OK};
  s->contact[0].normal.speed = 0.1;
  add_grain(s, 1e-3, 0, 0, 0)->velocity[0] = 60;
  add_grain(s, 1e-3, 2.5e-3, 0, 0);
  s->def.step = 1e-7;
  carom_scene *scene = staged(s);
  assert_int_equal(stopped(scene, &err), CAROM_ERR_DIVERGED);
  assert_non_null(strstr(err.text, "too soft for their speed"));
  carom_scene_destroy(scene);
  s->def.step = CAROM_UNSET;
  scene = staged(s);
  const double chosen = carom_scene_step(scene);
  carom_scene_destroy(scene);
  s->particle[0].velocity[0] = 5; /* 0.6 mm in a step: 0.55 mm deep at once */
  s->particle[1].position[0] = 2.05e-3;
  s->def.step = 1.2e-4;
  scene = staged(s);
  assert_int_equal(stopped(scene, &err), CAROM_ERR_DIVERGED);
  char text[64];
  snprintf(text, sizeof text, "without a given step it is %.3g s", chosen);
  if (!strstr(err.text, "the step is too long") || !strstr(err.text, text))
    fail_msg("%s", err.text);
  carom_scene_destroy(scene);
  free(s);
}

/* Hertz: d = (F/K)^(2/3) under a load, (5 E/2 K)^(2/5) for an energy. */
static void pressing_is_foreseen(void **state)
{
  (void)state;
  stage *s = stage_new();
  carom_scene_pressed p;
  const double small = 1e-3, large = 5e-3, density = s->material[0].density;
  floor_below(s);
  s->contact[0].normal.speed = 0.7;
  /* a square of 40 mm, the large one in its middle */
  add_grain(s, large, 0, 0, 20e-3);
  for (int i = 0; i < 4; i++)
    add_grain(s, small, i % 2 ? 19e-3 : -19e-3, i / 2 ? 19e-3 : -19e-3, 2e-3);
  carom_scene *scene = staged(s);
  assert_int_equal(carom_scene_foresee(scene, &p, NULL), CAROM_OK);
  const double heavy = density * 4.0 / 3 * pi * pow(large, 3);
  const double rest = 4 * density * 4.0 / 3 * pi * pow(small, 3);
  const double load = 9.81 * (heavy + rest * pi * large * large / (40e-3 * 40e-3));
  const double k = stiffness(s, 0.5 * small); /* two small ones: the softest contact */
  assert_close(p.heaviest, heavy, 1e-12);
  assert_close(p.load, load, 1e-12);
  assert_close(p.radius, small, 1e-12);
  assert_close(p.resting, pow(load / k, 2.0 / 3) / small, 1e-6);
  assert_close(p.struck, pow(1.25 * heavy * 0.7 * 0.7 / k, 0.4) / small, 1e-6);
  assert_int_equal(p.between[0], 0);
  assert_false(p.wall);
  carom_scene_destroy(scene);
  free(s);
}

static void broken_gravity(void *user, double time, double g[3])
{
  const double *when = user;
  g[0] = g[1] = 0;
  g[2] = time >= *when ? NAN : -9.81;
}

static void gravity_that_is_no_number_moves_nothing(void **state)
{
  (void)state;
  stage *s = stage_new();
  carom_scene *scene = NULL;
  carom_error err = {.code = CAROM_OK};
  double when = 0;
  add_grain(s, 1e-3, 0, 0, 0);
  add_grain(s, 1e-3, 5e-3, 0, 0);
  s->def.step = 1e-6;
  s->def.gravity_at = broken_gravity;
  s->def.gravity_user = &when;
  assert_int_equal(carom_scene_create(&s->def, &scene, &err), CAROM_ERR_DIVERGED);
  assert_string_equal(err.where, "gravity");
  assert_null(scene);
  when = 2.5e-6;
  scene = staged(s);
  assert_int_equal(carom_scene_advance_steps(scene, 10, &err), CAROM_ERR_DIVERGED);
  assert_string_equal(err.where, "gravity");
  assert_int_equal(carom_scene_steps(scene), 3);
  for (int i = 0; i < 2; i++)
    assert_true(isfinite(carom_scene_sample(scene).grain[i].position[2]) &&
                isfinite(carom_scene_sample(scene).grain[i].velocity[2]));
  assert_int_equal(carom_scene_advance_steps(scene, 1, &err), CAROM_ERR_DIVERGED);
  carom_scene_destroy(scene);
  free(s);
}

static void a_box_needs_all_its_faces(void **state)
{
  (void)state;
  stage *s = stage_new();
  carom_scene *scene = NULL;
  carom_error err = {.code = CAROM_OK};
  add_grain(s, 1e-3, 0, 0, 0);
  s->def.step = 1e-6;
  s->def.walls = 1;
  s->wall[0].shape = CAROM_WALL_BOX;
  for (int side = 0; side < 2; side++) {
    for (int k = 0; k < 3; k++) {
      s->wall[0].low[k] = side ? -1 : carom_scene_wall_default().low[k];
      s->wall[0].high[k] = side ? carom_scene_wall_default().high[k] : 1;
    }
    assert_int_equal(carom_scene_create(&s->def, &scene, &err), CAROM_ERR_MISSING);
    assert_string_equal(err.where, "wall[0]");
    assert_non_null(strstr(err.text, side ? "high[0] is none" : "low[0] is none"));
  }
  for (int k = 0; k < 3; k++)
    s->wall[0].low[k] = k == 2 ? -1 : -INFINITY, s->wall[0].high[k] = INFINITY;
  assert_int_equal(carom_scene_create(&s->def, &scene, &err), CAROM_OK); /* an open one: a floor */
  carom_scene_destroy(scene);
  free(s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_small_grain_under_a_heavy_one),
      cmocka_unit_test(too_much_adhesion),
      cmocka_unit_test(speed_and_step),
      cmocka_unit_test(pressing_is_foreseen),
      cmocka_unit_test(gravity_that_is_no_number_moves_nothing),
      cmocka_unit_test(a_box_needs_all_its_faces),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
