/* SPDX-License-Identifier: MIT */
/* The stencil of a cell: the particles of the cells around it, on its own and on coarser levels. */
#include <string.h>

#include "scene/grid.h"
#include "scene/pair_test.h"

/* Neighbouring cells along one direction, and the shift that is added to a position to see them.
 * There are fewer than three if a period has few cells. */
static int stencil(const carom_scene *s, const carom_grid *g, int k, int at, int out[3],
                   double shift[3], bool *shifted)
{
  const int cells = g->cells[k];
  int count = 0;
  for (int step = -1; step <= 1; step++) {
    int to = at + step;
    double by = 0;
    if (s->model.periodic[k]) {
      if (cells < 3 && step < 0) continue;
      if (cells < 2 && step > 0) continue;
      by = to < 0 ? s->model.length[k] : to >= cells ? -s->model.length[k] : 0;
      to = (to + cells) % cells;
    }
    if (to < 0 || to >= cells) continue;
    out[count] = to;
    shift[count++] = by;
    *shifted |= by != 0;
  }
  return count;
}

/* Does a cell have neighbours on all sides, at constant strides? */
static bool inside(const carom_grid *g, const int at[3])
{
  bool all = !g->sparse;
  for (int k = 0; k < 3; k++)
    all = all && at[k] > 0 && at[k] < g->cells[k] - 1;
  return all;
}

/* The 27 cells around such a cell. */
static int find_inner_stencil(const carom_grid *g, int64_t own, int64_t cell[27])
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

typedef uint32_t few __attribute__((vector_size(4 * CAROM_CELL_TYPICAL)));

/* Reserves space for `count` particles plus CAROM_CELL_TYPICAL for every cell. */
static bool reserve_stencil(carom_search_buffer *f, int64_t count)
{
  const int64_t wanted = count + 27 * CAROM_CELL_TYPICAL, room = wanted + wanted / 2;
  if (wanted <= f->stencil_capacity) return true;
  uint32_t *grown = carom_lines((size_t)room * sizeof *grown);
  if (!grown) return false;
  if (f->stencil) memcpy(grown, f->stencil, (size_t)f->stencil_capacity * sizeof *grown);
  free(f->stencil);
  f->stencil = grown;
  f->stencil_capacity = room;
  return true;
}

/* Shift along the flow that comes with a shift along the gradient. */
static double offset_of(const carom_model *m, const double shift[3])
{
  return m->offset * (shift[m->gradient] / m->length[m->gradient]);
}

static int64_t cell_beside(const carom_grid *g, int side[3][3], int x, int y, int z)
{
  const int at[3] = {side[0][x], side[1][y], side[2][z]};
  return carom_cell_number(g, at);
}

/* The cells around one, in the order x, y, z, with their shifts; returns their number. */
static int find_stencil(const carom_scene *s, const carom_grid *g, const int at[3],
                        int64_t cell[27], double shift[27][3], bool *shifted)
{
  int side[3][3], count[3], cells = 0;
  double by[3][3];
  *shifted = false;
  if (inside(g, at)) return find_inner_stencil(g, carom_cell_number(g, at), cell);
  for (int k = 0; k < 3; k++)
    count[k] = stencil(s, g, k, at[k], side[k], by[k], shifted);
  for (int z = 0; z < count[2]; z++)
    for (int y = 0; y < count[1]; y++) {
      for (int x = 0; *shifted && x < count[0]; x++) {
        double *to = shift[cells + x];
        to[0] = by[0][x], to[1] = by[1][y], to[2] = by[2][z];
        if (s->model.offset != 0) to[s->model.flow] += offset_of(&s->model, to);
      }
      for (int x = 0; x < count[0]; x++)
        cell[cells++] = cell_beside(g, side, x, y, z);
    }
  return cells;
}

/* Writes the shift of every particle; the particles of cell c end at end[c]. */
static bool note_shifts(carom_search_buffer *f, int cells, double shift[27][3],
                        const int64_t end[27])
{
  const int64_t room = f->stencil_count + CAROM_PADDING;
  for (int k = 0; k < 3; k++) {
    if (!carom_reserve(&f->shift[k], &f->shift_capacity[k], room, sizeof(double))) return false;
    memset(f->shift[k] + f->stencil_count, 0, CAROM_PADDING * sizeof(double));
  }
  double *x = f->shift[0], *y = f->shift[1], *z = f->shift[2];
  int64_t at = 0;
  for (int c = 0; c < cells; c++)
    for (; at < end[c]; at++)
      x[at] = shift[c][0], y[at] = shift[c][1], z[at] = shift[c][2];
  return true;
}

/* Reserves space for `count` shifts and keeps those present. */
static bool more_shifts(carom_search_buffer *f, int k, int64_t count)
{
  if (count <= f->shift_capacity[k]) return true;
  double *grown = carom_lines((size_t)(2 * count) * sizeof *grown);
  if (!grown) return false;
  if (f->shift[k]) memcpy(grown, f->shift[k], (size_t)f->shift_capacity[k] * sizeof *grown);
  free(f->shift[k]);
  f->shift[k] = grown;
  f->shift_capacity[k] = 2 * count;
  return true;
}

/* Sets the shifts of all particles so far to zero. */
static bool no_shifts(carom_search_buffer *f)
{
  const int64_t count = f->stencil_count + CAROM_PADDING;
  for (int k = 0; k < 3; k++) {
    if (!more_shifts(f, k, count)) return false;
    memset(f->shift[k], 0, (size_t)count * sizeof *f->shift[k]);
  }
  return true;
}

/* Adds the particles of a cell that has more than CAROM_CELL_TYPICAL. */
static bool add_many(carom_search_buffer *f, int64_t count, uint32_t first, uint32_t many)
{
  if (!reserve_stencil(f, count + many)) return false;
  for (uint32_t k = 0; k < many; k++)
    f->stencil[count + k] = first + k;
  return true;
}

/* Gathers the particles of all cells around one. Always writes CAROM_CELL_TYPICAL indices per cell,
 * and counts those of earlier cells as zero instead of skipping them, because such branches cannot
 * be predicted. */
static bool gather_stencil(const carom_scene *s, const carom_grid *g, const int at[3],
                           carom_search_buffer *f)
{
  int64_t cell[27], end[27], total = 0;
  double shift[27][3];
  const int cells = find_stencil(s, g, at, cell, shift, &f->shifted);
  const uint32_t own = g->span[2 * carom_cell_number(g, at)];
  for (int c = 0; c < cells; c++) {
    const uint32_t first = g->span[2 * cell[c]], after = g->span[2 * cell[c] + 1];
    const uint32_t many = (after - first) & (0 - (uint32_t)(first >= own));
    const few numbers = first + (few){0, 1, 2, 3, 4, 5, 6, 7};
    memcpy(f->stencil + total, &numbers, sizeof numbers);
    if (many > CAROM_CELL_TYPICAL && !add_many(f, total, first, many)) return false;
    total += many;
    end[c] = total;
  }
  f->stencil_count = total;
  return !f->shifted || note_shifts(f, cells, shift, end);
}

/* Cells of a coarser level along one direction; `first` may lie before a periodic border. */
typedef struct range {
  int first, count;
} range;

/* The cells that particles of a cell of `g` can reach. */
static range reached(const carom_scene *s, const carom_grid *g, const carom_grid *coarse, int k,
                     int at, bool either_way)
{
  const double reach = g->largest + coarse->largest + carom_list_range(s),
               slack = 1e-9 * coarse->cell[k], wide = carom_box_stretch(&s->model, k) * reach;
  const double low = g->origin[k] + at * g->cell[k] - wide - slack;
  const double high = g->origin[k] + (at + 1) * g->cell[k] + wide + slack;
  const int cells = coarse->cells[k];
  double first = CAROM_FLOOR((low - coarse->origin[k]) / coarse->cell[k]);
  double last = CAROM_FLOOR((high - coarse->origin[k]) / coarse->cell[k]);
  if (!s->model.periodic[k]) { /* the outermost cells also hold what lies beyond them */
    first = first < 0 ? 0 : first < cells ? first : cells - 1;
    last = last < 0 ? 0 : last < cells ? last : cells - 1;
  } else if (either_way && last - first >= cells) {
    last = first + cells - 1;
  }
  return (range){(int)first, (int)(last - first) + 1};
}

/* Folds a cell number into the domain; `images`: how many periods away it was. */
static int wrap(int cell, int cells, int *images)
{
  *images = cell >= 0 ? cell / cells : -((cells - 1 - cell) / cells);
  return cell - *images * cells;
}

/* Adds the particles of a cell, all seen with this shift. */
static bool add_cell(const carom_scene *s, carom_search_buffer *f, const carom_grid *g,
                     int64_t cell, const double shift[3])
{
  const uint32_t first = g->span[2 * cell], many = g->span[2 * cell + 1] - first;
  const int64_t total = f->stencil_count + many, room = total + CAROM_PADDING;
  if (many == 0) return true;
  if (!add_many(f, f->stencil_count, first, many)) return false;
  for (int k = 0; s->model.any_periodic && k < 3; k++) {
    if (!more_shifts(f, k, room)) return false;
    for (int64_t c = f->stencil_count; c < room; c++)
      f->shift[k][c] = c < total ? shift[k] : 0;
  }
  f->stencil_count = total;
  return true;
}

/* Adds the particles that a cell can reach on a coarser level. */
static bool add_coarser(const carom_scene *s, const carom_grid *g, const int at[3],
                        const carom_grid *coarse, bool either_way, carom_search_buffer *f)
{
  range r[3];
  for (int k = 0; k < 3; k++)
    r[k] = reached(s, g, coarse, k, at[k], either_way);
  for (int z = 0; z < r[2].count; z++)
    for (int y = 0; y < r[1].count; y++)
      for (int x = 0; x < r[0].count; x++) {
        const int step[3] = {x, y, z};
        int cell[3], images;
        double shift[3];
        for (int k = 0; k < 3; k++) {
          cell[k] = wrap(r[k].first + step[k], coarse->cells[k], &images);
          shift[k] = images ? -images * s->model.length[k] : 0;
          f->shifted |= images != 0;
        }
        if (s->model.offset != 0) shift[s->model.flow] += offset_of(&s->model, shift);
        if (!add_cell(s, f, coarse, carom_cell_number(coarse, cell), shift)) return false;
      }
  return true;
}

bool carom_cell_stencil(const carom_scene *s, int level, const double *position, bool either_way,
                        carom_search_buffer *f)
{
  const carom_grid *g = &s->cpu.grid[level];
  const bool wide = s->cpu.instructions == CAROM_INSTRUCTIONS_AVX512;
  carom_stencil_gather *gather = wide ? carom_stencil_gather_avx512() : NULL;
  int at[3];
  carom_cell_of(s, g, position, at);
  if (!reserve_stencil(f, 0)) return false;
  f->stencil_count = -1;
  f->shifted = false;
  if (gather && inside(g, at))
    f->stencil_count = gather(g->span, carom_cell_number(g, at), g->cells[0],
                              (int64_t)g->cells[0] * g->cells[1], f->stencil);
  if (f->stencil_count < 0 && !gather_stencil(s, g, at, f)) return false;
  if (level + 1 < s->cpu.levels && s->model.any_periodic && !f->shifted && !no_shifts(f))
    return false;
  for (int coarse = level + 1; coarse < s->cpu.levels; coarse++)
    if (!add_coarser(s, g, at, &s->cpu.grid[coarse], either_way, f)) return false;
  memset(f->stencil + f->stencil_count, 0, CAROM_PADDING * sizeof *f->stencil);
  return true;
}
