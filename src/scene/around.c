/* SPDX-License-Identifier: MIT */
/* The candidates of a cell: the particles of the cells around it. */
#include <string.h>

#include "scene/grid.h"
#include "scene/near.h"

/* Neighbouring cells along one direction, and by how much a position is shifted to see them; fewer
 * than three where a period has few cells. */
static int around(const carom_scene *s, int k, int at, int out[3], double shift[3], bool *shifted)
{
  const int cells = s->grid.cells[k];
  int count = 0;
  for (int step = -1; step <= 1; step++) {
    int to = at + step;
    double by = 0;
    if (s->periodic[k]) {
      if (cells < 3 && step < 0) continue;
      if (cells < 2 && step > 0) continue;
      by = to < 0 ? s->length[k] : to >= cells ? -s->length[k] : 0;
      to = (to + cells) % cells;
    }
    if (to < 0 || to >= cells) continue;
    out[count] = to;
    shift[count++] = by;
    *shifted |= by != 0;
  }
  return count;
}

/* Does a cell have neighbours on all sides? */
static bool inside(const carom_grid *g, const int at[3])
{
  bool all = true;
  for (int k = 0; k < 3; k++)
    all = all && at[k] > 0 && at[k] < g->cells[k] - 1;
  return all;
}

/* Those of such a cell. */
static int find_inside(const carom_grid *g, int64_t own, int64_t cell[27])
{
  const int64_t row = g->cells[0], layer = row * g->cells[1];
  int cells = 0;
  for (int64_t z = own - layer; z <= own + layer; z += layer)
    for (int64_t y = z - row; y <= z + row; y += row, cells += 3) {
      cell[cells] = y - 1;
      cell[cells + 1] = y;
      cell[cells + 2] = y + 1;
    }
  return cells;
}

typedef uint32_t few __attribute__((vector_size(4 * CAROM_FEW)));

/* Room for so many candidates and a few of every cell. */
static bool more_candidates(carom_found *f, int64_t count)
{
  const int64_t wanted = count + 27 * CAROM_FEW, room = wanted + wanted / 2;
  if (wanted <= f->around_room) return true;
  uint32_t *grown = carom_lines((size_t)room * sizeof *grown);
  if (!grown) return false;
  if (f->around) memcpy(grown, f->around, (size_t)f->around_room * sizeof *grown);
  free(f->around);
  f->around = grown;
  f->around_room = room;
  return true;
}

/* The cells around one, in the order of x, y, z, and how a position is shifted to see them; returns
 * how many. */
static int find_around(const carom_scene *s, const int at[3], int64_t cell[27], double shift[27][3],
                       bool *shifted)
{
  int side[3][3], count[3], cells = 0;
  double by[3][3];
  *shifted = false;
  if (inside(&s->grid, at)) return find_inside(&s->grid, carom_cell_number(&s->grid, at), cell);
  for (int k = 0; k < 3; k++)
    count[k] = around(s, k, at[k], side[k], by[k], shifted);
  for (int z = 0; z < count[2]; z++)
    for (int y = 0; y < count[1]; y++) {
      const int row[3] = {0, side[1][y], side[2][z]};
      const int64_t first = carom_cell_number(&s->grid, row);
      for (int x = 0; *shifted && x < count[0]; x++) {
        double *to = shift[cells + x];
        to[0] = by[0][x], to[1] = by[1][y], to[2] = by[2][z];
      }
      for (int x = 0; x < count[0]; x++)
        cell[cells++] = first + side[0][x];
    }
  return cells;
}

/* The shifts of all of them, those of a cell ending at `end`. */
static bool note_shifts(carom_found *f, int cells, double shift[27][3], const int64_t end[27])
{
  const int64_t room = f->around_count + CAROM_SPARE;
  for (int k = 0; k < 3; k++) {
    if (!carom_reserve(&f->shift[k], &f->shift_room[k], room, sizeof(double))) return false;
    memset(f->shift[k] + f->around_count, 0, CAROM_SPARE * sizeof(double));
  }
  double *x = f->shift[0], *y = f->shift[1], *z = f->shift[2];
  int64_t at = 0;
  for (int c = 0; c < cells; c++)
    for (; at < end[c]; at++)
      x[at] = shift[c][0], y[at] = shift[c][1], z[at] = shift[c][2];
  return true;
}

/* Adds the particles of a cell that has many. */
static bool add_many(carom_found *f, int64_t count, uint32_t first, uint32_t many)
{
  if (!more_candidates(f, count + many)) return false;
  for (uint32_t k = 0; k < many; k++)
    f->around[count + k] = first + k;
  return true;
}

/* Notes the particles of all cells around one. A few of every cell are written whether they are
 * there or not, and there is no branch for cells that stand before: which ones have any, no
 * processor can foretell. */
static bool look_around(const carom_scene *s, const int at[3], carom_found *f)
{
  const carom_grid *g = &s->grid;
  int64_t cell[27], end[27], total = 0;
  double shift[27][3];
  const int cells = find_around(s, at, cell, shift, &f->shifted);
  const uint32_t own = g->span[2 * carom_cell_number(g, at)];
  for (int c = 0; c < cells; c++) {
    const uint32_t first = g->span[2 * cell[c]], after = g->span[2 * cell[c] + 1];
    const uint32_t many = (after - first) & (0 - (uint32_t)(first >= own));
    const few numbers = first + (few){0, 1, 2, 3, 4, 5, 6, 7};
    memcpy(f->around + total, &numbers, sizeof numbers);
    if (many > CAROM_FEW && !add_many(f, total, first, many)) return false;
    total += many;
    end[c] = total;
  }
  f->around_count = total;
  return !f->shifted || note_shifts(f, cells, shift, end);
}

bool carom_grid_around(const carom_scene *s, const double *position, carom_found *f)
{
  const carom_grid *g = &s->grid;
  const bool wide = s->instructions == CAROM_INSTRUCTIONS_AVX512;
  carom_gather *gather = wide ? carom_gather_avx512() : NULL;
  int at[3];
  carom_cell_at(g, position, at);
  if (!more_candidates(f, 0)) return false;
  f->around_count = -1;
  f->shifted = false;
  if (gather && inside(g, at))
    f->around_count = gather(g->span, carom_cell_number(g, at), g->cells[0],
                             (int64_t)g->cells[0] * g->cells[1], f->around);
  if (f->around_count < 0 && !look_around(s, at, f)) return false;
  memset(f->around + f->around_count, 0, CAROM_SPARE * sizeof *f->around);
  return true;
}
