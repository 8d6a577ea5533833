/* SPDX-License-Identifier: MIT */
/* The state of a scene as arrays: a restored scene goes on bit for bit, a damaged one is refused.
 */
#include "scenes.h"
#include "suite.h"

enum { ARRAYS = 200 };

typedef struct kept_array {
  char name[96];
  carom_element element;
  void *data;
  size_t count;
} kept_array;

typedef struct memory {
  carom_archive archive;
  kept_array array[ARRAYS];
  int count;
} memory;

static carom_status visit(carom_archive *archive, const char *name, carom_element element,
                          void *data, size_t count, carom_error *err)
{
  memory *m = (memory *)(void *)archive;
  const size_t bytes = count * carom_element_size(element);
  if (!archive->loading) {
    assert_true(m->count < ARRAYS);
    kept_array *k = &m->array[m->count++];
    snprintf(k->name, sizeof k->name, "%s", name);
    k->element = element;
    k->count = count;
    k->data = malloc(bytes + 1);
    assert_non_null(k->data);
    if (bytes) memcpy(k->data, data, bytes);
    return CAROM_OK;
  }
  for (int k = 0; k < m->count; k++) {
    const kept_array *a = &m->array[k];
    if (strcmp(a->name, name) != 0 || a->element != element || a->count != count) continue;
    if (bytes) memcpy(data, a->data, bytes);
    return CAROM_OK;
  }
  err->code = CAROM_ERR_MISSING;
  return err->code;
}

static memory empty(void)
{
  return (memory){.archive = {false, visit}};
}

static carom_status load(carom_scene *scene, memory *m, carom_error *err)
{
  m->archive.loading = true;
  return carom_scene_archive(scene, &m->archive, err);
}

static void forget(memory *m)
{
  for (int k = 0; k < m->count; k++)
    free(m->array[k].data);
  m->count = 0;
}

static void swing(void *user, double time, double g[3])
{
  (void)user;
  g[0] = 3 * sin(500 * time);
  g[1] = 0;
  g[2] = -9.81;
}

/* Dents of grains that part are kept, or not; sizes differ little, or so much that the grid has
 * levels. */
static stage *box_of_grains(carom_scene_velocity velocity, const char *lasting)
{
  static const double time[] = {0, 1e-3, 1}, speed[] = {0, 0, 0, 0, 0, 0.2, 0, 0, -0.2};
  stage *s = stage_new();
  add_lattice(s, 8, 1e-3, velocity == CAROM_VELOCITY_HALF ? 0.2 : 0.5, 2.02e-3, 0.6, 50);
  make_rough(&s->contact[0], 0.7, 0.4);
  s->material[0].yield = 2e5;
  s->contact[0].normal.law = "thornton";
  s->contact[0].normal.settings = 0;
  choose(&s->contact[0].normal, "memory", lasting);
  s->wall[0].shape = CAROM_WALL_BOX;
  for (int k = 0; k < 3; k++)
    s->wall[0].low[k] = 0, s->wall[0].high[k] = 16.3e-3;
  s->wall[0].motion = (carom_scene_motion){.points = 3, .time = time, .velocity = speed};
  s->def.walls = 1;
  s->def.gravity_at = swing;
  s->def.velocity = velocity;
  s->def.step = 4e-6;
  s->def.skin = 0.05e-3;
  return s;
}

static void goes_on_bit_for_bit(void **state)
{
  (void)state;
  static const carom_scene_velocity velocities[] = {CAROM_VELOCITY_PREDICTED, CAROM_VELOCITY_HALF};
  int64_t remembered = 0;
  for (int v = 0; v < 2; v++)
    for (int at = 1; at < 600; at += 149) {
      stage *s = box_of_grains(velocities[v], v ? "episode" : "pair");
      carom_scene *whole = staged(s);
      memory m = empty();
      carom_error err;
      play(whole, at);
      assert_int_equal(carom_scene_archive(whole, &m.archive, &err), CAROM_OK);
      remembered += carom_scene_stats(whole).remembered;
      play(whole, 200);
      s->def.threads = 2;
      carom_scene *half = staged(s);
      if (load(half, &m, &err) != CAROM_OK) fail_msg("%s: %s", err.where, err.text);
      assert_int_equal(carom_scene_steps(half), at);
      play(half, 200);
      assert_true(carom_scene_hash(half) == carom_scene_hash(whole));
      assert_true(carom_scene_stats(half).rebuilds == carom_scene_stats(whole).rebuilds);
      const carom_scene_energy a = carom_scene_budget(whole), b = carom_scene_budget(half);
      assert_memory_equal(&a, &b, sizeof a);
      for (int i = 0; i < carom_scene_pairings(whole); i++) {
        carom_scene_pairing p, q;
        assert_int_equal(carom_scene_pairing_at(whole, i, &p, NULL), CAROM_OK);
        assert_int_equal(carom_scene_pairing_at(half, i, &q, NULL), CAROM_OK);
        assert_true(p.encounters.deepest > 0 && p.encounters.deepest == q.encounters.deepest);
        assert_true(p.encounters.fastest > 0 && p.encounters.fastest == q.encounters.fastest);
      }
      forget(&m);
      carom_scene_destroy(whole);
      carom_scene_destroy(half);
      free(s);
    }
  assert_true(remembered > 100);
}

/* A tower that loses its foot and its top: the grid is cut elsewhere than in the scene that takes
 * the state. */
static void grids_may_have_changed(void **state)
{
  (void)state;
  stage *s = stage_new();
  for (int i = 0; i < 384; i++) {
    carom_scene_particle *p = add_grain(s, 1e-3, 2.2e-3 * (i % 4), 2.2e-3 * (i / 4 % 4),
                                        2.2e-3 * (i / 16));
    if (i % 7 == 0) p->radius = 0.2e-3;
    p->velocity[2] = i / 16 < 4 ? 0.3 * (i / 16 - 5) : i / 16 > 21 ? 0.4 * (i / 16 - 20) : 0;
  }
  s->def.step = 2e-5;
  for (int at = 50; at < 1000; at += 31) {
    carom_scene *whole = staged(s), *half = staged(s);
    memory m = empty();
    carom_error err;
    play(whole, at);
    assert_int_equal(carom_scene_archive(whole, &m.archive, &err), CAROM_OK);
    if (load(half, &m, &err) != CAROM_OK) fail_msg("%s: %s", err.where, err.text);
    play(whole, 300);
    play(half, 300);
    assert_true(carom_scene_hash(half) == carom_scene_hash(whole));
    assert_true(carom_scene_stats(half).rebuilds == carom_scene_stats(whole).rebuilds);
    forget(&m);
    carom_scene_destroy(whole);
    carom_scene_destroy(half);
  }
  free(s);
}

/* Any single array that is missing, too short, or full of nonsense indices. */
static void damage_is_refused(void **state)
{
  (void)state;
  stage *s = box_of_grains(CAROM_VELOCITY_HALF, "pair");
  carom_scene *scene = staged(s);
  memory m = empty();
  carom_error err;
  play(scene, 400);
  assert_true(carom_scene_stats(scene).remembered > 0);
  assert_int_equal(carom_scene_archive(scene, &m.archive, &err), CAROM_OK);
  for (int k = 0; k < m.count; k++)
    for (int how = 0; how < 3; how++) {
      kept_array *a = &m.array[k];
      if (a->count == 0) continue;
      const bool index = a->element != CAROM_DOUBLES && a->element != CAROM_BYTES &&
                         !strstr(a->name, "id") && !strstr(a->name, "image") &&
                         !strstr(a->name, "touching");
      if (how == 2 && !index) continue;
      carom_scene *other = staged(s);
      const kept_array saved = *a;
      unsigned char *bytes = a->data, old = bytes[carom_element_size(a->element) - 1];
      if (how == 0) a->name[0] = '?';
      if (how == 1) a->count--;
      if (how == 2) bytes[carom_element_size(a->element) - 1] = 0x7f;
      if (load(other, &m, &err) == CAROM_OK)
        fail_msg("%s was taken although damaged (%d)", saved.name, how);
      assert_int_not_equal(carom_scene_advance_steps(other, 1, &err), CAROM_OK);
      (void)carom_scene_budget(other); /* what is left can be read */
      (void)carom_scene_stats(other);
      assert_true(carom_scene_contacts(other, NULL, NULL) == 0);
      assert_true(carom_scene_sample(other).count > 0);
      bytes[carom_element_size(saved.element) - 1] = old;
      *a = saved;
      carom_scene_destroy(other);
    }
  forget(&m);
  carom_scene_destroy(scene);
  free(s);
}

SUITE("scene state", goes_on_bit_for_bit, grids_may_have_changed, damage_is_refused)
