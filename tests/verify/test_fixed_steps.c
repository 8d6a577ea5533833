/* SPDX-License-Identifier: MIT */
/* Steps of a fixed length: which are refused, and what restitution the others leave. */
#include "scenes.h"

static const double speed = 1, radius = 5e-3;

typedef struct setting {
  carom_bead bead[8];
  carom_contact_def contact;
  carom_chain_def def;
} setting;

static void chain_of(setting *s, int beads, const char *law)
{
  for (int i = 0; i < beads; i++) {
    s->bead[i] = carom_bead_default();
    s->bead[i].body.radius = radius;
  }
  s->bead[0].velocity = speed;
  s->contact = carom_contact_default();
  s->contact.law = law;
  s->contact.speed = speed;
  s->def = carom_chain_default();
  s->def.bead = s->bead;
  s->def.beads = beads;
  s->def.contact = &s->contact;
  s->def.contacts = 1;
}

static carom_chain *created(const setting *s)
{
  carom_chain *chain = NULL;
  carom_error err;
  if (carom_chain_create(&s->def, &chain, &err) != CAROM_OK)
    fail_msg("%s: %s", err.where, err.text);
  return chain;
}

/* 2/omega of two equal balls that press each other by d: F = K d^(3/2), m* = m/2. */
static double hertz_limit(double d)
{
  const carom_material m = carom_material_default();
  const double modulus = m.young / (2 * (1 - m.poisson * m.poisson));
  const double k = 4.0 / 3 * modulus * sqrt(0.5 * radius);
  const double mass = 0.5 * m.density * 4.0 / 3 * pi * radius * radius * radius;
  return 2 * sqrt(mass / (1.5 * k * sqrt(d)));
}

/* The largest overlap of the impact: K d^(5/2) 2/5 = m* v^2/2. */
static double hertz_depth(void)
{
  const carom_material m = carom_material_default();
  const double modulus = m.young / (2 * (1 - m.poisson * m.poisson));
  const double k = 4.0 / 3 * modulus * sqrt(0.5 * radius);
  const double mass = 0.5 * m.density * 4.0 / 3 * pi * radius * radius * radius;
  return pow(1.25 * mass * speed * speed / k, 0.4);
}

static void the_limit_is_that_of_the_stiffest_contact(void **state)
{
  (void)state;
  setting s;
  chain_of(&s, 4, "hertz");
  carom_chain *chain = created(&s);
  const double struck = hertz_limit(hertz_depth());
  assert_close(carom_chain_step_limit(chain), struck, 0.01);
  carom_chain_destroy(chain);
  /* one pressed ten times deeper at the start: stiffer by the fourth root of ten in time */
  s.bead[2].gap = -10 * hertz_depth();
  chain = created(&s);
  assert_close(carom_chain_step_limit(chain), struck / pow(10, 0.25), 0.01);
  carom_chain_destroy(chain);
  /* the same in fixed steps over blocks, which keep their contacts otherwise */
  s.def.integrator = CAROM_CHAIN_VERLET;
  s.def.step = 1e-8;
  chain = created(&s);
  carom_chain_pacing pace;
  assert_close(carom_chain_step_limit(chain), struck / pow(10, 0.25), 0.01);
  assert_int_equal(carom_chain_pace(chain, &pace, NULL), CAROM_OK);
  assert_int_equal(pace.contact, 1);
  carom_chain_destroy(chain);
  /* unloading of a spring that is four times as stiff then */
  chain_of(&s, 2, "walton-braun");
  set(&s.contact, "restitution", 0.5);
  set(&s.contact, "loading_stiffness", 1e6);
  chain = created(&s);
  const double mass = 0.5 * carom_material_default().density * 4.0 / 3 * pi * pow(radius, 3);
  assert_close(carom_chain_step_limit(chain), 2 * sqrt(mass / 4e6), 0.01);
  carom_chain_destroy(chain);
}

static void longer_steps_are_refused(void **state)
{
  (void)state;
  static const carom_chain_integrator schemes[] = {CAROM_CHAIN_VERLET, CAROM_CHAIN_EULER_TRAPEZOID,
                                                   CAROM_CHAIN_RK45, CAROM_CHAIN_GEAR5};
  for (int k = 0; k < COUNT(schemes); k++) {
    setting s;
    carom_chain *chain = NULL;
    carom_error err;
    chain_of(&s, 4, "hertz");
    s.def.integrator = schemes[k];
    s.def.step = 1.02 * hertz_limit(hertz_depth());
    assert_int_equal(carom_chain_create(&s.def, &chain, &err), CAROM_ERR_RANGE);
    assert_string_equal(err.where, "run.step");
    assert_non_null(strstr(err.text, "the largest step that can work is"));
    s.def.any_step = true;
    assert_int_equal(carom_chain_create(&s.def, &chain, &err), CAROM_OK);
    carom_chain_destroy(chain);
    s.def.any_step = false;
    s.def.step = 0.98 * hertz_limit(hertz_depth());
    assert_int_equal(carom_chain_create(&s.def, &chain, &err), CAROM_OK);
    carom_chain_destroy(chain);
  }
}

/* What is delivered is what happens: two balls in the same steps, touching at 32 phases of one. */
static void the_restitution_is_that_of_real_impacts(void **state)
{
  (void)state;
  static const carom_chain_integrator schemes[] = {CAROM_CHAIN_VERLET, CAROM_CHAIN_RK45,
                                                   CAROM_CHAIN_GEAR5};
  enum { PHASES = 32 };
  for (int k = 0; k < COUNT(schemes); k++) {
    setting s;
    carom_chain_pacing pace;
    double mean = 0;
    chain_of(&s, 2, "tsuji");
    set(&s.contact, "restitution", 0.6);
    s.def.integrator = schemes[k];
    s.def.step = 0.4 * hertz_limit(hertz_depth());
    carom_chain *chain = created(&s);
    assert_int_equal(carom_chain_pace(chain, &pace, NULL), CAROM_OK);
    carom_chain_destroy(chain);
    assert_close(pace.resolved, 0.6, 1e-6);
    assert_true(pace.duration > 4 * s.def.step && pace.duration < 8 * s.def.step);
    for (int p = 0; p < PHASES; p++) {
      s.bead[1].gap = (p + 0.5) / PHASES * s.def.step * speed;
      chain = created(&s);
      assert_int_equal(carom_chain_advance(chain, 3 * pace.duration, NULL), CAROM_OK);
      const double *v = carom_chain_velocity(chain);
      mean += (v[1] - v[0]) / speed / PHASES;
      carom_chain_destroy(chain);
    }
    assert_close(pace.delivered, mean, 1e-6);
    assert_true(fabs(pace.delivered - 0.6) > 1e-4 && pace.spread > 0);
  }
}

/* Two spheres in space: the same limit, refused by the scene, which names the step it would take.
 */
static void scenes_refuse_them_as_well(void **state)
{
  (void)state;
  stage *s = stage_new();
  carom_scene *scene = NULL;
  carom_error err;
  s->material[0] = carom_material_default();
  s->contact[0].normal.speed = speed;
  add_grain(s, radius, 0, 0, 0)->velocity[0] = speed;
  add_grain(s, radius, 2.01 * radius, 0, 0);
  scene = staged(s);
  const double chosen = carom_scene_step(scene);
  carom_scene_destroy(scene);
  s->def.step = 1.02 * hertz_limit(hertz_depth());
  assert_int_equal(carom_scene_create(&s->def, &scene, &err), CAROM_ERR_RANGE);
  assert_string_equal(err.where, "run.step");
  char text[64];
  snprintf(text, sizeof text, "without a given step %.3g s is chosen", chosen);
  assert_non_null(strstr(err.text, text));
  s->def.any_step = true;
  assert_int_equal(carom_scene_create(&s->def, &scene, &err), CAROM_OK);
  carom_scene_destroy(scene);
  s->def.any_step = false;
  s->def.step = 0.98 * hertz_limit(hertz_depth());
  assert_int_equal(carom_scene_create(&s->def, &scene, &err), CAROM_OK);
  carom_scene_destroy(scene);
  /* pressed at the start, ten times as deep as an impact would */
  s->particle[1].position[0] = 2 * radius - 10 * hertz_depth();
  assert_int_equal(carom_scene_create(&s->def, &scene, &err), CAROM_ERR_RANGE);
  s->def.step = 0.98 * hertz_limit(10 * hertz_depth());
  assert_int_equal(carom_scene_create(&s->def, &scene, &err), CAROM_OK);
  carom_scene_destroy(scene);
  free(s);
}

SUITE("fixed steps", the_limit_is_that_of_the_stiffest_contact, longer_steps_are_refused,
      the_restitution_is_that_of_real_impacts, scenes_refuse_them_as_well)
