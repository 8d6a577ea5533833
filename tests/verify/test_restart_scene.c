/* SPDX-License-Identifier: MIT */
/* A scene that was stored in a checkpoint, thrown away and loaded, also by another number of
 * threads, continues with the same bits as one that was not: between two rebuilds of its lists,
 * with dents of pairs that have parted, friction, moving walls and turning gravity. */
#define _POSIX_C_SOURCE 200809L
#include <unistd.h>

#include "io/checkpoint.h"
#include "scene_archive.h"

static const carom_checkpoint about = {"scene", CAROM_SCENE_STATE, "test", 0};

static carom_status visit(void *scene, carom_archive *archive, carom_error *err)
{
  return carom_scene_archive(scene, archive, err);
}

static stage *shaken(void)
{
  static const double time[] = {0, 1e-3, 1}, speed[] = {0, 0, 0, 0, 0, 0.2, 0, 0, -0.2};
  stage *s = stage_new();
  add_lattice(s, 6, 1e-3, 0.8, 2.02e-3, 0.6, 50);
  s->material[0].yield = 1e5;
  s->contact[0].normal.law = "thornton";
  choose(&s->contact[0].normal, "memory", "pair");
  s->contact[0].tangential.model = "mindlin";
  s->contact[0].rolling.model = "elastic-plastic";
  s->contact[0].twisting.model = "marshall";
  s->wall[0].shape = CAROM_WALL_BOX;
  for (int k = 0; k < 3; k++)
    s->wall[0].low[k] = -0.1e-3, s->wall[0].high[k] = 12.3e-3;
  s->wall[0].motion.points = 3;
  s->wall[0].motion.time = time;
  s->wall[0].motion.velocity = speed;
  s->def.walls = 1;
  s->def.gravity[2] = -9.81;
  s->def.gravity_spin[1] = 30;
  s->def.skin = 0.05e-3;
  return s;
}

/* Everything that is reported. */
static void assert_same(carom_scene *a, carom_scene *b)
{
  carom_scene_wall_state wall[2];
  memset(wall, 0, sizeof wall);
  const carom_scene_energy e = carom_scene_budget(a), f = carom_scene_budget(b);
  assert_true(carom_scene_hash(a) == carom_scene_hash(b));
  assert_memory_equal(&e, &f, sizeof e);
  assert_int_equal(carom_scene_sample_wall(a, 0, &wall[0], NULL), CAROM_OK);
  assert_int_equal(carom_scene_sample_wall(b, 0, &wall[1], NULL), CAROM_OK);
  assert_memory_equal(wall[0].force, wall[1].force, sizeof wall[0].force);
  assert_true(carom_scene_contacts(a, NULL, NULL) == carom_scene_contacts(b, NULL, NULL));
}

static void a_scene_continues_with_the_same_bits(void **state)
{
  (void)state;
  static const int stride[] = {1, 7, 37, 113};
  stage *s = shaken();
  carom_scene *whole = staged(s), *broken = staged(s);
  carom_error err;
  char path[512];
  int64_t steps = 0;
  snprintf(path, sizeof path, "%s/checkpoint.scene.%d", CAROM_BINARY_DIR, (int)getpid());
  for (int i = 0; steps < 2500; i++) {
    const int more = stride[i % 4];
    assert_int_equal(carom_scene_advance_steps(broken, more, NULL), CAROM_OK);
    steps += more;
    if (carom_checkpoint_write(path, &about, visit, broken, &err) != CAROM_OK)
      fail_msg("%s", err.text);
    carom_scene_destroy(broken);
    s->def.threads = 1 + i % 3;
    broken = staged(s);
    if (carom_checkpoint_read(path, &about, visit, broken, &err) != CAROM_OK)
      fail_msg("%s: %s", err.where, err.text);
  }
  assert_int_equal(carom_scene_advance_steps(whole, steps, NULL), CAROM_OK);
  assert_int_equal(carom_scene_steps(broken), steps);
  assert_true(carom_scene_stats(whole).rebuilds > 3);
  assert_true(carom_scene_contacts(whole, NULL, NULL) > 20);
  assert_true(carom_scene_stats(whole).remembered > 100);
  assert_same(whole, broken);
  assert_int_equal(carom_scene_advance_steps(whole, 500, NULL), CAROM_OK);
  assert_int_equal(carom_scene_advance_steps(broken, 500, NULL), CAROM_OK);
  assert_same(whole, broken);
  carom_scene_destroy(whole);
  carom_scene_destroy(broken);
  free(s), remove(path);
}

static memory state_of(carom_scene *scene)
{
  memory m = {.archive = {.array = put_or_get}};
  carom_error err;
  assert_int_equal(carom_scene_archive(scene, &m.archive, &err), CAROM_OK);
  return m;
}

/* Names the array in which two states differ. */
static void assert_same_bytes(const memory *a, const memory *b)
{
  assert_int_equal(a->names, b->names);
  for (int k = 0; k < a->names; k++) {
    const size_t to = k + 1 < a->names ? a->name[k + 1] : a->used;
    if (a->name[k] != b->name[k] ||
        memcmp(a->bytes + a->name[k], b->bytes + b->name[k], to - a->name[k]) != 0)
      fail_msg("%s differs", a->bytes + a->name[k]);
  }
  assert_int_equal(a->used, b->used);
}

enum { KINDS = 6 };

/* Rough grains with friction that has dashpots, dents that are forgotten, bonds, or adhesion. */
static stage *varied(int kind)
{
  stage *s = shaken();
  if (kind == 0) return s;
  carom_scene_contact *c = &s->contact[0];
  *c = carom_scene_contact_default();
  c->normal.law = kind == 1 ? "thornton" : kind == 2 ? "lankarani-nikravesh" : "tsuji";
  c->tangential.model = kind == 3 ? "mindlin-secant" : "mindlin";
  if (kind > 1) carom_tangential_set(&c->tangential, "tangential_restitution", 0.5);
  if (kind == 3) c->adhesion.model = "bridge";
  if (kind == 3) carom_tangential_set(&c->adhesion, "volume", 1e-13);
  if (kind == 4)
    for (int k = 0; k < 3; k++)
      s->def.periodic[k] = true, s->def.low[k] = 0, s->def.high[k] = 12.2e-3;
  if (kind == 4) s->def.walls = 0;
  if (kind == 5) {
    static carom_scene_bond bond;
    bond = carom_scene_bond_default();
    bond.young = 1e7;
    bond.gap = 0.1e-3;
    bond.tensile_strength = 1e4;
    s->def.bond = &bond;
    s->def.bonds = 1;
  }
  s->def.skin = CAROM_UNSET;
  return s;
}

static size_t bytes_of(const char *path, char **bytes)
{
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  assert_int_equal(fseek(file, 0, SEEK_END), 0);
  const size_t size = (size_t)ftell(file);
  rewind(file);
  *bytes = malloc(size);
  assert_non_null(*bytes);
  assert_int_equal(fread(*bytes, 1, size, file), size);
  fclose(file);
  return size;
}

static void assert_same_files(carom_scene *a, carom_scene *b)
{
  carom_scene *const of[] = {a, b};
  char path[512], *bytes[2];
  size_t size[2];
  carom_error err;
  snprintf(path, sizeof path, "%s/checkpoint.equal.%d", CAROM_BINARY_DIR, (int)getpid());
  for (int k = 0; k < 2; k++) {
    assert_int_equal(carom_checkpoint_write(path, &about, visit, of[k], &err), CAROM_OK);
    size[k] = bytes_of(path, &bytes[k]);
  }
  assert_int_equal(size[0], size[1]);
  assert_memory_equal(bytes[0], bytes[1], size[0]);
  free(bytes[0]), free(bytes[1]);
  remove(path);
}

/* Also what nobody reads: by any number of threads, and by a scene that was stored on the way. */
static void equal_states_have_equal_bytes(void **state)
{
  (void)state;
  for (int kind = 0; kind < KINDS; kind++) {
    stage *s = varied(kind);
    s->def.threads = 1;
    carom_scene *first = staged(s);
    play(first, 700);
    memory wanted = state_of(first);
    for (int stops = 0; stops < 2; stops++) {
      s->def.threads = 2 + stops;
      carom_scene *scene = staged(s);
      play(scene, 333);
      if (stops) scene = through_an_archive(scene, s);
      play(scene, 700 - 333);
      memory m = state_of(scene);
      assert_same_bytes(&wanted, &m);
      if (kind == KINDS - 1) assert_same_files(first, scene);
      carom_scene_destroy(scene);
      free(m.bytes);
    }
    carom_scene_destroy(first);
    free(wanted.bytes);
    free(s);
  }
}

/* The checkpoint of another scene is refused, whatever its hash says. */
static void another_scene_is_refused(void **state)
{
  (void)state;
  stage *s = shaken();
  carom_scene *scene = staged(s);
  carom_error err;
  char path[512];
  snprintf(path, sizeof path, "%s/checkpoint.other.%d", CAROM_BINARY_DIR, (int)getpid());
  assert_int_equal(carom_checkpoint_write(path, &about, visit, scene, &err), CAROM_OK);
  carom_scene_destroy(scene);
  s->def.particles--;
  scene = staged(s);
  assert_int_not_equal(carom_checkpoint_read(path, &about, visit, scene, &err), CAROM_OK);
  assert_true(err.code != CAROM_OK && strlen(err.text) > 0);
  carom_scene_destroy(scene);
  free(s), remove(path);
}

/* So is that of a program whose scenes did not keep dents. */
static void an_older_state_is_refused(void **state)
{
  (void)state;
  carom_checkpoint older = about;
  stage *s = shaken();
  carom_scene *scene = staged(s);
  carom_error err;
  char path[512];
  older.version = 1;
  snprintf(path, sizeof path, "%s/checkpoint.older.%d", CAROM_BINARY_DIR, (int)getpid());
  assert_int_equal(carom_checkpoint_write(path, &older, visit, scene, &err), CAROM_OK);
  assert_int_not_equal(carom_checkpoint_read(path, &about, visit, scene, &err), CAROM_OK);
  assert_non_null(strstr(err.text, "version 1 of a scene's state"));
  carom_scene_destroy(scene);
  free(s), remove(path);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_scene_continues_with_the_same_bits),
      cmocka_unit_test(equal_states_have_equal_bytes),
      cmocka_unit_test(another_scene_is_refused),
      cmocka_unit_test(an_older_state_is_refused),
  };
  if (!carom_checkpoint_known()) {
    puts("built without HDF5: nothing to test");
    return 77; /* CTest: skipped */
  }
  return cmocka_run_group_tests(tests, NULL, NULL);
}
