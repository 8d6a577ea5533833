/* SPDX-License-Identifier: MIT */
/* Sorting the particles along the grid. */
#include <string.h>

#include "scene/grid.h"

/* Particles are sorted by rank, stable within a cell, on all threads: first by the upper bits of
 * the rank, so that each part of the cells gets its particles; then each part is sorted by
 * itself. */
enum { PARTS = 64 };

typedef struct sorting {
  carom_scene *s;
  int shift; /* number of lower bits of a rank */
  /* By part of the particles and part of the cells: how many, then where the next one goes. */
  uint32_t next[PARTS][PARTS];
} sorting;

static int64_t part_of_particles(const carom_scene *s, int64_t part)
{
  return (int64_t)s->particles.count * part / PARTS;
}

static void find_cells(void *user, int worker, int64_t part)
{
  sorting *o = user;
  carom_scene *s = o->s;
  uint32_t count[PARTS] = {0};
  (void)worker;
  for (int64_t i = part_of_particles(s, part); i < part_of_particles(s, part + 1); i++) {
    const double *x = carom_position_of(s, i);
    const carom_grid *g = &s->cpu.grid[carom_level_of(s, x[3])];
    int at[3];
    carom_cell_of(s, g, x, at);
    s->cpu.sort_key[i] = (uint32_t)g->first + carom_cell_rank(g, carom_cell_number(g, at));
    count[s->cpu.sort_key[i] >> o->shift]++;
  }
  memcpy(o->next[part], count, sizeof count);
}

/* Distributes particles to parts of the cells, in the spare tags, which are unused here. */
static void deal_out(void *user, int worker, int64_t part)
{
  sorting *o = user;
  carom_scene *s = o->s;
  uint32_t next[PARTS];
  (void)worker;
  memcpy(next, o->next[part], sizeof next);
  for (int64_t i = part_of_particles(s, part); i < part_of_particles(s, part + 1); i++)
    s->particles.spare.tag[next[s->cpu.sort_key[i] >> o->shift]++] = (uint32_t)i;
}

/* Counting sort of a part of the cells. Indices are assigned from the end, so that `start` ends up
 * holding the first one of each cell. */
static void sort_part(void *user, int worker, int64_t part)
{
  const sorting *o = user;
  carom_scene *s = o->s;
  uint32_t *start = s->cpu.cell_start;
  const int64_t first = (int64_t)part << o->shift, after = (int64_t)(part + 1) << o->shift;
  const int64_t end = after < s->cpu.cells ? after : s->cpu.cells;
  const uint32_t from = o->next[0][part],
                 to = part + 1 < PARTS ? o->next[0][part + 1] : (uint32_t)s->particles.count;
  uint32_t sum = from;
  (void)worker;
  if (first >= end) return;
  memset(start + first, 0, (size_t)(end - first) * sizeof *start);
  for (uint32_t k = from; k < to; k++)
    start[s->cpu.sort_key[s->particles.spare.tag[k]]]++;
  for (int64_t c = first; c < end; c++)
    start[c] = sum += start[c];
  for (uint32_t k = to; k-- > from;) {
    const uint32_t i = s->particles.spare.tag[k], at = --start[s->cpu.sort_key[i]];
    s->cpu.new_index[i] = at;
    s->cpu.cell_of[at] = s->cpu.sort_key[i];
  }
}

static void note_spans(void *user, int worker, int64_t part)
{
  carom_grid *g = user;
  (void)worker;
  for (int64_t c = g->count * part / PARTS; c < g->count * (part + 1) / PARTS; c++) {
    const uint32_t *start = g->start + carom_cell_rank(g, c);
    g->span[2 * c] = start[0];
    g->span[2 * c + 1] = start[1];
  }
}

/* Finds the new index of each particle. */
static void find_places(carom_scene *s)
{
  sorting o = {.s = s};
  uint32_t sum = 0;
  while ((s->cpu.cells - 1) >> o.shift >= PARTS)
    o.shift++;
  carom_pool_run(s->cpu.pool, PARTS, find_cells, &o);
  for (int cells = 0; cells < PARTS; cells++)
    for (int part = 0; part < PARTS; part++) {
      const uint32_t count = o.next[part][cells];
      o.next[part][cells] = sum;
      sum += count;
    }
  carom_pool_run(s->cpu.pool, PARTS, deal_out, &o);
  carom_pool_run(s->cpu.pool, PARTS, sort_part, &o);
  s->cpu.cell_start[s->cpu.cells] = (uint32_t)s->particles.count;
  for (int level = 0; level < s->cpu.levels; level++)
    carom_pool_run(s->cpu.pool, PARTS, note_spans, &s->cpu.grid[level]);
}

enum { SHARE = 1024 };

static void move_share(void *user, int worker, int64_t share)
{
  carom_scene *s = user;
  carom_particles *p = &s->particles;
  const int64_t from = share * SHARE, end = from + SHARE < p->count ? from + SHARE : p->count;
  (void)worker;
  carom_particles_permute(p, from, end, s->cpu.new_index);
  for (int64_t i = from; i < end; i++) {
    const uint32_t to = s->cpu.new_index[i];
    memcpy(p->reference + CAROM_POSITION_DOUBLES * (size_t)to, carom_position_row(p, i),
           CAROM_POSITION_DOUBLES * sizeof *p->reference);
    p->index_of[p->tag[i]] = to;
  }
}

bool carom_grid_sort(carom_scene *s)
{
  find_places(s);
  carom_pool_run(s->cpu.pool, (s->particles.count + SHARE - 1) / SHARE, move_share, s);
  carom_particles_swap(&s->particles);
  return true;
}
