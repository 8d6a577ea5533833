/* SPDX-License-Identifier: MIT */
/* Sorting the particles along the grid. */
#include <string.h>

#include "scene/grid.h"

/* Sorted by rank, stable within a cell, on all threads: first by the upper bits of the rank,
 * so that each part of the cells gets its particles; then every part by itself. */
enum { PARTS = 64 };

typedef struct sorting {
  carom_scene *s;
  int shift;                   /* lower bits of a rank */
  uint32_t next[PARTS][PARTS]; /* of a part of the particles for a part of the cells: how many, then
                                  where the next one goes */
} sorting;

static int64_t part_of_particles(const carom_scene *s, long part)
{
  return (int64_t)s->n * part / PARTS;
}

static void find_cells(void *user, int worker, long part)
{
  sorting *o = user;
  carom_scene *s = o->s;
  uint32_t count[PARTS] = {0};
  (void)worker;
  for (int64_t i = part_of_particles(s, part); i < part_of_particles(s, part + 1); i++) {
    const double *x = carom_position_of(s, i);
    const carom_grid *g = &s->grid[carom_level_of(s, x[3])];
    int at[3];
    carom_cell_at(g, x, at);
    s->sort_key[i] = (uint32_t)g->first + g->rank[carom_cell_number(g, at)];
    count[s->sort_key[i] >> o->shift]++;
  }
  memcpy(o->next[part], count, sizeof count);
}

/* Particles by part of the cells, into `tag_b`, which is free. */
static void deal_out(void *user, int worker, long part)
{
  sorting *o = user;
  carom_scene *s = o->s;
  uint32_t next[PARTS];
  (void)worker;
  memcpy(next, o->next[part], sizeof next);
  for (int64_t i = part_of_particles(s, part); i < part_of_particles(s, part + 1); i++)
    s->tag_b[next[s->sort_key[i] >> o->shift]++] = (uint32_t)i;
}

/* Counting sort of a part of the cells. Indices are assigned from the end, so that `start`
 * ends up right. */
static void sort_part(void *user, int worker, long part)
{
  const sorting *o = user;
  carom_scene *s = o->s;
  uint32_t *start = s->cell_start;
  const int64_t first = (int64_t)part << o->shift, after = (int64_t)(part + 1) << o->shift;
  const int64_t end = after < s->cells ? after : s->cells;
  const uint32_t from = o->next[0][part],
                 to = part + 1 < PARTS ? o->next[0][part + 1] : (uint32_t)s->n;
  uint32_t sum = from;
  (void)worker;
  if (first >= end) return;
  memset(start + first, 0, (size_t)(end - first) * sizeof *start);
  for (uint32_t k = from; k < to; k++)
    start[s->sort_key[s->tag_b[k]]]++;
  for (int64_t c = first; c < end; c++)
    start[c] = sum += start[c];
  for (uint32_t k = to; k-- > from;) {
    const uint32_t i = s->tag_b[k], at = --start[s->sort_key[i]];
    s->new_index[i] = at;
    s->cell_of[at] = s->sort_key[i];
  }
}

static void note_spans(void *user, int worker, long part)
{
  carom_grid *g = user;
  (void)worker;
  for (int64_t c = g->count * part / PARTS; c < g->count * (part + 1) / PARTS; c++) {
    g->span[2 * c] = g->start[g->rank[c]];
    g->span[2 * c + 1] = g->start[g->rank[c] + 1];
  }
}

/* The new index of each particle. */
static void find_places(carom_scene *s)
{
  sorting o = {.s = s};
  uint32_t sum = 0;
  while ((s->cells - 1) >> o.shift >= PARTS)
    o.shift++;
  carom_pool_run(s->pool, PARTS, find_cells, &o);
  for (int cells = 0; cells < PARTS; cells++)
    for (int part = 0; part < PARTS; part++) {
      const uint32_t count = o.next[part][cells];
      o.next[part][cells] = sum;
      sum += count;
    }
  carom_pool_run(s->pool, PARTS, deal_out, &o);
  carom_pool_run(s->pool, PARTS, sort_part, &o);
  s->cell_start[s->cells] = (uint32_t)s->n;
  for (int level = 0; level < s->levels; level++)
    carom_pool_run(s->pool, PARTS, note_spans, &s->grid[level]);
}

enum { SHARE = 1024 };

static void move_share(void *user, int worker, long share)
{
  carom_scene *s = user;
  const int64_t from = share * SHARE, end = from + SHARE < s->n ? from + SHARE : s->n;
  (void)worker;
  for (int64_t i = from; i < end; i++) {
    const size_t to = s->new_index[i];
    const size_t position_radius = CAROM_POSITION_DOUBLES * sizeof *s->position_radius;
    memcpy(s->position_radius_b + CAROM_POSITION_DOUBLES * to, carom_position_of(s, i),
           position_radius);
    memcpy(s->reference + CAROM_POSITION_DOUBLES * to, carom_position_of(s, i), position_radius);
    memcpy(s->contact_velocity_b + CAROM_ROW_DOUBLES * to, carom_contact_velocity_of(s, i),
           CAROM_ROW_DOUBLES * sizeof *s->contact_velocity);
    s->inv_inertia_b[to] = s->inv_inertia[i];
    if (s->half_velocity)
      memcpy(s->half_velocity_b + CAROM_ROW_DOUBLES * to, s->half_velocity + CAROM_ROW_DOUBLES * i,
             CAROM_ROW_DOUBLES * sizeof *s->half_velocity);
    memcpy(s->image_b + 3 * to, s->image + 3 * i, 3 * sizeof *s->image);
    s->tag_b[to] = s->tag[i];
    s->id_b[to] = s->id[i];
    s->material_b[to] = s->material[i];
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
  SWAP(double *, position_radius, position_radius_b);
  SWAP(double *, contact_velocity, contact_velocity_b);
  SWAP(double *, inv_inertia, inv_inertia_b);
  SWAP(double *, half_velocity, half_velocity_b);
  SWAP(int32_t *, image, image_b);
  SWAP(uint32_t *, tag, tag_b);
  SWAP(uint32_t *, id, id_b);
  SWAP(int32_t *, material, material_b);
  return true;
}
