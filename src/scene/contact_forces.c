/* SPDX-License-Identifier: MIT */
/* Contact forces of a block. Contacts pass through the kernels in chunks: those of filtered lists
 * only if they are closed, those of dense lists all together. */
#include <string.h>

#include "scene/contact_forces.h"
#include "scene/shell_contacts.h"

/* The set of closed contacts of a group has changed: ends contacts that opened, notes those that
 * closed. */
static void note_changes(carom_block_work *k, int64_t group, unsigned now)
{
  unsigned char *touching = &k->s->contacts.touching[group];
  unsigned ended = *touching & ~now, begun = now & ~*touching;
  for (; ended; ended &= ended - 1)
    carom_contact_end(k->s, k->domain_block, k->list, group * CAROM_LANES + __builtin_ctz(ended));
  for (; k->material_pair->episode && begun; begun &= begun - 1)
    k->w->begun[k->begun++] = (uint32_t)(group * CAROM_LANES + __builtin_ctz(begun));
  *touching = (unsigned char)now;
}

static void note_all_changes(carom_block_work *k, int64_t group, int64_t groups)
{
  const unsigned char *before = k->s->contacts.touching + group, *now = k->w->mask;
  for (int64_t j = 0; j < groups; j++)
    if (before[j] != now[j]) note_changes(k, group + j, now[j]);
}

/* Number of leading contacts with the same wall. They share its motion, and the wall receives the
 * sum of their forces. Lists are sorted by surface, and so by wall. */
static int64_t with_one_wall(const carom_block_work *k, int64_t count)
{
  const uint32_t *pair = k->w->pair;
  const int wall = carom_wall_of(k, pair[1]);
  if (carom_wall_of(k, pair[2 * count - 1]) == wall) return count;
  int64_t same = 1;
  while (carom_wall_of(k, pair[2 * same + 1]) == wall)
    same++;
  return same;
}

/* Moves the `left` contacts that begin at `from` to `to`. */
static void move_rest(carom_scratch *w, int64_t from, int64_t to, int64_t left)
{
  if (left == 0 || from == to) return;
  memmove(w->list + to, w->list + from, (size_t)left * sizeof *w->list);
  memmove(w->pair + 2 * to, w->pair + 2 * from, 2 * (size_t)left * sizeof *w->pair);
}

/* Pads the last group with copies, in front of the `left` contacts that follow; returns the number
 * of groups. */
static int64_t fill_up(carom_scratch *w, int64_t count, int64_t left)
{
  const int64_t groups = (count + CAROM_LANES - 1) / CAROM_LANES;
  move_rest(w, count, CAROM_LANES * groups, left);
  for (int64_t i = count; i < CAROM_LANES * groups; i++) {
    w->list[i] = w->list[count - 1];
    memcpy(w->pair + 2 * i, w->pair + 2 * (count - 1), 2 * sizeof *w->pair);
  }
  return groups;
}

/* Puts padding contacts out of reach, so that they exert no force. */
static void open_from(const carom_block_work *k, int64_t count, int64_t end)
{
  for (int64_t i = count; i < end; i++)
    k->w->d[i] = -1 - k->material_pair->reach;
}

/* Forces of closed contacts collected by the filter: of the first `most`, or of those of them that
 * share the first wall. */
static void forces_of_closed(carom_block_work *k, int64_t most)
{
  carom_scratch *w = k->w;
  const bool wall = k->list->kind == CAROM_PAIR_WALL;
  const int64_t count = wall ? with_one_wall(k, most) : most;
  const int64_t left = k->count - count, groups = fill_up(w, count, left),
                end = CAROM_LANES * groups;
  const carom_pair_range rows = {.position_radius = k->s->particles.position_radius,
                                 .contact_velocity = k->s->particles.contact_velocity,
                                 .pair = w->pair,
                                 .face = k->s->walls.face,
                                 .face_row = k->s->walls.face_row};
  if (wall)
    k->domain_block->sum.bad += carom_wall_kinematics(
        k->s, &rows, groups, &k->s->walls.wall[carom_wall_of(k, w->pair[1])], &k->params, w);
  else
    k->domain_block->sum.bad += k->s->cpu.kernels->contact_kinematics(&rows, groups, &k->params, w);
  open_from(k, count, end);
  carom_contact_stages(k, &(carom_chunk){w->pair, count, groups, NULL});
  move_rest(w, end, 0, left);
  k->count = left;
}

/* Forces of groups of a dense list; `last`: lanes of the last group that hold contacts. Contacts
 * that have opened get no force and lose their springs. */
static void forces_of_groups(carom_block_work *k, int64_t group, int64_t groups, int64_t left,
                             unsigned last)
{
  const carom_scene *s = k->s;
  carom_scratch *w = k->w;
  const uint32_t *pair = s->contacts.pair + 2 * CAROM_LANES * group;
  const bool halo = k->list->kind == CAROM_PAIR_HALO;
  const carom_pair_range rows = {s->particles.position_radius,
                                 s->particles.contact_velocity,
                                 pair,
                                 CAROM_LANES * left,
                                 halo,
                                 NULL,
                                 NULL,
                                 NULL};
  /* needed to look up halo rows and contacts that begin */
  for (uint32_t i = 0; (halo || k->material_pair->episode) && i < CAROM_LANES * groups; i++)
    w->list[i] = (uint32_t)(CAROM_LANES * group) + i;
  k->domain_block->sum.bad += s->cpu.kernels->contact_kinematics(&rows, groups, &k->params, w);
  const int64_t rest = __builtin_popcount(last);
  w->mask[groups - 1] &= (unsigned char)last;
  open_from(k, CAROM_LANES * (groups - 1) + rest, CAROM_LANES * groups);
  if (k->material_pair->episode)
    note_all_changes(k, group, groups);
  else
    memcpy(s->contacts.touching + group, w->mask, (size_t)groups);
  carom_contact_stages(
      k, &(carom_chunk){pair, CAROM_LANES * groups, groups,
                        s->contacts.history + CAROM_LANES * group * s->model.history.size});
}

static void no_friction(carom_scratch *w)
{
  memset(w->fx, 0, sizeof w->fx);
  memset(w->fy, 0, sizeof w->fy);
  memset(w->fz, 0, sizeof w->fz);
}

static void set_sizes(carom_scratch *w, const carom_contact *c)
{
  if (w->size_radius == c->radius && w->size_mass == c->mass) return;
  for (int i = 0; i < CAROM_CHUNK; i++) {
    w->radius[i] = c->radius;
    w->mass[i] = c->mass;
  }
  w->size_radius = c->radius;
  w->size_mass = c->mass;
}

enum { ALL = 0xff, MOST = CAROM_CHUNK / CAROM_LANES };

/* Filters groups. Closed contacts are collected until a chunk is full. */
static void filter_groups(carom_block_work *k, int64_t group, int64_t groups, int64_t left,
                          unsigned last)
{
  const carom_scene *s = k->s;
  const carom_pair_range rows = {s->particles.position_radius,
                                 s->particles.contact_velocity,
                                 s->contacts.pair + 2 * CAROM_LANES * group,
                                 CAROM_LANES * left,
                                 k->list->kind == CAROM_PAIR_HALO && s->cpu.exceeds_cache,
                                 s->walls.face,
                                 s->walls.face_row,
                                 s->walls.shells_moved ? s->walls.wall : NULL};
  uint32_t *list = k->w->list + k->count, *pair = k->w->pair + 2 * k->count;
  const uint32_t first = (uint32_t)(CAROM_LANES * group);
  const int64_t found = k->list->kind == CAROM_PAIR_WALL
                            ? s->cpu.kernels->filter_wall(&rows, first, groups, last, &k->params,
                                                          k->w->mask, pair, list)
                            : s->cpu.kernels->filter(&rows, first, groups, last, &k->params,
                                                     k->w->mask, pair, list);
  k->count += found;
  note_all_changes(k, group, groups);
  while (k->count >= CAROM_CHUNK)
    forces_of_closed(k, CAROM_CHUNK);
}

static void list_forces(carom_block_work *k)
{
  const carom_scene *s = k->s;
  const carom_active_list *list = k->list;
  const int64_t groups = (list->contacts + CAROM_LANES - 1) / CAROM_LANES;
  const unsigned rest = (unsigned)(list->contacts % CAROM_LANES);
  const unsigned last = rest ? (1u << rest) - 1 : ALL;
  k->params.uniform = k->material_pair->uniform;
  k->params.same_radius = k->material_pair->same_radius;
  k->params.spins = k->material_pair->couples;
  k->params.periodic = list->has_periodic;
  k->params.margin = k->material_pair->reach;
  if (list->choices) carom_shell_contacts(k->s, k->domain_block, list);
  if (!(k->material_pair->gives & CAROM_GIVES_FORCE)) no_friction(k->w);
  if (k->material_pair->uniform && list->kind != CAROM_PAIR_WALL)
    set_sizes(k->w, &k->material_pair->contact);
  else
    k->w->size_radius = 0;
  for (int64_t g = 0; g < groups; g += MOST) {
    const int64_t left = groups - g;
    const int64_t some = left < MOST ? (int64_t)left : MOST;
    if (list->dense || s->cpu.exceeds_cache) carom_prefetch_some(k->next);
    if (list->dense)
      forces_of_groups(k, list->group + g, some, left, some == left ? last : ALL);
    else
      filter_groups(k, list->group + g, some, left, some == left ? last : ALL);
  }
  while (k->count)
    forces_of_closed(k, k->count);
}

/* Prefetches per chunk of a dense list: before the chunk, and before its first and last stage. */
enum { PER_CHUNK = 3 };

/* How often a block prefetches for the next one; `history`: number of groups on its dense lists. */
static int64_t prefetch_count(const carom_scene *s, const carom_domain_block *p, int64_t *history)
{
  int64_t count = 0;
  *history = 0;
  for (int64_t i = 2 * p->pair_bin; i < 2 * (p->pair_bin + p->pair_bins); i++) {
    const carom_active_list *list = &s->contacts.active_list[i];
    count += (list->contacts + CAROM_CHUNK - 1) / CAROM_CHUNK * (list->dense ? PER_CHUNK : 1);
    if (list->dense) *history += (list->contacts + CAROM_LANES - 1) / CAROM_LANES;
  }
  return count;
}

/* Plans the prefetch of what the next block will read, spread over the chunks of this block because
 * a burst would saturate the memory bus. Assumes that the next block has as many dense groups as
 * this one. */
static void prefetch_next(carom_block_work *k, int64_t b)
{
  const carom_scene *s = k->s;
  const carom_domain_block *next = k->domain_block + 1;
  int64_t history;
  const int64_t times = prefetch_count(s, k->domain_block, &history);
  if (b + 1 >= s->cpu.blocks || times == 0) return;
  const int64_t from = carom_block_start(s, b + 1), to = carom_block_end(s, b + 1);
  const int64_t group = next->pair_bins ? s->contacts.pair_bin[next->pair_bin].group : 0;
  if (group + history > s->contacts.groups) history = s->contacts.groups - group;
  const double *at[CAROM_PREFETCHES] = {
      carom_contact_velocity_of(s, from), carom_position_of(s, from),
      s->contacts.history + CAROM_LANES * group * s->model.history.size};
  const int64_t doubles[CAROM_PREFETCHES] = {CAROM_ROW_DOUBLES * (to - from),
                                             CAROM_POSITION_DOUBLES * (to - from),
                                             CAROM_LANES * history * s->model.history.size};
  for (int i = 0; i < CAROM_PREFETCHES; i++) {
    const int64_t bytes = doubles[i] * (int64_t)sizeof **at;
    k->next[i] = (carom_prefetch){(const char *)at[i], (const char *)at[i] + bytes,
                                  (bytes / times + 127) / 64 * 64};
  }
}

/* Resets the sums of the block's forces; the previous powers are kept for the trapezoidal rule. */
static void begin_sums(const carom_scene *s, carom_block_work *k)
{
  carom_block_sums *sum = &k->domain_block->sum;
  const double now[CAROM_POWERS] = {sum->viscous, sum->friction, sum->walls,
                                    sum->rolling, sum->twisting, sum->adhesion};
  memcpy(k->domain_block->power, now, sizeof now);
  memset(k->wall_force, 0, 6 * (size_t)s->walls.count * sizeof *k->wall_force);
  sum->viscous = sum->friction = sum->walls = sum->rolling = sum->twisting = sum->bad = 0;
  sum->adhesion = 0;
  if (s->box.deforms) memset(sum->virial, 0, sizeof sum->virial);
}

static void end_sums(carom_domain_block *p, double step)
{
  carom_block_sums *sum = &p->sum;
  const double now[CAROM_POWERS] = {sum->viscous, sum->friction, sum->walls,
                                    sum->rolling, sum->twisting, sum->adhesion};
  for (int c = 0; c < CAROM_POWERS; c++)
    sum->lost[c] += 0.5 * step * (p->power[c] + now[c]);
}

void carom_block_contact_forces(carom_scene *s, int worker, int64_t b, double step, double *force,
                                unsigned lists)
{
  carom_block_work k = {.s = s,
                        .domain_block = &s->cpu.domain_block[b],
                        .w = s->cpu.scratch[worker],
                        .force = force,
                        .from = CAROM_POSITION_BYTES * (uint32_t)carom_block_start(s, b)};
  k.params = carom_kernel_params_of(s);
  k.params.step = step;
  k.wall_force = s->cpu.wall_force + 6 * (size_t)s->walls.count * (size_t)b;
  if (lists & CAROM_LISTS_HERE) begin_sums(s, &k);
  if (k.domain_block->stale) carom_active_lists_make(s, worker, b, false);
  if (lists & CAROM_LISTS_HERE) prefetch_next(&k, b);
  for (int64_t i = 2 * k.domain_block->pair_bin;
       i < 2 * (k.domain_block->pair_bin + k.domain_block->pair_bins); i++) {
    k.list = &s->contacts.active_list[i];
    k.material_pair = &s->model.material_pair[k.list->material_pair];
    if (!(lists & (k.material_pair->share < 1 ? CAROM_LISTS_WITH_GHOSTS : CAROM_LISTS_HERE)))
      continue;
    k.extremes = &s->accounting.extremes[worker][k.list->material_pair];
    k.w->fastest = k.extremes->fastest;
    k.w->deepest = k.extremes->deepest;
    if (k.list->contacts > 0) list_forces(&k);
    k.extremes->fastest = k.w->fastest;
    k.extremes->deepest = k.w->deepest;
  }
  if (lists & CAROM_LISTS_WITH_GHOSTS) end_sums(k.domain_block, step);
}
