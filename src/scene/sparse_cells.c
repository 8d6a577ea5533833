/* SPDX-License-Identifier: MIT */
/* Levels whose particles fill little of the space that they span: an inclined layer, beds far
 * apart, grains that fall forever beside a heap. A table of all cells cannot have cells as small as
 * they should be, and particles crowd in larger ones.
 *
 * Such a level has cells only where particles are. Space is divided into cells and supercells as
 * usual, but only supercells that hold particles are kept, in Morton order and with all their
 * cells. A hash table finds them. */
#include <string.h>

#include "scene/grid.h"

enum {
  WITHIN = CAROM_SUPERCELL * CAROM_SUPERCELL * CAROM_SUPERCELL, /* cells of a supercell */
  /* More other particles than this in the cell of a particle, on average, are a crowd. */
  FEW = 4,
  SPARE = 64,
  PART = 2 /* at most SPARE supercells, and one for PART particles */
};

/* Spreads a number of 21 bits to every third bit. */
static uint64_t spread(uint64_t x)
{
  x = (x | x << 32) & UINT64_C(0x1f00000000ffff);
  x = (x | x << 16) & UINT64_C(0x1f0000ff0000ff);
  x = (x | x << 8) & UINT64_C(0x100f00f00f00f00f);
  x = (x | x << 4) & UINT64_C(0x10c30c30c30c30c3);
  return (x | x << 2) & UINT64_C(0x1249249249249249);
}

static uint64_t gathered(uint64_t x)
{
  x &= UINT64_C(0x1249249249249249);
  x = (x | x >> 2) & UINT64_C(0x10c30c30c30c30c3);
  x = (x | x >> 4) & UINT64_C(0x100f00f00f00f00f);
  x = (x | x >> 8) & UINT64_C(0x1f0000ff0000ff);
  x = (x | x >> 16) & UINT64_C(0x1f00000000ffff);
  return (x | x >> 32) & UINT64_C(0x1fffff);
}

static uint64_t code_of(const int at[3])
{
  return spread((uint64_t)at[0]) | spread((uint64_t)at[1]) << 1 | spread((uint64_t)at[2]) << 2;
}

/* Slot of a code in the hash table, or the slot where it would be. */
static uint32_t slot_of(const carom_grid *g, uint64_t code)
{
  uint32_t slot = (uint32_t)(code * UINT64_C(0x9e3779b97f4a7c15) >> 32) & g->code_mask;
  while (g->code_table[slot] != UINT32_MAX && g->code[g->code_table[slot]] != code)
    slot = (slot + 1) & g->code_mask;
  return slot;
}

int64_t carom_sparse_supercell(const carom_grid *g, const int at[3])
{
  const uint32_t number = g->code_table[slot_of(g, code_of(at))];
  return number == UINT32_MAX ? -1 : (int64_t)number;
}

void carom_sparse_supercell_at(const carom_grid *g, int64_t number, int at[3])
{
  for (int k = 0; k < 3; k++)
    at[k] = (int)gathered(g->code[number] >> k);
}

void carom_sparse_meet(carom_grid *g, int64_t from, int64_t to)
{
  for (int64_t k = from; k < to; k++) {
    int at[3];
    carom_sparse_supercell_at(g, k, at);
    for (int n = 0; n < CAROM_BESIDE; n++) { /* the second half of 27 */
      const int c = 14 + n, by[3] = {c % 3 - 1, c / 3 % 3 - 1, c / 9 - 1};
      const int to_it[3] = {at[0] + by[0], at[1] + by[1], at[2] + by[2]};
      bool within = true;
      for (int d = 0; d < 3; d++)
        within = within && to_it[d] >= 0 && to_it[d] < carom_supercells_across(g, d);
      const int64_t other = within ? carom_sparse_supercell(g, to_it) : -1;
      g->beside[CAROM_BESIDE * k + n] = other < 0 ? CAROM_NO_SUPERCELL : (uint32_t)other;
    }
  }
}

int64_t carom_sparse_cell(const carom_grid *g, const int at[3])
{
  const int of[3] = {at[0] / CAROM_SUPERCELL, at[1] / CAROM_SUPERCELL, at[2] / CAROM_SUPERCELL};
  const int64_t supercell = carom_sparse_supercell(g, of);
  int64_t within = 0;
  for (int k = 2; k >= 0; k--)
    within = CAROM_SUPERCELL * within + at[k] % CAROM_SUPERCELL;
  return supercell < 0 ? g->count : WITHIN * supercell + within;
}

static int by_code(const void *a, const void *b)
{
  const uint64_t *x = a, *y = b;
  return (*x > *y) - (*x < *y);
}

/* Bounds the supercells so that the cells of all levels together can be numbered by 32 bits. */
static int64_t most_supercells(const carom_grid *g)
{
  const int64_t most = UINT32_MAX / WITHIN / 2, wanted = g->particles / PART + SPARE;
  return wanted < most ? wanted : most;
}

static bool reserve_codes(carom_grid *g, int64_t most)
{
  int64_t size = SPARE;
  while (size < 2 * most)
    size *= 2;
  g->code_mask = (uint32_t)(size - 1);
  return carom_reserve(&g->code, &g->code_capacity, most, sizeof *g->code) &&
         carom_reserve(&g->code_table, &g->code_table_capacity, size, sizeof *g->code_table);
}

/* Enters the codes of all supercells, in their order, into the hash table. */
static void enter_codes(carom_grid *g)
{
  memset(g->code_table, 0xff, ((size_t)g->code_mask + 1) * sizeof *g->code_table);
  for (int64_t k = 0; k < g->supercells; k++)
    g->code_table[slot_of(g, g->code[k])] = (uint32_t)k;
}

/* Finds the supercells that hold particles of the level; false if there are too many. */
static bool find_supercells(const carom_scene *s, int level, carom_grid *g)
{
  const int64_t most = most_supercells(g);
  uint64_t last = UINT64_MAX;
  g->supercells = 0;
  memset(g->code_table, 0xff, ((size_t)g->code_mask + 1) * sizeof *g->code_table);
  for (int64_t i = 0; i < s->particles.count; i++) {
    const double *x = carom_position_of(s, i);
    int at[3];
    if (carom_level_of(s, x[3]) != level) continue;
    carom_cell_of(s, g, x, at);
    for (int k = 0; k < 3; k++)
      at[k] /= CAROM_SUPERCELL;
    const uint64_t code = code_of(at);
    if (code == last) continue;
    last = code;
    const uint32_t slot = slot_of(g, code);
    if (g->code_table[slot] != UINT32_MAX) continue;
    if (g->supercells == most) return false;
    g->code[g->supercells] = code;
    g->code_table[slot] = (uint32_t)g->supercells++;
  }
  qsort(g->code, (size_t)g->supercells, sizeof *g->code, by_code);
  enter_codes(g);
  return true;
}

/* The rank of a cell is its number. The cell behind the last one is empty and stands for all absent
 * ones. */
static bool number_cells(carom_grid *g)
{
  g->count = WITHIN * g->supercells;
  memset(g->lead, 0, sizeof g->lead);
  if (!carom_grid_reserve_cells(g) || !carom_reserve(&g->supercell_rank, &g->supercell_capacity,
                                                     2 * g->supercells, sizeof *g->supercell_rank))
    return false;
  g->span[2 * g->count] = g->span[2 * g->count + 1] = 0;
  for (int64_t k = 0; k < g->supercells; k++) {
    g->supercell_rank[2 * k] = (uint32_t)(WITHIN * k);
    g->supercell_rank[2 * k + 1] = (uint32_t)(WITHIN * (k + 1));
  }
  return true;
}

bool carom_sparse_crowded(const carom_scene *s, int level)
{
  const carom_grid *g = &s->cpu.grid[level];
  uint32_t *held = g->span; /* unused until the particles are sorted */
  int64_t others = 0;
  memset(held, 0, (size_t)g->count * sizeof *held);
  for (int64_t i = 0; i < s->particles.count; i++) {
    const double *x = carom_position_of(s, i);
    int at[3];
    if (carom_level_of(s, x[3]) != level) continue;
    carom_cell_of(s, g, x, at);
    others += 2 * held[carom_cell_number(g, at)]++;
  }
  return others > FEW * g->particles;
}

bool carom_sparse_lay(carom_scene *s, int level, const int wanted[3], const double high[3])
{
  carom_grid *g = &s->cpu.grid[level];
  if (!reserve_codes(g, most_supercells(g))) return false;
  for (int k = 0; k < 3; k++) {
    const int most = level > 0 ? g[-1].cells[k] : wanted[k];
    g->cells[k] = wanted[k] < most ? wanted[k] : most;
  }
  g->sparse = true;
  for (;;) {
    for (int k = 0; k < 3; k++)
      if (high[k] > g->origin[k]) g->cell[k] = (high[k] - g->origin[k]) / g->cells[k];
    if (find_supercells(s, level, g)) return number_cells(g);
    for (int k = 0; k < 3; k++)
      g->cells[k] = (g->cells[k] + 1) / 2;
  }
}

bool carom_sparse_take(carom_grid *g, int64_t supercells)
{
  const int64_t most = most_supercells(g);
  g->sparse = true;
  g->supercells = 0;
  if (!reserve_codes(g, most)) return false;
  if (supercells <= most) g->supercells = supercells;
  return true;
}

bool carom_sparse_taken(carom_grid *g)
{
  const int last[3] = {carom_supercells_across(g, 0) - 1, carom_supercells_across(g, 1) - 1,
                       carom_supercells_across(g, 2) - 1};
  for (int64_t k = 0; k < g->supercells; k++) {
    int at[3];
    carom_sparse_supercell_at(g, k, at);
    if ((k > 0 && g->code[k] <= g->code[k - 1]) || g->code[k] >> 63 || at[0] > last[0] ||
        at[1] > last[1] || at[2] > last[2])
      return false;
  }
  enter_codes(g);
  return true;
}
