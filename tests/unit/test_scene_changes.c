/* SPDX-License-Identifier: MIT */
/* What is changed between two steps: gravity, walls that come and go, friction. Closed forms, the
 * budget, threads, and states that are stored and loaded afterwards. */
#include "memory_archive.h"
#include "scene/scene.h"
#include "scenes.h"

static double mass_of(double r)
{
  return 2500 * 4 / 3.0 * pi * r * r * r;
}

static carom_scene_grain first(carom_scene *scene)
{
  return carom_scene_sample(scene).grain[0];
}

static void set_gravity(carom_scene *scene, double x, double y, double z)
{
  const double g[3] = {x, y, z};
  carom_error err;
  if (carom_scene_set_gravity(scene, g, &err) != CAROM_OK) fail_msg("%s", err.text);
}

static void set_present(carom_scene *scene, int wall, bool present)
{
  carom_error err;
  if (carom_scene_set_wall_present(scene, wall, present, &err) != CAROM_OK)
    fail_msg("%s", err.text);
}

/* Parabolas, one after the other; the steps are exact for them. */
static void gravity_changes_and_velocity_does_not(void **state)
{
  (void)state;
  for (int half = 0; half < 2; half++)
    for (int turning = 0; turning < 2; turning++) {
      stage *s = stage_new();
      add_grain(s, 1e-3, 0, 0, 0)->velocity[1] = 0.3;
      s->def.step = 1e-5;
      s->def.velocity = half ? CAROM_VELOCITY_HALF : CAROM_VELOCITY_PREDICTED;
      s->def.gravity[2] = -9.81;
      s->def.gravity_spin[1] = turning ? 20 : 0;
      carom_scene *scene = staged(s);
      play(scene, 100);
      const carom_scene_grain before = first(scene);
      set_gravity(scene, 3, 0, 1);
      const carom_scene_grain after = first(scene);
      for (int k = 0; k < 3; k++)
        assert_small(after.velocity[k] - before.velocity[k], 1e-17);
      const double t = 250 * s->def.step, g[3] = {3, 0, 1};
      play(scene, 250);
      const carom_scene_grain end = first(scene);
      for (int k = 0; k < 3; k++) {
        assert_small(end.velocity[k] - before.velocity[k] - g[k] * t, 1e-15);
        assert_small(end.position[k] - before.position[k] - before.velocity[k] * t -
                         0.5 * g[k] * t * t,
                     1e-16);
      }
      assert_small(carom_scene_budget(scene).residual, turning ? 1e-12 * 9.81 : 1e-20);
      carom_scene_destroy(scene);
      free(s);
    }
}

/* Gravity changes while a force acts: its work stays what it is. */
static void forces_keep_their_work(void **state)
{
  (void)state;
  carom_scene_force force = carom_scene_force_default();
  stage *s = stage_new();
  add_grain(s, 1e-3, 0, 0, 0);
  force.force[0] = 1e-4;
  s->def.force = &force;
  s->def.forces = 1;
  s->def.step = 1e-4;
  carom_scene *scene = staged(s);
  for (int i = 0; i < 10; i++) {
    set_gravity(scene, 0, i, 0);
    play(scene, 10);
  }
  const carom_scene_energy e = carom_scene_budget(scene);
  const double v = 1e-4 / mass_of(1e-3) * 1e-2;
  assert_close(e.applied, 0.5 * mass_of(1e-3) * v * v, 1e-12);
  assert_small(e.residual, 1e-12 * e.applied);
  carom_scene_destroy(scene);
  free(s);
}

/* A sphere rests; its floor goes: it falls from rest, and what the contact stored goes with the
 * floor. The floor comes back with an overlap, and throws it up. */
static void a_floor_goes_and_comes_back(void **state)
{
  (void)state;
  const double r = 1e-3, g = 9.81;
  stage *s = stage_new();
  add_grain(s, r, 0, 0, r);
  s->contact[0].normal.law = "tsuji";
  set(&s->contact[0].normal, "restitution", 0.5);
  s->def.walls = 1;
  s->def.gravity[2] = -g;
  s->def.step = 5e-6;
  carom_scene *scene = staged(s);
  play(scene, 20000);
  const carom_scene_grain rest = first(scene);
  carom_scene_energy e = carom_scene_budget(scene);
  const double stored = e.elastic, residual = e.residual;
  assert_small(rest.velocity[2], 1e-9);
  set_present(scene, 0, false);
  set_present(scene, 0, false); /* no more absent than that */
  e = carom_scene_budget(scene);
  assert_true(e.elastic == 0);
  assert_close(e.walls, -stored, 1e-9);
  assert_small(e.residual - residual, 1e-9 * stored);
  const double t = 200 * s->def.step;
  play(scene, 200);
  assert_small(first(scene).position[2] - rest.position[2] + 0.5 * g * t * t, 1e-12);
  carom_scene_wall_state w;
  assert_int_equal(carom_scene_sample_wall(scene, 0, &w, NULL), CAROM_OK);
  assert_true(!w.present && w.force[2] == 0);
  set_present(scene, 0, true);
  e = carom_scene_budget(scene);
  assert_true(e.elastic > 100 * stored);
  assert_small(e.residual - residual, 1e-6 * e.elastic);
  const double given = e.elastic;
  play(scene, 100);
  assert_true(first(scene).velocity[2] > 0);
  play(scene, 3000);
  e = carom_scene_budget(scene);
  assert_small(e.residual, 2e-3 * given);
  assert_close(e.walls, given - stored, 1e-9);
  carom_scene_destroy(scene);
  free(s);
}

/* A sliding sphere slows down by mu g; without friction it goes on as it is. */
static void friction_changes(void **state)
{
  (void)state;
  const double r = 1e-3, g = 9.81, mu = 0.3;
  stage *s = stage_new();
  const double stiff = 4 / 3.0 * 1e7 / 1.82 * sqrt(r);
  add_grain(s, r, 0, 0, r - pow(mass_of(r) * g / stiff, 2 / 3.0))->velocity[0] = 1;
  make_rough(&s->contact[0], 0.5, mu);
  s->def.walls = 1;
  s->def.gravity[2] = -g;
  s->def.step = 5e-6;
  carom_scene *scene = staged(s);
  carom_error err;
  play(scene, 2000);
  const double slow = first(scene).velocity[0];
  assert_close(1 - slow, mu * g * 0.01, 2e-2);
  carom_tangential_def other = s->contact[0].tangential;
  carom_tangential_set(&other, "friction", 0);
  assert_int_equal(carom_scene_set_tangential(scene, 0, 0, &other, &err), CAROM_OK);
  play(scene, 2000);
  assert_small(first(scene).velocity[0] - slow, 1e-5);
  carom_tangential_set(&other, "friction", 0.6);
  assert_int_equal(carom_scene_set_tangential(scene, 0, 0, &other, &err), CAROM_OK);
  play(scene, 2000);
  assert_close(slow - first(scene).velocity[0], 0.6 * g * 0.01, 2e-2);
  assert_small(carom_scene_budget(scene).residual, 1e-3 * carom_scene_budget(scene).friction);
  other.model = "linear";
  assert_int_not_equal(carom_scene_set_tangential(scene, 0, 0, &other, &err), CAROM_OK);
  assert_int_not_equal(carom_scene_set_tangential(scene, 0, 1, &s->contact[0].tangential, &err),
                       CAROM_OK);
  carom_scene_destroy(scene);
  free(s);
}

/* A bed under a free lid, in a box with a gate. */
typedef struct bed {
  stage *s;
  carom_scene_body lid;
} bed;

static bed bed_of(void)
{
  enum { SIDE = 8 };
  bed b = {.s = stage_new(), .lid = carom_scene_body_default()};
  const double r = 1e-3, width = SIDE * 2.02 * r;
  stage *s = b.s;
  add_lattice(s, SIDE, r, 0.7, 2.02 * r, 0.2, 50);
  s->material[0].yield = 1e5;
  s->contact[0].normal.law = "thornton"; /* dents are lost, and booked, when a wall goes */
  s->contact[0].tangential.model = "mindlin";
  s->wall[0].shape = CAROM_WALL_BOX;
  for (int k = 0; k < 3; k++)
    s->wall[0].low[k] = 0, s->wall[0].high[k] = width;
  s->wall[0].low[0] = -INFINITY, s->wall[0].high[2] = INFINITY;
  s->wall[1].direction[0] = 1, s->wall[1].direction[2] = 0; /* the gate, at x = 0 */
  s->wall[2].direction[2] = -1;
  s->wall[2].point[2] = s->wall[2].motion.centre[2] = width;
  b.lid.mass = 0.01;
  b.lid.moves[0] = b.lid.moves[1] = false;
  s->def.walls = 3;
  s->def.gravity[2] = -9.81;
  s->def.skin = 0.05e-3;
  return b;
}

static void change(bed *b, carom_scene *scene, int which)
{
  carom_error err = {.code = CAROM_OK};
  const carom_scene_motion motion = {.body = &b->lid};
  if (which == 0) assert_int_equal(carom_scene_set_wall_motion(scene, 2, &motion, &err), CAROM_OK);
  if (which == 1) set_present(scene, 1, false);
  if (which == 2) set_gravity(scene, -4, 0, -9);
  if (which == 3) set_present(scene, 1, true);
}

/* The same scene, stored and loaded; the first one is gone. `lid`: a bed whose lid is free by now.
 */
static carom_scene *reloaded(const stage *s, bed *lid, carom_scene *from)
{
  memory m = {.archive = {.array = put_or_get, .loading = false}};
  carom_error err = {.code = CAROM_OK};
  carom_scene *to = staged(s);
  assert_int_equal(carom_scene_archive(from, &m.archive, &err), CAROM_OK);
  m.archive.loading = true;
  if (lid) change(lid, to, 0); /* the motion is a definition; the rest is state */
  if (carom_scene_archive(to, &m.archive, &err) != CAROM_OK) fail_msg("%s", err.text);
  free(m.bytes);
  carom_scene_destroy(from);
  return to;
}

/* Changes every 60 steps; stored and loaded in between where `broken`. The gate comes back behind
 * no sphere: gravity draws them to it only then. */
static uint64_t hash_after(int threads, int broken)
{
  bed b = bed_of();
  b.s->def.threads = threads;
  carom_scene *scene = staged(b.s);
  for (int n = 0; n < 180; n++) {
    if (n % 60 == 0) change(&b, scene, n / 60);
    play(scene, 1);
    if (!broken || n % broken != 0) continue;
    scene = reloaded(b.s, &b, scene);
  }
  const uint64_t hash = carom_scene_hash(scene);
  const carom_scene_energy e = carom_scene_budget(scene);
  assert_small(e.residual, 3e-3 * (e.kinetic + e.plastic + e.friction + e.bodies));
  carom_scene_destroy(scene);
  free(b.s);
  return hash;
}

static void bits_stay_whoever_computes_them(void **state)
{
  (void)state;
  const uint64_t hash = hash_after(1, 0);
  assert_true(hash_after(2, 0) == hash);
  assert_true(hash_after(3, 0) == hash);
  assert_true(hash_after(8, 0) == hash);
  assert_true(hash_after(1, 1) == hash);
  assert_true(hash_after(2, 7) == hash);
}

/* A state that is loaded at the very step of a change. How long active lists are made for follows
 * from the speeds of the step before, and from these lists the order of sums. */
static uint64_t hash_of_swings(bool broken)
{
  enum { SIDE = 9 };
  const double r = 1e-3, apart = 1.96 * r;
  stage *s = stage_new();
  add_lattice(s, SIDE, r, 0.99, apart, 0.3, 10);
  make_rough(&s->contact[0], 0.5, 0.4);
  s->wall[0].shape = CAROM_WALL_BOX;
  for (int k = 0; k < 3; k++)
    s->wall[0].low[k] = 0, s->wall[0].high[k] = k < 2 ? SIDE * apart : INFINITY;
  s->def.walls = 1;
  s->def.step = 5e-6;
  s->def.overlap_limit = 0.9;
  carom_scene *scene = staged(s);
  for (int n = 0; n < 20; n++) {
    if (broken) scene = reloaded(s, NULL, scene);
    set_gravity(scene, n % 2 ? 3 : -3, 0, -9.81);
    play(scene, 20);
  }
  const uint64_t hash = carom_scene_hash(scene);
  carom_scene_destroy(scene);
  free(s);
  return hash;
}

static void a_change_right_after_a_restart(void **state)
{
  (void)state;
  assert_true(hash_of_swings(true) == hash_of_swings(false));
}

/* A floor that goes and comes back at once has given nothing, also where its dents are kept: their
 * plastic work is lost once. */
static void a_floor_comes_back_to_its_dents(void **state)
{
  (void)state;
  for (int keeps = 0; keeps < 2; keeps++) {
    stage *s = stage_new();
    add_grain(s, 1e-3, 0, 0, 1.001e-3)->velocity[2] = -0.3;
    s->material[0] = material(1e7, 0.3, 2500, 1e5);
    s->contact[0].normal.law = "thornton";
    choose(&s->contact[0].normal, "memory", keeps ? "pair" : "episode");
    s->def.walls = 1;
    s->def.step = 2e-7;
    carom_scene *scene = staged(s);
    while (!(first(scene).velocity[2] > 0.01))
      play(scene, 10); /* past the deepest point */
    const carom_scene_energy before = carom_scene_budget(scene);
    assert_true(before.plastic > 0 && before.elastic > 0);
    set_present(scene, 0, false);
    set_present(scene, 0, true);
    const carom_scene_energy after = carom_scene_budget(scene);
    assert_small(after.residual - before.residual, 1e-9 * before.plastic);
    if (keeps) {
      assert_close(after.plastic, before.plastic, 1e-9);
      assert_close(after.elastic, before.elastic, 1e-9);
      assert_small(after.walls - before.walls, 1e-9 * before.plastic);
    } else { /* a dent anew */
      assert_true(after.plastic > 1.5 * before.plastic);
    }
    carom_scene_destroy(scene);
    free(s);
  }
}

/* A wall that is not there at the start. */
static void absent_walls_are_not_felt(void **state)
{
  (void)state;
  stage *s = stage_new();
  add_grain(s, 1e-3, 0, 0, -5e-3);
  s->def.walls = 1;
  s->def.step = 1e-5;
  s->wall[0].absent = true;
  carom_scene *scene = staged(s);
  carom_error err;
  play(scene, 10);
  assert_true(carom_scene_contacts(scene, NULL, NULL) == 0);
  /* it would hold the sphere inside of it */
  assert_int_equal(carom_scene_set_wall_present(scene, 0, true, &err), CAROM_ERR_DIVERGED);
  assert_non_null(strstr(err.text, "the wall came where the particle is"));
  assert_int_equal(carom_scene_advance_steps(scene, 1, &err), CAROM_ERR_DIVERGED);
  carom_scene_destroy(scene);
  free(s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(gravity_changes_and_velocity_does_not),
                                     cmocka_unit_test(forces_keep_their_work),
                                     cmocka_unit_test(a_floor_goes_and_comes_back),
                                     cmocka_unit_test(a_floor_comes_back_to_its_dents),
                                     cmocka_unit_test(friction_changes),
                                     cmocka_unit_test(bits_stay_whoever_computes_them),
                                     cmocka_unit_test(a_change_right_after_a_restart),
                                     cmocka_unit_test(absent_walls_are_not_felt)};
  return cmocka_run_group_tests_name("changes between steps", tests, NULL, close_report);
}
