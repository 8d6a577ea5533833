/* SPDX-License-Identifier: MIT */
/* Forces: the contacts of a block pass the stages in chunks, closed ones only or, where most are
 * closed, all of them. */
#include <stdio.h>
#include <string.h>

#include "core/error.h"
#include "scene/sweep.h"

/* Memory that will be read soon, fetched into the second cache a little at a time. */
typedef struct stream {
  const char *at, *end;
  long share; /* bytes at a time */
} stream;

enum { STREAMS = 3 };

static void fetch_next(stream next[STREAMS])
{
  for (int k = 0; k < STREAMS; k++) {
    const char *stop = next[k].end - next[k].at > next[k].share ? next[k].at + next[k].share
                                                                : next[k].end;
    for (; next[k].at < stop; next[k].at += 64)
      __builtin_prefetch(next[k].at, 1, 2);
  }
}

enum { STAGES = 3 }; /* between which a chunk that is pressed whole does so */

/* A block at work. */
typedef struct work {
  carom_scene *s;
  carom_patch *patch;
  const carom_short *list;
  const carom_class *class;
  carom_met *met; /* of this worker and class */
  carom_scratch *w;
  carom_frame frame;
  double *force; /* rows of the block */
  uint32_t from; /* its first particle, as pairs name it */
  double *wall_force;
  stream next[STREAMS]; /* of the next block: what is seen, places, histories */
  long count, begun;    /* contacts in w->list and w->begun */
} work;

/* What the law remembers of a contact; its list is not pressed whole. */
static double *law_past(const carom_scene *s, int64_t contact)
{
  return s->past + contact * s->history + s->springs;
}

/* Which contacts of a group are closed has changed. */
static void note_changes(work *k, int64_t group, unsigned now)
{
  unsigned char *touching = &k->s->touching[group];
  unsigned ended = *touching & ~now, begun = now & ~*touching;
  for (; ended; ended &= ended - 1)
    carom_contact_end(k->s, k->patch, k->list, group * CAROM_LANES + __builtin_ctz(ended));
  for (; k->class->episode && begun; begun &= begun - 1)
    k->w->begun[k->begun++] = (uint32_t)(group * CAROM_LANES + __builtin_ctz(begun));
  *touching = (unsigned char)now;
}

/* First touch of those contacts of the chunk that have just closed. */
static void begin_contacts(work *k, long count)
{
  carom_scratch *w = k->w;
  long taken = 0;
  for (long i = 0; i < count && taken < k->begun; i++) {
    if (w->list[i] != w->begun[taken]) continue;
    const carom_contact own = carom_class_contact(k->class, w->radius[i], w->mass[i]);
    k->patch->sum.plastic -= carom_memory_begin(k->class, &own, w->approach[i],
                                                law_past(k->s, w->list[i]));
    if (k->class->floor > 0) {
      k->met->touches++;
      k->met->at_floor += w->approach[i] < k->class->floor;
    }
    taken++;
  }
  k->begun -= taken;
  memmove(w->begun, w->begun + taken, (size_t)k->begun * sizeof *w->begun);
}

static void load_states(const work *k, long count)
{
  for (long i = 0; i < count; i++) {
    const double *past = law_past(k->s, k->w->list[i]);
    for (int c = 0; c < k->class->contact.law->states; c++)
      k->w->state[c][i] = past[c];
  }
}

static void store_states(const work *k, long count)
{
  for (long i = 0; i < count; i++) {
    double *past = law_past(k->s, k->w->list[i]);
    for (int c = 0; c < k->class->contact.law->states; c++)
      past[c] = k->w->state[c][i];
  }
}

/* A law of the user's has no kernels. */
static void press_one_by_one(const work *k, long count)
{
  carom_scratch *w = k->w;
  for (long i = 0; i < count; i++) {
    const carom_contact own = carom_class_contact(k->class, w->radius[i], w->mass[i]);
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

static void press_kernel(const work *k, long groups)
{
  const carom_class *c = k->class;
  carom_scratch *w = k->w;
  double *state[CAROM_MAX_STATES];
  for (int i = 0; i < c->contact.law->states; i++)
    state[i] = w->state[i];
  const double *const *read = (const double *const *)state;
  const bool remembers = c->contact.law->info.traits & CAROM_LAW_REMEMBERS;
  if (c->equal) {
    c->kernel->shared(groups, c->contact.slot, read, w->d, w->approach, w->elastic, w->dissipative);
    if (remembers) c->kernel->commit(groups, c->contact.slot, state, w->d);
    return;
  }
  c->kernel->sized(groups, c->contact.constant, c->contact.slot[0], w->radius, w->mass, read, w->d,
                   w->approach, w->elastic, w->dissipative);
  if (remembers)
    c->kernel->commit_sized(groups, c->contact.constant, c->contact.slot[0], w->radius, w->mass,
                            state, w->d);
}

/* Keeps tangential forces for reports: of listed contacts, or of groups with these springs. */
static void record(const work *k, long count, const double *springs)
{
  const carom_scratch *w = k->w;
  const int64_t first = springs ? (springs - k->s->past) / k->s->history : 0;
  for (long i = 0; i < count; i++) {
    double *to = k->s->traction + 3 * (springs ? first + i : w->list[i]);
    to[0] = w->fx[i], to[1] = w->fy[i], to[2] = w->fz[i];
  }
}

/* Normal and tangential forces of contacts whose geometry is there. Springs are those of the
 * scratch, or, if the contacts are whole groups of the list, stand in their place. */
static void press(work *k, long count, long groups, double *springs)
{
  const carom_sweep *sweep = k->s->sweep;
  const carom_class *c = k->class;
  carom_scratch *w = k->w;
  if (k->begun) begin_contacts(k, count);
  if (c->contact.law->states) load_states(k, CAROM_LANES * groups);
  if (c->kernel)
    press_kernel(k, groups);
  else
    press_one_by_one(k, CAROM_LANES * groups);
  if (c->contact.law->states) store_states(k, count);
  if (!c->slide) return;
  const carom_slides columns = {.elastic = w->elastic,
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
                                .spring = springs ? springs : w->spring[0][0],
                                .stride = springs ? CAROM_LANES * k->s->history
                                                  : CAROM_LANES * CAROM_SPRING,
                                .fx = w->fx,
                                .fy = w->fy,
                                .fz = w->fz};
  if (!springs) sweep->load(k->s->past, k->s->history, w->list, groups, w);
  c->slide(groups, c->grip, k->frame.step, &columns);
  if (!springs) sweep->store(k->s->past, k->s->history, c->model->numbers, w->list, count, w);
  if (k->s->traction && k->s->recorded == k->s->passes) record(k, count, springs);
}

static const carom_face *face_of(const work *k)
{
  return &k->s->face[k->list->face];
}

static void deliver(work *k, const uint32_t *pair, long count)
{
  const carom_scene *s = k->s;
  const bool outer = k->list->kind == CAROM_OUTER;
  const carom_sink sink = {.force = k->force,
                           .from = k->from,
                           .outer = outer ? s->outer + CAROM_ROW * k->patch->outer : NULL,
                           .row = s->row};
  const carom_tally t = k->list->kind == CAROM_WALLED
                            ? s->sweep->deliver_face(pair, count, k->w, &sink,
                                                     k->wall_force + 6 * face_of(k)->wall)
                            : s->sweep->deliver(pair, k->w->list, count, k->frame.even, k->w,
                                                &sink);
  k->patch->sum.viscous += t.viscous;
  k->patch->sum.friction += t.friction;
  k->patch->sum.walls += t.walls;
}

/* The last group is filled up with copies; returns how many groups there are. */
static long fill_up(carom_scratch *w, long count)
{
  const long groups = (count + CAROM_LANES - 1) / CAROM_LANES;
  for (long i = count; i < CAROM_LANES * groups; i++) {
    w->list[i] = w->list[count - 1];
    memcpy(w->pair + 2 * i, w->pair + 2 * (count - 1), 2 * sizeof *w->pair);
  }
  return groups;
}

/* What has no overlap exerts no force. */
static void open_from(carom_scratch *w, long count, long end)
{
  for (long i = count; i < end; i++)
    w->d[i] = -1;
}

/* Closed contacts that the filter has found. */
static void press_listed(work *k, long count)
{
  carom_scratch *w = k->w;
  const size_t left = (size_t)(k->count - count);
  const long groups = left ? count / CAROM_LANES : fill_up(w, count);
  const carom_rows rows = {.spot = k->s->spot, .seen = k->s->seen, .pair = w->pair};
  if (k->list->kind == CAROM_WALLED)
    k->patch->sum.bad += k->s->sweep->meet_face(&rows, groups, face_of(k),
                                                &k->s->wall[face_of(k)->wall], &k->frame, w);
  else
    k->patch->sum.bad += k->s->sweep->meet(&rows, groups, &k->frame, w);
  open_from(w, count, CAROM_LANES * groups);
  press(k, count, groups, NULL);
  deliver(k, w->pair, count);
  memmove(w->list, w->list + count, left * sizeof *w->list);
  memmove(w->pair, w->pair + 2 * count, 2 * left * sizeof *w->pair);
  k->count = (long)left;
}

/* Whole groups of the list, most of whose contacts are closed; `last`: which lanes of the last
 * group are contacts. Open ones get no force and lose their springs. */
static void press_groups(work *k, int64_t group, long groups, int64_t left, unsigned last)
{
  const carom_scene *s = k->s;
  carom_scratch *w = k->w;
  const uint32_t *pair = s->pair + 2 * CAROM_LANES * group;
  const bool outer = k->list->kind == CAROM_OUTER;
  const carom_rows rows = {s->spot, s->seen, pair, CAROM_LANES * left, outer};
  for (uint32_t i = 0; outer && i < CAROM_LANES * groups; i++) /* to find their rows */
    w->list[i] = (uint32_t)(CAROM_LANES * group) + i;
  k->patch->sum.bad += s->sweep->meet(&rows, groups, &k->frame, w);
  const long rest = __builtin_popcount(last);
  w->mask[groups - 1] &= (unsigned char)last;
  open_from(w, CAROM_LANES * (groups - 1) + rest, CAROM_LANES * groups);
  memcpy(s->touching + group, w->mask, (size_t)groups);
  fetch_next(k->next);
  press(k, CAROM_LANES * groups, groups, s->past + CAROM_LANES * group * s->history);
  fetch_next(k->next);
  deliver(k, pair, CAROM_LANES * groups);
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

/* Those of some groups that are closed, to be pressed with others. */
static void filter_groups(work *k, int64_t group, long groups, int64_t left, unsigned last)
{
  const carom_scene *s = k->s;
  const carom_rows rows = {s->spot, s->seen, s->pair + 2 * CAROM_LANES * group, CAROM_LANES * left,
                           k->list->kind == CAROM_OUTER && s->vast};
  uint32_t *list = k->w->list + k->count, *pair = k->w->pair + 2 * k->count;
  const uint32_t first = (uint32_t)(CAROM_LANES * group);
  const long found = k->list->kind == CAROM_WALLED
                         ? s->sweep->filter_face(&rows, first, groups, last, face_of(k), k->w->mask,
                                                 pair, list)
                         : s->sweep->filter(&rows, first, groups, last, &k->frame, k->w->mask, pair,
                                            list);
  k->count += found;
  for (long j = 0; j < groups; j++)
    if (s->touching[group + j] != k->w->mask[j]) note_changes(k, group + j, k->w->mask[j]);
  if (k->count >= CAROM_CHUNK) press_listed(k, CAROM_CHUNK);
}

static void press_list(work *k)
{
  const carom_scene *s = k->s;
  const carom_short *list = k->list;
  const int64_t groups = (list->contacts + CAROM_LANES - 1) / CAROM_LANES;
  const unsigned rest = (unsigned)(list->contacts % CAROM_LANES);
  const unsigned last = rest ? (1u << rest) - 1 : ALL;
  k->frame.equal = k->class->equal;
  k->frame.even = k->class->even;
  k->frame.periodic = list->crosses;
  if (!k->class->slide) no_friction(k->w);
  if (k->class->equal && list->kind != CAROM_WALLED)
    set_sizes(k->w, &k->class->contact);
  else
    k->w->size_radius = 0;
  for (int64_t g = 0; g < groups; g += MOST) {
    const int64_t left = groups - g;
    const long some = left < MOST ? (long)left : MOST;
    if (list->whole || s->vast) fetch_next(k->next);
    if (list->whole)
      press_groups(k, list->group + g, some, left, some == left ? last : ALL);
    else
      filter_groups(k, list->group + g, some, left, some == left ? last : ALL);
  }
  if (k->count) press_listed(k, k->count);
}

/* How often a block asks for a little of what the next one will read; `past`: groups that it
 * presses whole. */
static int64_t askings(const carom_scene *s, const carom_patch *p, int64_t *past)
{
  int64_t count = 0;
  *past = 0;
  for (int64_t i = 2 * p->bin; i < 2 * (p->bin + p->bins); i++) {
    const carom_short *list = &s->shortlist[i];
    count += (list->contacts + CAROM_CHUNK - 1) / CAROM_CHUNK * (list->whole ? STAGES : 1);
    if (list->whole) *past += (list->contacts + CAROM_LANES - 1) / CAROM_LANES;
  }
  return count;
}

/* What the next block will read, spread over the stages of this one: a burst would wait for itself.
 * Histories as many as this block presses whole, for the next one will, too. */
static void look_ahead(work *k, int64_t b)
{
  const carom_scene *s = k->s;
  const carom_patch *next = k->patch + 1;
  int64_t past;
  const int64_t times = askings(s, k->patch, &past);
  if (b + 1 >= s->blocks || times == 0) return;
  const int64_t from = (b + 1) * s->block, to = carom_block_end(s, b + 1);
  const int64_t group = next->bins ? s->bin[next->bin].group : 0;
  if (group + past > s->groups) past = s->groups - group;
  const double *at[STREAMS] = {carom_seen_of(s, from), carom_spot_of(s, from),
                               s->past + CAROM_LANES * group * s->history};
  const int64_t doubles[STREAMS] = {CAROM_ROW * (to - from), CAROM_SPOT * (to - from),
                                    CAROM_LANES * past * s->history};
  for (int i = 0; i < STREAMS; i++) {
    const int64_t bytes = doubles[i] * (int64_t)sizeof **at;
    k->next[i] = (stream){(const char *)at[i], (const char *)at[i] + bytes,
                          (bytes / times + 127) / 64 * 64};
  }
}

void carom_scene_press(carom_scene *s, int worker, int64_t b, double step, double *force)
{
  work k = {.s = s,
            .patch = &s->patch[b],
            .w = s->scratch[worker],
            .force = force,
            .from = CAROM_PACE * (uint32_t)(b * s->block)};
  k.frame = carom_frame_of(s);
  k.frame.step = step;
  k.wall_force = s->wall_force + 6 * (size_t)s->walls * (size_t)b;
  memset(k.wall_force, 0, 6 * (size_t)s->walls * sizeof *k.wall_force);
  carom_sums *sum = &k.patch->sum;
  const double before[3] = {sum->viscous, sum->friction, sum->walls};
  sum->viscous = sum->friction = sum->walls = sum->bad = 0;
  if (k.patch->stale) carom_shortlists_make(s, worker, b, false);
  look_ahead(&k, b);
  for (int64_t i = 2 * k.patch->bin; i < 2 * (k.patch->bin + k.patch->bins); i++) {
    k.list = &s->shortlist[i];
    k.class = &s->class[k.list->class];
    k.met = &s->met[worker][k.list->class];
    k.w->fastest = k.met->fastest;
    k.w->deepest = k.met->deepest;
    if (k.list->contacts > 0) press_list(&k);
    k.met->fastest = k.w->fastest;
    k.met->deepest = k.w->deepest;
  }
  const double now[3] = {sum->viscous, sum->friction, sum->walls};
  for (int c = 0; c < 3; c++)
    sum->lost[c] += 0.5 * step * (before[c] + now[c]);
}
