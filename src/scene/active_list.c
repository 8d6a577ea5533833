/* SPDX-License-Identifier: MIT */
/* Active lists: the pairs that may touch within a few steps.
 *
 * A step tests only neighbour pairs whose gap was below a margin when the active lists were made;
 * the lists are made anew before any other pair can have closed that gap (list_validity.c).
 * Histories are stored here, next to the pairs and in the order in which a step reads them. Pairs
 * of a law that keeps its memory between episodes are always active, because their dents are stored
 * here; so are pairs with walls, which are few.
 *
 * Where most contacts of a bin are closed, the closed ones go to a dense list, which is evaluated
 * without a filter, and the others to a filtered list. Otherwise all go to the filtered list. Both
 * preserve the order of the neighbour pairs.
 *
 * Pairs whose contact is replaced by a bond are left out (bond_contacts.c). When the bond breaks,
 * the lists of their block are made anew before the forces of the same pass. */
#include <string.h>

#include "scene/kernels.h"

/* Largest number of groups of a block. */
static int64_t most_groups(const carom_scene *s)
{
  const carom_contacts *c = &s->contacts;
  int64_t most = 0;
  for (int64_t b = 0; b < s->cpu.blocks; b++) {
    const carom_domain_block *p = &s->cpu.domain_block[b];
    const int64_t from = p->pair_bins ? c->pair_bin[p->pair_bin].group : 0;
    const int64_t next = p->pair_bin + p->pair_bins;
    const int64_t to = !p->pair_bins         ? 0
                       : next < c->pair_bins ? c->pair_bin[next].group
                                             : c->groups;
    most = to - from > most ? to - from : most;
  }
  return most;
}

bool carom_cpu_reserve_lists(carom_scene *s)
{
  const int64_t most = most_groups(s);
  for (int k = 0; k < s->cpu.workers; k++)
    if (!carom_draft_reserve(&s->cpu.draft[k], &s->model, most)) return false;
  return carom_contacts_reserve(&s->contacts, &s->model);
}

void carom_contact_end(carom_scene *s, carom_domain_block *p, const carom_active_list *list,
                       int64_t contact)
{
  const uint32_t *pair = s->contacts.pair + 2 * contact;
  const bool wall = list->kind == CAROM_PAIR_WALL;
  const uint32_t partner = wall ? carom_wall_partner(carom_face_at(pair[1]))
                                : carom_particle(pair[1]);
  const carom_material_pair *c = &s->model.material_pair[list->material_pair];
  double *history = s->contacts.history + carom_history_offset(&s->model, list, contact);
  const int size = s->model.history.size, stride = carom_history_stride(list);
  double row[CAROM_HISTORY_MOST];
  for (int k = 0; k < size; k++)
    row[k] = history[stride * k];
  p->sum.plastic += c->share * carom_memory_end(s, c, carom_particle(pair[0]), partner, row);
  for (int k = 0; k < size; k++)
    history[stride * k] = row[k];
}

/* An active list under construction. */
typedef struct list_builder {
  carom_scene *s;
  carom_domain_block *p;
  carom_scratch *w;
  carom_draft *d;
  carom_kernel_params params;
  carom_active_list list; /* all active pairs of a bin, in the draft */
  int64_t closed;         /* number of closed ones */
  int64_t next;           /* group at which the block's next active list begins */
} list_builder;

static void add(list_builder *m, const uint32_t *pair, const uint32_t *number, int64_t count)
{
  carom_draft *d = m->d;
  const int64_t at = CAROM_LANES * m->list.group + m->list.contacts;
  const uint32_t *rows = m->s->contacts.neighbour_row;
  uint32_t *CAROM_RESTRICT row = d->row + at;
  memcpy(d->pair + 2 * at, pair, 2 * (size_t)count * sizeof *pair);
  memcpy(d->neighbour_index + at, number, (size_t)count * sizeof *number);
  for (int64_t k = 0; k < count; k++)
    row[k] = rows[number[k]];
  m->list.contacts += count;
}

/* Keeps the pairs whose contact no bond replaces, in the scratch; returns their number. */
static int64_t drop_bonded(const list_builder *m, const uint32_t *pair, const uint32_t *number,
                           int64_t count)
{
  int64_t kept = 0;
  for (int64_t k = 0; k < count; k++) {
    if (carom_bonds_replace(m->s, carom_particle(pair[2 * k]), carom_particle(pair[2 * k + 1])))
      continue;
    memmove(m->w->pair + 2 * kept, pair + 2 * k, 2 * sizeof *pair);
    m->w->list[kept++] = number[k];
  }
  return kept;
}

/* Adds the neighbour pairs of a bin whose gap is below the margin. */
static void add_bin(list_builder *m, const carom_pair_bin *pair_bin)
{
  enum { MOST = CAROM_CHUNK / CAROM_LANES };
  const carom_scene *s = m->s;
  const int64_t groups = (pair_bin->contacts + CAROM_LANES - 1) / CAROM_LANES;
  const unsigned rest = (unsigned)(pair_bin->contacts % CAROM_LANES);
  const bool all = pair_bin->kind == CAROM_PAIR_WALL ||
                   s->model.material_pair[pair_bin->material_pair].keeps_memory;
  const bool bonded = s->bonds.replace && s->bonds.whole > 0 && pair_bin->kind != CAROM_PAIR_WALL;
  m->params.periodic = pair_bin->has_periodic;
  m->params.margin = m->p->margin + s->model.material_pair[pair_bin->material_pair].reach;
  m->list.has_periodic = pair_bin->has_periodic;
  for (int64_t g = 0; g < groups; g += MOST) {
    const uint32_t first = (uint32_t)(CAROM_LANES * (pair_bin->group + g));
    const uint32_t *pair = s->contacts.neighbour_pair + 2 * (size_t)first;
    const int64_t some = groups - g < MOST ? (int64_t)(groups - g) : MOST;
    const carom_pair_range rows = {s->particles.position_radius,
                                   s->particles.contact_velocity,
                                   pair,
                                   CAROM_LANES * (groups - g),
                                   pair_bin->kind == CAROM_PAIR_HALO,
                                   NULL,
                                   NULL,
                                   NULL};
    const unsigned last = some == groups - g && rest ? (1u << rest) - 1 : 0xff;
    if (!all) {
      const int64_t count = s->cpu.kernels->filter(&rows, first, some, last, &m->params, m->w->mask,
                                                   m->w->pair, m->w->list);
      add(m, m->w->pair, m->w->list,
          bonded ? drop_bonded(m, m->w->pair, m->w->list, count) : count);
      continue;
    }
    const int64_t left = pair_bin->contacts - CAROM_LANES * g;
    const int64_t count = left < CAROM_CHUNK ? (int64_t)left : CAROM_CHUNK;
    for (uint32_t k = 0; k < CAROM_CHUNK; k++)
      m->w->list[k] = first + k;
    if (bonded)
      add(m, m->w->pair, m->w->list, drop_bonded(m, pair, m->w->list, count));
    else
      add(m, pair, m->w->list, count);
  }
}

/* Initialises the draft of a list: no history, no contact closed. */
static void clear(list_builder *m)
{
  const int64_t groups = (m->list.contacts + CAROM_LANES - 1) / CAROM_LANES;
  m->closed = 0;
  memset(m->d->touching + m->list.group, 0, (size_t)groups);
  memset(m->d->history + CAROM_LANES * m->list.group * m->s->model.history.size, 0,
         (size_t)(CAROM_LANES * groups * m->s->model.history.size) * sizeof *m->d->history);
}

static void copy_history(list_builder *m, int64_t to, const double *from, int stride, bool closed)
{
  const int size = m->s->model.history.size;
  double *CAROM_RESTRICT history = m->d->history + size * to;
  for (int c = 0; c < size; c++)
    history[c] = from[stride * c];
  m->d->touching[to / CAROM_LANES] |= (unsigned char)((unsigned)closed << to % CAROM_LANES);
  m->closed += closed;
}

/* Takes histories over from a previous active list. Both lists are in the order of the neighbour
 * pairs. A closed contact that is no longer active was pulled apart by the last step and ends. */
static void take_over(list_builder *m, const carom_active_list *old)
{
  carom_scene *s = m->s;
  const bool keeps_memory = s->model.material_pair[m->list.material_pair].keeps_memory;
  const int64_t from = CAROM_LANES * m->list.group, end = from + m->list.contacts;
  const uint32_t *now = m->d->neighbour_index, *before = s->contacts.neighbour_index;
  int64_t to = from;
  for (int64_t g = 0; CAROM_LANES * g < old->contacts; g++) {
    const unsigned closed = s->contacts.touching[old->group + g];
    const int64_t rest = old->contacts - CAROM_LANES * g;
    unsigned bits = !keeps_memory ? closed : rest < CAROM_LANES ? (1u << rest) - 1 : 0xff;
    for (; bits; bits &= bits - 1) {
      const int64_t contact = CAROM_LANES * (old->group + g) + __builtin_ctz(bits);
      const uint32_t number = before[contact];
      while (to < end && now[to] < number)
        to++;
      if (to < end && now[to] == number)
        copy_history(m, to, s->contacts.history + carom_history_offset(&s->model, old, contact),
                     carom_history_stride(old), closed >> contact % CAROM_LANES & 1);
      else
        carom_contact_end(s, m->p, old, contact);
    }
  }
}

/* Takes over the faces of contacts with shells. Wall pairs are always active, so both lists have
 * the same pairs. */
static void take_faces(const list_builder *m, const carom_active_list *old)
{
  const uint32_t *from = m->s->contacts.pair + 2 * CAROM_LANES * old->group;
  uint32_t *to = m->d->pair + 2 * CAROM_LANES * m->list.group;
  for (int64_t c = 0; c < old->contacts; c++)
    to[2 * c + 1] = from[2 * c + 1];
}

/* A particle's kept contact with a wall that has the lowest face from `least` on. Kept contacts are
 * searched for it because they are linked in varying order. */
static uint32_t next_kept(const carom_scene *s, uint32_t i, int32_t wall, uint32_t least)
{
  uint32_t best = CAROM_NO_PARTICLE;
  for (uint32_t k = s->cpu.kept_start[i]; k != CAROM_NO_PARTICLE; k = s->cpu.kept[k].next) {
    const uint32_t partner = s->cpu.kept[k].partner;
    if (partner == CAROM_NO_PARTICLE || !carom_partner_is_wall(partner)) continue;
    const uint32_t face = carom_partner_face(partner);
    if (s->walls.face[face].wall != wall || face < least) continue;
    if (best == CAROM_NO_PARTICLE || partner < s->cpu.kept[best].partner) best = k;
  }
  return best;
}

/* Puts dents of patches among the candidates of a shell into free slots from `slot` on, unless a
 * slot already has the patch. */
static void recall_patches(list_builder *m, int64_t first, int64_t slot, const uint32_t *choice)
{
  carom_scene *s = m->s;
  const uint32_t i = carom_particle(m->d->pair[2 * first]);
  const int64_t end = first + choice[CAROM_CHOICE_SLOTS];
  int32_t last = -1;
  for (uint32_t k = 0; k < choice[CAROM_CHOICE_COUNT] && slot < end; k++) {
    const uint32_t face = choice[CAROM_CHOICE_HEAD + k];
    const int32_t patch = carom_face_patch(&s->walls, face);
    bool known = patch == last;
    for (int64_t c = first; c < slot; c++)
      known |= carom_face_patch(&s->walls, carom_face_at(m->d->pair[2 * c + 1])) == patch;
    last = patch;
    if (known) continue;
    double *history = m->d->history + s->model.history.size * slot;
    carom_memory_recall(s, i, carom_wall_partner(face), history);
    if (carom_memory_dented(s, history)) m->d->pair[2 * slot++ + 1] = CAROM_FACE_OFFSET * face;
  }
}

/* Puts the kept contacts of a particle with a shell into its slots, in the order of their faces. */
static void take_kept_slots(list_builder *m, int64_t first, const uint32_t *choice)
{
  carom_scene *s = m->s;
  const uint32_t i = carom_particle(m->d->pair[2 * first]);
  const int32_t wall = s->walls.face[carom_face_at(m->d->pair[2 * first + 1])].wall;
  const int64_t end = first + choice[CAROM_CHOICE_SLOTS];
  int64_t slot = first;
  uint32_t least = 0;
  for (uint32_t k; slot < end && (k = next_kept(s, i, wall, least)) != CAROM_NO_PARTICLE; slot++) {
    carom_kept *kept = &s->cpu.kept[k];
    const uint32_t face = carom_partner_face(kept->partner);
    copy_history(m, slot, s->cpu.kept_history + (size_t)s->model.history.size * k, 1, kept->closed);
    m->d->pair[2 * slot + 1] = CAROM_FACE_OFFSET * face;
    kept->partner = CAROM_NO_PARTICLE;
    least = face;
  }
  if (s->contacts.dents.count) recall_patches(m, first, slot, choice);
}

/* Takes over the histories that were kept during a rebuild. */
static void take_kept(list_builder *m)
{
  carom_scene *s = m->s;
  const int64_t from = CAROM_LANES * m->list.group, end = from + m->list.contacts;
  const bool wall = m->list.kind == CAROM_PAIR_WALL;
  for (int64_t c = from; c < end; c++) {
    const uint32_t i = carom_particle(m->d->pair[2 * c]), second = m->d->pair[2 * c + 1];
    const uint32_t partner = wall ? carom_wall_partner(carom_face_at(second))
                                  : carom_particle(second);
    if (wall && m->d->row[c]) {
      const uint32_t *choice = s->contacts.choice + m->d->row[c] - 1;
      take_kept_slots(m, c, choice);
      c += choice[CAROM_CHOICE_SLOTS] - 1;
      continue;
    }
    uint32_t k = s->cpu.kept_start[i];
    while (k != CAROM_NO_PARTICLE && s->cpu.kept[k].partner != partner)
      k = s->cpu.kept[k].next;
    if (k != CAROM_NO_PARTICLE) {
      copy_history(m, c, s->cpu.kept_history + (size_t)s->model.history.size * k, 1,
                   s->cpu.kept[k].closed);
      s->cpu.kept[k].partner = CAROM_NO_PARTICLE;
    } else if (s->contacts.dents.count) {
      carom_memory_recall(s, i, partner, m->d->history + s->model.history.size * c);
    }
  }
}

/* Pairs that return to the lists because their bond broke may have old dents. */
static void recall_unbonded(list_builder *m)
{
  carom_scene *s = m->s;
  const int64_t from = CAROM_LANES * m->list.group, end = from + m->list.contacts;
  if (m->list.kind == CAROM_PAIR_WALL || s->contacts.dents.count == 0 ||
      !s->model.material_pair[m->list.material_pair].keeps_memory)
    return;
  for (int64_t c = from; c < end; c++) {
    double *history = m->d->history + s->model.history.size * c;
    if (!carom_memory_dented(s, history))
      carom_memory_recall(s, carom_particle(m->d->pair[2 * c]),
                          carom_particle(m->d->pair[2 * c + 1]), history);
  }
}

/* Number of closed contacts if they are to form a dense list, otherwise 0. A dense list pays where
 * most contacts are closed. It is not used for user laws with a state, which are called one by one,
 * or where open contacts keep dents. */
static int64_t count_dense(const list_builder *m)
{
  const carom_material_pair *pair = &m->s->model.material_pair[m->list.material_pair];
  if (m->list.kind == CAROM_PAIR_WALL || !carom_material_pair_dense(pair)) return 0;
  return 2 * m->closed > m->list.contacts ? m->closed : 0;
}

/* Collects all active pairs of a bin in the draft. */
static void draw_up(list_builder *m, int64_t pair_bin, bool rebuilt)
{
  add_bin(m, &m->s->contacts.pair_bin[pair_bin]);
  clear(m);
  if (rebuilt) {
    take_kept(m);
    return;
  }
  if (m->list.choices) take_faces(m, &m->s->contacts.active_list[2 * pair_bin + 1]);
  take_over(m, &m->s->contacts.active_list[2 * pair_bin]);
  take_over(m, &m->s->contacts.active_list[2 * pair_bin + 1]);
  if (m->s->bonds.replace) recall_unbonded(m);
}

/* Copies the closed contacts of the draft to a dense list, or the open ones, which have no history,
 * to the filtered list beside it. */
static void put(const list_builder *m, const carom_active_list *list)
{
  const carom_contacts *c = &m->s->contacts;
  const carom_draft *d = m->d;
  const int size = m->s->model.history.size;
  const bool closed = list->dense;
  uint32_t *pair = c->pair, *number = c->neighbour_index, *row = c->row;
  double *history = c->history;
  int64_t to = CAROM_LANES * list->group;
  for (int64_t g = 0; CAROM_LANES * g < m->list.contacts; g++) {
    const int64_t first = CAROM_LANES * (m->list.group + g);
    const int64_t left = m->list.contacts - CAROM_LANES * g;
    const unsigned all = left < CAROM_LANES ? (1u << left) - 1 : 0xff;
    const unsigned touching = d->touching[m->list.group + g];
    for (unsigned bits = closed ? touching : all & ~touching; bits; bits &= bits - 1, to++) {
      const int64_t from = first + __builtin_ctz(bits);
      memcpy(pair + 2 * to, d->pair + 2 * from, 2 * sizeof *pair);
      number[to] = d->neighbour_index[from];
      row[to] = d->row[from];
      if (!closed) continue;
      double *own = history + carom_history_offset(&m->s->model, list, to);
      for (int k = 0; k < size; k++)
        own[CAROM_LANES * k] = d->history[size * from + k];
    }
  }
}

/* Sets the bits of these lists: all contacts of a dense list are closed. Clears the histories of
 * the filtered one. */
static void set_touching(const list_builder *m, const carom_active_list *list)
{
  const carom_contacts *c = &m->s->contacts;
  const int64_t size = m->s->model.history.size, rest = list->contacts % CAROM_LANES;
  const int64_t groups = (list->contacts + CAROM_LANES - 1) / CAROM_LANES;
  memset(c->touching + list->group, list->dense ? 0xff : 0, (size_t)groups);
  if (list->dense && rest)
    c->touching[list->group + groups - 1] = (unsigned char)((1u << rest) - 1);
  if (!list->dense)
    memset(c->history + CAROM_LANES * list->group * size, 0,
           (size_t)(list->contacts * size) * sizeof *c->history);
}

/* Pads the last group with copies that have no history. */
static void fill_up(const list_builder *m, const carom_active_list *list)
{
  carom_scene *s = m->s;
  const int64_t end = CAROM_LANES * list->group + list->contacts;
  for (int64_t c = end; c % CAROM_LANES; c++) {
    memcpy(s->contacts.pair + 2 * c, s->contacts.pair + 2 * (end - 1),
           2 * sizeof *s->contacts.pair);
    s->contacts.neighbour_index[c] = s->contacts.neighbour_index[end - 1];
    s->contacts.row[c] = s->contacts.row[end - 1];
    for (int k = 0; k < s->model.history.size; k++)
      s->contacts
          .history[carom_history_offset(&s->model, list, c) + carom_history_stride(list) * k] = 0;
  }
}

/* Makes the active lists of a bin behind those already made: the dense one, then the filtered
 * one. */
static void make(list_builder *m, carom_active_list list[2])
{
  carom_scene *s = m->s;
  const int64_t dense = m->list.dense;
  for (int k = 0; k < 2; k++) {
    list[k] = m->list;
    list[k].dense = k == 0 && dense > 0;
    list[k].contacts = k == 0 ? dense : m->list.contacts - dense;
    list[k].group = m->next;
    const int64_t groups = (list[k].contacts + CAROM_LANES - 1) / CAROM_LANES;
    if (dense == 0) {
      carom_draft_take(&s->contacts, &s->model, m->d, m->list.group, m->next, groups);
    } else {
      put(m, &list[k]);
      set_touching(m, &list[k]);
    }
    if (groups > 0) fill_up(m, &list[k]);
    m->next += groups;
  }
}

void carom_active_lists_make(carom_scene *s, int worker, int64_t block, bool rebuilt)
{
  carom_domain_block *p = &s->cpu.domain_block[block];
  if (p->pair_bins == 0) return;
  list_builder m = {
      s, p, s->cpu.scratch[worker], &s->cpu.draft[worker], carom_kernel_params_of(s), {0}, 0, 0};
  int64_t groups = 0;
  for (int64_t k = p->pair_bin; k < p->pair_bin + p->pair_bins; k++) {
    m.list = (carom_active_list){.material_pair = s->contacts.pair_bin[k].material_pair,
                                 .kind = s->contacts.pair_bin[k].kind,
                                 .choices = s->contacts.pair_bin[k].choices,
                                 .group = groups};
    draw_up(&m, k, rebuilt);
    m.list.dense = count_dense(&m); /* their number until the lists are made */
    groups += (m.list.contacts + CAROM_LANES - 1) / CAROM_LANES;
    s->contacts.active_list[2 * k] = m.list;
  }
  m.next = s->contacts.pair_bin[p->pair_bin].group;
  for (int64_t k = p->pair_bin; k < p->pair_bin + p->pair_bins; k++) {
    m.list = s->contacts.active_list[2 * k];
    make(&m, s->contacts.active_list + 2 * k);
  }
  p->stale = 0;
}
