/* SPDX-License-Identifier: MIT */
/* The order of cells: every cell once, supercells together, the halves as two threads need them. */
#include "chance.h"
#include "scene/grid.h"
#include "setup.h"

enum { LARGEST = 24, GRIDS = 3000 };

static int dense(chance *c, int low, int high)
{
  return low + chance_index(c, high - low + 1);
}

static void give_room(carom_grid *g)
{
  g->count = (int64_t)g->cells[0] * g->cells[1] * g->cells[2];
  g->supercells = 1;
  for (int k = 0; k < 3; k++)
    g->supercells *= carom_supercells_across(g, k);
  g->rank = malloc((size_t)g->count * sizeof *g->rank);
  g->supercell_rank = malloc(2 * (size_t)g->supercells * sizeof *g->supercell_rank);
  assert_non_null(g->rank);
  assert_non_null(g->supercell_rank);
  memset(g->rank, 0xff, (size_t)g->count * sizeof *g->rank);
  memset(g->supercell_rank, 0xff, 2 * (size_t)g->supercells * sizeof *g->supercell_rank);
}

static void take_room(carom_grid *g)
{
  free(g->rank);
  free(g->supercell_rank);
}

/* Cuts between supercells, in any way. */
static carom_grid any_grid(chance *c)
{
  carom_grid g = {.across = dense(c, 0, 2)};
  for (int k = 0; k < 3; k++)
    g.cells[k] = dense(c, 1, LARGEST);
  const int cells = g.cells[g.across];
  if (cells > 2 * CAROM_SUPERCELL) g.lead[g.across] = dense(c, 0, CAROM_SUPERCELL - 1);
  for (int q = 0, from = 0; q < 3; q++) {
    from = dense(c, from, cells / CAROM_SUPERCELL + 1);
    const int cut = from * CAROM_SUPERCELL - g.lead[g.across];
    g.cut[q] = cut < 0 ? 0 : cut < cells ? cut : cells;
  }
  give_room(&g);
  return g;
}

static int64_t supercell_of(const carom_grid *g, const int at[3])
{
  int64_t number = 0;
  for (int k = 2; k >= 0; k--)
    number = number * carom_supercells_across(g, k) + (at[k] + g->lead[k]) / CAROM_SUPERCELL;
  return number;
}

/* Calls `look` for every cell. */
static void for_cells(const carom_grid *g, void (*look)(const carom_grid *, const int *, void *),
                      void *user)
{
  int at[3];
  for (at[2] = 0; at[2] < g->cells[2]; at[2]++)
    for (at[1] = 0; at[1] < g->cells[1]; at[1]++)
      for (at[0] = 0; at[0] < g->cells[0]; at[0]++)
        look(g, at, user);
}

static void note_rank(const carom_grid *g, const int *at, void *user)
{
  unsigned char *contact_velocity = user;
  const uint32_t rank = g->rank[carom_cell_number(g, at)];
  assert_true(rank < g->count);
  assert_false(contact_velocity[rank]++);
}

static void count_in_district(const carom_grid *g, const int *at, void *user)
{
  uint32_t *count = user;
  const int64_t supercell = supercell_of(g, at);
  const uint32_t rank = g->rank[carom_cell_number(g, at)];
  assert_in_range(rank, g->supercell_rank[2 * supercell], g->supercell_rank[2 * supercell + 1] - 1);
  count[supercell]++;
}

static void every_cell_once_and_supercells_together(void **state)
{
  chance c = {.seed = 11};
  (void)state;
  for (int i = 0; i < GRIDS; i++) {
    carom_grid g = any_grid(&c);
    unsigned char *contact_velocity = calloc((size_t)g.count, 1);
    uint32_t *count = calloc((size_t)g.supercells, sizeof *count);
    carom_grid_number(&g);
    for_cells(&g, note_rank, contact_velocity);
    for_cells(&g, count_in_district, count);
    for (int64_t d = 0; d < g.supercells; d++)
      assert_int_equal(count[d], g.supercell_rank[2 * d + 1] - g.supercell_rank[2 * d]);
    free(contact_velocity);
    free(count);
    take_room(&g);
  }
}

/* What a quarter is numbered from and to. */
typedef struct ranks {
  uint32_t least[4], most[4];
  int64_t count[4];
} ranks;

static void sort_out(const carom_grid *g, const int *at, void *user)
{
  ranks *r = user;
  int q = 0;
  while (q < 3 && at[g->across] >= g->cut[q])
    q++;
  const uint32_t rank = g->rank[carom_cell_number(g, at)];
  if (r->count[q]++ == 0) r->least[q] = r->most[q] = rank;
  r->least[q] = rank < r->least[q] ? rank : r->least[q];
  r->most[q] = rank > r->most[q] ? rank : r->most[q];
}

/* A column of particles, ever fewer towards its top. */
static carom_scene *column(carom_scene *s, double *position_radius, int64_t n)
{
  chance c = {.seed = 5};
  memset(s, 0, sizeof *s);
  s->particles.count = (int)n;
  s->cpu.partition = carom_partition_of(n, false);
  s->cpu.blocks = carom_partition_blocks(&s->cpu.partition);
  s->particles.position_radius = position_radius;
  for (int64_t i = 0; i < n; i++) {
    const double u = chance_between(&c, 0, 1);
    position_radius[CAROM_POSITION_DOUBLES * i] = 17 * chance_between(&c, 0, 1);
    position_radius[CAROM_POSITION_DOUBLES * i + 1] = 19 * chance_between(&c, 0, 1);
    position_radius[CAROM_POSITION_DOUBLES * i + 2] = 60 * u * u;
  }
  const int cells[3] = {17, 19, 60};
  for (int k = 0; k < 3; k++) {
    s->cpu.grid[0].cells[k] = cells[k];
    s->cpu.grid[0].cell[k] = 1;
  }
  return s;
}

static int64_t below(const carom_scene *s, double height)
{
  int64_t count = 0;
  for (int64_t i = 0; i < s->particles.count; i++)
    count += s->particles.position_radius[CAROM_POSITION_DOUBLES * i + 2] < height;
  return count;
}

/* The first half has no fewer particles than the blocks of the first of two threads, and but a
 * layer of cells more; it begins at the cut, and the other half ends there. */
static void halves_meet_where_one_begins_and_the_other_ends(void **state)
{
  enum { MANY = 60000 };
  static carom_scene s;
  double *position_radius = calloc(MANY, CAROM_POSITION_DOUBLES * sizeof *position_radius);
  (void)state;
  for (int64_t n = 9000; n <= MANY; n += 1700) {
    ranks r = {.count = {0}};
    carom_grid *g = column(&s, position_radius, n)->cpu.grid;
    assert_true(carom_grid_cut(g, &s));
    assert_false(carom_grid_cut(g, &s));
    assert_int_equal(g->across, 2);
    const double wanted = (double)carom_block_start(&s, s.cpu.blocks / 2), off = 0.02 * (double)n;
    assert_true((double)below(&s, g->cut[1]) > wanted - off);
    assert_true((double)below(&s, g->cut[1] - 1.3) < wanted + off);
    assert_int_equal((g->cut[1] + g->lead[2]) % CAROM_SUPERCELL, 0);
    give_room(g);
    carom_grid_number(g);
    for_cells(g, sort_out, &r);
    for (int q = 0; q < 4; q++)
      assert_true(r.count[q] > 0);
    assert_int_equal(r.least[1], 0);
    assert_int_equal(r.least[0], r.most[1] + 1);
    assert_int_equal(r.least[3], r.most[0] + 1);
    assert_int_equal(r.least[2], r.most[3] + 1);
    take_room(g);
  }
  free(position_radius);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_cell_once_and_supercells_together),
      cmocka_unit_test(halves_meet_where_one_begins_and_the_other_ends),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
