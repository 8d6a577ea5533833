/* SPDX-License-Identifier: MIT */
/* The neighbour lists: particles are sorted along the grid, pairs and wall contacts found, and
 * histories carried over. Searching and writing run block by block on all threads. */
#include <string.h>

#include "core/clock.h"
#include "core/error.h"
#include "scene/grid.h"

enum {
  /* Particles whose pairs are interleaved, so that consecutive pairs have different bodies. */
  FEW = 32,
  SHARE = 64 /* supercells per task */
};

/* Assigns groups to the bins of every block; returns false without memory. */
static bool lay_out(carom_scene *s)
{
  int64_t pair_bins = 0, groups = 0;
  for (int64_t b = 0; b < s->cpu.blocks; b++)
    for (int k = 0; k < carom_pair_bin_kinds(s); k++)
      pair_bins += s->cpu.search_buffer[b].bin_count[k] > 0;
  if (!carom_reserve(&s->contacts.pair_bin, &s->contacts.pair_bin_capacity, pair_bins,
                     sizeof *s->contacts.pair_bin))
    return false;
  pair_bins = s->contacts.choices = 0;
  for (int64_t b = 0; b < s->cpu.blocks; b++) {
    carom_domain_block *p = &s->cpu.domain_block[b];
    p->pair_bin = pair_bins;
    for (int k = 0; k < carom_pair_bin_kinds(s); k++) {
      int64_t *bin_count = &s->cpu.search_buffer[b].bin_count[k];
      const int64_t contacts = *bin_count, wanted = (contacts + CAROM_LANES - 1) / CAROM_LANES;
      *bin_count = CAROM_LANES * groups;
      if (contacts == 0) continue;
      const int kind = k / s->model.material_pairs;
      s->contacts.pair_bin[pair_bins++] = (carom_pair_bin){.material_pair = k %
                                                                            s->model.material_pairs,
                                                           .kind = kind,
                                                           .group = groups,
                                                           .contacts = contacts};
      groups += wanted + (kind < CAROM_PAIR_WALL); /* two active lists may need one group more */
    }
    p->pair_bins = pair_bins - p->pair_bin;
    s->cpu.search_buffer[b].choice_from = s->contacts.choices;
    s->contacts.choices += s->cpu.search_buffer[b].choices;
  }
  s->contacts.pair_bins = pair_bins;
  s->contacts.groups = groups;
  return carom_reserve(&s->contacts.choice, &s->contacts.choice_capacity, s->contacts.choices,
                       sizeof *s->contacts.choice);
}

/* Bits of the open contacts of a group that have a dent. */
static unsigned dented_ones(const carom_scene *s, const carom_active_list *list, int64_t group)
{
  const int64_t left = list->contacts - group * CAROM_LANES;
  const double *history = s->contacts.history +
                          (list->group + group) * CAROM_LANES * s->model.history.size;
  unsigned bits = 0;
  for (int l = 0; l < CAROM_LANES && l < left; l++)
    bits |= (unsigned)carom_memory_dented(s, history + s->model.history.size * l) << l;
  return bits;
}

/* Bits of the contacts of a group of the old lists whose history is kept. */
static unsigned kept_ones(const carom_scene *s, const carom_active_list *list, int64_t group)
{
  const unsigned closed = s->contacts.touching[list->group + group];
  return s->model.material_pair[list->material_pair].keeps_memory
             ? closed | dented_ones(s, list, group)
             : closed;
}

static void count_kept(void *user, int worker, int64_t b)
{
  carom_scene *s = user;
  const carom_domain_block *p = &s->cpu.domain_block[b];
  const int64_t from = carom_block_start(s, b), to = carom_block_end(s, b);
  int64_t count = 0;
  (void)worker;
  memset(s->cpu.kept_start + from, 0xff, (size_t)(to - from) * sizeof *s->cpu.kept_start);
  for (int64_t k = 2 * p->pair_bin; k < 2 * (p->pair_bin + p->pair_bins); k++)
    for (int64_t g = 0; g * CAROM_LANES < s->contacts.active_list[k].contacts; g++)
      count += __builtin_popcount(kept_ones(s, &s->contacts.active_list[k], g));
  s->cpu.search_buffer[b].kept = count;
}

/* Prepends a kept contact to the chain of the particle that will be first in the new lists. Blocks
 * do this concurrently, so the order varies. */
static void join(carom_scene *s, const carom_kept *kept, uint32_t slot)
{
  uint32_t *start = &s->cpu.kept_start[kept->first];
  s->cpu.kept[slot] = *kept;
  if (s->cpu.workers > 1) {
    s->cpu.kept[slot].next = __atomic_exchange_n(start, slot, __ATOMIC_RELAXED);
  } else {
    s->cpu.kept[slot].next = *start;
    *start = slot;
  }
}

/* Enters a kept contact of particles a and b, or of a and a face, in the new order. Its history is
 * already in its slot. */
static void enter(carom_scene *s, uint32_t a, uint32_t b, bool closed, uint32_t slot)
{
  const bool flipped = a > b;
  const carom_kept kept = {.first = flipped ? b : a, .partner = flipped ? a : b, .closed = closed};
  join(s, &kept, slot);
  if (flipped)
    carom_history_flip(&s->model.history,
                       s->cpu.kept_history + (size_t)s->model.history.size * slot);
}

static void keep(carom_scene *s, const carom_active_list *list, int64_t contact, uint32_t slot)
{
  const uint32_t *p = s->contacts.pair + 2 * contact;
  const uint32_t a = s->cpu.new_index[carom_particle(p[0])];
  const bool wall = list->kind == CAROM_PAIR_WALL;
  const uint32_t b = wall ? carom_wall_partner(carom_face_at(p[1]))
                          : s->cpu.new_index[carom_particle(p[1])];
  const double *old = s->contacts.history + carom_history_offset(&s->model, list, contact);
  double *history = s->cpu.kept_history + (size_t)s->model.history.size * slot;
  for (int c = 0; c < s->model.history.size; c++)
    history[c] = old[carom_history_stride(list) * c];
  enter(s, a, b, carom_is_touching(&s->contacts, contact), slot);
}

static void keep_block(void *user, int worker, int64_t b)
{
  carom_scene *s = user;
  const carom_domain_block *p = &s->cpu.domain_block[b];
  uint32_t slot = (uint32_t)s->cpu.search_buffer[b].kept;
  (void)worker;
  for (int64_t k = 2 * p->pair_bin; k < 2 * (p->pair_bin + p->pair_bins); k++) {
    const carom_active_list *list = &s->contacts.active_list[k];
    for (int64_t g = 0; g * CAROM_LANES < list->contacts; g++)
      for (unsigned bits = kept_ones(s, list, g); bits; bits &= bits - 1)
        keep(s, list, (list->group + g) * CAROM_LANES + __builtin_ctz(bits), slot++);
  }
}

/* Enters the contacts that were set aside by tag. */
static void keep_set_aside(carom_scene *s)
{
  const carom_particles *p = &s->particles;
  s->cpu.set_aside = false;
  for (int64_t k = 0; k < s->cpu.kept_count; k++) {
    const carom_kept kept = s->cpu.kept[k];
    const bool wall = carom_partner_is_wall(kept.partner);
    enter(s, p->index_of[kept.first], wall ? kept.partner : p->index_of[kept.partner], kept.closed,
          (uint32_t)k);
  }
}

static bool keep_histories(carom_scene *s)
{
  if (s->cpu.set_aside) {
    memset(s->cpu.kept_start, 0xff, (size_t)s->particles.count * sizeof *s->cpu.kept_start);
    keep_set_aside(s);
    return true;
  }
  s->cpu.kept_count = 0;
  carom_pool_run(s->cpu.pool, s->cpu.blocks, count_kept, s);
  for (int64_t b = 0; b < s->cpu.blocks; b++) {
    const int64_t count = s->cpu.search_buffer[b].kept;
    s->cpu.search_buffer[b].kept = s->cpu.kept_count;
    s->cpu.kept_count += count;
  }
  if (!carom_reserve(&s->cpu.kept, &s->cpu.kept_capacity, s->cpu.kept_count, sizeof *s->cpu.kept) ||
      !carom_reserve(&s->cpu.kept_history, &s->cpu.kept_history_capacity,
                     s->cpu.kept_count * s->model.history.size, sizeof *s->cpu.kept_history))
    return false;
  carom_pool_run(s->cpu.pool, s->cpu.blocks, keep_block, s);
  return true;
}

/* A particle with pairs still to be written. */
typedef struct pending {
  uint32_t particle, pair, end;
} pending;

/* Writes the pairs of a few particles, one of each in turn. */
static void put_pairs(carom_scene *s, const carom_search_buffer *f, pending *few, int count)
{
  while (count > 0) {
    int left = 0;
    for (int c = 0; c < count; c++) {
      pending w = few[c];
      const uint32_t *pair = f->pair + 2 * (size_t)w.pair++;
      const int64_t to = f->bin_count[pair[0]]++;
      s->contacts.neighbour_pair[2 * to] = CAROM_POSITION_BYTES * w.particle;
      s->contacts.neighbour_pair[2 * to + 1] = CAROM_POSITION_BYTES * pair[1];
      few[left] = w;
      left += w.pair < w.end;
    }
    count = left;
  }
}

static void put_walls(carom_scene *s, const carom_search_buffer *f)
{
  for (int64_t k = 0; k < f->wall_contacts; k++) {
    const carom_wall_contact *c = &f->wall_contact[k];
    const int64_t to = f->bin_count[carom_wall_bin(s, c)]++;
    s->contacts.neighbour_pair[2 * to] = CAROM_POSITION_BYTES * c->particle;
    s->contacts.neighbour_pair[2 * to + 1] = CAROM_FACE_OFFSET * c->face;
    s->contacts.neighbour_row[to] = c->choice ? c->choice + (uint32_t)f->choice_from : 0;
  }
  if (f->choices)
    memcpy(s->contacts.choice + f->choice_from, f->choice, (size_t)f->choices * sizeof *f->choice);
}

/* Is any pair closer across a periodic border? */
static bool any_periodic_pair(const carom_scene *s, const uint32_t *pair, const uint32_t *end)
{
  double most[3];
  bool found = false;
  for (int k = 0; k < 3; k++)
    most[k] = s->model.periodic[k] ? 0.25 * s->model.length[k] : 1e300;
  for (; pair < end; pair += 2) {
    const double *a = carom_at_offset(s->particles.position_radius, pair[0]),
                 *b = carom_at_offset(s->particles.position_radius, pair[1]);
    const bool x = CAROM_FABS(a[0] - b[0]) > most[0], y = CAROM_FABS(a[1] - b[1]) > most[1];
    const bool z = CAROM_FABS(a[2] - b[2]) > most[2];
    found |= x | y | z;
  }
  return found;
}

static bool any_shell(const carom_walls *w, const uint32_t *pair, int64_t count)
{
  bool found = false;
  for (int64_t c = 0; c < count; c++)
    found |= carom_face_at(pair[2 * c + 1]) >= w->open_faces;
  return found;
}

/* Pads the last group of a bin with copies; notes whether any pair crosses a periodic border or
 * involves a shell. The rows of wall pairs have already been written. */
static void finish(carom_scene *s, carom_pair_bin *pair_bin)
{
  const bool wall = pair_bin->kind == CAROM_PAIR_WALL;
  uint32_t *pair = s->contacts.neighbour_pair + 2 * CAROM_LANES * pair_bin->group;
  uint32_t *row = s->contacts.neighbour_row + CAROM_LANES * pair_bin->group;
  for (int64_t c = pair_bin->contacts; wall && c % CAROM_LANES; c++)
    row[c] = row[pair_bin->contacts - 1];
  pair_bin->choices = wall && any_shell(&s->walls, pair, pair_bin->contacts);
  for (int64_t c = pair_bin->contacts; c % CAROM_LANES; c++)
    memcpy(pair + 2 * c, pair + 2 * (pair_bin->contacts - 1), 2 * sizeof *pair);
  pair_bin->has_periodic = s->model.any_periodic && !wall &&
                           any_periodic_pair(s, pair, pair + 2 * pair_bin->contacts);
}

static void write_block(void *user, int worker, int64_t b)
{
  carom_scene *s = user;
  const carom_search_buffer *f = &s->cpu.search_buffer[b];
  const carom_domain_block *p = &s->cpu.domain_block[b];
  const int64_t from = carom_block_start(s, b), to = carom_block_end(s, b);
  (void)worker;
  for (int64_t i = from; i < to; i += FEW) {
    pending few[FEW];
    int count = 0;
    for (int64_t k = i; k < i + FEW && k < to; k++) {
      few[count] = (pending){(uint32_t)k, f->start[k - from], f->start[k - from + 1]};
      count += few[count].pair < few[count].end;
    }
    put_pairs(s, f, few, count);
  }
  put_walls(s, f);
  for (int64_t k = p->pair_bin; k < p->pair_bin + p->pair_bins; k++)
    finish(s, &s->contacts.pair_bin[k]);
}

/* Assigns halo rows to the particles of later blocks that a block may touch, in the order in which
 * they are listed. A small hash table finds particles that already have one. */
static void assign_halo_rows(void *user, int worker, int64_t b)
{
  carom_scene *s = user;
  carom_domain_block *p = &s->cpu.domain_block[b];
  carom_search_buffer *f = &s->cpu.search_buffer[b];
  uint32_t count = 0;
  (void)worker;
  memset(f->halo_table, 0xff, ((size_t)f->halo_mask + 1) * sizeof *f->halo_table);
  for (int64_t k = p->pair_bin; k < p->pair_bin + p->pair_bins; k++) {
    const carom_pair_bin *pair_bin = &s->contacts.pair_bin[k];
    const uint32_t *pair = s->contacts.neighbour_pair + 2 * CAROM_LANES * pair_bin->group;
    uint32_t *row = s->contacts.neighbour_row + CAROM_LANES * pair_bin->group;
    const int64_t end = (pair_bin->contacts + CAROM_LANES - 1) / CAROM_LANES * CAROM_LANES;
    if (pair_bin->kind == CAROM_PAIR_INNER) memset(row, 0, (size_t)end * sizeof *row);
    for (int64_t c = 0; pair_bin->kind == CAROM_PAIR_HALO && c < end; c++) {
      const uint32_t j = carom_particle(pair[2 * c + 1]);
      uint32_t at = j * UINT32_C(2654435769) & f->halo_mask;
      while (f->halo_table[at] != UINT32_MAX && f->halo_particles[f->halo_table[at]] != j)
        at = (at + 1) & f->halo_mask;
      if (f->halo_table[at] == UINT32_MAX) {
        f->halo_table[at] = count;
        f->halo_particles[count++] = j;
      }
      row[c] = f->halo_table[at] * (uint32_t)(CAROM_ROW_DOUBLES * sizeof *s->cpu.halo.send);
    }
  }
  p->halo_sends = count;
}

/* Space for assign_halo_rows; the hash table is at most half full. */
static bool reserve_halo_rows(carom_scene *s)
{
  for (int64_t b = 0; b < s->cpu.blocks; b++) {
    carom_search_buffer *f = &s->cpu.search_buffer[b];
    int64_t most = 0, size = 64;
    for (int64_t k = s->cpu.domain_block[b].pair_bin;
         k < s->cpu.domain_block[b].pair_bin + s->cpu.domain_block[b].pair_bins; k++)
      if (s->contacts.pair_bin[k].kind == CAROM_PAIR_HALO) most += s->contacts.pair_bin[k].contacts;
    while (size < 2 * most)
      size *= 2;
    if (!carom_reserve(&f->halo_particles, &f->halo_particles_capacity, most,
                       sizeof *f->halo_particles) ||
        !carom_reserve(&f->link, &f->link_capacity, most < s->cpu.blocks ? most : s->cpu.blocks,
                       sizeof *f->link) ||
        !carom_reserve(&f->halo_table, &f->halo_table_capacity, size, sizeof *f->halo_table))
      return false;
    f->halo_mask = (uint32_t)(size - 1);
  }
  return true;
}

/* Finds to which later blocks a block sends rows, and how many to each. */
static void count_links(void *user, int worker, int64_t b)
{
  carom_scene *s = user;
  carom_search_buffer *f = &s->cpu.search_buffer[b];
  int64_t at = 0;
  (void)worker;
  f->links = 0;
  for (int64_t k = 0; k < s->cpu.domain_block[b].halo_sends; k++) {
    const int64_t to = carom_block_of(s, f->halo_particles[k]);
    if (f->links == 0 || f->link[at].to != to)
      for (at = 0; at < f->links && f->link[at].to != to;)
        at++;
    if (at == f->links) f->link[f->links++] = (carom_halo_link){.to = to};
    f->link[at].rows++;
  }
}

/* Zeroes the rows of a block and enters them in the lists of the blocks that receive them. */
static void send_rows(void *user, int worker, int64_t b)
{
  carom_scene *s = user;
  carom_search_buffer *f = &s->cpu.search_buffer[b];
  const carom_domain_block *p = &s->cpu.domain_block[b];
  int64_t at = 0;
  (void)worker;
  memset(s->cpu.halo.send + CAROM_ROW_DOUBLES * p->halo_send, 0,
         (size_t)(CAROM_ROW_DOUBLES * p->halo_sends) * sizeof *s->cpu.halo.send);
  memset(s->cpu.halo.written + p->halo_send, s->cpu.halo.stamp, (size_t)p->halo_sends);
  for (int64_t k = 0; k < p->halo_sends; k++) {
    const uint32_t j = f->halo_particles[k];
    const int64_t to = carom_block_of(s, j);
    while (f->link[at].to != to)
      at = at + 1 < f->links ? at + 1 : 0;
    s->cpu.halo_recv[f->link[at].next++] = (carom_halo_recv){(uint32_t)(p->halo_send + k), j};
  }
}

bool carom_cpu_reserve_halo(carom_cpu *e)
{
  const int64_t rows = e->halo_sends;
  return carom_reserve(&e->halo.send, &e->halo_send_capacity, CAROM_ROW_DOUBLES * rows,
                       sizeof *e->halo.send) &&
         carom_reserve(&e->halo.written, &e->halo_written_capacity, rows, 1) &&
         carom_reserve(&e->halo_recv, &e->halo_recv_capacity, rows, sizeof *e->halo_recv);
}

/* Determines the halo rows that each block receives: ordered by sending block, then by row. Only
 * work that is done once per pair of blocks runs on one thread. */
static bool connect_halo(carom_scene *s)
{
  carom_cpu *e = &s->cpu;
  int64_t rows = 0, upstreams = 0;
  if (!reserve_halo_rows(s)) return false;
  carom_pool_run(e->pool, e->blocks, assign_halo_rows, s);
  carom_pool_run(e->pool, e->blocks, count_links, s);
  for (int64_t b = 0; b < e->blocks; b++) {
    carom_domain_block *p = &e->domain_block[b];
    p->halo_send = rows;
    rows += p->halo_sends;
    p->halo_recvs = p->upstreams = 0;
  }
  for (int64_t b = 0; b < e->blocks; b++)
    for (int64_t k = 0; k < e->search_buffer[b].links; k++) {
      const carom_halo_link *link = &e->search_buffer[b].link[k];
      e->domain_block[link->to].halo_recvs += link->rows;
      e->domain_block[link->to].upstreams++;
    }
  e->halo_sends = rows;
  rows = 0;
  for (int64_t b = 0; b < e->blocks; b++) {
    carom_domain_block *p = &e->domain_block[b];
    p->halo_recv = rows;
    rows += p->halo_recvs;
    p->upstream = upstreams;
    upstreams += p->upstreams;
    p->halo_recvs = p->upstreams = 0;
  }
  if (!carom_cpu_reserve_halo(e) ||
      !carom_reserve(&e->upstream, &e->upstream_capacity, upstreams + 1, sizeof *e->upstream))
    return false;
  for (int64_t b = 0; b < e->blocks; b++)
    for (int64_t k = 0; k < e->search_buffer[b].links; k++) {
      carom_halo_link *link = &e->search_buffer[b].link[k];
      carom_domain_block *to = &e->domain_block[link->to];
      link->next = to->halo_recv + to->halo_recvs;
      to->halo_recvs += link->rows;
      e->upstream[to->upstream + to->upstreams++] = b;
    }
  carom_pool_run(e->pool, e->blocks, send_rows, s);
  return carom_cpu_find_downstream(s);
}

/* Keeps contacts by tag, so that particles can be renumbered before the lists are rebuilt. */
bool carom_cpu_set_aside(carom_scene *s, const uint32_t *new_tag)
{
  const carom_particles *p = &s->particles;
  int64_t left = 0;
  for (int64_t i = 0; i < p->count; i++)
    s->cpu.new_index[i] = p->tag[i];
  if (!keep_histories(s)) return false;
  const int size = s->model.history.size;
  for (int64_t k = 0; k < s->cpu.kept_count; k++) {
    carom_kept kept = s->cpu.kept[k];
    const bool wall = carom_partner_is_wall(kept.partner);
    kept.first = new_tag[kept.first];
    if (!wall) kept.partner = new_tag[kept.partner];
    if (kept.first == CAROM_GONE || kept.partner == CAROM_GONE) continue;
    s->cpu.kept[left] = kept;
    memmove(s->cpu.kept_history + size * left, s->cpu.kept_history + size * k,
            (size_t)size * sizeof *s->cpu.kept_history);
    left++;
  }
  s->cpu.kept_count = left;
  s->cpu.set_aside = true;
  return true;
}

static void make_active_lists(void *user, int worker, int64_t b)
{
  carom_active_lists_make(user, worker, b, true);
}

/* Finds the distance of some supercells from the nearest unlisted wall. */
static void find_wall_clearances(void *user, int worker, int64_t share)
{
  carom_scene *s = user;
  const int64_t end = (share + 1) * SHARE < s->cpu.supercells ? (share + 1) * SHARE
                                                              : s->cpu.supercells;
  (void)worker;
  for (int64_t k = share * SHARE; k < end; k++)
    for (int64_t i = s->cpu.supercell[k].from; i < s->cpu.supercell[k].to; i++)
      if (s->particles.wall_clearance[i] < s->cpu.supercell[k].wall_clearance)
        s->cpu.supercell[k].wall_clearance = s->particles.wall_clearance[i];
}

static carom_status no_memory(carom_error *err)
{
  return carom_fail(err, CAROM_ERR_MEMORY, "scene", "no memory for the neighbour lists");
}

static carom_status rebuild(carom_scene *s, carom_error *err)
{
  carom_scene_rebuild_times *seconds = &s->accounting.rebuild_seconds;
  double start = carom_clock();
  carom_skin_tune(s);
  CAROM_TRY(carom_grid_fold(s, err));
  if (!carom_grid_lay(s) || !carom_grid_sort(s) || !carom_supercells_lay(s)) return no_memory(err);
  carom_clock_book(&start, &seconds->sort);
  if (!keep_histories(s)) return no_memory(err);
  carom_clock_book(&start, &seconds->histories);
  carom_pool_run(s->cpu.pool, s->cpu.blocks, carom_block_search, s);
  for (int64_t b = 0; b < s->cpu.blocks; b++)
    if (s->cpu.search_buffer[b].failed) return no_memory(err);
  carom_clock_book(&start, &seconds->search);
  if (!lay_out(s) || !carom_cpu_reserve_lists(s)) return no_memory(err);
  carom_pool_run(s->cpu.pool, s->cpu.blocks, write_block, s);
  if (!connect_halo(s)) return no_memory(err);
  if (s->walls.faces)
    carom_pool_run(s->cpu.pool, (s->cpu.supercells + SHARE - 1) / SHARE, find_wall_clearances, s);
  if (!carom_bonds_index(s)) return no_memory(err);
  carom_lists_reset(s);
  carom_clock_book(&start, &seconds->write);
  carom_pool_run(s->cpu.pool, s->cpu.blocks, make_active_lists, s);
  if (s->model.history.size > s->model.history.normal && !carom_memory_leave(s))
    return no_memory(err);
  carom_clock_book(&start, &seconds->active);
  s->rebuilds++;
  return CAROM_OK;
}

carom_status carom_cpu_rebuild(carom_scene *s, carom_error *err)
{
  /* the margins of the new active lists follow from the closing speeds of the old blocks */
  for (int64_t b = 0; s->cpu.budgets_due && b < s->cpu.blocks; b++)
    carom_cpu_use_budget(s, b);
  s->cpu.budgets_due = false;
  const carom_status status = rebuild(s, err);
  if (status == CAROM_ERR_MEMORY) carom_cpu_clear_lists(s);
  return status;
}
