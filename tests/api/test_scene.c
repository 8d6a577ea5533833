/* SPDX-License-Identifier: MIT */
/* Scenes through the public header: what can be asked, and what bad input is told. */
#include "scenes.h"
#include "suite.h"

static void refused(const stage *s, carom_status code, const char *where, const char *word)
{
  carom_scene *scene = (carom_scene *)s;
  carom_error err = {.code = CAROM_OK};
  assert_int_equal(carom_scene_create(&s->def, &scene, &err), code);
  assert_null(scene);
  if (!strstr(err.where, where) || !strstr(err.text, word))
    fail_msg("%s: %s (expected %s: ...%s...)", err.where, err.text, where, word);
}

static stage *pair_of_grains(void)
{
  stage *s = stage_new();
  add_grain(s, 1e-3, 0, 0, 0);
  add_grain(s, 1e-3, 1.99e-3, 0, 0);
  s->def.step = 1e-6;
  return s;
}

static void bad_input(void **state)
{
  (void)state;
  stage *s = pair_of_grains();
  const stage good = *s;
  carom_scene_force force = carom_scene_force_default();
  carom_scene_bond bond = carom_scene_bond_default();
  force.kind = (carom_force_kind)99;
  bond.young = 1e9;
  bond.model = (carom_bond_model)99;
#define AGAIN(change, code, where, word)                                                           \
  do {                                                                                             \
    *s = good;                                                                                     \
    s->def.material = s->material;                                                                 \
    change;                                                                                        \
    refused(s, code, where, word);                                                                 \
  } while (0)
  AGAIN(s->def.cookie = 0, CAROM_ERR_ARGUMENT, "scene", "carom_scene_default");
  AGAIN(s->def.particles = 0, CAROM_ERR_MISSING, "particles", "needed");
  AGAIN(s->def.materials = 0, CAROM_ERR_MISSING, "materials", "needed");
  AGAIN(s->particle[1].material = 1, CAROM_ERR_RANGE, "particle[1]", "no material 1");
  AGAIN(s->particle[1].radius = 0, CAROM_ERR_RANGE, "particle[1]", "radius");
  AGAIN(s->particle[0].velocity[2] = NAN, CAROM_ERR_RANGE, "particle[0]", "numbers");
  AGAIN(s->def.high[0] = 1e-3, CAROM_ERR_RANGE, "particle[1]", "outside the domain");
  AGAIN(s->def.periodic[1] = true, CAROM_ERR_MISSING, "domain", "both ends");
  AGAIN((s->def.periodic[1] = true, s->def.low[1] = -1e-3, s->def.high[1] = 1e-3), CAROM_ERR_RANGE,
        "domain", "too short");
  AGAIN(s->def.step = -1, CAROM_ERR_RANGE, "step", "out of range");
  AGAIN(s->def.skin = 0, CAROM_ERR_RANGE, "skin", "out of range");
  AGAIN(s->def.overlap_limit = 2, CAROM_ERR_RANGE, "overlap_limit", "out of range");
  AGAIN(s->def.threads = -1, CAROM_ERR_RANGE, "threads", "1 to 256");
  AGAIN(s->def.threads = CAROM_THREADS_MAX + 1, CAROM_ERR_RANGE, "threads", "1 to 256");
  AGAIN(s->def.gravity[0] = INFINITY, CAROM_ERR_RANGE, "gravity", "numbers");
  AGAIN(s->def.velocity = (carom_scene_velocity)2, CAROM_ERR_RANGE, "velocity", "middle");
  AGAIN(s->def.leaves = (carom_scene_leaves)-1, CAROM_ERR_RANGE, "leaves", "deleted");
  AGAIN((s->def.force = &force, s->def.forces = 1), CAROM_ERR_RANGE, "force[0].kind", "kind 99");
  AGAIN((s->def.bond = &bond, s->def.bonds = 1), CAROM_ERR_RANGE, "bond[0].model", "model");
  AGAIN(s->contact[0].normal.settings = -1, CAROM_ERR_ARGUMENT, "setting", "fewer settings");
  AGAIN(s->def.contacts = 0, CAROM_ERR_MISSING, "contact", "materials 0 and 0 can meet");
  AGAIN((s->def.contacts = 0, s->material[0].name = "glass"), CAROM_ERR_MISSING, "contact",
        "'glass' and 'glass' can meet");
  AGAIN((s->contact[0].tangential.model = "linear", s->material[0].name = "glass"),
        CAROM_ERR_MISSING, "contact[0].stiffness", "'glass' and 'glass'");
  AGAIN(s->contact[0].normal.law = "hurtz", CAROM_ERR_UNKNOWN, "law", "hertz");
  AGAIN(s->contact[0].tangential.model = "mindlen", CAROM_ERR_UNKNOWN, "tangential", "mindlin");
  AGAIN(s->contact[0].tangential.model = "linear", CAROM_ERR_MISSING, "stiffness", "linear");
  AGAIN((s->contact[0].tangential.model = "mindlin",
         carom_tangential_set(&s->contact[0].tangential, "frictoin", 1)),
        CAROM_ERR_UNKNOWN, "frictoin", "friction");
  AGAIN((s->contact[0].tangential.model = "mindlin",
         carom_tangential_set(&s->contact[0].tangential, "tangential_restitution", 0.5),
         carom_tangential_set(&s->contact[0].tangential, "damping_rate", 1e3)),
        CAROM_ERR_CONFLICT, "tangential_restitution", "damping_rate");
  AGAIN((s->def.walls = 1, s->wall[0].direction[2] = 0), CAROM_ERR_RANGE, "wall[0].direction",
        "direction");
  AGAIN((s->def.walls = 1, s->wall[0].material = 9), CAROM_ERR_RANGE, "wall[0]", "no material 9");
  AGAIN((s->def.walls = 1, s->wall[0].shape = CAROM_WALL_CYLINDER), CAROM_ERR_RANGE, "wall[0]",
        "radius");
  AGAIN((s->particle[1].position[0] = 0.9e-3), CAROM_ERR_DIVERGED, "particle[0] and particle[1]",
        "overlap");
  AGAIN((s->particle[1].position[0] = 0), CAROM_ERR_DIVERGED, "particle[0] and particle[1]",
        "same position");
#undef AGAIN
  assert_int_not_equal(carom_scene_create(&s->def, NULL, NULL), CAROM_OK);
  free(s);
}

/* A box of 40 mm that is periodic along x, grains in the middle, one wall as given. */
static stage *across(carom_wall_shape shape)
{
  stage *s = pair_of_grains();
  for (int k = 0; k < 3; k++) {
    s->def.low[k] = -20e-3;
    s->def.high[k] = 20e-3;
  }
  s->def.periodic[0] = true;
  s->def.walls = 1;
  s->wall[0].shape = shape;
  s->wall[0].name = "bar";
  s->wall[0].point[2] = -5e-3;
  return s;
}

static void plane_of(stage *s, double x, double y, double z)
{
  s->wall[0].direction[0] = x;
  s->wall[0].direction[1] = y;
  s->wall[0].direction[2] = z;
}

static void box_of(stage *s, double x, double room)
{
  for (int k = 0; k < 3; k++) {
    s->wall[0].low[k] = k == 0 ? -x : -room;
    s->wall[0].high[k] = k == 0 ? x : room;
  }
}

static void accepted(stage *s)
{
  carom_scene_destroy(staged(s));
  free(s);
}

static void conflicting(stage *s)
{
  refused(s, CAROM_ERR_CONFLICT, "wall[0]", "wall 'bar' crosses x, which is periodic");
  free(s);
}

/* Walls are not repeated: those that a periodic border would cut are refused, others are not. */
static void walls_and_periods(void **state)
{
  (void)state;
  static const double tilts[][3] = {{0, 0, 1}, {0, 1, 1}, {0.3, 0, 1}, {1e-3, 0, 1}, {1, 0, 0}};
  for (int i = 0; i < 5; i++) { /* planes along x do, others do not, wherever they stand */
    stage *s = across(CAROM_WALL_PLANE);
    plane_of(s, tilts[i][0], tilts[i][1], tilts[i][2]);
    s->wall[0].point[0] = tilts[i][0] == 1 ? -10e-3 : 0;
    if (i < 2)
      accepted(s);
    else
      conflicting(s);
  }
  stage *s = across(CAROM_WALL_PLANE); /* tilted, but far below the whole domain */
  plane_of(s, 0.3, 0, 1);
  s->wall[0].point[2] = -40e-3;
  accepted(s);
  s = across(CAROM_WALL_PLANE); /* the same, but there is no end below */
  plane_of(s, 0.3, 0, 1);
  s->wall[0].point[2] = -40e-3;
  s->def.low[2] = CAROM_UNSET;
  conflicting(s);
  s = across(CAROM_WALL_BOX); /* on the borders: grains would touch through its faces */
  box_of(s, 20e-3, 20e-3);
  conflicting(s);
  s = across(CAROM_WALL_BOX); /* grains cannot come to the borders */
  box_of(s, 19e-3, 20e-3);
  accepted(s);
  s = across(CAROM_WALL_BOX); /* no faces across x */
  box_of(s, -CAROM_UNSET, 20e-3);
  accepted(s);
  s = across(CAROM_WALL_CYLINDER); /* along x */
  s->wall[0].radius = 10e-3;
  plane_of(s, 1, 0, 0);
  accepted(s);
  for (int inside = 0; inside < 2; inside++) { /* a bar in a flow, or a drum */
    static const double places[] = {0, 13e-3, 15.6e-3, 16e-3, 20e-3, -16e-3};
    for (int i = 0; i < 6; i++) {
      s = across(CAROM_WALL_CYLINDER);
      s->def.low[1] = CAROM_UNSET;
      s->def.high[1] = -CAROM_UNSET;
      s->wall[0].radius = inside ? 4e-3 : 3e-3;
      s->wall[0].outside = !inside;
      s->wall[0].point[0] = places[i];
      s->wall[0].point[2] = inside ? 0 : -8e-3;
      plane_of(s, 0, 1, 0);
      if (inside) s->particle[0].position[0] = places[i] > 0 ? places[i] : places[i] + 0.5e-3;
      if (inside) s->particle[1].position[0] = s->particle[0].position[0] - 1.99e-3;
      /* r = 1 mm, skin 0.25 mm: more than 1.25 mm of the bar, 0.25 mm of the drum */
      if (i < 3)
        accepted(s);
      else
        conflicting(s);
    }
  }
  s = across(CAROM_WALL_CYLINDER); /* one that leans into the next period */
  s->wall[0].radius = 3e-3;
  s->wall[0].outside = true;
  s->wall[0].point[2] = -8e-3;
  plane_of(s, 0.1, 1, 0);
  conflicting(s);
}

/* A run that goes wrong says which particle, when and why, and can still be read. */
static void guards(void **state)
{
  (void)state;
  stage *s = pair_of_grains();
  carom_error err = {.code = CAROM_OK};
  s->particle[1].position[0] = 4e-3;
  s->particle[1].velocity[0] = -300;
  carom_scene *scene = staged(s);
  assert_int_equal(carom_scene_advance_steps(scene, 1000, &err), CAROM_ERR_DIVERGED);
  assert_string_equal(err.where, "overlap");
  assert_non_null(strstr(err.text, "particle"));
  assert_true(carom_scene_steps(scene) > 0 && carom_scene_steps(scene) < 100);
  assert_true(isfinite(carom_scene_sample(scene).grain[1].position[0]));
  assert_int_equal(carom_scene_advance_steps(scene, 1, &err), CAROM_ERR_DIVERGED);
  carom_scene_destroy(scene);

  /* thrown apart in the same step, out of reach when it is looked at */
  const double young = s->material[0].young;
  s->def.any_step = true;
  s->material[0].young = 9e13;
  s->particle[1].velocity[0] = -900;
  scene = staged(s);
  assert_int_equal(carom_scene_advance_steps(scene, 1000, &err), CAROM_ERR_DIVERGED);
  assert_string_equal(err.where, "overlap");
  assert_non_null(strstr(err.text, "particle 0 and particle 1 overlap by 0.0007 m at 3e-06 s"));
  assert_close(carom_scene_sample(scene).grain[1].position[0], 1.3e-3, 1e-9);
  carom_scene_destroy(scene);
  s->material[0].young = young;

  /* faster than any contact could be seen */
  s->particle[1].velocity[0] = -3000;
  scene = staged(s);
  assert_int_equal(carom_scene_advance_steps(scene, 1000, &err), CAROM_ERR_DIVERGED);
  assert_string_equal(err.where, "particle");
  assert_non_null(
      strstr(err.text, "(id 2) has 3000 m/s at 1e-06 s and moves by 0.003 m in a step"));
  carom_scene_destroy(scene);

  s->particle[1].velocity[0] = 3;
  s->def.high[0] = 0.1;
  scene = staged(s);
  assert_int_equal(carom_scene_advance_steps(scene, 100000, &err), CAROM_ERR_DIVERGED);
  assert_non_null(strstr(err.text, "left the domain"));
  assert_non_null(strstr(err.text, "id 2"));
  carom_scene_destroy(scene);
  carom_scene_destroy(NULL);
  free(s);
}

/* The fastest contact: two that meet, against a pair that is close and faster, but does not touch,
 * and a floor that a third one meets more slowly. */
static void fastest_contact(void **state)
{
  (void)state;
  stage *s = pair_of_grains();
  s->particle[1].position[0] = 2.1e-3;
  s->particle[1].velocity[0] = -3;
  add_grain(s, 1e-3, 0, 5e-3, 0)->velocity[1] = 1;
  add_grain(s, 1e-3, 0, 7.001e-3, 0)->velocity[1] = 6;
  add_grain(s, 1e-3, 9e-3, 0, 2e-3)->velocity[2] = -2;
  s->wall[0].point[2] = -2e-3;
  s->def.walls = 1;
  carom_scene *scene = staged(s);
  assert_true(carom_scene_fastest(scene) == 0);
  play(scene, 60);
  assert_close(carom_scene_fastest(scene), 3, 1e-12);
  play(scene, 5000);
  assert_close(carom_scene_fastest(scene), 3, 1e-12);
  carom_scene_destroy(scene);
  s->particle[4].velocity[2] = -5;
  scene = staged(s);
  play(scene, 1000);
  assert_close(carom_scene_fastest(scene), 5, 1e-12);
  carom_scene_destroy(scene);
  free(s);
}

typedef struct seen {
  int count;
  carom_scene_touch last;
} seen;

static void see(void *user, const carom_scene_touch *touch)
{
  seen *all = user;
  all->count++;
  all->last = *touch;
}

static void what_can_be_asked(void **state)
{
  (void)state;
  stage *s = pair_of_grains();
  s->def.walls = 1;
  s->wall[0].name = "floor";
  s->wall[0].point[2] = -2e-3;
  s->particle[0].spin[1] = 5;
  make_rough(&s->contact[0], 0.9, 0.5);
  carom_scene *scene = staged(s);
  seen all = {0};
  carom_scene_wall_state wall;
  assert_int_equal(carom_scene_particles(scene), 2);
  assert_int_equal(carom_scene_walls(scene), 1);
  assert_close(carom_scene_step(scene), 1e-6, 0);
  assert_int_equal(carom_scene_contacts(scene, see, &all), 1);
  assert_int_equal(all.count, 1);
  assert_int_equal(all.last.a + all.last.b, 1);
  assert_int_equal(all.last.wall, -1);
  assert_close(all.last.overlap, 1e-5, 1e-9);
  assert_close(fabs(all.last.normal[0]), 1, 1e-12);
  /* Hertz: (4/3) E* sqrt(R*) d^(3/2) */
  assert_close(all.last.force.elastic, 4.0 / 3 * 1e7 / (2 * 0.91) * sqrt(0.5e-3) * pow(1e-5, 1.5),
               1e-6);
  play(scene, 20);
  const carom_scene_view now = carom_scene_sample(scene);
  assert_int_equal(now.count, 2);
  assert_int_equal(now.stride, sizeof(carom_scene_grain));
  assert_int_equal(now.grain[1].id, 2);
  assert_true(now.grain[0].velocity[0] < 0 && now.grain[1].velocity[0] > 0);
  assert_close(now.grain[0].force[0], -now.grain[1].force[0], 1e-12);
  assert_close(carom_scene_time(scene), 20e-6, 1e-12);
  assert_int_equal(carom_scene_sample_wall(scene, 0, &wall, NULL), CAROM_OK);
  assert_string_equal(wall.name, "floor");
  assert_true(wall.force[2] == 0);
  assert_int_not_equal(carom_scene_sample_wall(scene, 1, &wall, NULL), CAROM_OK);
  const carom_scene_counters work = carom_scene_stats(scene);
  assert_true(work.bytes > 1000);
  /* at least nine numbers of both grains, both ways; no more than what is held, both ways */
  assert_true(work.bytes_per_step > 2 * 2 * 9 * sizeof(double) &&
              work.bytes_per_step < 2 * (double)work.bytes);
  const uint64_t hash = carom_scene_hash(scene);
  assert_true(hash == carom_scene_hash(scene));
  play(scene, 1);
  assert_true(hash != carom_scene_hash(scene));
  carom_scene_destroy(scene);
  free(s);
}

/* A missing place is told from a number of which there is none. */
static void what_is_asked_wrongly(void **state)
{
  (void)state;
  stage *s = pair_of_grains();
  carom_error err;
  carom_scene_wall_state wall;
  s->def.walls = 1;
  s->wall[0].point[2] = -2e-3;
  carom_scene *scene = staged(s);
  assert_int_equal(carom_scene_sample_wall(scene, 0, NULL, &err), CAROM_ERR_ARGUMENT);
  assert_string_equal(err.where, "result");
  assert_int_equal(carom_scene_sample_wall(NULL, 0, &wall, &err), CAROM_ERR_ARGUMENT);
  assert_string_equal(err.where, "scene");
  assert_int_equal(carom_scene_sample_wall(scene, 1, &wall, &err), CAROM_ERR_RANGE);
  assert_string_equal(err.where, "wall");
  assert_non_null(strstr(err.text, "the scene has 1"));
  assert_int_equal(carom_scene_set_wall_target(scene, 0, 1, &err), CAROM_ERR_CONFLICT);
  assert_non_null(strstr(err.text, "no servo"));
  carom_scene_destroy(scene);
  free(s);
}

static carom_status advance_it(void *user, carom_scene *scene, carom_error *err)
{
  (*(int *)user)++;
  return carom_scene_advance_steps(scene, 1, err);
}

static carom_status give_up(void *user, carom_scene *scene, carom_error *err)
{
  (void)user, (void)scene, (void)err;
  return CAROM_ERR_IO;
}

static void a_function_that_is_called(void **state)
{
  (void)state;
  stage *s = pair_of_grains();
  carom_error err;
  int calls = 0;
  carom_scene *scene = staged(s);
  assert_int_equal(carom_scene_every(scene, 2, advance_it, &calls, &err), CAROM_OK);
  assert_int_equal(carom_scene_advance_steps(scene, 4, &err), CAROM_ERR_CONFLICT);
  assert_non_null(strstr(err.text, "cannot advance it"));
  assert_int_equal(calls, 1);
  /* an error without words gets some */
  assert_int_equal(carom_scene_every(scene, 1, give_up, NULL, &err), CAROM_OK);
  assert_int_equal(carom_scene_advance_steps(scene, 4, &err), CAROM_ERR_IO);
  assert_int_equal(err.code, CAROM_ERR_IO);
  assert_non_null(strstr(err.text, "ended its advance"));
  assert_int_equal(carom_scene_every(scene, 0, NULL, NULL, &err), CAROM_OK);
  assert_int_equal(carom_scene_advance_steps(scene, 4, &err), CAROM_OK);
  assert_int_equal(carom_scene_steps(scene), 7);
  carom_scene_destroy(scene);
  free(s);
}

static void tangential_models(void **state)
{
  (void)state;
  carom_error err;
  const carom_tangential *model;
  assert_true(carom_tangential_count() >= 3);
  assert_null(carom_tangential_at(-1));
  for (int k = 0; k < carom_tangential_count(); k++) {
    model = carom_tangential_at(k);
    const carom_tangential_info *about = carom_tangential_about(model);
    assert_ptr_equal(carom_tangential_find(about->name), model);
    assert_true(strlen(about->summary) > 10 && strlen(about->equation) > 10);
    assert_true(carom_tangential_fields(model).count > 0);
  }
  assert_null(carom_tangential_find("nothing"));
  assert_int_equal(carom_tangential_named("linaer", &model, &err), CAROM_ERR_UNKNOWN);
  assert_non_null(strstr(err.text, "linear"));
}

SUITE("scene", bad_input, walls_and_periods, guards, fastest_contact, what_can_be_asked,
      what_is_asked_wrongly, a_function_that_is_called, tangential_models)
