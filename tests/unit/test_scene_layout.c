/* SPDX-License-Identifier: MIT */
/* Arrays that are declared once: they grow with their contents, entries find their particle after
 * any sorting, histories change sides by declared rules, and a checkpoint brings its particles. */
#include "scene/scene.h"
#include "memory_archive.h"
#include "scenes.h"
#include "suite.h"

#include <inttypes.h>

/* Equal spheres that collide in a box, the first so many of them. */
static stage *equal_spheres(int64_t count)
{
  stage *s = stage_new();
  add_lattice(s, 9, 1e-3, 1.0, 2.1e-3, 0.4, 11);
  s->def.particles = count;
  s->contact[0].normal.law = "tsuji";
  s->contact[0].tangential.model = "mindlin";
  s->wall[0].shape = CAROM_WALL_BOX;
  for (int k = 0; k < 3; k++)
    s->wall[0].low[k] = -1.5e-3, s->wall[0].high[k] = 19e-3;
  s->def.walls = 1;
  s->def.gravity[2] = -9.81;
  return s;
}

static void arrays_grow_with_their_contents(void **state)
{
  (void)state;
  stage *s = equal_spheres(500);
  carom_scene *scene = staged(s);
  carom_particles *p = &scene->particles;
  play(scene, 300);
  const uint64_t hash = carom_scene_hash(scene);
  double *positions = malloc(500 * 4 * sizeof *positions);
  uint32_t tags[500];
  assert_non_null(positions);
  memcpy(positions, p->position_radius, 500 * 4 * sizeof *positions);
  memcpy(tags, p->tag, sizeof tags);
  assert_true(p->capacity == 500);
  assert_true(carom_particles_reserve(p, &scene->model, 20000));
  assert_true(p->count == 500 && p->capacity == 20000);
  assert_memory_equal(positions, p->position_radius, 500 * 4 * sizeof *positions);
  assert_memory_equal(tags, p->tag, sizeof tags);
  for (int64_t k = 0; k < 4 * 19500; k++)
    assert_true(p->position_radius[4 * 500 + k] == 0);
  assert_true((uintptr_t)p->contact_velocity % 64 == 0 && p->spare.contact_velocity);
  /* less is no change */
  const double *before = p->force;
  assert_true(carom_particles_reserve(p, &scene->model, 600));
  assert_true(p->force == before && p->capacity == 20000);
  scene->view_valid = false;
  assert_true(carom_scene_hash(scene) == hash);
  free(positions);
  carom_scene_destroy(scene);
  free(s);
}

static void entries_find_their_particle(void **state)
{
  (void)state;
  stage *s = equal_spheres(700);
  carom_scene *scene = staged(s);
  carom_particles *p = &scene->particles;
  uint32_t id[700];
  for (int i = 0; i < 700; i++) {
    assert_true(p->entry[p->tag[i]] == p->tag[i]);
    id[p->tag[i]] = p->id[i];
  }
  int64_t moved = 0;
  for (int round = 0; round < 5; round++) {
    play(scene, 400);
    for (int i = 0; i < 700; i++) {
      const int64_t at = carom_particle_find(p, (uint32_t)i);
      assert_true(at >= 0 && at < 700 && p->id[at] == id[i]);
      moved += at != i;
    }
  }
  assert_true(moved > 700);
  /* the fourth has left: the others are found, it is not */
  const int64_t fourth = 3;
  assert_int_equal(carom_scene_remove_particles(scene, &fourth, 1, NULL), CAROM_OK);
  assert_true(carom_particle_find(p, 3) == -1 && carom_particle_find(p, 700) == -1);
  for (uint32_t i = 0; i < 700; i++)
    assert_true(i == 3 || p->id[carom_particle_find(p, i)] == id[i]);
  carom_scene_destroy(scene);
  free(s);
}

static void slots_have_rules(void **state)
{
  (void)state;
  for (int m = -1; m < carom_tangential_count(); m++) /* no model, then each of them */
    for (int states = 0; states <= CAROM_MAX_STATES; states++) {
      const carom_tangential *model = carom_tangential_at(m);
      const int springs = model ? model->numbers : 0;
      const carom_history_layout layout = carom_history_layout_of(&model, 1, states);
      double h[CAROM_SPRING + CAROM_MAX_STATES];
      assert_int_equal(layout.tangential, 0);
      assert_int_equal(layout.normal, springs);
      assert_int_equal(layout.size, springs + states);
      for (int k = 0; k < layout.size; k++)
        h[k] = k + 1;
      carom_history_flip(&layout, h);
      for (int k = 0; k < layout.size; k++) {
        const bool vector = k < springs && k < 3; /* of the spring; all else is a scalar */
        assert_true(h[k] == (vector ? -(k + 1) : k + 1));
        assert_true(!(layout.transport[k] & CAROM_TRANSPORT_ROTATE) == !vector);
        assert_non_null(layout.name[k]);
      }
    }
}

/* Loaded into a scene of the same model with fewer or more particles, and on other threads. */
static void a_checkpoint_brings_its_particles(void **state)
{
  (void)state;
  static const int64_t other_count[] = {2, 40, 300, 729};
  for (int k = 0; k < 4; k++) {
    stage *s = equal_spheres(300), *t = equal_spheres(other_count[k]);
    carom_scene *one = staged(s), *other = staged(t);
    memory m = {.archive = {false, put_or_get}};
    carom_error err = {.code = CAROM_OK};
    play(one, 900);
    play(other, 50);
    assert_true(carom_scene_contacts(one, NULL, NULL) > 5);
    assert_int_equal(carom_scene_archive(one, &m.archive, &err), CAROM_OK);
    m.archive.loading = true;
    if (carom_scene_archive(other, &m.archive, &err) != CAROM_OK)
      fail_msg("%" PRId64 ": %s: %s", other_count[k], err.where, err.text);
    assert_int_equal(carom_scene_particles(other), 300);
    for (int round = 0; round < 4; round++) {
      const carom_scene_energy e = carom_scene_budget(one), f = carom_scene_budget(other);
      assert_true(carom_scene_hash(one) == carom_scene_hash(other));
      assert_memory_equal(&e, &f, sizeof e);
      play(one, 300);
      play(other, 300);
    }
    assert_true(carom_scene_stats(one).rebuilds == carom_scene_stats(other).rebuilds);
    free(m.bytes);
    carom_scene_destroy(one);
    carom_scene_destroy(other);
    free(s);
    free(t);
  }
}

/* Periods that were crossed come with them, too. */
static void images_are_restored(void **state)
{
  (void)state;
  stage *s = stage_new();
  add_lattice(s, 6, 1e-3, 1.0, 2.2e-3, 3, 0);
  for (int k = 0; k < 3; k++) {
    s->def.low[k] = -1.2e-3, s->def.high[k] = 12.3e-3;
    s->def.periodic[k] = true;
  }
  carom_scene *one = staged(s), *other = staged(s);
  memory m = {.archive = {false, put_or_get}};
  carom_error err = {.code = CAROM_OK};
  play(one, 1500);
  int64_t crossed = 0;
  for (int64_t k = 0; k < 3 * one->particles.count; k++)
    crossed += one->particles.image[k] != 0;
  assert_true(crossed > 50);
  assert_int_equal(carom_scene_archive(one, &m.archive, &err), CAROM_OK);
  m.archive.loading = true;
  assert_int_equal(carom_scene_archive(other, &m.archive, &err), CAROM_OK);
  assert_true(carom_scene_hash(one) == carom_scene_hash(other));
  play(one, 200);
  play(other, 200);
  assert_true(carom_scene_hash(one) == carom_scene_hash(other));
  free(m.bytes);
  carom_scene_destroy(one);
  carom_scene_destroy(other);
  free(s);
}

/* Contacts that were calibrated for other sizes are other contacts. */
static void other_calibrations_are_refused(void **state)
{
  (void)state;
  stage *s = equal_spheres(300), *t = equal_spheres(300);
  for (int i = 0; i < 300; i++)
    t->particle[i].radius *= 1 - 1e-12;
  s->def.step = t->def.step = 1e-6;
  s->def.skin = t->def.skin = 2e-4;
  carom_scene *one = staged(s), *other = staged(t);
  memory m = {.archive = {false, put_or_get}};
  carom_error err = {.code = CAROM_OK};
  assert_int_equal(carom_scene_archive(one, &m.archive, &err), CAROM_OK);
  m.archive.loading = true;
  assert_int_equal(carom_scene_archive(other, &m.archive, &err), CAROM_ERR_RANGE);
  assert_non_null(strstr(err.text, "calibrated for other sizes"));
  assert_int_not_equal(carom_scene_advance_steps(other, 1, &err), CAROM_OK);
  free(m.bytes);
  carom_scene_destroy(one);
  carom_scene_destroy(other);
  free(s);
  free(t);
}

/* What lists hold on to, by one thread or several. */
static void threads_charge_the_same_budgets(void **state)
{
  (void)state;
  stage *s = stage_new();
  for (int i = 0; i < SCENE_MOST; i++) {
    carom_scene_particle *p = add_grain(s, 1e-3, 2.1e-3 * (i % 8), 2.1e-3 * (i / 8 % 8),
                                        2.1e-3 * (i / 64));
    for (int k = 0; k < 3; k++)
      p->velocity[k] = around(3, (unsigned long)(3 * i + k), 0.5);
  }
  carom_scene *one = staged(s);
  s->def.threads = 3;
  carom_scene *shared = staged(s);
  int64_t links = 0;
  assert_true(shared->cpu.blocks >= 8);
  for (int round = 0; round < 8; round++) {
    play(one, 60);
    play(shared, 60);
    assert_true(carom_scene_hash(one) == carom_scene_hash(shared));
    assert_true(one->cpu.speed == shared->cpu.speed);
    for (int64_t b = 0; b < one->cpu.blocks; b++) {
      const carom_domain_block *p = &one->cpu.domain_block[b], *q = &shared->cpu.domain_block[b];
      assert_true(p->closing_speed == q->closing_speed && p->budget_left == q->budget_left);
      assert_true(p->upstreams == q->upstreams && p->halo_recvs == q->halo_recvs);
      links += q->downstreams;
    }
  }
  assert_true(carom_scene_stats(one).rebuilds > 2 && links > 4 * one->cpu.blocks);
  carom_scene_destroy(one);
  carom_scene_destroy(shared);
  free(s);
}

SUITE("layout of scenes", arrays_grow_with_their_contents, entries_find_their_particle,
      slots_have_rules, a_checkpoint_brings_its_particles, images_are_restored,
      other_calibrations_are_refused, threads_charge_the_same_budgets)
