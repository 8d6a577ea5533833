/* SPDX-License-Identifier: MIT */
/* The search for the pairs and wall contacts of a block. */
#include <string.h>

#include "scene/grid.h"
#include "scene/near.h"

/* Fewer than three cells in a period: a neighbour may be seen on either side. */
static bool ambiguous(const carom_scene *s, const carom_grid *g)
{
  for (int k = 0; k < 3; k++)
    if (s->periodic[k] && g->cells[k] < 3) return true;
  return false;
}

static double wrapped(double x, double length)
{
  return length > 0 ? x - length * CAROM_FLOOR(x / length + 0.5) : x;
}

static double square_either_way(const carom_scene *s, const double *a, const double *b)
{
  const double x = wrapped(a[0] - b[0], s->length[0]), y = wrapped(a[1] - b[1], s->length[1]);
  const double z = wrapped(a[2] - b[2], s->length[2]);
  return x * x + y * y + z * z;
}

static bool room_for(carom_found *f, int64_t more)
{
  if (f->count + more <= f->room) return true;
  const int64_t room = 2 * f->room + more;
  uint32_t *pair = carom_lines((size_t)room * 2 * sizeof *pair);
  if (!pair) return false;
  if (f->count) memcpy(pair, f->pair, (size_t)f->count * 2 * sizeof *pair);
  free(f->pair);
  f->pair = pair;
  f->room = room;
  return true;
}

/* What is the same for all pairs of a block. */
typedef struct search {
  const carom_scene *s;
  carom_found *f;
  carom_near *near; /* NULL: there is none */
  int level;        /* of the cell at work, and whether a period has few of its cells */
  bool either_way;
  int64_t from, to;
} search;

/* Partners of particle i that stand behind it; returns how many. Each is written over the last one
 * unless that was close: a branch would be foretold wrongly too often. */
static inline int64_t search_candidates(const search *o, uint32_t i, bool shifted, bool either_way)
{
  const carom_scene *s = o->s;
  const carom_found *f = o->f;
  const uint32_t *restrict candidate = f->around;
  const double *restrict spot = s->spot, *a = spot + (size_t)CAROM_SPOT * i;
  const double *sx = f->shift[0], *sy = f->shift[1], *sz = f->shift[2], reach = a[3] + s->skin;
  uint32_t *restrict partner = f->partner;
  int64_t count = 0;
  for (int64_t k = 0; k < f->around_count; k++) {
    const uint32_t j = candidate[k];
    const double *b = spot + (size_t)CAROM_SPOT * j;
    const double x = shifted ? a[0] + sx[k] : a[0], y = shifted ? a[1] + sy[k] : a[1];
    const double z = shifted ? a[2] + sz[k] : a[2];
    const double u = x - b[0], v = y - b[1], w = z - b[2], far = reach + b[3];
    const double apart = either_way ? square_either_way(s, a, b) : u * u + v * v + w * w;
    partner[count] = j;
    count += (apart < far * far) & (j > i);
  }
  return count;
}

/* Partners of particle i; returns how many. */
static int64_t search_around(const search *o, uint32_t i)
{
  if (o->near && !o->either_way) {
    const carom_seeker seeker = {o->s->spot, i, o->s->skin};
    return o->near(&seeker, o->f);
  }
  return o->either_way   ? search_candidates(o, i, false, true)
         : o->f->shifted ? search_candidates(o, i, true, false)
                         : search_candidates(o, i, false, false);
}

/* Two fixed particles are no pair. */
static int64_t drop_fixed(const carom_scene *s, carom_found *f, uint32_t i, int64_t count)
{
  int64_t kept = 0;
  if (carom_light(s, i) > 0) return count;
  for (int64_t k = 0; k < count; k++)
    if (carom_light(s, f->partner[k]) > 0) f->partner[kept++] = f->partner[k];
  return kept;
}

/* Notes the pairs of particle i and which bins they go to. Bins stand by kind and class. */
static void add_pairs(const search *o, uint32_t i, int64_t count)
{
  const carom_scene *s = o->s;
  carom_found *f = o->f;
  const int *class_of = s->class_of + s->material[i] * s->materials;
  uint32_t *pair = f->pair + 2 * f->count;
  for (int64_t k = 0; k < count; k++) {
    const uint32_t j = f->partner[k];
    const int kind = j < o->to ? CAROM_INNER : CAROM_OUTER;
    const int bin = kind * s->classes + class_of[s->material[j]];
    pair[2 * k] = (uint32_t)bin;
    pair[2 * k + 1] = j;
    f->tally[bin]++;
  }
  f->count += count;
}

/* What is around the cell of particle i, and room for all of it. */
static bool look_around(search *o, int64_t i)
{
  carom_found *f = o->f;
  const double *x = carom_spot_of(o->s, i);
  o->level = carom_level_of(o->s, x[3]);
  o->either_way = ambiguous(o->s, &o->s->grid[o->level]);
  if (!carom_grid_around(o->s, o->level, x, o->either_way, f)) return false;
  return carom_reserve(&f->partner, &f->partner_room, f->around_count + CAROM_SPARE,
                       sizeof *f->partner);
}

static bool search_pairs(search *o)
{
  const carom_scene *s = o->s;
  carom_found *f = o->f;
  uint32_t cell = UINT32_MAX;
  for (int64_t i = o->from; i < o->to; i++) {
    if (s->cell_of[i] != cell && !look_around(o, i)) return false;
    cell = s->cell_of[i];
    if (!room_for(f, f->around_count)) return false;
    f->start[i - o->from] = (uint32_t)f->count;
    add_pairs(o, (uint32_t)i, drop_fixed(s, f, (uint32_t)i, search_around(o, (uint32_t)i)));
  }
  f->start[o->to - o->from] = (uint32_t)f->count;
  f->pairs = f->count;
  return true;
}

int carom_wall_bin(const carom_scene *s, uint32_t i, uint32_t face)
{
  return (CAROM_WALLED + (int)face) * s->classes + carom_class_between(s, i, (uint32_t)s->n + face);
}

/* Also notes how far it is to the next face that is not listed. */
static bool search_walls(const carom_scene *s, carom_found *f, int64_t from, int64_t to)
{
  double normal[3];
  for (int64_t i = from; s->faces && i < to; i++) {
    const double *a = carom_spot_of(s, i);
    s->room[i] = 1e300;
    if (!(carom_light(s, i) > 0)) continue;
    if (!room_for(f, s->faces)) return false;
    for (int k = 0; k < s->faces; k++) {
      const double gap = carom_face_distance(&s->face[k], a, normal) - a[3];
      if (!(gap < s->skin)) {
        s->room[i] = gap < s->room[i] ? gap : s->room[i];
        continue;
      }
      f->pair[2 * f->count] = (uint32_t)i;
      f->pair[2 * f->count + 1] = (uint32_t)k;
      f->tally[carom_wall_bin(s, (uint32_t)i, (uint32_t)k)]++;
      f->count++;
    }
  }
  return true;
}

void carom_block_search(void *user, int worker, long b)
{
  const carom_scene *s = user;
  search o = {.s = s,
              .f = &s->found[b],
              .near = s->instructions == CAROM_INSTRUCTIONS_AVX512 ? carom_near_avx512() : NULL,
              .from = b * s->block,
              .to = carom_block_end(s, b)};
  (void)worker;
  o.f->count = 0;
  memset(o.f->tally, 0, (size_t)carom_bin_sorts(s) * sizeof *o.f->tally);
  o.f->failed = !search_pairs(&o) || !search_walls(s, o.f, o.from, o.to);
}
