/* SPDX-License-Identifier: MIT */
/* Particles that fill little of the space that they span: the cells that they get, the lists that
 * are made of these, watched by brute force, and the state. */
#include "brute_force.h"
#include "memory_archive.h"
#include "scene/grid.h"
#include "suite.h"

static const double small = 1e-3;

enum { COUNT_OF = 1200 };

typedef void place(int i, double x[3]);

/* Clumps of 2x2x2 along a diagonal. */
static void diagonal(int i, double x[3])
{
  for (int k = 0; k < 3; k++)
    x[k] = (3.4 * (i / 8) + 2 * (i >> k & 1)) * small;
}

/* A cube of most, and the others all over a space a thousand times as wide. */
static void cloud(int i, double x[3])
{
  for (int k = 0; k < 3; k++)
    x[k] = i < 1000 ? 2 * small *
                          (k == 0   ? i % 10
                           : k == 1 ? i / 10 % 10
                                    : i / 100)
                    : around(8, (unsigned long)(3 * i + k), 10);
}

/* The same cube, and others so far away that no level has that many cells. */
static void lost(int i, double x[3])
{
  cloud(i, x);
  for (int k = 0; k < 3 && i >= 1000; k++)
    x[k] *= 2000;
}

/* An inclined layer. */
static void layer(int i, double x[3])
{
  const double along = 2 * small * (i % 35), up = sqrt(0.5);
  x[0] = up * along;
  x[1] = 2 * small * (i / 35);
  x[2] = up * along;
}

/* Many cubes, far from each other. */
static void heaps(int i, double x[3])
{
  for (int k = 0; k < 3; k++)
    x[k] = 2 * small *
               (k == 0   ? i % 5
                : k == 1 ? i / 5 % 5
                         : i / 25 % 6) +
           (i / 150 >> k & 1) * 5.0;
}

typedef struct arrangement {
  place *where;
  double ratio; /* of two sizes */
  bool periodic;
  int first; /* so many move against the others */
} arrangement;

static const arrangement kind[] = {
    {diagonal, 1, false, 32}, {diagonal, 1, false, 192},  {cloud, 1, false, 500},
    {heaps, 1, false, 75},    {diagonal, 0.2, false, 48}, {cloud, 0.25, false, 500},
    {heaps, 0.2, true, 75},   {diagonal, 1, true, 24},    {cloud, 1, true, 500},
    {lost, 1, false, 500},
};

static stage *placed(const arrangement *a)
{
  stage *s = stage_new();
  for (int i = 0; i < COUNT_OF; i++) {
    double x[3];
    a->where(i, x);
    carom_scene_particle *p = add_grain(s, i % 8 == 7 ? small * a->ratio : small, x[0], x[1], x[2]);
    for (unsigned long k = 0; k < 3; k++) {
      p->position[k] += around((unsigned long)i, k, 0.01 * small);
      p->velocity[k] = around((unsigned long)i, 3 + k, 0.02) + (i < a->first ? 0.5 : -0.5);
    }
  }
  for (int k = 0; a->periodic && k < 3; k++) {
    s->def.periodic[k] = true;
    s->def.low[k] = -11;
    s->def.high[k] = 40;
  }
  make_rough(&s->contact[0], 0.6, 0.3);
  s->def.step = 4e-6;
  return s;
}

/* How many others are in the cell of a particle, on average. */
static double others(const carom_scene *s)
{
  double sum = 0;
  int64_t from = 0;
  for (int64_t i = 1; i <= s->particles.count; i++) {
    if (i < s->particles.count && s->cpu.cell_of[i] == s->cpu.cell_of[from]) continue;
    sum += (double)((i - from) * (i - from - 1));
    from = i;
  }
  return sum / (double)s->particles.count;
}

static void few_are_in_a_cell(void **state)
{
  (void)state;
  for (int n = 0; n < COUNT(kind); n++) {
    stage *s = placed(&kind[n]);
    carom_scene *scene = staged(s);
    brute_force seen = {0};
    for (int step = 0; step < 6; step++, play(scene, 40)) {
      assert_true(scene->cpu.grid[scene->cpu.levels - 1].sparse);
      assert_true(others(scene) < 8);
      assert_true(scene->cpu.cells < 64 * COUNT_OF);
      check_lists(scene, 0, &seen);
    }
    assert_true(seen.pairs > 100);
    assert_true(carom_scene_stats(scene).rebuilds > 1);
    carom_scene_destroy(scene);
    free(s);
  }
}

/* Levels of a few small particles have cells as small as those of the others. */
static void few_small_ones_spoil_nothing(void **state)
{
  (void)state;
  stage *s = placed(&kind[2]);
  brute_force seen = {0};
  for (int i = COUNT_OF - 3; i < COUNT_OF; i++)
    s->particle[i].radius = 0.1 * small;
  carom_scene *scene = staged(s);
  assert_int_equal(scene->cpu.levels, 2);
  for (int step = 0; step < 3; step++, play(scene, 40)) {
    assert_true(others(scene) < 8);
    check_lists(scene, 0, &seen);
  }
  carom_scene_destroy(scene);
  free(s);
}

/* What fills its space, or is nowhere crowded, has a table of all cells. */
static void others_have_all_cells(void **state)
{
  (void)state;
  const arrangement inclined = {layer, 1, false, 0};
  stage *s = placed(&inclined);
  carom_scene *scene = staged(s);
  assert_false(scene->cpu.grid[0].sparse);
  carom_scene_destroy(scene);
  for (int i = 0; i < COUNT_OF; i++)
    for (unsigned long k = 0; k < 3; k++)
      s->particle[i].position[k] = around((unsigned long)i, 6 + k, 10);
  scene = staged(s);
  assert_false(scene->cpu.grid[0].sparse);
  assert_true(others(scene) < 1);
  carom_scene_destroy(scene);
  free(s);
}

/* The bytes of an array. */
static char *array_of(const memory *m, const char *name)
{
  for (size_t k = 0; k + strlen(name) < m->used; k++)
    if (strcmp(m->bytes + k, name) == 0) return m->bytes + k + strlen(name) + 1;
  fail_msg("no %s", name);
  return NULL;
}

/* Supercells that are out of order, or beyond the grid. */
static void damage_is_refused(void **state)
{
  (void)state;
  stage *s = placed(&kind[2]);
  carom_scene *scene = staged(s);
  for (int n = 0; n < 3; n++) {
    memory m = {.archive = {.array = put_or_get}};
    carom_error err;
    assert_int_equal(carom_scene_archive(scene, &m.archive, &err), CAROM_OK);
    char *code = array_of(&m, "level/code");
    if (n == 1) memcpy(code + 8, code, 8);
    if (n == 2) memset(code, 0x7f, 8);
    m.archive.loading = true;
    carom_scene *other = staged(s);
    const carom_status got = carom_scene_archive(other, &m.archive, &err);
    assert_int_equal(got, n == 0 ? CAROM_OK : CAROM_ERR_RANGE);
    carom_scene_destroy(other);
    free(m.bytes);
  }
  carom_scene_destroy(scene);
  free(s);
}

/* A state from the middle is loaded by another number of threads, and into a scene whose particles
 * are elsewhere. */
static void its_bits_are_kept(void **state)
{
  (void)state;
  for (int n = 0; n < COUNT(kind); n++) {
    stage *s = placed(&kind[n]);
    memory m = {.archive = {.array = put_or_get}};
    carom_error err;
    carom_scene *one = staged(s);
    play(one, 100);
    assert_int_equal(carom_scene_archive(one, &m.archive, &err), CAROM_OK);
    play(one, 200);
    s->def.threads = 3;
    for (int i = 0; i < COUNT_OF; i++)
      layer(i, s->particle[i].position);
    carom_scene *other = staged(s);
    m.archive.loading = true;
    assert_int_equal(carom_scene_archive(other, &m.archive, &err), CAROM_OK);
    play(other, 200);
    assert_true(carom_scene_stats(one).rebuilds == carom_scene_stats(other).rebuilds);
    assert_true(carom_scene_hash(one) == carom_scene_hash(other));
    carom_scene_destroy(one);
    carom_scene_destroy(other);
    free(m.bytes);
    free(s);
  }
}

/* Groups of four all over a space that does not change, which fly to the line through its middle
 * along z, across which blocks are cut. On their way the four of each collide. */
static stage *gathering(bool periodic)
{
  const double wide = 0.4, time = 2e-3, met = 1.5e-3, speed = 0.5;
  stage *s = stage_new();
  for (int i = 0; i < COUNT_OF; i++) {
    const int group = i / 4, at[3] = {group % 7, group / 7 % 7, group / 49};
    const int corner[3] = {i & 1, i >> 1 & 1, (i ^ i >> 1) & 1}; /* of a tetrahedron */
    carom_scene_particle *p = add_grain(s, small, 0, 0, 0);
    for (unsigned long k = 0; k < 3; k++) {
      const double middle = wide * ((at[k] + 0.5) / 7 - 0.5), side = 2 * corner[k] - 1;
      p->position[k] = middle + side * (small / sqrt(2) + met * speed);
      p->velocity[k] = (k < 2 ? -middle / time : 0) - side * speed +
                       around((unsigned long)i, k, 0.02);
    }
  }
  for (int k = 0; k < 3; k++) {
    s->def.periodic[k] = periodic;
    s->def.low[k] = -0.5 * wide;
    s->def.high[k] = 0.5 * wide;
  }
  for (int i = 0; i < 2 && !periodic; i++) { /* so that its corners are where they were */
    const double x = (i == 0 ? -0.499 : 0.499) * wide;
    add_grain(s, small, x, x, x)->fixed = true;
  }
  make_rough(&s->contact[0], 0.6, 0.3);
  s->def.step = 5e-6;
  return s;
}

/* Cells exist where particles are from when they crowd, though the space that these span is the
 * same as ever, and so would be the table of all cells. */
static void crowds_are_seen_when_they_form(void **state)
{
  (void)state;
  for (int n = 0; n < 2; n++) {
    stage *s = gathering(n == 1);
    memory m = {.archive = {.array = put_or_get}};
    carom_error err;
    carom_scene *one = staged(s);
    assert_false(one->cpu.grid[0].sparse);
    play(one, 280);
    assert_int_equal(carom_scene_archive(one, &m.archive, &err), CAROM_OK);
    play(one, 60);
    assert_true(one->cpu.grid[0].sparse);
    for (int i = 0; i < COUNT_OF; i++)
      layer(i, s->particle[i].position);
    carom_scene *other = staged(s);
    m.archive.loading = true;
    assert_int_equal(carom_scene_archive(other, &m.archive, &err), CAROM_OK);
    play(other, 60);
    assert_true(carom_scene_hash(one) == carom_scene_hash(other));
    carom_scene_destroy(one);
    carom_scene_destroy(other);
    free(m.bytes);
    free(s);
  }
}

SUITE("sparse scenes", few_are_in_a_cell, others_have_all_cells, its_bits_are_kept,
      damage_is_refused, few_small_ones_spoil_nothing, crowds_are_seen_when_they_form)
