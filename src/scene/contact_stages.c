/* SPDX-License-Identifier: MIT */
/* The stages that a chunk of contacts passes through, in the order of stages.def: episodes that
 * begin, the normal law, the stages of the material pair, forces on both bodies. */
#include <string.h>

#include "scene/contact_forces.h"

/* The law's state in the history of contact i of a chunk; `stride` is the distance between its
 * numbers. */
static double *law_state(const carom_block_work *k, const carom_chunk *c, int64_t i, int *stride)
{
  const carom_history_layout *h = &k->s->model.history;
  *stride = c->springs ? CAROM_LANES : 1;
  if (!c->springs) return k->s->contacts.history + h->size * (int64_t)k->w->list[i] + h->normal;
  return c->springs + CAROM_LANES * (i / CAROM_LANES * h->size + h->normal) + i % CAROM_LANES;
}

/* Starts the episodes of contacts of this chunk that have just closed. */
static void begin_contacts(carom_block_work *k, const carom_chunk *c)
{
  carom_scratch *w = k->w;
  const carom_material_pair *pair = k->material_pair;
  const int states = pair->contact.law->states;
  int64_t taken = 0;
  for (int64_t i = 0; i < c->count && taken < k->begun; i++) {
    if (w->list[i] != w->begun[taken]) continue;
    const carom_contact own = carom_material_pair_contact(pair, w->radius[i], w->mass[i]);
    double row[CAROM_MAX_STATES];
    int stride;
    double *state = law_state(k, c, i, &stride);
    for (int n = 0; n < states; n++)
      row[n] = state[stride * n];
    k->domain_block->sum.plastic -= pair->share *
                                    carom_memory_begin(pair, &own, w->approach[i], row);
    for (int n = 0; n < states; n++)
      state[stride * n] = row[n];
    if (pair->floor > 0) {
      k->extremes->touches++;
      k->extremes->at_floor += w->approach[i] < pair->floor;
    }
    taken++;
  }
  k->begun -= taken;
  memmove(w->begun, w->begun + taken, (size_t)k->begun * sizeof *w->begun);
}

static void load_states(const carom_block_work *k, const carom_chunk *c)
{
  const int64_t size = k->s->model.history.size;
  const uint32_t *list = k->w->list;
  for (int n = 0; n < k->material_pair->contact.law->states; n++) {
    const int slot = k->s->model.history.normal + n;
    double *CAROM_RESTRICT state = k->w->state[n];
    for (int64_t g = 0; c->springs && g < c->groups; g++)
      memcpy(state + CAROM_LANES * g, c->springs + CAROM_LANES * (size * g + slot),
             CAROM_LANES * sizeof *state);
    for (int64_t i = 0; !c->springs && i < CAROM_LANES * c->groups; i++)
      state[i] = k->s->contacts.history[size * list[i] + slot];
  }
}

/* Stores the states. Open contacts of a dense list get none. */
static void store_states(const carom_block_work *k, const carom_chunk *c)
{
  const int64_t size = k->s->model.history.size;
  const uint32_t *list = k->w->list;
  for (int n = 0; n < k->material_pair->contact.law->states; n++) {
    const int slot = k->s->model.history.normal + n;
    const double *CAROM_RESTRICT state = k->w->state[n];
    if (c->springs)
      k->s->cpu.kernels->store_state(c->groups, state, CAROM_LANES * size, k->material_pair->reach,
                                     k->w, c->springs + CAROM_LANES * slot);
    for (int64_t i = 0; !c->springs && i < c->count; i++)
      k->s->contacts.history[size * list[i] + slot] = state[i];
  }
}

/* User laws have no kernels. */
static void law_one_by_one(const carom_block_work *k, int64_t count)
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

static void law_kernel(const carom_block_work *k, int64_t groups)
{
  const carom_material_pair *c = k->material_pair;
  carom_scratch *w = k->w;
  double *state[CAROM_MAX_STATES];
  for (int i = 0; i < c->contact.law->states; i++)
    state[i] = w->state[i];
  const double *const *read = (const double *const *)state;
  const double *coefficient = c->contact.coefficient, *constant = c->contact.constant;
  const bool remembers = c->contact.law->info.traits & CAROM_LAW_REMEMBERS;
  if (c->uniform && remembers)
    c->kernel->step(groups, coefficient, state, w->d, w->approach, w->elastic, w->dissipative);
  else if (c->uniform)
    c->kernel->shared(groups, coefficient, read, w->d, w->approach, w->elastic, w->dissipative);
  else if (remembers)
    c->kernel->step_sized(groups, constant, coefficient[0], w->radius, w->mass, state, w->d,
                          w->approach, w->elastic, w->dissipative);
  else
    c->kernel->sized(groups, constant, coefficient[0], w->radius, w->mass, read, w->d, w->approach,
                     w->elastic, w->dissipative);
}

/* Index of contact i of a chunk in the arrays of the active lists. A chunk of a dense list uses the
 * pairs in place. */
static int64_t contact_at(const carom_block_work *k, const carom_chunk *c, int64_t i)
{
  return c->springs ? (c->pair - k->s->contacts.pair) / 2 + i : k->w->list[i];
}

/* Stores tangential forces for reports. */
static void record(const carom_block_work *k, const carom_chunk *c)
{
  const carom_scratch *w = k->w;
  for (int64_t i = 0; i < c->count; i++) {
    double *to = k->s->contacts.traction + 3 * contact_at(k, c, i);
    to[0] = w->fx[i], to[1] = w->fy[i], to[2] = w->fz[i];
  }
}

/* Stores total forces for measures. */
static void record_forces(carom_block_work *k, const carom_chunk *c)
{
  const carom_scratch *w = k->w;
  for (int64_t i = 0; i < c->count; i++) {
    const double push = w->elastic[i] + w->dissipative[i];
    double *to = k->s->contacts.applied + 3 * contact_at(k, c, i);
    to[0] = w->fx[i] - push * w->nx[i];
    to[1] = w->fy[i] - push * w->ny[i];
    to[2] = w->fz[i] - push * w->nz[i];
  }
}

static void begin_episodes(carom_block_work *k, const carom_chunk *c)
{
  if (k->begun) begin_contacts(k, c);
}

static void normal_forces(carom_block_work *k, const carom_chunk *c)
{
  const int states = k->material_pair->contact.law->states;
  if (states) load_states(k, c);
  if (k->material_pair->kernel)
    law_kernel(k, c->groups);
  else
    law_one_by_one(k, CAROM_LANES * c->groups);
  if (states) store_states(k, c);
  if (k->material_pair->bed >= 0)
    k->s->cpu.kernels->footing(c->groups, k->material_pair->bed, k->material_pair->grip_per_radius,
                               k->material_pair->reach, k->w);
}

/* Runs one stage after the normal law. Its results go to the columns of force and couple or, if an
 * earlier stage has given the same, to the columns `more_...`, from which they are added. */
static void pair_stage(carom_block_work *k, const carom_chunk *c, const carom_pair_stage *stage,
                       unsigned given)
{
  const carom_scene *s = k->s;
  const carom_scene_kernels *kernels = s->cpu.kernels;
  const int size = s->model.history.size;
  double *history = s->contacts.history + stage->first;
  carom_scratch *w = k->w;
  double(*couple)[CAROM_CHUNK] = given & CAROM_GIVES_COUPLE ? w->more_couple : w->couple;
  const bool more = given & CAROM_GIVES_FORCE, adheres = k->material_pair->bed >= 0;
  const carom_stage_columns columns = {
      .elastic = adheres ? w->footing : w->elastic,
      .dissipative = w->dissipative,
      .d = adheres ? w->bed : w->d,
      .radius = w->radius,
      .mass = w->mass,
      .patch = w->patch,
      .uniform = w->size_radius > 0, /* set_sizes has filled these columns */
      .nx = w->nx,
      .ny = w->ny,
      .nz = w->nz,
      .vx = w->vx,
      .vy = w->vy,
      .vz = w->vz,
      .twist = w->twist,
      .spring = c->springs ? c->springs + CAROM_LANES * stage->first : w->spring[0][0],
      .stride = CAROM_LANES * (c->springs ? size : CAROM_STAGE_HISTORY),
      .fx = more ? w->more_force[0] : w->fx,
      .fy = more ? w->more_force[1] : w->fy,
      .fz = more ? w->more_force[2] : w->fz,
      .reach = k->material_pair->reach,
      .wx = w->spin[0],
      .wy = w->spin[1],
      .wz = w->spin[2],
      .tx = couple[0],
      .ty = couple[1],
      .tz = couple[2],
      .pull = w->pull,
      .pace = s->model.step};
  const int numbers = stage->model->numbers;
  const bool loads = !c->springs && numbers > 0;
  if (loads) kernels->load_springs(history, size, numbers, w->list, c->groups, w);
  stage->kernel(c->groups, stage->constant, k->params.step, &columns);
  if (loads) kernels->store_springs(history, size, numbers, w->list, c->count, w);
}

/* Adds the results of a stage to those of the stages before it. */
static void add_stage(carom_scratch *w, int64_t groups, unsigned twice)
{
  for (int64_t i = 0; twice & CAROM_GIVES_FORCE && i < CAROM_LANES * groups; i++) {
    w->fx[i] += w->more_force[0][i];
    w->fy[i] += w->more_force[1][i];
    w->fz[i] += w->more_force[2][i];
  }
  for (int k = 0; twice & CAROM_GIVES_COUPLE && k < 3; k++)
    for (int64_t i = 0; i < CAROM_LANES * groups; i++)
      w->couple[k][i] += w->more_couple[k][i];
}

/* Subtracts the pull from the elastic force, after the stages that must not see it. Its power is
 * booked only for models with a history: the energy of the others is a function of the overlap, and
 * they lose nothing. */
static void apply_pull(carom_block_work *k, const carom_chunk *c, bool latched)
{
  carom_scratch *w = k->w;
  double power = 0;
  for (int64_t i = 0; i < CAROM_LANES * c->groups; i++)
    w->elastic[i] -= w->pull[i];
  for (int64_t i = 0; latched && i < c->count; i++)
    power -= w->pull[i] * w->approach[i];
  k->domain_block->sum.adhesion += k->material_pair->share * power;
}

static void pair_stages(carom_block_work *k, const carom_chunk *c)
{
  const carom_scene *s = k->s;
  const carom_material_pair *pair = k->material_pair;
  unsigned given = 0;
  bool latched = false;
  for (const carom_pair_stage *p = pair->stage; p < pair->stage + pair->stages; p++) {
    pair_stage(k, c, p, given);
    add_stage(k->w, c->groups, given & p->model->gives);
    given |= p->model->gives;
    latched |= p->model->gives & CAROM_GIVES_PULL && carom_stage_latches(p);
  }
  if (given & CAROM_GIVES_PULL) apply_pull(k, c, latched);
  if (s->contacts.traction && s->contacts.recorded_pass == s->cpu.passes) record(k, c);
}

static void scatter(carom_block_work *k, const carom_chunk *c)
{
  const carom_scene *s = k->s;
  carom_block_sums *sum = &k->domain_block->sum;
  const bool halo = k->list->kind == CAROM_PAIR_HALO;
  const int which = k->list->kind == CAROM_PAIR_WALL ? carom_wall_of(k, c->pair[1]) : -1;
  const carom_wall *wall = which >= 0 ? &s->walls.wall[which] : NULL;
  const carom_force_sink sink = {
      .force = k->force,
      .from = k->from,
      .halo_send = halo ? s->cpu.halo.send + CAROM_ROW_DOUBLES * k->domain_block->halo_send : NULL,
      .written = s->cpu.halo.written + k->domain_block->halo_send,
      .stamp = s->cpu.halo.stamp,
      .row = s->contacts.row,
      .couples = k->material_pair->couples};
  const carom_contact_powers t = wall
                                     ? s->cpu.kernels->scatter_wall(c->pair, c->count, k->w, &sink,
                                                                    wall, k->wall_force + 6 * which)
                                     : s->cpu.kernels->scatter(c->pair, k->w->list, c->count,
                                                               k->params.same_radius, k->w, &sink);
  const double share = k->material_pair->share;
  sum->viscous += share * t.viscous;
  sum->friction += share * t.friction;
  sum->walls += t.walls;
  sum->rolling += share * t.rolling;
  sum->twisting += share * t.twisting;
  if (wall && !carom_wall_body_turns(&wall->body))
    sum->walls += t.turning; /* a free wall rotates by its own motion */
}

/* Archard's law: wear of a face is proportional to normal force times sliding distance. */
static void wear_down(carom_block_work *k, const carom_chunk *c)
{
  const carom_scratch *w = k->w;
  const carom_wall *wall = &k->s->walls.wall[carom_wall_of(k, c->pair[1])];
  if (!wall->shell || !wall->shell->worn) return;
  const double scale = k->params.step / carom_wear_unit(k->s);
  for (int64_t i = 0; i < c->count; i++) {
    const double normal = w->elastic[i] + w->dissipative[i];
    const double square = w->vx[i] * w->vx[i] + w->vy[i] * w->vy[i] + w->vz[i] * w->vz[i];
    const double work = normal * CAROM_SQRT(square) * scale;
    const int64_t face = (int64_t)carom_face_at(c->pair[2 * i + 1]) - wall->face;
    carom_worn_add(&wall->shell->worn[face], work);
  }
}

/* For the stress of a deforming box: branch vectors from the second to the first body times the
 * forces on the first. */
static void add_virial(carom_block_work *k, const carom_chunk *c)
{
  const carom_scratch *w = k->w;
  double *to = k->domain_block->sum.virial;
  for (int64_t i = 0; i < c->count; i++) {
    const double n[3] = {w->nx[i], w->ny[i], w->nz[i]}, sum = w->elastic[i] + w->dissipative[i];
    const double length = w->arm[i] + (k->params.same_radius ? w->arm[i] : w->arm_b[i]);
    const double f[3] = {w->fx[i] - sum * n[0], w->fy[i] - sum * n[1], w->fz[i] - sum * n[2]};
    for (int p = 0; p < 3; p++)
      for (int q = 0; q < 3; q++)
        to[3 * p + q] -= length * n[p] * f[q];
  }
}

enum { ALWAYS, EPISODES, STAGES, WEAR, RECORDED, DEFORMS };

typedef struct stage {
  void (*run)(carom_block_work *k, const carom_chunk *c);
  int when;
} stage;

static const stage stages[] = {
#define CAROM_CONTACT_STAGE(function, when, reads, writes) {function, when},
#include "scene/stages.def"
};

void carom_contact_stages(carom_block_work *k, const carom_chunk *c)
{
  const carom_scene *s = k->s;
  const carom_material_pair *pair = k->material_pair;
  const bool runs[] = {[ALWAYS] = true,
                       [EPISODES] = pair->episode,
                       [STAGES] = pair->stages > 0,
                       [WEAR] = s->walls.shells_wear && k->list->kind == CAROM_PAIR_WALL,
                       [RECORDED] = s->contacts.applied &&
                                    s->contacts.recorded_pass == s->cpu.passes,
                       [DEFORMS] = s->box.deforms};
  enum { LAST = sizeof stages / sizeof *stages - 1 };
  for (int i = 0; i <= LAST; i++) {
    if (c->springs && (i == 0 || i == LAST)) carom_prefetch_some(k->next);
    if (runs[stages[i].when]) stages[i].run(k, c);
  }
}
