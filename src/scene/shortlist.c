/* SPDX-License-Identifier: MIT */
/* Shortlists: the pairs that may touch soon.
 *
 * A step looks only at candidates whose gap was less than a margin when the shortlists were made,
 * and these are made anew before anything can have come nearer by that much (reach.c). Histories
 * stand here, with the pairs that a step reads: together, and in the order in which it reads them.
 * Candidates of a class that keeps its memory are always here: their dents are. So are those of
 * walls, which are few.
 *
 * Where most contacts of a bin are closed, those that are stand on a shortlist that is pressed
 * whole, and the others, which may close, on one that is filtered; elsewhere all stand on the
 * latter. Both keep the order of the candidates. */
#include <string.h>

#include "scene/sweep.h"

/* New memory is empty, so that nothing undefined is ever saved. */
static bool reserve_empty(void *array, int64_t *room, int64_t count, size_t size)
{
  const int64_t before = *room;
  if (!carom_reserve(array, room, count, size)) return false;
  if (*room != before) memset(*(void **)array, 0, (size_t)*room * size);
  return true;
}

/* The most groups that a block has. */
static int64_t most_groups(const carom_scene *s)
{
  int64_t most = 0;
  for (int64_t b = 0; b < s->blocks; b++) {
    const carom_patch *p = &s->patch[b];
    const int64_t from = p->bins ? s->bin[p->bin].group : 0, next = p->bin + p->bins;
    const int64_t to = !p->bins ? 0 : next < s->bins ? s->bin[next].group : s->groups;
    most = to - from > most ? to - from : most;
  }
  return most;
}

static bool reserve_draft(const carom_scene *s, carom_draft *d, int64_t groups)
{
  const int64_t contacts = CAROM_LANES * groups;
  return carom_reserve(&d->pair, &d->pair_room, 2 * contacts, sizeof *d->pair) &&
         carom_reserve(&d->listed, &d->listed_room, contacts, sizeof *d->listed) &&
         carom_reserve(&d->row, &d->row_room, contacts, sizeof *d->row) &&
         carom_reserve(&d->touching, &d->touching_room, groups, 1) &&
         carom_reserve(&d->past, &d->past_room, contacts * s->history, sizeof *d->past);
}

bool carom_lists_reserve(carom_scene *s)
{
  const int64_t contacts = CAROM_LANES * s->groups, most = most_groups(s);
  for (int k = 0; k < s->workers; k++)
    if (!reserve_draft(s, &s->draft[k], most)) return false;
  return reserve_empty(&s->candidate, &s->candidate_room, 2 * contacts, sizeof *s->candidate) &&
         reserve_empty(&s->candidate_row, &s->candidate_row_room, contacts,
                       sizeof *s->candidate_row) &&
         reserve_empty(&s->shortlist, &s->short_room, 2 * s->bins, sizeof *s->shortlist) &&
         reserve_empty(&s->pair, &s->pair_room, 2 * contacts, sizeof *s->pair) &&
         reserve_empty(&s->listed, &s->listed_room, contacts, sizeof *s->listed) &&
         reserve_empty(&s->row, &s->row_room, contacts, sizeof *s->row) &&
         reserve_empty(&s->touching, &s->touching_room, s->groups, 1) &&
         (!s->records ||
          reserve_empty(&s->traction, &s->traction_room, 3 * contacts, sizeof *s->traction)) &&
         reserve_empty(&s->past, &s->past_room, contacts * s->history + CAROM_LANES,
                       sizeof *s->past);
}

void carom_contact_end(carom_scene *s, carom_patch *p, const carom_short *list, int64_t contact)
{
  const uint32_t *pair = s->pair + 2 * contact;
  const bool wall = list->kind == CAROM_WALLED;
  const double *first = carom_read(s->seen, 2 * (size_t)pair[0]);
  const double *second = wall ? NULL : carom_read(s->seen, 2 * (size_t)pair[1]);
  double *past = s->past + contact * s->history;
  p->sum.plastic += carom_memory_end(s, &s->class[list->class], first, second, past);
}

/* A shortlist in the making. */
typedef struct making {
  carom_scene *s;
  carom_patch *p;
  carom_scratch *w;
  carom_draft *d;
  carom_frame frame;
  carom_short list; /* all of a bin, in the draft */
  int64_t next;     /* where the next shortlist of the block goes */
} making;

static void add(making *m, const uint32_t *pair, const uint32_t *number, long count)
{
  carom_draft *d = m->d;
  const int64_t at = CAROM_LANES * m->list.group + m->list.contacts;
  memcpy(d->pair + 2 * at, pair, 2 * (size_t)count * sizeof *pair);
  memcpy(d->listed + at, number, (size_t)count * sizeof *number);
  for (long k = 0; k < count; k++)
    d->row[at + k] = m->s->candidate_row[number[k]];
  m->list.contacts += count;
}

/* The candidates of a bin that are near enough. */
static void add_bin(making *m, const carom_bin *bin)
{
  enum { MOST = CAROM_CHUNK / CAROM_LANES };
  const carom_scene *s = m->s;
  const int64_t groups = (bin->contacts + CAROM_LANES - 1) / CAROM_LANES;
  const unsigned rest = (unsigned)(bin->contacts % CAROM_LANES);
  const bool all = bin->kind == CAROM_WALLED || s->class[bin->class].keeps;
  m->frame.periodic = bin->crosses;
  m->list.crosses = bin->crosses;
  for (int64_t g = 0; g < groups; g += MOST) {
    const uint32_t first = (uint32_t)(CAROM_LANES * (bin->group + g));
    const uint32_t *pair = s->candidate + 2 * (size_t)first;
    const long some = groups - g < MOST ? (long)(groups - g) : MOST;
    const carom_rows rows = {s->spot, s->seen, pair, CAROM_LANES * (groups - g),
                             bin->kind == CAROM_OUTER};
    const unsigned last = some == groups - g && rest ? (1u << rest) - 1 : 0xff;
    if (!all) {
      const long count = s->sweep->filter(&rows, first, some, last, &m->frame, m->w->mask,
                                          m->w->pair, m->w->list);
      add(m, m->w->pair, m->w->list, count);
      continue;
    }
    const int64_t left = bin->contacts - CAROM_LANES * g;
    const long count = left < CAROM_CHUNK ? (long)left : CAROM_CHUNK;
    for (uint32_t k = 0; k < CAROM_CHUNK; k++)
      m->w->list[k] = first + k;
    add(m, pair, m->w->list, count);
  }
}

/* Nothing is known of them yet. */
static void clear(const making *m)
{
  const int64_t groups = (m->list.contacts + CAROM_LANES - 1) / CAROM_LANES;
  memset(m->d->touching + m->list.group, 0, (size_t)groups);
  memset(m->d->past + CAROM_LANES * m->list.group * m->s->history, 0,
         (size_t)(CAROM_LANES * groups * m->s->history) * sizeof *m->d->past);
}

static void copy_past(const making *m, int64_t to, const double *from, int apart, bool closed)
{
  double *past = m->d->past + m->s->history * to;
  for (int c = 0; c < m->s->history; c++)
    past[c] = from[apart * c];
  m->d->touching[to / CAROM_LANES] |= (unsigned char)((unsigned)closed << to % CAROM_LANES);
}

/* Histories of the shortlist that was here. Both are in the order of the candidates; what was
 * closed and is here no more has been torn apart by the last step. */
static void take_over(making *m, const carom_short *old)
{
  carom_scene *s = m->s;
  const bool keeps = s->class[m->list.class].keeps;
  const int64_t from = CAROM_LANES * m->list.group, end = from + m->list.contacts;
  int64_t to = from;
  for (int64_t g = 0; CAROM_LANES * g < old->contacts; g++) {
    const unsigned closed = s->touching[old->group + g];
    const int64_t rest = old->contacts - CAROM_LANES * g;
    unsigned bits = !keeps ? closed : rest < CAROM_LANES ? (1u << rest) - 1 : 0xff;
    for (; bits; bits &= bits - 1) {
      const int64_t contact = CAROM_LANES * (old->group + g) + __builtin_ctz(bits);
      while (to < end && m->d->listed[to] < s->listed[contact])
        to++;
      if (to < end && m->d->listed[to] == s->listed[contact])
        copy_past(m, to, s->past + carom_past(s, old, contact), carom_apart(old),
                  closed >> contact % CAROM_LANES & 1);
      else if (!old->whole) /* which has springs only */
        carom_contact_end(s, m->p, old, contact);
    }
  }
}

/* Histories that were kept while the lists were made. */
static void take_kept(making *m)
{
  carom_scene *s = m->s;
  const int64_t from = CAROM_LANES * m->list.group, end = from + m->list.contacts;
  const bool wall = m->list.kind == CAROM_WALLED;
  for (int64_t c = from; c < end; c++) {
    const uint32_t i = carom_particle(m->d->pair[2 * c]), second = m->d->pair[2 * c + 1];
    const uint32_t partner = wall ? (uint32_t)s->n + second : carom_particle(second);
    uint32_t k = s->kept_start[i];
    while (k != CAROM_NOBODY && s->kept[k].partner != partner)
      k = s->kept[k].next;
    if (k != CAROM_NOBODY) {
      copy_past(m, c, s->kept_past + (size_t)s->history * k, 1, s->kept[k].closed);
      s->kept[k].partner = CAROM_NOBODY;
    } else if (s->dents.count) {
      carom_memory_recall(s, i, partner, m->d->past + s->history * c);
    }
  }
}

/* How many are closed, if they are to be pressed whole: that pays where most are. A law with a
 * state must not see open ones. */
static int64_t whole_ones(const making *m)
{
  const int64_t groups = (m->list.contacts + CAROM_LANES - 1) / CAROM_LANES;
  int64_t closed = 0;
  if (m->s->class[m->list.class].episode || m->list.kind == CAROM_WALLED) return 0;
  for (int64_t g = m->list.group; g < m->list.group + groups; g++)
    closed += __builtin_popcount(m->d->touching[g]);
  return 2 * closed > m->list.contacts ? closed : 0;
}

/* All candidates of a bin that are near, in the draft. */
static void draw_up(making *m, int64_t bin, bool rebuilt)
{
  add_bin(m, &m->s->bin[bin]);
  clear(m);
  if (rebuilt) {
    take_kept(m);
    return;
  }
  take_over(m, &m->s->shortlist[2 * bin]);
  take_over(m, &m->s->shortlist[2 * bin + 1]);
}

/* Puts a contact of the draft into a shortlist. */
static void put(const making *m, int64_t from, const carom_short *list, int64_t to)
{
  carom_scene *s = m->s;
  const carom_draft *d = m->d;
  double *past = s->past + carom_past(s, list, to);
  memcpy(s->pair + 2 * to, d->pair + 2 * from, 2 * sizeof *d->pair);
  s->listed[to] = d->listed[from];
  s->row[to] = d->row[from];
  for (int k = 0; k < s->history; k++)
    past[carom_apart(list) * k] = d->past[s->history * from + k];
  if (d->touching[from / CAROM_LANES] >> from % CAROM_LANES & 1)
    s->touching[to / CAROM_LANES] |= (unsigned char)(1u << to % CAROM_LANES);
}

/* Fills up the last group with copies that have no history. */
static void fill_up(const making *m, const carom_short *list)
{
  carom_scene *s = m->s;
  const int64_t end = CAROM_LANES * list->group + list->contacts;
  for (int64_t c = end; c % CAROM_LANES; c++) {
    memcpy(s->pair + 2 * c, s->pair + 2 * (end - 1), 2 * sizeof *s->pair);
    s->listed[c] = s->listed[end - 1];
    s->row[c] = s->row[end - 1];
    for (int k = 0; k < s->history; k++)
      s->past[carom_past(s, list, c) + carom_apart(list) * k] = 0;
  }
}

/* The shortlists of a bin, behind those that are there: what is pressed whole, and the rest. */
static void make(making *m, carom_short list[2])
{
  carom_scene *s = m->s;
  const int64_t whole = whole_ones(m), from = CAROM_LANES * m->list.group;
  int64_t to[2];
  for (int k = 0; k < 2; k++) {
    list[k] = m->list;
    list[k].whole = k == 0 && whole > 0;
    list[k].contacts = k == 0 ? whole : m->list.contacts - whole;
    list[k].group = m->next;
    to[k] = CAROM_LANES * m->next;
    const int64_t groups = (list[k].contacts + CAROM_LANES - 1) / CAROM_LANES;
    memset(s->touching + m->next, 0, (size_t)groups);
    m->next += groups;
  }
  for (int64_t c = from; c < from + m->list.contacts; c++) {
    const bool closed = m->d->touching[c / CAROM_LANES] >> c % CAROM_LANES & 1;
    const int k = whole > 0 && closed ? 0 : 1;
    put(m, c, &list[k], to[k]++);
  }
  for (int k = 0; k < 2; k++)
    if (list[k].contacts > 0) fill_up(m, &list[k]);
}

void carom_shortlists_make(carom_scene *s, int worker, int64_t block, bool rebuilt)
{
  carom_patch *p = &s->patch[block];
  if (p->bins == 0) return;
  making m = {s, p, s->scratch[worker], &s->draft[worker], carom_frame_of(s), {0}, 0};
  int64_t groups = 0;
  m.frame.margin = p->margin;
  for (int64_t k = p->bin; k < p->bin + p->bins; k++) {
    m.list = (carom_short){
        .class = s->bin[k].class, .kind = s->bin[k].kind, .face = s->bin[k].face, .group = groups};
    draw_up(&m, k, rebuilt);
    groups += (m.list.contacts + CAROM_LANES - 1) / CAROM_LANES;
    s->shortlist[2 * k] = m.list;
  }
  m.next = s->bin[p->bin].group;
  for (int64_t k = p->bin; k < p->bin + p->bins; k++) {
    m.list = s->shortlist[2 * k];
    make(&m, s->shortlist + 2 * k);
  }
  p->stale = 0;
}
