/* SPDX-License-Identifier: MIT */
/* The neighbour lists: particles sorted along the grid, pairs and wall contacts found, histories
 * carried over. Searching and writing are done block by block, at once on all threads. */
#include <string.h>

#include "core/error.h"
#include "scene/grid.h"

enum { FEW = 64 }; /* particles whose partners take turns, so that neighbours in the list differ */

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

static bool near_either_way(const carom_scene *s, const double *a, const double *b)
{
  const double reach = a[3] + b[3] + s->skin;
  const double x = wrapped(a[0] - b[0], s->length[0]), y = wrapped(a[1] - b[1], s->length[1]);
  const double z = wrapped(a[2] - b[2], s->length[2]);
  return x * x + y * y + z * z < reach * reach;
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
  const double *a = s->reference + (size_t)CAROM_SPOT * i, *shift = cells->shift[c];
  const double x = a[0] + shift[0], y = a[1] + shift[1], z = a[2] + shift[2];
  const double reach = a[3] + s->skin;
  uint32_t *pair = f->pair + 2 * f->count;
  const uint32_t end = cells->to[c];
  for (uint32_t j = cells->from[c] > i ? cells->from[c] : i + 1; j < end; j++) {
    const double *b = s->reference + (size_t)CAROM_SPOT * j;
    const double u = x - b[0], v = y - b[1], w = z - b[2], far = reach + b[3];
    const bool close = either_way ? near_either_way(s, a, b) : u * u + v * v + w * w < far * far;
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
  if (carom_grain_of(s, i)[7] > 0) return;
  for (int64_t k = from; k < f->count; k++)
    if (carom_grain_of(s, f->pair[2 * k + 1])[7] > 0) {
      f->pair[2 * kept] = i;
      f->pair[2 * kept++ + 1] = f->pair[2 * k + 1];
    }
  f->count = kept;
}

static bool search_walls(const carom_scene *s, carom_found *f, int64_t from, int64_t to)
{
  double normal[3];
  for (int64_t i = from; i < to; i++) {
    const double *a = carom_grain_of(s, (uint32_t)i);
    if (!(a[7] > 0)) continue;
    if (!room_for(f, s->faces)) return false;
    for (int k = 0; k < s->faces; k++) {
      if (!(carom_face_distance(&s->face[k], a, normal) < a[3] + s->skin)) continue;
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

static int64_t *tally_of(const carom_scene *s, const carom_found *f, bool wall, int64_t at)
{
  const uint32_t i = f->pair[2 * at], j = f->pair[2 * at + 1];
  const int kind = wall ? CAROM_WALLED : kind_of(s, i, j);
  return &f->tally[kind * s->classes + carom_class_between(s, i, wall ? (uint32_t)s->n + j : j)];
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
    if (s->cell_of[i] != cells.rank) carom_grid_around(s, s->reference + CAROM_SPOT * i, &cells);
    if (!room_for(f, cells.total + 1)) return;
    f->start[i - from] = (uint32_t)f->count;
    for (int c = 0; c < cells.count; c++)
      search_cell(s, f, (uint32_t)i, &cells, c, either_way);
    drop_fixed(s, f, (uint32_t)i, f->start[i - from]);
  }
  f->start[to - from] = (uint32_t)f->count;
  f->pairs = f->count;
  if (!search_walls(s, f, from, to)) return;
  memset(f->tally, 0, 3 * (size_t)s->classes * sizeof *f->tally);
  for (int64_t k = 0; k < f->count; k++)
    ++*tally_of(s, f, k >= f->pairs, k);
  f->failed = false;
}

/* Gives every block's contacts their places; returns false without memory. */
static bool lay_out(carom_scene *s)
{
  int64_t bins = 0, groups = 0, outers = 0;
  for (int64_t b = 0; b < s->blocks; b++)
    for (int k = 0; k < 3 * s->classes; k++)
      bins += s->found[b].tally[k] > 0;
  if (!carom_reserve(&s->bin, &s->bin_room, bins, sizeof *s->bin)) return false;
  bins = 0;
  for (int64_t b = 0; b < s->blocks; b++) {
    carom_patch *p = &s->patch[b];
    p->bin = bins;
    for (int k = 0; k < 3 * s->classes; k++) {
      int64_t *tally = &s->found[b].tally[k];
      const int64_t contacts = *tally, wanted = (contacts + CAROM_LANES - 1) / CAROM_LANES;
      *tally = CAROM_LANES * groups;
      if (contacts == 0) continue;
      s->bin[bins++] = (carom_bin){.class = k % s->classes,
                                   .kind = k / s->classes,
                                   .group = groups,
                                   .contacts = contacts,
                                   .outer = outers};
      groups += wanted;
      if (k / s->classes == CAROM_OUTER) outers += CAROM_LANES * wanted;
    }
    p->bins = bins - p->bin;
    s->outer_end[b] = outers;
  }
  s->bins = bins;
  s->groups = groups;
  s->outers = outers;
  return true;
}

static bool reserve_lists(carom_scene *s)
{
  const int64_t ahead = 16; /* the filter fetches pairs beyond the end */
  if (s->group_room_b < s->groups) {
    const int64_t room = s->groups + s->groups / 8 + ahead;
    const size_t contacts = (size_t)room * CAROM_LANES;
    free(s->pair_b);
    free(s->touching_b);
    free(s->past_b);
    s->pair_b = carom_lines((contacts + CAROM_LANES * (size_t)ahead) * 2 * sizeof *s->pair_b);
    s->touching_b = carom_lines((size_t)(room + ahead));
    s->past_b = carom_lines(contacts * (size_t)s->history * sizeof *s->past_b);
    s->group_room_b = s->pair_b && s->touching_b && s->past_b ? room : 0;
    if (!s->group_room_b) return false;
    memset(s->touching_b, 0, (size_t)(room + ahead));
    memset(s->pair_b, 0, (contacts + CAROM_LANES * (size_t)ahead) * 2 * sizeof *s->pair_b);
  }
  return carom_reserve(&s->outer, &s->outer_room, CAROM_ROW * s->outers, sizeof *s->outer);
}

/* Contacts of the old list whose history goes on, by the particle that will be first in the new
 * one. */
static void count_kept(carom_scene *s, const carom_bin *bin, int64_t contact, bool closed,
                       bool place_it)
{
  const uint32_t *p = s->pair + 2 * contact;
  const uint32_t a = s->place[p[0]];
  const bool wall = bin->kind == CAROM_WALLED;
  const uint32_t b = wall ? (uint32_t)s->n + p[1] : s->place[p[1]];
  const bool flipped = a > b;
  const uint32_t low = flipped ? b : a;
  if (!place_it)
    s->kept_start[low + 1]++;
  else
    s->kept[s->kept_start[low]++] = (carom_kept){flipped ? a : b, flipped, closed, false, contact};
}

/* Open contacts with a dent, as bits. */
static unsigned worn_ones(const carom_scene *s, const carom_bin *bin, int64_t group)
{
  const int64_t left = bin->contacts - group * CAROM_LANES;
  const double *past = s->past + (bin->group + group) * CAROM_LANES * s->history;
  unsigned bits = 0;
  for (int l = 0; l < CAROM_LANES && l < left; l++)
    bits |= (unsigned)carom_memory_worn(s, past + l * s->history) << l;
  return bits;
}

static void each_kept(carom_scene *s, bool place_it)
{
  for (int64_t k = 0; k < s->bins; k++) {
    const carom_bin *bin = &s->bin[k];
    const bool keeps = s->class[bin->class].keeps;
    for (int64_t g = 0; g * CAROM_LANES < bin->contacts; g++) {
      const unsigned closed = s->touching[bin->group + g];
      for (unsigned bits = closed | (keeps ? worn_ones(s, bin, g) : 0); bits; bits &= bits - 1) {
        const int lane = __builtin_ctz(bits);
        count_kept(s, bin, (bin->group + g) * CAROM_LANES + lane, closed >> lane & 1, place_it);
      }
    }
  }
}

static bool keep_histories(carom_scene *s)
{
  memset(s->kept_start, 0, ((size_t)s->n + 2) * sizeof *s->kept_start);
  each_kept(s, false);
  for (int64_t i = 0; i < s->n; i++)
    s->kept_start[i + 1] += s->kept_start[i];
  if (!carom_reserve(&s->kept, &s->kept_room, s->kept_start[s->n], sizeof *s->kept)) return false;
  each_kept(s, true);
  /* each start has moved to the end of its part: shift them back */
  memmove(s->kept_start + 1, s->kept_start, (size_t)s->n * sizeof *s->kept_start);
  s->kept_start[0] = 0;
  return true;
}

/* Puts a contact into the new list, with its history if that goes on. */
static void put(carom_scene *s, int64_t at, uint32_t i, uint32_t second, uint32_t partner)
{
  double *past = s->past_b + at * s->history;
  s->pair_b[2 * at] = i;
  s->pair_b[2 * at + 1] = second;
  memset(past, 0, (size_t)s->history * sizeof *past);
  for (uint32_t k = s->kept_start[i]; k < s->kept_start[i + 1]; k++) {
    carom_kept *kept = &s->kept[k];
    if (kept->partner != partner) continue;
    kept->listed = true;
    memcpy(past, s->past + kept->contact * s->history, (size_t)s->history * sizeof *past);
    for (int c = 0; kept->flipped && c < 3; c++)
      past[c] = -past[c];
    s->touching_b[at / CAROM_LANES] |= (unsigned char)((unsigned)kept->closed << at % CAROM_LANES);
    return;
  }
  if (s->dents.count) carom_memory_recall(s, i, partner, past);
}

static void fill_up(carom_scene *s, const carom_bin *bin)
{
  const int64_t first = bin->group * CAROM_LANES, end = first + bin->contacts;
  for (int64_t c = end; c % CAROM_LANES; c++)
    memcpy(s->pair_b + 2 * c, s->pair_b + 2 * (end - 1), 2 * sizeof *s->pair_b);
}

static void write_block(void *user, int worker, long b)
{
  carom_scene *s = user;
  const carom_found *f = &s->found[b];
  const carom_patch *p = &s->patch[b];
  const int64_t from = b * s->block, count = from + s->block < s->n ? s->block : s->n - from;
  (void)worker;
  for (int64_t k = p->bin; k < p->bin + p->bins; k++)
    memset(s->touching_b + s->bin[k].group, 0,
           (size_t)(s->bin[k].contacts + CAROM_LANES - 1) / CAROM_LANES);
  for (int64_t few = 0; few < count; few += FEW) {
    const int64_t end = few + FEW < count ? few + FEW : count;
    bool more = true;
    for (uint32_t turn = 0; more; turn++) {
      more = false;
      for (int64_t i = few; i < end; i++) {
        const uint32_t at = f->start[i] + turn;
        if (at >= f->start[i + 1]) continue;
        more = true;
        put(s, (*tally_of(s, f, false, at))++, f->pair[2 * at], f->pair[2 * at + 1],
            f->pair[2 * at + 1]);
      }
    }
  }
  for (int64_t at = f->pairs; at < f->count; at++)
    put(s, (*tally_of(s, f, true, at))++, f->pair[2 * at], f->pair[2 * at + 1],
        (uint32_t)s->n + f->pair[2 * at + 1]);
  for (int64_t k = p->bin; k < p->bin + p->bins; k++)
    fill_up(s, &s->bin[k]);
}

/* Which outer rows each block collects: by block of origin, then in list order. */
static bool connect(carom_scene *s)
{
  int64_t total = 0;
  for (int64_t b = 0; b < s->blocks; b++)
    s->patch[b].incomings = 0;
  for (int64_t k = 0; k < s->bins; k++)
    for (int64_t c = 0; s->bin[k].kind == CAROM_OUTER && c < s->bin[k].contacts; c++)
      s->patch[s->pair[2 * (s->bin[k].group * CAROM_LANES + c) + 1] / s->block].incomings++;
  for (int64_t b = 0; b < s->blocks; b++) {
    s->patch[b].incoming = total;
    total += s->patch[b].incomings;
    s->patch[b].incomings = 0;
  }
  s->incomings = total;
  if (!carom_reserve(&s->incoming, &s->incoming_room, total, sizeof *s->incoming)) return false;
  for (int64_t k = 0; k < s->bins; k++)
    for (int64_t c = 0; s->bin[k].kind == CAROM_OUTER && c < s->bin[k].contacts; c++) {
      const uint32_t j = s->pair[2 * (s->bin[k].group * CAROM_LANES + c) + 1];
      carom_patch *p = &s->patch[j / s->block];
      const int64_t contact = s->bin[k].group * CAROM_LANES + c;
      s->incoming[p->incoming + p->incomings++] = (carom_incoming){(uint32_t)(s->bin[k].outer + c),
                                                                   j, (uint32_t)contact};
    }
  memset(s->outer, 0, (size_t)(CAROM_ROW * s->outers) * sizeof *s->outer);
  return true;
}

/* From which blocks those rows come. Rows are in the order of their blocks. */
static bool find_sources(carom_scene *s)
{
  int64_t total = 0;
  if (!carom_reserve(&s->source, &s->source_room, s->incomings + 1, sizeof *s->source))
    return false;
  for (int64_t b = 0; b < s->blocks; b++) {
    carom_patch *p = &s->patch[b];
    int64_t from = 0, last = -1;
    p->source = total;
    for (int64_t k = p->incoming; k < p->incoming + p->incomings; k++) {
      while (s->outer_end[from] <= s->incoming[k].row)
        from++;
      if (from != last) s->source[total++] = last = from;
    }
    p->sources = total - p->source;
  }
  return true;
}

#define SWAP(type, a, b)                                                                           \
  do {                                                                                             \
    type swap_##a = s->a;                                                                          \
    s->a = s->b;                                                                                   \
    s->b = swap_##a;                                                                               \
  } while (0)

/* The new lists take the place of the old ones. */
static void change_lists(carom_scene *s)
{
  SWAP(uint32_t *, pair, pair_b);
  SWAP(unsigned char *, touching, touching_b);
  SWAP(double *, past, past_b);
  SWAP(int64_t, group_room, group_room_b);
}

bool carom_lists_reserve(carom_scene *s)
{
  if (!reserve_lists(s)) return false;
  change_lists(s);
  return true;
}

static carom_status no_memory(carom_error *err)
{
  return carom_fail(err, CAROM_ERR_MEMORY, "scene", "no memory for the neighbour lists");
}

carom_status carom_scene_rebuild(carom_scene *s, carom_error *err)
{
  CAROM_TRY(carom_grid_fold(s, err));
  if (!carom_grid_lay(&s->grid, s) || !carom_grid_sort(s) || !keep_histories(s))
    return no_memory(err);
  carom_pool_run(s->pool, s->blocks, search_block, s);
  for (int64_t b = 0; b < s->blocks; b++)
    if (s->found[b].failed) return no_memory(err);
  if (!lay_out(s) || !reserve_lists(s)) return no_memory(err);
  carom_pool_run(s->pool, s->blocks, write_block, s);
  if (s->keeps && !carom_memory_leave(s)) return no_memory(err);
  change_lists(s);
  if (!connect(s) || !find_sources(s)) return no_memory(err);
  s->bound = s->wall_bound = 0;
  s->rebuilds++;
  return CAROM_OK;
}
