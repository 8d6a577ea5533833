/* SPDX-License-Identifier: MIT */
/* The neighbour lists: particles sorted along the grid, pairs and wall contacts found, histories
 * carried over. Searching and writing are done block by block, at once on all threads. */
#include <string.h>

#include "core/error.h"
#include "scene/grid.h"

enum {
  FEW = 32,  /* particles whose partners take turns, so that neighbours in the list differ */
  SHARE = 64 /* districts that a worker looks at a time */
};

/* Gives every block's contacts their places; returns false without memory. */
static bool lay_out(carom_scene *s)
{
  int64_t bins = 0, groups = 0;
  for (int64_t b = 0; b < s->blocks; b++)
    for (int k = 0; k < carom_bin_sorts(s); k++)
      bins += s->found[b].tally[k] > 0;
  if (!carom_reserve(&s->bin, &s->bin_room, bins, sizeof *s->bin)) return false;
  bins = 0;
  for (int64_t b = 0; b < s->blocks; b++) {
    carom_patch *p = &s->patch[b];
    p->bin = bins;
    for (int k = 0; k < carom_bin_sorts(s); k++) {
      int64_t *tally = &s->found[b].tally[k];
      const int64_t contacts = *tally, wanted = (contacts + CAROM_LANES - 1) / CAROM_LANES;
      *tally = CAROM_LANES * groups;
      if (contacts == 0) continue;
      const int sort = k / s->classes;
      s->bin[bins++] = (carom_bin){.class = k % s->classes,
                                   .kind = sort < CAROM_WALLED ? sort : CAROM_WALLED,
                                   .face = sort < CAROM_WALLED ? 0 : sort - CAROM_WALLED,
                                   .group = groups,
                                   .contacts = contacts};
      groups += wanted + (sort < CAROM_WALLED); /* its two shortlists may need one more */
    }
    p->bins = bins - p->bin;
  }
  s->bins = bins;
  s->groups = groups;
  return true;
}

/* Open contacts with a dent, as bits. */
static unsigned worn_ones(const carom_scene *s, const carom_short *list, int64_t group)
{
  const int64_t left = list->contacts - group * CAROM_LANES;
  const double *past = s->past + (list->group + group) * CAROM_LANES * s->history;
  unsigned bits = 0;
  for (int l = 0; l < CAROM_LANES && l < left; l++)
    bits |= (unsigned)carom_memory_worn(s, past + s->history * l) << l;
  return bits;
}

/* Contacts of a group of the old lists whose history goes on, as bits. */
static unsigned kept_ones(const carom_scene *s, const carom_short *list, int64_t group)
{
  const unsigned closed = s->touching[list->group + group];
  return s->class[list->class].keeps ? closed | worn_ones(s, list, group) : closed;
}

static void count_kept(void *user, int worker, long b)
{
  carom_scene *s = user;
  const carom_patch *p = &s->patch[b];
  int64_t count = 0;
  (void)worker;
  for (int64_t k = 2 * p->bin; k < 2 * (p->bin + p->bins); k++)
    for (int64_t g = 0; g * CAROM_LANES < s->shortlist[k].contacts; g++)
      count += __builtin_popcount(kept_ones(s, &s->shortlist[k], g));
  s->found[b].kept = count;
}

/* Joins one to those of the particle that will be the first in the new lists. Blocks that do so at
 * once may find it in any order. */
static void join(carom_scene *s, const carom_kept *kept, uint32_t slot)
{
  uint32_t *start = &s->kept_start[kept->first];
  s->kept[slot] = *kept;
  if (s->workers > 1) {
    s->kept[slot].next = __atomic_exchange_n(start, slot, __ATOMIC_RELAXED);
  } else {
    s->kept[slot].next = *start;
    *start = slot;
  }
}

static void keep(carom_scene *s, const carom_short *list, int64_t contact, uint32_t slot)
{
  const uint32_t *p = s->pair + 2 * contact;
  const uint32_t a = s->place[carom_particle(p[0])];
  const bool wall = list->kind == CAROM_WALLED;
  const uint32_t b = wall ? (uint32_t)s->n + p[1] : s->place[carom_particle(p[1])];
  const bool flipped = a > b,
             closed = s->touching[contact / CAROM_LANES] >> contact % CAROM_LANES & 1;
  const carom_kept kept = {.first = flipped ? b : a, .partner = flipped ? a : b, .closed = closed};
  const double *old = s->past + carom_past(s, list, contact);
  double *past = s->kept_past + (size_t)s->history * slot;
  join(s, &kept, slot);
  for (int c = 0; c < s->history; c++)
    past[c] = old[carom_apart(list) * c];
  for (int c = 0; flipped && c < s->springs && c < 3; c++)
    past[c] = -past[c];
}

static void keep_block(void *user, int worker, long b)
{
  carom_scene *s = user;
  const carom_patch *p = &s->patch[b];
  uint32_t slot = (uint32_t)s->found[b].kept;
  (void)worker;
  for (int64_t k = 2 * p->bin; k < 2 * (p->bin + p->bins); k++) {
    const carom_short *list = &s->shortlist[k];
    for (int64_t g = 0; g * CAROM_LANES < list->contacts; g++)
      for (unsigned bits = kept_ones(s, list, g); bits; bits &= bits - 1)
        keep(s, list, (list->group + g) * CAROM_LANES + __builtin_ctz(bits), slot++);
  }
}

static bool keep_histories(carom_scene *s)
{
  s->kepts = 0;
  carom_pool_run(s->pool, s->blocks, count_kept, s);
  for (int64_t b = 0; b < s->blocks; b++) {
    const int64_t count = s->found[b].kept;
    s->found[b].kept = s->kepts;
    s->kepts += count;
  }
  if (!carom_reserve(&s->kept, &s->kept_room, s->kepts, sizeof *s->kept) ||
      !carom_reserve(&s->kept_past, &s->kept_past_room, s->kepts * s->history,
                     sizeof *s->kept_past))
    return false;
  memset(s->kept_start, 0xff, (size_t)s->n * sizeof *s->kept_start);
  carom_pool_run(s->pool, s->blocks, keep_block, s);
  return true;
}

/* A particle some of whose pairs are to be listed. */
typedef struct waiting {
  uint32_t particle, pair, end;
} waiting;

/* Lists the pairs of a few particles: each in turn puts one of its own. */
static void put_pairs(carom_scene *s, const carom_found *f, waiting *few, int count)
{
  while (count > 0) {
    int left = 0;
    for (int c = 0; c < count; c++) {
      waiting w = few[c];
      const uint32_t *pair = f->pair + 2 * (size_t)w.pair++;
      const int64_t to = f->tally[pair[0]]++;
      s->candidate[2 * to] = CAROM_PACE * w.particle;
      s->candidate[2 * to + 1] = CAROM_PACE * pair[1];
      few[left] = w;
      left += w.pair < w.end;
    }
    count = left;
  }
}

static void put_walls(carom_scene *s, const carom_found *f)
{
  for (int64_t k = f->pairs; k < f->count; k++) {
    const uint32_t i = f->pair[2 * k], face = f->pair[2 * k + 1];
    const int64_t to = f->tally[carom_wall_bin(s, i, face)]++;
    s->candidate[2 * to] = CAROM_PACE * i;
    s->candidate[2 * to + 1] = face;
  }
}

/* Is some pair seen across a periodic border? */
static bool any_crosses(const carom_scene *s, const uint32_t *pair, const uint32_t *end)
{
  double most[3];
  bool found = false;
  for (int k = 0; k < 3; k++)
    most[k] = s->periodic[k] ? 0.25 * s->length[k] : 1e300;
  for (; pair < end; pair += 2) {
    const double *a = carom_read(s->spot, pair[0]), *b = carom_read(s->spot, pair[1]);
    const bool x = CAROM_FABS(a[0] - b[0]) > most[0], y = CAROM_FABS(a[1] - b[1]) > most[1];
    const bool z = CAROM_FABS(a[2] - b[2]) > most[2];
    found |= x | y | z;
  }
  return found;
}

/* Fills the last group up with copies; notes whether some pair crosses a border. */
static void finish(carom_scene *s, carom_bin *bin)
{
  uint32_t *pair = s->candidate + 2 * CAROM_LANES * bin->group;
  for (int64_t c = bin->contacts; c % CAROM_LANES; c++)
    memcpy(pair + 2 * c, pair + 2 * (bin->contacts - 1), 2 * sizeof *pair);
  bin->crosses = s->any_periodic && bin->kind != CAROM_WALLED &&
                 any_crosses(s, pair, pair + 2 * bin->contacts);
}

static void write_block(void *user, int worker, long b)
{
  carom_scene *s = user;
  const carom_found *f = &s->found[b];
  const carom_patch *p = &s->patch[b];
  const int64_t from = b * s->block, to = carom_block_end(s, b);
  (void)worker;
  for (int64_t i = from; i < to; i += FEW) {
    waiting few[FEW];
    int count = 0;
    for (int64_t k = i; k < i + FEW && k < to; k++) {
      few[count] = (waiting){(uint32_t)k, f->start[k - from], f->start[k - from + 1]};
      count += few[count].pair < few[count].end;
    }
    put_pairs(s, f, few, count);
  }
  put_walls(s, f);
  for (int64_t k = p->bin; k < p->bin + p->bins; k++)
    finish(s, &s->bin[k]);
}

/* Gives the particles of later blocks that a block may touch rows, in the order in which they are
 * listed. A small table finds those that have one. */
static void find_rows(void *user, int worker, long b)
{
  carom_scene *s = user;
  carom_patch *p = &s->patch[b];
  carom_found *f = &s->found[b];
  uint32_t count = 0;
  (void)worker;
  memset(f->seen, 0xff, ((size_t)f->mask + 1) * sizeof *f->seen);
  for (int64_t k = p->bin; k < p->bin + p->bins; k++) {
    const carom_bin *bin = &s->bin[k];
    const uint32_t *pair = s->candidate + 2 * CAROM_LANES * bin->group;
    uint32_t *row = s->candidate_row + CAROM_LANES * bin->group;
    const int64_t end = (bin->contacts + CAROM_LANES - 1) / CAROM_LANES * CAROM_LANES;
    if (bin->kind != CAROM_OUTER) memset(row, 0, (size_t)end * sizeof *row);
    for (int64_t c = 0; bin->kind == CAROM_OUTER && c < end; c++) {
      const uint32_t j = carom_particle(pair[2 * c + 1]);
      uint32_t at = j * UINT32_C(2654435769) & f->mask;
      while (f->seen[at] != UINT32_MAX && f->guest[f->seen[at]] != j)
        at = (at + 1) & f->mask;
      if (f->seen[at] == UINT32_MAX) {
        f->seen[at] = count;
        f->guest[count++] = j;
      }
      row[c] = f->seen[at] * (uint32_t)(CAROM_ROW * sizeof *s->outer);
    }
  }
  p->outers = count;
}

/* Room for what find_rows needs: a table that is at most half full. */
static bool reserve_rows(carom_scene *s)
{
  for (int64_t b = 0; b < s->blocks; b++) {
    carom_found *f = &s->found[b];
    int64_t most = 0, size = 64;
    for (int64_t k = s->patch[b].bin; k < s->patch[b].bin + s->patch[b].bins; k++)
      if (s->bin[k].kind == CAROM_OUTER) most += s->bin[k].contacts;
    while (size < 2 * most)
      size *= 2;
    if (!carom_reserve(&f->guest, &f->guest_room, most, sizeof *f->guest) ||
        !carom_reserve(&f->seen, &f->seen_room, size, sizeof *f->seen))
      return false;
    f->mask = (uint32_t)(size - 1);
  }
  return true;
}

/* Which outer rows each block collects: by block of origin, then in the order of the rows. */
static bool connect(carom_scene *s)
{
  int64_t outers = 0, total = 0, sources = 0;
  if (!reserve_rows(s)) return false;
  carom_pool_run(s->pool, s->blocks, find_rows, s);
  for (int64_t b = 0; b < s->blocks; b++) {
    s->patch[b].outer = outers;
    outers += s->patch[b].outers;
    s->patch[b].incomings = 0;
  }
  s->outers = outers;
  if (!carom_reserve(&s->outer, &s->outer_room, CAROM_ROW * outers, sizeof *s->outer) ||
      !carom_reserve(&s->incoming, &s->incoming_room, outers, sizeof *s->incoming) ||
      !carom_reserve(&s->source, &s->source_room, outers + 1, sizeof *s->source))
    return false;
  if (outers) memset(s->outer, 0, (size_t)(CAROM_ROW * outers) * sizeof *s->outer);
  for (int64_t b = 0; b < s->blocks; b++)
    for (int64_t k = 0; k < s->patch[b].outers; k++)
      s->patch[s->found[b].guest[k] / s->block].incomings++;
  for (int64_t b = 0; b < s->blocks; b++) {
    s->patch[b].incoming = total;
    total += s->patch[b].incomings;
    s->patch[b].incomings = 0;
  }
  for (int64_t b = 0; b < s->blocks; b++)
    for (int64_t k = 0; k < s->patch[b].outers; k++) {
      const uint32_t j = s->found[b].guest[k];
      carom_patch *p = &s->patch[j / s->block];
      s->incoming[p->incoming + p->incomings++] = (carom_incoming){
          (uint32_t)(s->patch[b].outer + k), j};
    }
  for (int64_t b = 0; b < s->blocks; b++) { /* rows of a block stand together */
    carom_patch *p = &s->patch[b];
    int64_t from = -1;
    p->source = sources;
    for (int64_t k = p->incoming; k < p->incoming + p->incomings; k++) {
      const uint32_t row = s->incoming[k].row;
      if (from >= 0 && row < s->patch[from].outer + s->patch[from].outers) continue;
      for (from++; row >= s->patch[from].outer + s->patch[from].outers;)
        from++;
      s->source[sources++] = from;
    }
    p->sources = sources - p->source;
  }
  return true;
}

static void shorten(void *user, int worker, long b)
{
  carom_shortlists_make(user, worker, b, true);
}

/* How far it is from some districts to the next wall that is not listed. */
static void find_rooms(void *user, int worker, long share)
{
  carom_scene *s = user;
  const int64_t end = (share + 1) * SHARE < s->districts ? (share + 1) * SHARE : s->districts;
  (void)worker;
  for (int64_t k = share * SHARE; k < end; k++)
    for (int64_t i = s->district[k].from; i < s->district[k].to; i++)
      if (s->room[i] < s->district[k].room) s->district[k].room = s->room[i];
}

static carom_status no_memory(carom_error *err)
{
  return carom_fail(err, CAROM_ERR_MEMORY, "scene", "no memory for the neighbour lists");
}

carom_status carom_scene_rebuild(carom_scene *s, carom_error *err)
{
  CAROM_TRY(carom_grid_fold(s, err));
  if (!carom_grid_lay(s) || !carom_grid_sort(s) || !carom_districts_lay(s) || !keep_histories(s))
    return no_memory(err);
  carom_pool_run(s->pool, s->blocks, carom_block_search, s);
  for (int64_t b = 0; b < s->blocks; b++)
    if (s->found[b].failed) return no_memory(err);
  if (!lay_out(s) || !carom_lists_reserve(s)) return no_memory(err);
  carom_pool_run(s->pool, s->blocks, write_block, s);
  if (!connect(s)) return no_memory(err);
  if (s->faces) carom_pool_run(s->pool, (s->districts + SHARE - 1) / SHARE, find_rooms, s);
  carom_lists_fresh(s);
  carom_pool_run(s->pool, s->blocks, shorten, s);
  if (s->history > s->springs && !carom_memory_leave(s)) return no_memory(err);
  s->rebuilds++;
  return CAROM_OK;
}
