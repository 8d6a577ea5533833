/* SPDX-License-Identifier: MIT */
/* The neighbour lists: particles sorted along the grid, pairs and wall contacts found, histories
 * carried over. Searching and writing are done block by block, at once on all threads. */
#include <string.h>

#include "core/error.h"
#include "scene/grid.h"

enum { FEW = 32 }; /* particles whose partners take turns, so that neighbours in the list differ */

/* Fewer than three cells in a period: a neighbour may be seen on either side. */
static bool ambiguous(const carom_scene *s)
{
  for (int k = 0; k < 3; k++)
    if (s->periodic[k] && s->grid.cells[k] < 3) return true;
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

/* Partners of particle i that stand behind it in one cell. */
static void search_cell(const carom_scene *s, carom_found *f, uint32_t i, const carom_ranges *cells,
                        int c, bool either_way)
{
  const double *a = carom_spot_of(s, i), *shift = cells->shift[c];
  const double x = a[0] + shift[0], y = a[1] + shift[1], z = a[2] + shift[2];
  const double reach = a[3] + s->skin;
  uint32_t *pair = f->pair + 2 * f->count;
  const uint32_t end = cells->to[c];
  for (uint32_t j = cells->from[c] > i ? cells->from[c] : i + 1; j < end; j++) {
    const double *b = carom_spot_of(s, j);
    const double u = x - b[0], v = y - b[1], w = z - b[2], far = reach + b[3];
    const double square = either_way ? square_either_way(s, a, b) : u * u + v * v + w * w;
    const bool close = square < far * far;
    pair[0] = i;
    pair[1] = j;
    pair += close ? 2 : 0;
  }
  f->count = (pair - f->pair) / 2;
}

/* Two fixed particles are no pair. */
static void drop_fixed(const carom_scene *s, carom_found *f, uint32_t i, int64_t from)
{
  int64_t kept = from;
  if (carom_light(s, i) > 0) return;
  for (int64_t k = from; k < f->count; k++)
    if (carom_light(s, f->pair[2 * k + 1]) > 0) {
      f->pair[2 * kept] = i;
      f->pair[2 * kept++ + 1] = f->pair[2 * k + 1];
    }
  f->count = kept;
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
      f->count++;
    }
  }
  return true;
}

static int kind_of(const carom_scene *s, uint32_t i, uint32_t j)
{
  return (int64_t)i / s->block == (int64_t)j / s->block ? CAROM_INNER : CAROM_OUTER;
}

/* Bins stand by kind and class. */
static int64_t *tally_of(const carom_scene *s, const carom_found *f, bool wall, int64_t at)
{
  const uint32_t i = f->pair[2 * at], j = f->pair[2 * at + 1];
  const int kind = wall ? CAROM_WALLED : kind_of(s, i, j);
  const int class = carom_class_between(s, i, wall ? (uint32_t)s->n + j : j);
  return &f->tally[kind * s->classes + class];
}

static void search_block(void *user, int worker, long b)
{
  carom_scene *s = user;
  carom_found *f = &s->found[b];
  const int64_t from = b * s->block, to = from + s->block < s->n ? from + s->block : s->n;
  const bool either_way = ambiguous(s);
  carom_ranges cells = {.rank = UINT32_MAX};
  (void)worker;
  f->count = 0;
  f->failed = true;
  for (int64_t i = from; i < to; i++) {
    if (s->cell_of[i] != cells.rank) carom_grid_around(s, carom_spot_of(s, i), &cells);
    if (!room_for(f, cells.total + 1)) return;
    f->start[i - from] = (uint32_t)f->count;
    for (int c = 0; c < cells.count; c++)
      search_cell(s, f, (uint32_t)i, &cells, c, either_way);
    drop_fixed(s, f, (uint32_t)i, f->start[i - from]);
  }
  f->start[to - from] = (uint32_t)f->count;
  f->pairs = f->count;
  if (!search_walls(s, f, from, to)) return;
  memset(f->tally, 0, (size_t)carom_bin_sorts(s) * sizeof *f->tally);
  for (int64_t k = 0; k < f->count; k++)
    ++*tally_of(s, f, k >= f->pairs, k);
  f->failed = false;
}

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
      s->bin[bins++] = (carom_bin){
          .class = k % s->classes, .kind = k / s->classes, .group = groups, .contacts = contacts};
      groups += wanted;
    }
    p->bins = bins - p->bin;
  }
  s->bins = bins;
  s->groups = groups;
  return true;
}

/* Contacts of the old lists whose history goes on, by the particle that will be first in the new
 * ones. */
static void keep(carom_scene *s, const carom_short *list, int64_t contact, bool closed)
{
  const uint32_t *p = s->pair + 2 * contact;
  const uint32_t a = s->place[carom_particle(p[0])];
  const bool wall = list->kind == CAROM_WALLED;
  const uint32_t b = wall ? (uint32_t)s->n + p[1] : s->place[carom_particle(p[1])];
  const bool flipped = a > b;
  const int64_t to = s->kept_start[flipped ? b : a]++;
  const double *old = s->past + carom_past(s, list, contact);
  double *past = s->kept_past + s->history * to;
  s->kept[to] = (carom_kept){flipped ? a : b, flipped, closed, false};
  for (int c = 0; c < s->history; c++)
    past[c] = old[carom_apart(list) * c];
  for (int c = 0; flipped && c < s->springs && c < 3; c++)
    past[c] = -past[c];
}

static void count_kept(carom_scene *s, const carom_short *list, int64_t contact, bool closed)
{
  const uint32_t *p = s->pair + 2 * contact;
  const uint32_t a = s->place[carom_particle(p[0])];
  const uint32_t b = list->kind == CAROM_WALLED ? UINT32_MAX : s->place[carom_particle(p[1])];
  (void)closed;
  s->kept_start[(a < b ? a : b) + 1]++;
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

static void each_kept(carom_scene *s,
                      void (*visit)(carom_scene *, const carom_short *, int64_t, bool))
{
  for (int64_t k = 0; k < s->bins; k++) {
    const carom_short *list = &s->shortlist[k];
    const bool keeps = s->class[list->class].keeps;
    for (int64_t g = 0; g * CAROM_LANES < list->contacts; g++) {
      const unsigned closed = s->touching[list->group + g];
      for (unsigned bits = closed | (keeps ? worn_ones(s, list, g) : 0); bits; bits &= bits - 1) {
        const int lane = __builtin_ctz(bits);
        visit(s, list, (list->group + g) * CAROM_LANES + lane, closed >> lane & 1);
      }
    }
  }
}

static bool keep_histories(carom_scene *s)
{
  memset(s->kept_start, 0, ((size_t)s->n + 2) * sizeof *s->kept_start);
  each_kept(s, count_kept);
  for (int64_t i = 0; i < s->n; i++)
    s->kept_start[i + 1] += s->kept_start[i];
  const int64_t kept = s->kept_start[s->n];
  if (!carom_reserve(&s->kept, &s->kept_room, kept, sizeof *s->kept) ||
      !carom_reserve(&s->kept_past, &s->kept_past_room, kept * s->history, sizeof *s->kept_past))
    return false;
  each_kept(s, keep);
  /* each start has moved to the end of its part: shift them back */
  memmove(s->kept_start + 1, s->kept_start, (size_t)s->n * sizeof *s->kept_start);
  s->kept_start[0] = 0;
  return true;
}

static void put(carom_scene *s, const carom_found *f, bool wall, int64_t from)
{
  const int64_t to = (*tally_of(s, f, wall, from))++;
  s->candidate[2 * to] = CAROM_PACE * f->pair[2 * from];
  s->candidate[2 * to + 1] = (wall ? 1 : CAROM_PACE) * f->pair[2 * from + 1];
}

/* Fills the last group up with copies; notes whether some pair crosses a border. */
static void finish(carom_scene *s, carom_bin *bin)
{
  const int64_t first = bin->group * CAROM_LANES, end = first + bin->contacts;
  bin->crosses = 0;
  for (int64_t c = end; c % CAROM_LANES; c++)
    memcpy(s->candidate + 2 * c, s->candidate + 2 * (end - 1), 2 * sizeof *s->candidate);
  for (int64_t c = first; s->any_periodic && bin->kind != CAROM_WALLED && c < end; c++) {
    const double *a = carom_read(s->spot, s->candidate[2 * c]);
    const double *b = carom_read(s->spot, s->candidate[2 * c + 1]);
    for (int k = 0; k < 3; k++)
      bin->crosses |= s->periodic[k] && CAROM_FABS(a[k] - b[k]) > 0.25 * s->length[k];
  }
}

static void write_block(void *user, int worker, long b)
{
  carom_scene *s = user;
  const carom_found *f = &s->found[b];
  const carom_patch *p = &s->patch[b];
  const int64_t from = b * s->block, count = from + s->block < s->n ? s->block : s->n - from;
  (void)worker;
  for (int64_t few = 0; few < count; few += FEW) {
    const int64_t end = few + FEW < count ? few + FEW : count;
    bool more = true;
    for (uint32_t turn = 0; more; turn++) {
      more = false;
      for (int64_t i = few; i < end; i++) {
        const uint32_t at = f->start[i] + turn;
        if (at >= f->start[i + 1]) continue;
        more = true;
        put(s, f, false, at);
      }
    }
  }
  for (int64_t at = f->pairs; at < f->count; at++)
    put(s, f, true, at);
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

/* How far it is from each district to the next wall that is not listed. */
static void find_rooms(carom_scene *s)
{
  for (int64_t k = 0; s->faces && k < s->districts; k++)
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
  if (!carom_grid_lay(&s->grid, s) || !carom_grid_sort(s) || !carom_districts_lay(s) ||
      !keep_histories(s))
    return no_memory(err);
  carom_pool_run(s->pool, s->blocks, search_block, s);
  for (int64_t b = 0; b < s->blocks; b++)
    if (s->found[b].failed) return no_memory(err);
  if (!lay_out(s) || !carom_lists_reserve(s)) return no_memory(err);
  carom_pool_run(s->pool, s->blocks, write_block, s);
  if (!connect(s)) return no_memory(err);
  find_rooms(s);
  carom_lists_fresh(s);
  carom_pool_run(s->pool, s->blocks, shorten, s);
  if (s->history > s->springs && !carom_memory_leave(s)) return no_memory(err);
  s->rebuilds++;
  return CAROM_OK;
}
