/* SPDX-License-Identifier: MIT */
/* The skin that is tuned by how many pairs it lists: wider in a gas, whose lists then last longer
 * and whose motion is the same; that of the start in a bed; part of the state. */
#include "scene/scene.h"

#include "memory_archive.h"
#include "scenes.h"
#include "suite.h"

enum { SIDE = 17, ALL = SIDE * SIDE * SIDE, STEPS = 300 };

static const double small = 1e-3;

/* Rough spheres, `spacing` apart, in a box that is periodic across, with a floor and a lid; or as
 * close as they get. */
static stage *lattice(double spacing, bool close, carom_scene_particle **particles)
{
  const double layer = close ? sqrt(0.5) * spacing : spacing;
  stage *s = stage_new();
  *particles = malloc(ALL * sizeof **particles);
  assert_non_null(*particles);
  for (int i = 0; i < ALL; i++) {
    const unsigned long seed = (unsigned long)i;
    carom_scene_particle *p = &(*particles)[i];
    *p = carom_scene_particle_default();
    p->radius = small;
    p->id = (uint32_t)i;
    const double shift = close && i / SIDE / SIDE % 2 ? 0.5 : 0;
    p->position[0] = spacing * (i % SIDE + 0.25 + shift);
    p->position[1] = spacing * (i / SIDE % SIDE + 0.25 + shift);
    p->position[2] = small + layer * (i / SIDE / SIDE);
    for (unsigned long k = 0; k < 3; k++) {
      p->position[k] += around(seed, 1 + k, 0.02 * small);
      p->velocity[k] = around(seed, 4 + k, 1);
      p->spin[k] = around(seed, 7 + k, 100);
    }
  }
  s->def.particle = *particles;
  s->def.particles = ALL;
  make_rough(&s->contact[0], 0.9, 0.3);
  s->wall[0].shape = CAROM_WALL_BOX;
  for (int k = 0; k < 3; k++) {
    const double end = SIDE * spacing;
    s->wall[0].low[k] = k < 2 ? -INFINITY : 0;
    s->wall[0].high[k] = k < 2 ? INFINITY : end;
    s->def.low[k] = 0;
    s->def.high[k] = end;
    s->def.periodic[k] = k < 2;
  }
  s->def.walls = 1;
  s->def.step = 1e-5;
  return s;
}

static double skin_of(const carom_scene *scene)
{
  return scene->model.skin;
}

/* The largest difference between two scenes in where a particle is. */
static double apart(carom_scene *one, carom_scene *other)
{
  const carom_scene_view v = carom_scene_sample(one), w = carom_scene_sample(other);
  double most = 0;
  for (int64_t i = 0; i < v.count; i++)
    for (int k = 0; k < 3; k++)
      most = fmax(most, fabs(v.grain[i].position[k] - w.grain[i].position[k]));
  return most;
}

static void a_gas_gets_a_wider_one(void **state)
{
  (void)state;
  carom_scene_particle *particles;
  stage *s = lattice(4 * small, false, &particles);
  carom_scene *tuned = staged(s);
  const double start = skin_of(tuned);
  assert_close(start, 0.25 * small, 1e-13);
  s->def.skin = start;
  carom_scene *fixed = staged(s);
  play(tuned, STEPS);
  play(fixed, STEPS);
  const carom_scene_counters a = carom_scene_stats(tuned), b = carom_scene_stats(fixed);
  assert_true(skin_of(tuned) > 1.5 * start && skin_of(tuned) <= 4 * start);
  assert_true(skin_of(fixed) == start);
  assert_true(a.rebuilds > 3 && 4 * a.rebuilds < 3 * b.rebuilds);
  assert_int_equal(a.touching, b.touching);
  assert_true(a.touching > 20);
  assert_true(apart(tuned, fixed) < 1e-9 * small);
  carom_scene_destroy(tuned);
  carom_scene_destroy(fixed);
  free(particles);
  free(s);
}

/* A state from the middle is loaded by another number of threads. */
static void its_bits_are_kept(void **state)
{
  (void)state;
  carom_scene_particle *particles;
  stage *s = lattice(4 * small, false, &particles);
  memory m = {.archive = {.array = put_or_get}};
  carom_error err;
  carom_scene *one = staged(s);
  play(one, STEPS / 2);
  assert_true(skin_of(one) > 1.2 * one->model.skin_start);
  assert_int_equal(carom_scene_archive(one, &m.archive, &err), CAROM_OK);
  play(one, STEPS - STEPS / 2);
  s->def.threads = 3;
  carom_scene *other = staged(s);
  m.archive.loading = true;
  assert_int_equal(carom_scene_archive(other, &m.archive, &err), CAROM_OK);
  play(other, STEPS - STEPS / 2);
  assert_true(skin_of(one) == skin_of(other));
  assert_true(carom_scene_hash(one) == carom_scene_hash(other));
  carom_scene_destroy(one);
  carom_scene_destroy(other);
  free(m.bytes);
  free(particles);
  free(s);
}

/* Where many pairs are listed it becomes that of the start again, and where a period has no room
 * for a wider one it stays. */
static void a_bed_keeps_that_of_the_start(void **state)
{
  (void)state;
  static const double spacing[] = {2.05e-3, 4e-3, 4e-3};
  static const bool narrow[] = {false, false, true};
  for (int i = 0; i < COUNT(spacing); i++) {
    carom_scene_particle *particles;
    stage *s = lattice(spacing[i], i == 0, &particles);
    carom_scene *scene = staged(s);
    const double start = skin_of(scene);
    if (narrow[i]) scene->model.length[0] = 4 * small + 2.2 * start;
    carom_skin_tune(scene);
    assert_true(skin_of(scene) == (i == 1 ? 1.25 * start : start));
    scene->model.skin = 2 * start;
    carom_skin_tune(scene);
    assert_true(skin_of(scene) == (i == 1 ? 2.5 * start : start));
    scene->model.skin_given = true;
    scene->model.skin = 2 * start;
    carom_skin_tune(scene);
    assert_true(skin_of(scene) == 2 * start);
    carom_scene_destroy(scene);
    free(particles);
    free(s);
  }
}

SUITE("skin", a_gas_gets_a_wider_one, its_bits_are_kept, a_bed_keeps_that_of_the_start)
