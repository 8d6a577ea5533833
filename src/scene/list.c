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
  double *square = carom_lines((size_t)room * sizeof *square);
  if (!pair || !square) {
    free(pair);
    free(square);
    return false;
  }
  if (f->count) memcpy(pair, f->pair, (size_t)f->count * 2 * sizeof *pair);
  if (f->count) memcpy(square, f->square, (size_t)f->count * sizeof *square);
  free(f->pair);
  free(f->square);
  f->pair = pair;
  f->square = square;
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
  double *square = f->square + f->count;
  const uint32_t end = cells->to[c];
  for (uint32_t j = cells->from[c] > i ? cells->from[c] : i + 1; j < end; j++) {
    const double *b = s->reference + (size_t)CAROM_SPOT * j;
    const double u = x - b[0], v = y - b[1], w = z - b[2], far = reach + b[3];
    *square = either_way ? square_either_way(s, a, b) : u * u + v * v + w * w;
    const bool close = *square < far * far;
    pair[0] = i;
    pair[1] = j;
    pair += close ? 2 : 0;
    square += close ? 1 : 0;
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
      f->square[kept] = f->square[k];
      f->pair[2 * kept++ + 1] = f->pair[2 * k + 1];
    }
  f->count = kept;
}

/* Also notes how far it is to the next face that is not listed. */
static bool search_walls(const carom_scene *s, carom_found *f, int64_t from, int64_t to)
{
  double normal[3];
  for (int64_t i = from; s->faces && i < to; i++) {
    const double *a = carom_grain_of(s, (uint32_t)i);
    s->room[i] = 1e300;
    if (!(a[7] > 0)) continue;
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

/* Which shell a pair belongs to. Contacts with walls are all looked at. */
static int shell_of(const carom_scene *s, uint32_t i, uint32_t j, double square)
{
  const double reach = s->reference[CAROM_SPOT * (size_t)i + 3] +
                       s->reference[CAROM_SPOT * (size_t)j + 3];
  int shell = 0;
  for (int k = 1; k < CAROM_SHELLS; k++) {
    const double far = reach + carom_shell_gap(s, k);
    shell += square >= far * far;
  }
  return shell;
}

/* Bins stand by shell, kind and class: those that are looked at stand together. */
static int64_t *tally_of(const carom_scene *s, const carom_found *f, bool wall, int64_t at)
{
  const uint32_t i = f->pair[2 * at], j = f->pair[2 * at + 1];
  const int kind = wall ? CAROM_WALLED : kind_of(s, i, j);
  const int class = carom_class_between(s, i, wall ? (uint32_t)s->n + j : j);
  const int shell = wall ? 0 : shell_of(s, i, j, f->square[at]);
  return &f->tally[(shell * (CAROM_WALLED + 1) + kind) * s->classes + class];
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
  memset(f->tally, 0, (size_t)carom_bin_sorts(s) * sizeof *f->tally);
  for (int64_t k = 0; k < f->count; k++)
    ++*tally_of(s, f, k >= f->pairs, k);
  f->failed = false;
}

/* Gives every block's contacts their places; returns false without memory. */
static bool lay_out(carom_scene *s)
{
  int64_t bins = 0, groups = 0, rows = 0;
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
      const int kind = k / s->classes % (CAROM_WALLED + 1);
      s->bin[bins++] = (carom_bin){.class = k % s->classes,
                                   .kind = kind,
                                   .shell = k / s->classes / (CAROM_WALLED + 1),
                                   .group = groups,
                                   .contacts = contacts,
                                   .outer = rows};
      groups += wanted;
      if (kind == CAROM_OUTER) rows += CAROM_LANES * wanted;
    }
    p->bins = bins - p->bin;
  }
  s->bins = bins;
  s->groups = groups;
  s->rows = rows;
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
  return carom_reserve(&s->row, &s->row_room, s->rows, sizeof *s->row);
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
    bits |= (unsigned)carom_memory_worn(s, past + l) << l;
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
  double *past = s->past_b + carom_past(s->history, at);
  s->pair_b[2 * at] = i;
  s->pair_b[2 * at + 1] = second;
  for (int c = 0; c < s->history; c++)
    past[CAROM_LANES * c] = 0;
  for (uint32_t k = s->kept_start[i]; k < s->kept_start[i + 1]; k++) {
    carom_kept *kept = &s->kept[k];
    if (kept->partner != partner) continue;
    const double *old = s->past + carom_past(s->history, kept->contact);
    kept->listed = true;
    for (int c = 0; c < s->history; c++)
      past[CAROM_LANES * c] = kept->flipped && c < 3 ? -old[CAROM_LANES * c] : old[CAROM_LANES * c];
    s->touching_b[at / CAROM_LANES] |= (unsigned char)((unsigned)kept->closed << at % CAROM_LANES);
    return;
  }
  if (s->dents.count) carom_memory_recall(s, i, partner, past);
}

static void fill_up(carom_scene *s, const carom_bin *bin)
{
  const int64_t first = bin->group * CAROM_LANES, end = first + bin->contacts;
  for (int64_t c = end; c % CAROM_LANES; c++) {
    memcpy(s->pair_b + 2 * c, s->pair_b + 2 * (end - 1), 2 * sizeof *s->pair_b);
    for (int k = 0; k < s->history; k++)
      s->past_b[carom_past(s->history, c) + CAROM_LANES * k] = 0;
  }
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

/* Gives the particles of later blocks that a block may touch rows, in the order in which they are
 * listed, nearest shells first. A small table finds those that have one. */
static void find_rows(void *user, int worker, long b)
{
  carom_scene *s = user;
  carom_patch *p = &s->patch[b];
  carom_found *f = &s->found[b];
  uint32_t count = 0;
  (void)worker;
  memset(f->seen, 0xff, ((size_t)f->mask + 1) * sizeof *f->seen);
  for (int shell = 0; shell < CAROM_SHELLS; shell++)
    for (int64_t k = p->bin; k < p->bin + p->bins; k++) {
      const carom_bin *bin = &s->bin[k];
      const uint32_t *pair = s->pair + 2 * CAROM_LANES * bin->group;
      const int64_t end = (bin->contacts + CAROM_LANES - 1) / CAROM_LANES * CAROM_LANES;
      for (int64_t c = 0; bin->kind == CAROM_OUTER && bin->shell == shell && c < end; c++) {
        const uint32_t j = pair[2 * c + 1];
        uint32_t at = j * UINT32_C(2654435769) & f->mask;
        while (f->seen[at] != UINT32_MAX && f->guest[f->seen[at]] != j)
          at = (at + 1) & f->mask;
        if (f->seen[at] == UINT32_MAX) {
          f->seen[at] = count;
          f->guest[count++] = j;
        }
        s->row[bin->outer + c] = f->seen[at];
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

#define SWAP(type, a, b)                                                                           \
  do {                                                                                             \
    type swap_##a = s->a;                                                                          \
    s->a = s->b;                                                                                   \
    s->b = swap_##a;                                                                               \
  } while (0)

void carom_bin_recall(carom_scene *s, carom_bin *bin)
{
  const int64_t first = bin->group * CAROM_LANES;
  bin->closed = 0;
  bin->crosses = false;
  for (int64_t c = first; c < first + bin->contacts; c++) {
    const double *a = s->reference + CAROM_SPOT * (size_t)s->pair[2 * c];
    const double *b = s->reference + CAROM_SPOT * (size_t)s->pair[2 * c + 1];
    bin->closed += s->touching[c / CAROM_LANES] >> c % CAROM_LANES & 1;
    for (int k = 0; bin->kind != CAROM_WALLED && k < 3; k++)
      bin->crosses |= s->periodic[k] && CAROM_FABS(a[k] - b[k]) > 0.25 * s->length[k];
  }
}

/* Contacts that the last step tore so far apart that they stand in a shell that is not looked at:
 * they end here. */
static void end_torn(carom_scene *s, carom_patch *p, carom_bin *bin)
{
  const int64_t first = bin->group * CAROM_LANES;
  for (int64_t c = first; c < first + bin->contacts; c++) {
    if (!(s->touching[c / CAROM_LANES] >> c % CAROM_LANES & 1)) continue;
    const double *a = carom_grain_of(s, s->pair[2 * c]), *b = carom_grain_of(s, s->pair[2 * c + 1]);
    double *past = s->past + carom_past(s->history, c);
    p->sum.plastic += carom_memory_end(s, &s->class[bin->class], a, b, past);
  }
  memset(s->touching + bin->group, 0, (size_t)(bin->contacts + CAROM_LANES - 1) / CAROM_LANES);
  bin->closed = 0;
}

static void recall_block(void *user, int worker, long b)
{
  carom_scene *s = user;
  carom_patch *p = &s->patch[b];
  (void)worker;
  for (int64_t k = p->bin; k < p->bin + p->bins; k++) {
    carom_bin *bin = &s->bin[k];
    carom_bin_recall(s, bin);
    if (bin->shell > 0 && bin->closed > 0) end_torn(s, p, bin);
  }
}

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
  if (!lay_out(s) || !reserve_lists(s)) return no_memory(err);
  carom_pool_run(s->pool, s->blocks, write_block, s);
  if (s->history > CAROM_SPRING && !carom_memory_leave(s)) return no_memory(err);
  change_lists(s);
  carom_pool_run(s->pool, s->blocks, recall_block, s);
  if (!connect(s)) return no_memory(err);
  find_rooms(s);
  carom_lists_fresh(s);
  s->rebuilds++;
  return CAROM_OK;
}
