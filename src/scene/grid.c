/* SPDX-License-Identifier: MIT */
#include "scene/grid.h"

#include <string.h>

#include "core/error.h"

bool carom_reserve(void *array, int64_t *room, int64_t count, size_t size)
{
  void **held = array;
  if (count <= *room && *held) return true;
  free(*held);
  const int64_t wanted = count + count / 8 + 64;
  *held = carom_lines((size_t)wanted * size);
  *room = *held ? wanted : 0;
  return *held != NULL;
}

static carom_status lost(const carom_scene *s, int64_t i, const char *what, carom_error *err)
{
  const double *x = carom_spot_of(s, i);
  return carom_fail(err, CAROM_ERR_DIVERGED, "particle",
                    "particle %lu (id %lu) %s: it is at (%.6g, %.6g, %.6g) m at %.9g s",
                    (unsigned long)s->number[i], (unsigned long)s->id[i], what, x[0], x[1], x[2],
                    carom_scene_time(s));
}

carom_status carom_grid_fold(carom_scene *s, carom_error *err)
{
  for (int64_t i = 0; i < s->n; i++) {
    double *x = carom_spot_of(s, i);
    for (int k = 0; k < 3; k++) {
      if (!(x[k] - x[k] == 0)) return lost(s, i, "has a position that is no number", err);
      if (x[k] >= s->low[k] && x[k] < s->high[k]) continue;
      if (!s->periodic[k]) {
        if (x[k] == s->high[k]) continue;
        return lost(s, i, "has left the domain", err);
      }
      const double turns = CAROM_FLOOR((x[k] - s->low[k]) / s->length[k]);
      if (!(CAROM_FABS(turns) < 1e6)) return lost(s, i, "crossed a million periods", err);
      x[k] -= turns * s->length[k];
      s->image[3 * i + k] += (int32_t)turns;
      if (!(x[k] < s->high[k])) { /* rounding, next to the border */
        x[k] = s->low[k];
        s->image[3 * i + k]++;
      }
    }
  }
  return CAROM_OK;
}

static int64_t linear(const carom_grid *g, const int at[3])
{
  return ((int64_t)at[2] * g->cells[1] + at[1]) * g->cells[0] + at[0];
}

/* The ranks of the cells of a district begin or end here. */
static void note_district(carom_grid *g, int x, int y, int z, int end, uint32_t rank)
{
  const int64_t number = ((int64_t)(z / CAROM_DISTRICT) * carom_districts_across(g, 1) +
                          y / CAROM_DISTRICT) *
                             carom_districts_across(g, 0) +
                         x / CAROM_DISTRICT;
  g->district_rank[2 * number + end] = rank;
}

/* Numbers the cells of a cube of side `size` along the Morton curve. */
static void number_cells(carom_grid *g, int x, int y, int z, int size, uint32_t *next)
{
  const int at[3] = {x, y, z};
  if (x >= g->cells[0] || y >= g->cells[1] || z >= g->cells[2]) return;
  if (size == CAROM_DISTRICT) note_district(g, x, y, z, 0, *next);
  if (size == 1) {
    g->rank[linear(g, at)] = (*next)++;
    return;
  }
  const int half = size / 2;
  for (int k = 0; k < 8; k++)
    number_cells(g, x + (k & 1) * half, y + (k >> 1 & 1) * half, z + (k >> 2) * half, half, next);
  if (size == CAROM_DISTRICT) note_district(g, x, y, z, 1, *next);
}

static void extent(const carom_scene *s, double low[3], double high[3])
{
  for (int k = 0; k < 3; k++) {
    low[k] = high[k] = s->spot[k];
    for (int64_t i = 1; i < s->n; i++) {
      const double x = s->spot[CAROM_SPOT * i + k];
      low[k] = x < low[k] ? x : low[k];
      high[k] = x > high[k] ? x : high[k];
    }
    if (!s->periodic[k]) continue;
    low[k] = s->low[k];
    high[k] = s->high[k];
  }
}

bool carom_grid_lay(carom_grid *g, const carom_scene *s)
{
  double low[3], high[3];
  const double reach = 2 * s->largest + s->skin;
  int cells[3];
  extent(s, low, high);
  for (int k = 0; k < 3; k++) {
    const double wanted = (high[k] - low[k]) / reach;
    cells[k] = wanted < 1 ? 1 : wanted > 1e6 ? 1000000 : (int)wanted;
  }
  for (;;) { /* thinly filled space gets larger cells */
    const int most = cells[0] >= cells[1] && cells[0] >= cells[2] ? 0
                     : cells[1] >= cells[2]                       ? 1
                                                                  : 2;
    if ((double)cells[0] * cells[1] * cells[2] <= 4.0 * (double)s->n + 64) break;
    cells[most] = (cells[most] + 1) / 2;
  }
  const bool same = g->rank && memcmp(cells, g->cells, sizeof cells) == 0;
  for (int k = 0; k < 3; k++) {
    g->cells[k] = cells[k];
    g->origin[k] = low[k];
    g->cell[k] = high[k] > low[k] ? (high[k] - low[k]) / cells[k] : reach;
  }
  if (same) return true;
  g->count = (int64_t)cells[0] * cells[1] * cells[2];
  if (g->count > g->room) {
    free(g->rank);
    free(g->start);
    g->rank = malloc((size_t)g->count * sizeof *g->rank);
    g->start = malloc(((size_t)g->count + 1) * sizeof *g->start);
    g->room = g->rank && g->start ? g->count : 0;
    if (!g->room) return false;
  }
  g->districts = 1;
  for (int k = 0; k < 3; k++)
    g->districts *= carom_districts_across(g, k);
  if (!carom_reserve(&g->district_rank, &g->district_room, 2 * g->districts,
                     sizeof *g->district_rank))
    return false;
  int size = CAROM_DISTRICT;
  uint32_t next = 0;
  while (size < cells[0] || size < cells[1] || size < cells[2])
    size *= 2;
  number_cells(g, 0, 0, 0, size, &next);
  return true;
}

static void cell_at(const carom_grid *g, const double *x, int at[3])
{
  for (int k = 0; k < 3; k++) {
    const double c = (x[k] - g->origin[k]) / g->cell[k];
    at[k] = c < 0 ? 0 : c >= g->cells[k] ? g->cells[k] - 1 : (int)c;
  }
}

/* Where each particle goes: counting sort by rank, in the present order within a cell. */
static void find_places(carom_scene *s)
{
  carom_grid *g = &s->grid;
  memset(g->start, 0, ((size_t)g->count + 1) * sizeof *g->start);
  for (int64_t i = 0; i < s->n; i++) {
    int at[3];
    cell_at(g, carom_spot_of(s, i), at);
    s->order[i] = g->rank[linear(g, at)];
    g->start[s->order[i] + 1]++;
  }
  for (int64_t c = 0; c < g->count; c++)
    g->start[c + 1] += g->start[c];
  for (int64_t i = 0; i < s->n; i++) {
    const uint32_t to = g->start[s->order[i]]++;
    s->place[i] = to;
    s->cell_of[to] = s->order[i];
  }
  memmove(g->start + 1, g->start, (size_t)g->count * sizeof *g->start);
  g->start[0] = 0;
}

enum { SHARE = 1024 };

static void move_share(void *user, int worker, long share)
{
  carom_scene *s = user;
  const int64_t from = share * SHARE, to = from + SHARE < s->n ? from + SHARE : s->n;
  (void)worker;
  for (int64_t i = from; i < to; i++) {
    const size_t to_place = s->place[i];
    const size_t spot = CAROM_SPOT * sizeof *s->spot;
    memcpy(s->spot_b + CAROM_SPOT * to_place, carom_spot_of(s, i), spot);
    memcpy(s->seen_b + CAROM_ROW * to_place, carom_seen_of(s, i), CAROM_ROW * sizeof *s->seen);
    s->turn_b[to_place] = s->turn[i];
    if (s->motion)
      memcpy(s->motion_b + CAROM_ROW * to_place, s->motion + CAROM_ROW * i,
             CAROM_ROW * sizeof *s->motion);
    memcpy(s->image_b + 3 * to_place, s->image + 3 * i, 3 * sizeof *s->image);
    s->number_b[to_place] = s->number[i];
    s->id_b[to_place] = s->id[i];
    s->material_b[to_place] = s->material[i];
  }
}

#define SWAP(type, a, b)                                                                           \
  do {                                                                                             \
    type swap_##a = s->a;                                                                          \
    s->a = s->b;                                                                                   \
    s->b = swap_##a;                                                                               \
  } while (0)

bool carom_grid_sort(carom_scene *s)
{
  find_places(s);
  carom_pool_run(s->pool, (s->n + SHARE - 1) / SHARE, move_share, s);
  SWAP(double *, spot, spot_b);
  SWAP(double *, seen, seen_b);
  SWAP(double *, turn, turn_b);
  SWAP(double *, motion, motion_b);
  SWAP(int32_t *, image, image_b);
  SWAP(uint32_t *, number, number_b);
  SWAP(uint32_t *, id, id_b);
  SWAP(int32_t *, material, material_b);
  return true;
}

/* Neighbouring cells along one direction, and by how much a position is shifted to see them; fewer
 * than three where a period has few cells. */
static int around(const carom_scene *s, int k, int at, int out[3], double shift[3])
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
  }
  return count;
}

void carom_grid_around(const carom_scene *s, const double *position, carom_ranges *out)
{
  const carom_grid *g = &s->grid;
  int at[3], side[3][3], count[3];
  double shift[3][3];
  cell_at(g, position, at);
  out->rank = g->rank[linear(g, at)];
  out->count = 0;
  out->total = 0;
  for (int k = 0; k < 3; k++)
    count[k] = around(s, k, at[k], side[k], shift[k]);
  for (int z = 0; z < count[2]; z++)
    for (int y = 0; y < count[1]; y++)
      for (int x = 0; x < count[0]; x++) {
        const int cell[3] = {side[0][x], side[1][y], side[2][z]};
        const uint32_t rank = g->rank[linear(g, cell)];
        if (rank < out->rank || g->start[rank] == g->start[rank + 1]) continue;
        double *by = out->shift[out->count];
        by[0] = shift[0][x], by[1] = shift[1][y], by[2] = shift[2][z];
        out->from[out->count] = g->start[rank];
        out->to[out->count++] = g->start[rank + 1];
        out->total += g->start[rank + 1] - g->start[rank];
      }
}
