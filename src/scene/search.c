/* SPDX-License-Identifier: MIT */
/* The search for the pairs of a block. */
#include <string.h>

#include "scene/grid.h"
#include "scene/pair_test.h"

/* If a period has fewer than three cells, a neighbour may be seen on either side. */
static bool ambiguous(const carom_scene *s, const carom_grid *g)
{
  for (int k = 0; k < 3; k++)
    if (s->model.periodic[k] && g->cells[k] < 3) return true;
  return false;
}

static double wrapped(double x, double length)
{
  return length > 0 ? x - length * CAROM_FLOOR(x / length + 0.5) : x;
}

static double square_either_way(const carom_scene *s, const double *a, const double *b)
{
  const carom_model *m = &s->model;
  double apart[3] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
  if (m->offset != 0)
    apart[m->flow] -= m->offset * CAROM_FLOOR(apart[m->gradient] / m->length[m->gradient] + 0.5);
  const double x = wrapped(apart[0], m->length[0]), y = wrapped(apart[1], m->length[1]);
  const double z = wrapped(apart[2], m->length[2]);
  return x * x + y * y + z * z;
}

static bool room_for(carom_search_buffer *f, int64_t more)
{
  if (f->count + more <= f->capacity) return true;
  const int64_t room = 2 * f->capacity + more;
  uint32_t *pair = carom_lines((size_t)room * 2 * sizeof *pair);
  if (!pair) return false;
  if (f->count) memcpy(pair, f->pair, (size_t)f->count * 2 * sizeof *pair);
  free(f->pair);
  f->pair = pair;
  f->capacity = room;
  return true;
}

/* Constants of the search in a block, and the present level. */
typedef struct search {
  const carom_scene *s;
  carom_search_buffer *f;
  carom_pair_test *pair_test; /* NULL: use test_stencil */
  /* Level of the present cell, and whether a period has fewer than three of its cells. */
  int level;
  bool either_way;
  int64_t from, to;
} search;

/* Finds the partners of particle i with a higher index; returns their number. Each candidate
 * overwrites the last one unless that was close: a branch would be mispredicted too often. */
static inline int64_t test_stencil(const search *o, uint32_t i, bool shifted, bool either_way)
{
  const carom_scene *s = o->s;
  const carom_search_buffer *f = o->f;
  const uint32_t *restrict stencil = f->stencil;
  const double *restrict position_radius = s->particles.position_radius,
                         *a = position_radius + (size_t)CAROM_POSITION_DOUBLES * i;
  const double *sx = f->shift[0], *sy = f->shift[1], *sz = f->shift[2],
               reach = a[3] + carom_list_range(s);
  uint32_t *restrict partner = f->partner;
  int64_t count = 0;
  for (int64_t k = 0; k < f->stencil_count; k++) {
    const uint32_t j = stencil[k];
    const double *b = position_radius + (size_t)CAROM_POSITION_DOUBLES * j;
    const double x = shifted ? a[0] + sx[k] : a[0], y = shifted ? a[1] + sy[k] : a[1];
    const double z = shifted ? a[2] + sz[k] : a[2];
    const double u = x - b[0], v = y - b[1], w = z - b[2], far = reach + b[3];
    const double apart = either_way ? square_either_way(s, a, b) : u * u + v * v + w * w;
    partner[count] = j;
    count += (apart < far * far) & (j > i);
  }
  return count;
}

/* Finds the partners of particle i; returns their number. */
static int64_t search_stencil(const search *o, uint32_t i)
{
  if (o->pair_test && !o->either_way) {
    const carom_pair_query query = {o->s->particles.position_radius, i, carom_list_range(o->s)};
    return o->pair_test(&query, o->f);
  }
  return o->either_way   ? test_stencil(o, i, false, true)
         : o->f->shifted ? test_stencil(o, i, true, false)
                         : test_stencil(o, i, false, false);
}

/* Pairs of two ghosts belong to their owners. */
static int64_t drop_ghosts(const carom_scene *s, carom_search_buffer *f, uint32_t i, int64_t count)
{
  int64_t kept = 0;
  if (!carom_is_ghost(s, i)) return count;
  for (int64_t k = 0; k < count; k++)
    if (!carom_is_ghost(s, f->partner[k])) f->partner[kept++] = f->partner[k];
  return kept;
}

/* Two fixed particles do not form a pair. */
static int64_t drop_fixed(const carom_scene *s, carom_search_buffer *f, uint32_t i, int64_t count)
{
  int64_t kept = 0;
  if (s->ghosts > 0) count = drop_ghosts(s, f, i, count);
  if (carom_inv_mass(s, i) > 0) return count;
  for (int64_t k = 0; k < count; k++)
    if (carom_inv_mass(s, f->partner[k]) > 0) f->partner[kept++] = f->partner[k];
  return kept;
}

/* Members of one clump do not form pairs. */
static int64_t drop_members(const carom_scene *s, carom_search_buffer *f, uint32_t i, int64_t count)
{
  const uint32_t *clump = s->particles.clump;
  int64_t kept = 0;
  if (!clump || clump[i] == 0) return count;
  for (int64_t k = 0; k < count; k++)
    if (clump[f->partner[k]] != clump[i]) f->partner[kept++] = f->partner[k];
  return kept;
}

/* Stores the pairs of particle i with their bins, which are ordered by kind and material pair. */
static void add_pairs(const search *o, uint32_t i, int64_t count)
{
  const carom_scene *s = o->s;
  carom_search_buffer *f = o->f;
  const int *material_pair_of = s->model.material_pair_of +
                                s->particles.material[i] * s->model.materials;
  uint32_t *pair = f->pair + 2 * f->count;
  for (int64_t k = 0; k < count; k++) {
    const uint32_t j = f->partner[k];
    const int kind = j < o->to ? CAROM_PAIR_INNER : CAROM_PAIR_HALO;
    const int ghost = s->ghosts > 0 ? carom_with_ghost(s, i, j) : 0;
    const int pair_bin = kind * s->model.material_pairs +
                         material_pair_of[s->particles.material[j]] + ghost;
    pair[2 * k] = (uint32_t)pair_bin;
    pair[2 * k + 1] = j;
    f->bin_count[pair_bin]++;
  }
  f->count += count;
}

/* Gathers the stencil of the cell of particle i and reserves space for as many partners. */
static bool gather_stencil(search *o, int64_t i)
{
  carom_search_buffer *f = o->f;
  const double *x = carom_position_of(o->s, i);
  o->level = carom_level_of(o->s, x[3]);
  o->either_way = ambiguous(o->s, &o->s->cpu.grid[o->level]);
  if (!carom_cell_stencil(o->s, o->level, x, o->either_way, f)) return false;
  return carom_reserve(&f->partner, &f->partner_capacity, f->stencil_count + CAROM_PADDING,
                       sizeof *f->partner);
}

static bool search_pairs(search *o)
{
  const carom_scene *s = o->s;
  carom_search_buffer *f = o->f;
  uint32_t cell = UINT32_MAX;
  for (int64_t i = o->from; i < o->to; i++) {
    if (s->cpu.cell_of[i] != cell && !gather_stencil(o, i)) return false;
    cell = s->cpu.cell_of[i];
    if (!room_for(f, f->stencil_count)) return false;
    f->start[i - o->from] = (uint32_t)f->count;
    const int64_t moving = drop_fixed(s, f, (uint32_t)i, search_stencil(o, (uint32_t)i));
    add_pairs(o, (uint32_t)i, drop_members(s, f, (uint32_t)i, moving));
  }
  f->start[o->to - o->from] = (uint32_t)f->count;
  return true;
}

void carom_block_search(void *user, int worker, int64_t b)
{
  const carom_scene *s = user;
  search o = {.s = s,
              .f = &s->cpu.search_buffer[b],
              .pair_test = s->cpu.instructions == CAROM_INSTRUCTIONS_AVX512
                               ? carom_pair_test_avx512()
                               : NULL,
              .from = carom_block_start(s, b),
              .to = carom_block_end(s, b)};
  (void)worker;
  o.f->count = 0;
  memset(o.f->bin_count, 0, (size_t)carom_pair_bin_kinds(s) * sizeof *o.f->bin_count);
  o.f->failed = !search_pairs(&o) || !carom_block_search_walls(s, o.f, o.from, o.to);
}
