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

/* A sphere that rests on the floor and can turn or slide, but for what one model of a stage allows.
 */
static const double ball = 5e-3;

static double ball_mass(void)
{
  return 2500 * 4.0 / 3 * pi * ball * ball * ball;
}

static double sag(const stage *s)
{
  return pow(9.81 * ball_mass() / stiffness(s, ball), 2.0 / 3);
}

typedef struct holding {
  const char *stage, *model, *spring, *dashpot;
  double stiffness, damping; /* settings of these names */
} holding;

static stage *held_by(const holding *h, bool damped, bool half)
{
  stage *s = stage_new();
  const bool rolls = !strcmp(h->stage, "rolling"), twists = !strcmp(h->stage, "twisting");
  carom_stage_def *of = rolls    ? &s->contact[0].rolling
                        : twists ? &s->contact[0].twisting
                                 : &s->contact[0].tangential;
  floor_below(s);
  add_grain(s, ball, 0, 0, ball - sag(s));
  s->contact[0].normal.speed = 1e-6; /* impacts press less than the weight does */
  s->def.velocity = half ? CAROM_VELOCITY_HALF : CAROM_VELOCITY_PREDICTED;
  of->model = h->model;
  carom_tangential_set(of, "friction", 1e3);
  if (h->spring) carom_tangential_set(of, h->spring, h->stiffness * (damped ? 1e-6 : 1));
  if (h->dashpot) carom_tangential_set(of, h->dashpot, damped ? h->damping : 0);
  return s;
}

/* How much faster it moves after 200 steps, if it is set going. */
static double growth(stage *s, const holding *h, double step)
{
  carom_scene_particle *p = &s->particle[0];
  const bool slides = !strcmp(h->stage, "tangential");
  const double slip = 1e-12;
  p->velocity[0] = slides ? slip : 0;
  p->spin[1] = !strcmp(h->stage, "rolling") ? slip / ball : 0;
  p->spin[2] = !strcmp(h->stage, "twisting") ? slip / ball : 0;
  s->def.step = step;
  s->def.any_step = true;
  carom_scene *scene = staged(s);
  play(scene, 200);
  const carom_scene_grain g = carom_scene_sample(scene).grain[0];
  carom_scene_destroy(scene);
  return (fabs(g.velocity[0]) + ball * (fabs(g.spin[1]) + fabs(g.spin[2]))) / slip;
}

/* A spring k on the inertia I gains energy from steps of 2 sqrt(I/k) on, a dashpot c from 2 I/c on;
 * where velocities are predicted, from sqrt(2 I/k) and I/c on. */
static void springs_beside_the_law(void **state)
{
  (void)state;
  static const holding held[] = {
      {"rolling", "sds", "stiffness", "damping_coefficient", 1e6, 30},
      {"rolling", "elastic-plastic", "stiffness", "damping_ratio", 10, 1e3},
      {"twisting", "spring-slider", "stiffness", "damping_ratio", 10, 1e3},
      {"twisting", "marshall", "stiffness", "damping_rate", 1e14, 1e12},
      {"tangential", "linear", "stiffness", NULL, 1e6, 0},
      {"tangential", "mindlin", NULL, "damping_rate", 0, 1e12},
      {"tangential", "mindlin-secant", "stiffness", "damping_rate", 1e10, 1e12}};
  for (int k = 0; k < COUNT(held); k++)
    for (int variant = 0; variant < 4; variant++) {
      const holding *const h = &held[k];
      const bool damped = variant & 1, half = variant & 2;
      if (damped && !h->dashpot) continue;
      stage *s = held_by(h, damped, half);
      const double m = ball_mass(), a = sqrt(ball * sag(s)), set = h->stiffness;
      const double shear = s->material[0].young / (2 * 1.3) / (2 * 1.7);
      const bool slides = !strcmp(h->stage, "tangential");
      const double inertia = slides ? 2.0 / 7 * m : 0.4 * m * ball * ball;
      const double critical = 2 * h->damping * sqrt(m * ball * ball * set * 1e-6);
      const double of_springs[] = {set * ball * ball, set,    set, 0.5 * set * a * a * a, set,
                                   8 * shear * a,     set * a};
      const double of_dashpots[] = {h->damping * ball * ball,
                                    sqrt(1.4) * critical,
                                    sqrt(0.4) * critical,
                                    0.5 * h->damping * m * a * a * a,
                                    0,
                                    h->damping * m * a,
                                    h->damping * m * a};
      const double limit = damped ? (half ? 2 : 1) * inertia / of_dashpots[k]
                                  : (half ? 2 : sqrt(2)) * sqrt(inertia / of_springs[k]);
      carom_error err = {.code = CAROM_OK};
      carom_scene *scene = NULL;
      char named[64];
      double told = 0;
      s->def.step = 5 * limit;
      assert_int_equal(carom_scene_create(&s->def, &scene, &err), CAROM_ERR_RANGE);
      assert_string_equal(err.where, "run.step");
      snprintf(named, sizeof named, "the %s model '%s' gains energy", h->stage, h->model);
      if (!strstr(err.text, named)) fail_msg("%s %s: %s", h->stage, h->model, err.text);
      assert_int_equal(sscanf(strstr(err.text, "work is "), "work is %lf s", &told), 1);
      /* gains of less than 7 % in a step are let pass: with a dashpot that is a little longer */
      assert_true(told > 0.99 * limit && told < (damped ? 1.07 : 1.01) * limit);
      assert_true(growth(s, h, 0.95 * limit) < 2);
      assert_true(growth(s, h, 1.1 * limit) > 1e4);
      free(s);
    }
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
      cmocka_unit_test(springs_beside_the_law),
      cmocka_unit_test(pressing_is_foreseen),
      cmocka_unit_test(gravity_that_is_no_number_moves_nothing),
      cmocka_unit_test(a_box_needs_all_its_faces),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
