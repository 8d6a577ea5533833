/* SPDX-License-Identifier: MIT */
/* Contact forces: the contacts of a block pass the kernels in chunks, closed ones only, or all
 * of them on dense lists. */
#include <stdio.h>
#include <string.h>

#include "core/error.h"
#include "scene/kernels.h"

/* Memory that will be read soon, prefetched into L2 a little at a time. */
typedef struct stream {
  const char *at, *end;
  int64_t share; /* bytes per prefetch */
} stream;

enum { STREAMS = 3 };

static void prefetch_some(stream next[STREAMS])
{
  for (int k = 0; k < STREAMS; k++) {
    const char *stop = next[k].end - next[k].at > next[k].share ? next[k].at + next[k].share
                                                                : next[k].end;
    for (; next[k].at < stop; next[k].at += 64)
      __builtin_prefetch(next[k].at, 1, 2);
  }
}

enum { PREFETCHES = 3 }; /* per chunk of a dense list: before it, before its first and last stage */

/* The block whose forces are computed. */
typedef struct work {
  carom_scene *s;
  carom_domain_block *domain_block;
  const carom_active_list *list;
  const carom_material_pair *material_pair;
  carom_extremes *extremes; /* of this worker and material pair */
  carom_scratch *w;
  carom_kernel_params params;
  double *force; /* force rows of the block */
  uint32_t from; /* byte offset of its first particle, as in pairs */
  double *wall_force;
  stream next[STREAMS]; /* of the next block: contact velocities, positions, histories */
  int64_t count, begun; /* contacts in w->list and w->begun */
} work;

/* The state of the law in the history of a contact; not for dense lists. */
static double *law_history(const carom_scene *s, int64_t contact)
{
  return s->contacts.history + contact * s->model.history.size + s->model.history.normal;
}

/* The set of closed contacts of a group has changed. */
static void note_changes(work *k, int64_t group, unsigned now)
{
  unsigned char *touching = &k->s->contacts.touching[group];
  unsigned ended = *touching & ~now, begun = now & ~*touching;
  for (; ended; ended &= ended - 1)
    carom_contact_end(k->s, k->domain_block, k->list, group * CAROM_LANES + __builtin_ctz(ended));
  for (; k->material_pair->episode && begun; begun &= begun - 1)
    k->w->begun[k->begun++] = (uint32_t)(group * CAROM_LANES + __builtin_ctz(begun));
  *touching = (unsigned char)now;
}

/* First touch of those contacts of the chunk that have just closed. */
static void begin_contacts(work *k, int64_t count)
{
  carom_scratch *w = k->w;
  int64_t taken = 0;
  for (int64_t i = 0; i < count && taken < k->begun; i++) {
    if (w->list[i] != w->begun[taken]) continue;
    const carom_contact own = carom_material_pair_contact(k->material_pair, w->radius[i],
                                                          w->mass[i]);
    k->domain_block->sum.plastic -= carom_memory_begin(k->material_pair, &own, w->approach[i],
                                                       law_history(k->s, w->list[i]));
    if (k->material_pair->floor > 0) {
      k->extremes->touches++;
      k->extremes->at_floor += w->approach[i] < k->material_pair->floor;
    }
    taken++;
  }
  k->begun -= taken;
  memmove(w->begun, w->begun + taken, (size_t)k->begun * sizeof *w->begun);
}

static void load_states(const work *k, int64_t count)
{
  for (int64_t i = 0; i < count; i++) {
    const double *history = law_history(k->s, k->w->list[i]);
    for (int c = 0; c < k->material_pair->contact.law->states; c++)
      k->w->state[c][i] = history[c];
  }
}

static void store_states(const work *k, int64_t count)
{
  for (int64_t i = 0; i < count; i++) {
    double *history = law_history(k->s, k->w->list[i]);
    for (int c = 0; c < k->material_pair->contact.law->states; c++)
      history[c] = k->w->state[c][i];
  }
}

/* User laws have no kernels. */
static void law_one_by_one(const work *k, int64_t count)
{
  carom_scratch *w = k->w;
  for (int64_t i = 0; i < count; i++) {
    const carom_contact own = carom_material_pair_contact(k->material_pair, w->radius[i],
                                                          w->mass[i]);
    carom_state state = {{0}};
    for (int c = 0; c < own.law->states; c++)
      state.value[c] = w->state[c][i];
    const carom_force f = carom_contact_force(&own, &state, w->d[i], w->approach[i]);
    w->elastic[i] = f.elastic;
    w->dissipative[i] = f.dissipative;
    if (own.law->info.traits & CAROM_LAW_REMEMBERS) carom_contact_commit(&own, &state, w->d[i]);
    for (int c = 0; c < own.law->states; c++)
      w->state[c][i] = state.value[c];
  }
}

static void law_kernel(const work *k, int64_t groups)
{
  const carom_material_pair *c = k->material_pair;
  carom_scratch *w = k->w;
  double *state[CAROM_MAX_STATES];
  for (int i = 0; i < c->contact.law->states; i++)
    state[i] = w->state[i];
  const double *const *read = (const double *const *)state;
  const bool remembers = c->contact.law->info.traits & CAROM_LAW_REMEMBERS;
  if (c->uniform) {
    c->kernel->shared(groups, c->contact.coefficient, read, w->d, w->approach, w->elastic,
                      w->dissipative);
    if (remembers) c->kernel->commit(groups, c->contact.coefficient, state, w->d);
    return;
  }
  c->kernel->sized(groups, c->contact.constant, c->contact.coefficient[0], w->radius, w->mass, read,
                   w->d, w->approach, w->elastic, w->dissipative);
  if (remembers)
    c->kernel->commit_sized(groups, c->contact.constant, c->contact.coefficient[0], w->radius,
                            w->mass, state, w->d);
}

/* Stores tangential forces for reports: of listed contacts, or of the groups with these
 * springs. */
static void record(const work *k, int64_t count, const double *springs)
{
  const carom_scratch *w = k->w;
  const int64_t first = springs ? (springs - k->s->contacts.history) / k->s->model.history.size : 0;
  for (int64_t i = 0; i < count; i++) {
    double *to = k->s->contacts.traction + 3 * (springs ? first + i : w->list[i]);
    to[0] = w->fx[i], to[1] = w->fy[i], to[2] = w->fz[i];
  }
}

/* Contacts whose kinematics are in the scratch. */
typedef struct chunk {
  const uint32_t *pair;
  int64_t count, groups; /* contacts, and groups with those that pad the last one */
  double *springs; /* where dense lists have them; NULL: at w->list, loaded into the scratch */
} chunk;

static void begin_episodes(work *k, const chunk *c)
{
  if (k->begun) begin_contacts(k, c->count);
}

static void normal_forces(work *k, const chunk *c)
{
  const int states = k->material_pair->contact.law->states;
  if (states) load_states(k, CAROM_LANES * c->groups);
  if (k->material_pair->kernel)
    law_kernel(k, c->groups);
  else
    law_one_by_one(k, CAROM_LANES * c->groups);
  if (states) store_states(k, c->count);
}

/* One stage after the normal law. What it gives goes to the columns of forces and torques, or, of
 * all but the first stage, beside them to be added. */
static void pair_stage(work *k, const chunk *c, const carom_pair_stage *stage, bool first)
{
  const carom_scene *s = k->s;
  const carom_scene_kernels *kernels = s->cpu.kernels;
  const int size = s->model.history.size;
  double *history = s->contacts.history + stage->first;
  carom_scratch *w = k->w;
  double(*torque)[3][CAROM_CHUNK] = first ? w->torque : w->more_torque;
  const carom_stage_columns columns = {
      .elastic = w->elastic,
      .dissipative = w->dissipative,
      .d = w->d,
      .radius = w->radius,
      .mass = w->mass,
      .nx = w->nx,
      .ny = w->ny,
      .nz = w->nz,
      .vx = w->vx,
      .vy = w->vy,
      .vz = w->vz,
      .twist = w->twist,
      .spring = c->springs ? c->springs + CAROM_LANES * stage->first : w->spring[0][0],
      .stride = CAROM_LANES * (c->springs ? size : CAROM_STAGE_HISTORY),
      .fx = first ? w->fx : w->more_force[0],
      .fy = first ? w->fy : w->more_force[1],
      .fz = first ? w->fz : w->more_force[2],
      .reach = k->material_pair->reach,
      .wx = w->spin_difference[0],
      .wy = w->spin_difference[1],
      .wz = w->spin_difference[2],
      .ax = torque[0][0],
      .ay = torque[0][1],
      .az = torque[0][2],
      .bx = torque[1][0],
      .by = torque[1][1],
      .bz = torque[1][2]};
  const int numbers = stage->model->numbers;
  const bool loads = !c->springs && numbers > 0;
  if (loads) kernels->load_springs(history, size, numbers, w->list, c->groups, w);
  stage->kernel(c->groups, stage->constant, k->params.step, &columns);
  if (loads) kernels->store_springs(history, size, numbers, w->list, c->count, w);
}

/* Adds what a stage after the first has given. */
static void add_stage(carom_scratch *w, int64_t groups, bool torques)
{
  for (int64_t i = 0; i < CAROM_LANES * groups; i++) {
    w->fx[i] += w->more_force[0][i];
    w->fy[i] += w->more_force[1][i];
    w->fz[i] += w->more_force[2][i];
    for (int k = 0; torques && k < 6; k++)
      w->torque[k / 3][k % 3][i] += w->more_torque[k / 3][k % 3][i];
  }
}

static void pair_stages(work *k, const chunk *c)
{
  const carom_scene *s = k->s;
  const carom_material_pair *pair = k->material_pair;
  if (pair->torques && !pair->stage[0].model->torques) memset(k->w->torque, 0, sizeof k->w->torque);
  for (int i = 0; i < pair->stages; i++) {
    pair_stage(k, c, &pair->stage[i], i == 0);
    if (i > 0) add_stage(k->w, c->groups, pair->stage[i].model->torques);
  }
  if (s->contacts.traction && s->contacts.recorded_pass == s->cpu.passes)
    record(k, c->count, c->springs);
}

static int wall_of(const work *k, uint32_t offset)
{
  return k->s->walls.face[carom_face_at(offset)].wall;
}

/* How many of the first contacts are with the same wall: they share its motion, and their forces
 * add up to one on it. Lists are sorted by surface, and so by wall. */
static int64_t with_one_wall(const work *k, int64_t count)
{
  const uint32_t *pair = k->w->pair;
  const int wall = wall_of(k, pair[1]);
  if (wall_of(k, pair[2 * count - 1]) == wall) return count;
  int64_t same = 1;
  while (wall_of(k, pair[2 * same + 1]) == wall)
    same++;
  return same;
}

/* Where the forces of a chunk go; of wall contacts also `wall`. */
static carom_force_sink sink_of(const work *k, const chunk *c, double **wall)
{
  const carom_scene *s = k->s;
  const bool halo = k->list->kind == CAROM_PAIR_HALO;
  *wall = k->list->kind == CAROM_PAIR_WALL ? k->wall_force + 6 * wall_of(k, c->pair[1]) : NULL;
  return (carom_force_sink){
      .force = k->force,
      .from = k->from,
      .halo_send = halo ? s->cpu.halo_send + CAROM_ROW_DOUBLES * k->domain_block->halo_send : NULL,
      .row = s->contacts.row};
}

static void add_powers(work *k, const carom_contact_powers *t)
{
  k->domain_block->sum.viscous += t->viscous;
  k->domain_block->sum.friction += t->friction;
  k->domain_block->sum.walls += t->walls;
}

static void scatter(work *k, const chunk *c)
{
  double *wall;
  const carom_scene_kernels *kernels = k->s->cpu.kernels;
  const carom_force_sink sink = sink_of(k, c, &wall);
  const carom_contact_powers t = wall ? kernels->scatter_wall(c->pair, c->count, k->w, &sink, wall)
                                      : kernels->scatter(c->pair, k->w->list, c->count,
                                                         k->params.same_radius, k->w, &sink);
  add_powers(k, &t);
}

static void find_spins(work *k, const chunk *c)
{
  const carom_scene *s = k->s;
  const carom_pair_range rows = {.contact_velocity = s->particles.contact_velocity,
                                 .pair = c->pair};
  const bool wall = k->list->kind == CAROM_PAIR_WALL;
  s->cpu.kernels->spins(&rows, c->groups, wall ? &s->walls.wall[wall_of(k, c->pair[1])] : NULL,
                        k->w);
}

static void scatter_torques(work *k, const chunk *c)
{
  double *wall;
  const carom_force_sink sink = sink_of(k, c, &wall);
  const carom_contact_powers t = k->s->cpu.kernels->scatter_torques(
      c->pair, k->w->list, c->count, k->material_pair->reach, k->w, &sink, wall);
  add_powers(k, &t);
}

enum { ALWAYS, EPISODES, STAGES, TORQUES };

typedef struct stage {
  void (*run)(work *k, const chunk *c);
  int when;
} stage;

static const stage stages[] = {
#define CAROM_CONTACT_STAGE(function, when, reads, writes) {function, when},
#include "scene/stages.def"
};

static void run_stages(work *k, const chunk *c)
{
  const carom_material_pair *pair = k->material_pair;
  const bool runs[] = {[ALWAYS] = true,
                       [EPISODES] = pair->episode,
                       [STAGES] = pair->stages > 0,
                       [TORQUES] = pair->torques};
  enum { LAST = sizeof stages / sizeof *stages - 1 };
  for (int i = 0; i <= LAST; i++) {
    if (c->springs && (i == 0 || i == LAST)) prefetch_some(k->next);
    if (runs[stages[i].when]) stages[i].run(k, c);
  }
}

/* Moves the `left` contacts behind the first `from` to `to`. */
static void move_rest(carom_scratch *w, int64_t from, int64_t to, int64_t left)
{
  if (left == 0 || from == to) return;
  memmove(w->list + to, w->list + from, (size_t)left * sizeof *w->list);
  memmove(w->pair + 2 * to, w->pair + 2 * from, 2 * (size_t)left * sizeof *w->pair);
}

/* Pads the last group with copies, before the `left` contacts that follow; returns the number of
 * groups. */
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

/* Out of reach: they exert no force. */
static void open_from(const work *k, int64_t count, int64_t end)
{
  for (int64_t i = count; i < end; i++)
    k->w->d[i] = -1 - k->material_pair->reach;
}

/* Closed contacts found by the filter: the first `most`, or as many of them as have one wall. */
static void forces_of_closed(work *k, int64_t most)
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
    k->domain_block->sum.bad += k->s->cpu.kernels->wall_kinematics(
        &rows, groups, &k->s->walls.wall[wall_of(k, w->pair[1])], &k->params, w);
  else
    k->domain_block->sum.bad += k->s->cpu.kernels->contact_kinematics(&rows, groups, &k->params, w);
  open_from(k, count, end);
  run_stages(k, &(chunk){w->pair, count, groups, NULL});
  move_rest(w, end, 0, left);
  k->count = left;
}

/* Groups of a dense list; `last`: which lanes of the last group are contacts. Contacts that
 * have opened get no force and lose their springs. */
static void forces_of_groups(work *k, int64_t group, int64_t groups, int64_t left, unsigned last)
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
                                 NULL};
  for (uint32_t i = 0; halo && i < CAROM_LANES * groups; i++) /* to look up their halo rows */
    w->list[i] = (uint32_t)(CAROM_LANES * group) + i;
  k->domain_block->sum.bad += s->cpu.kernels->contact_kinematics(&rows, groups, &k->params, w);
  const int64_t rest = __builtin_popcount(last);
  w->mask[groups - 1] &= (unsigned char)last;
  open_from(k, CAROM_LANES * (groups - 1) + rest, CAROM_LANES * groups);
  memcpy(s->contacts.touching + group, w->mask, (size_t)groups);
  run_stages(k, &(chunk){pair, CAROM_LANES * groups, groups,
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

/* Filters groups; closed contacts are collected until a chunk is full. */
static void filter_groups(work *k, int64_t group, int64_t groups, int64_t left, unsigned last)
{
  const carom_scene *s = k->s;
  const carom_pair_range rows = {s->particles.position_radius,
                                 s->particles.contact_velocity,
                                 s->contacts.pair + 2 * CAROM_LANES * group,
                                 CAROM_LANES * left,
                                 k->list->kind == CAROM_PAIR_HALO && s->cpu.exceeds_cache,
                                 s->walls.face,
                                 s->walls.face_row};
  uint32_t *list = k->w->list + k->count, *pair = k->w->pair + 2 * k->count;
  const uint32_t first = (uint32_t)(CAROM_LANES * group);
  const int64_t found = k->list->kind == CAROM_PAIR_WALL
                            ? s->cpu.kernels->filter_wall(&rows, first, groups, last, &k->params,
                                                          k->w->mask, pair, list)
                            : s->cpu.kernels->filter(&rows, first, groups, last, &k->params,
                                                     k->w->mask, pair, list);
  k->count += found;
  for (int64_t j = 0; j < groups; j++)
    if (s->contacts.touching[group + j] != k->w->mask[j]) note_changes(k, group + j, k->w->mask[j]);
  while (k->count >= CAROM_CHUNK)
    forces_of_closed(k, CAROM_CHUNK);
}

/* Of surfaces of several faces the nearest one counts. */
static void choose_faces(const work *k)
{
  const carom_scene *s = k->s;
  const int64_t from = CAROM_LANES * k->list->group;
  for (int64_t c = from; c < from + k->list->contacts; c++) {
    if (!s->contacts.row[c]) continue;
    const double *x = carom_at_offset(s->particles.position_radius, s->contacts.pair[2 * c]);
    const uint32_t face = carom_contact_choose(s, s->contacts.choice + s->contacts.row[c] - 1, x);
    s->contacts.pair[2 * c + 1] = CAROM_FACE_OFFSET * face;
  }
}

static void list_forces(work *k)
{
  const carom_scene *s = k->s;
  const carom_active_list *list = k->list;
  const int64_t groups = (list->contacts + CAROM_LANES - 1) / CAROM_LANES;
  const unsigned rest = (unsigned)(list->contacts % CAROM_LANES);
  const unsigned last = rest ? (1u << rest) - 1 : ALL;
  k->params.uniform = k->material_pair->uniform;
  k->params.same_radius = k->material_pair->same_radius;
  k->params.periodic = list->has_periodic;
  k->params.margin = k->material_pair->reach;
  if (list->choices) choose_faces(k);
  if (!k->material_pair->stages) no_friction(k->w);
  if (k->material_pair->uniform && list->kind != CAROM_PAIR_WALL)
    set_sizes(k->w, &k->material_pair->contact);
  else
    k->w->size_radius = 0;
  for (int64_t g = 0; g < groups; g += MOST) {
    const int64_t left = groups - g;
    const int64_t some = left < MOST ? (int64_t)left : MOST;
    if (list->dense || s->cpu.exceeds_cache) prefetch_some(k->next);
    if (list->dense)
      forces_of_groups(k, list->group + g, some, left, some == left ? last : ALL);
    else
      filter_groups(k, list->group + g, some, left, some == left ? last : ALL);
  }
  while (k->count)
    forces_of_closed(k, k->count);
}

/* How often a block prefetches for the next one; `history`: groups on its dense lists. */
static int64_t prefetch_count(const carom_scene *s, const carom_domain_block *p, int64_t *history)
{
  int64_t count = 0;
  *history = 0;
  for (int64_t i = 2 * p->pair_bin; i < 2 * (p->pair_bin + p->pair_bins); i++) {
    const carom_active_list *list = &s->contacts.active_list[i];
    count += (list->contacts + CAROM_CHUNK - 1) / CAROM_CHUNK * (list->dense ? PREFETCHES : 1);
    if (list->dense) *history += (list->contacts + CAROM_LANES - 1) / CAROM_LANES;
  }
  return count;
}

/* Prefetches what the next block will read, spread over this block's chunks: a burst would
 * saturate the memory bus. The next block is assumed to have as many dense groups as this one. */
static void prefetch_next(work *k, int64_t b)
{
  const carom_scene *s = k->s;
  const carom_domain_block *next = k->domain_block + 1;
  int64_t history;
  const int64_t times = prefetch_count(s, k->domain_block, &history);
  if (b + 1 >= s->cpu.blocks || times == 0) return;
  const int64_t from = (b + 1) * s->cpu.block_size, to = carom_block_end(s, b + 1);
  const int64_t group = next->pair_bins ? s->contacts.pair_bin[next->pair_bin].group : 0;
  if (group + history > s->contacts.groups) history = s->contacts.groups - group;
  const double *at[STREAMS] = {carom_contact_velocity_of(s, from), carom_position_of(s, from),
                               s->contacts.history + CAROM_LANES * group * s->model.history.size};
  const int64_t doubles[STREAMS] = {CAROM_ROW_DOUBLES * (to - from),
                                    CAROM_POSITION_DOUBLES * (to - from),
                                    CAROM_LANES * history * s->model.history.size};
  for (int i = 0; i < STREAMS; i++) {
    const int64_t bytes = doubles[i] * (int64_t)sizeof **at;
    k->next[i] = (stream){(const char *)at[i], (const char *)at[i] + bytes,
                          (bytes / times + 127) / 64 * 64};
  }
}

void carom_block_contact_forces(carom_scene *s, int worker, int64_t b, double step, double *force)
{
  work k = {.s = s,
            .domain_block = &s->cpu.domain_block[b],
            .w = s->cpu.scratch[worker],
            .force = force,
            .from = CAROM_POSITION_BYTES * (uint32_t)(b * s->cpu.block_size)};
  k.params = carom_kernel_params_of(s);
  k.params.step = step;
  k.wall_force = s->cpu.wall_force + 6 * (size_t)s->walls.count * (size_t)b;
  memset(k.wall_force, 0, 6 * (size_t)s->walls.count * sizeof *k.wall_force);
  carom_block_sums *sum = &k.domain_block->sum;
  const double before[3] = {sum->viscous, sum->friction, sum->walls};
  sum->viscous = sum->friction = sum->walls = sum->bad = 0;
  if (k.domain_block->stale) carom_active_lists_make(s, worker, b, false);
  prefetch_next(&k, b);
  for (int64_t i = 2 * k.domain_block->pair_bin;
       i < 2 * (k.domain_block->pair_bin + k.domain_block->pair_bins); i++) {
    k.list = &s->contacts.active_list[i];
    k.material_pair = &s->model.material_pair[k.list->material_pair];
    k.extremes = &s->accounting.extremes[worker][k.list->material_pair];
    k.w->fastest = k.extremes->fastest;
    k.w->deepest = k.extremes->deepest;
    if (k.list->contacts > 0) list_forces(&k);
    k.extremes->fastest = k.w->fastest;
    k.extremes->deepest = k.w->deepest;
  }
  const double now[3] = {sum->viscous, sum->friction, sum->walls};
  for (int c = 0; c < 3; c++)
    sum->lost[c] += 0.5 * step * (before[c] + now[c]);
}
