/* SPDX-License-Identifier: MIT */
/* Forces and commits of many contacts: whole groups are processed in place, the remainder through a
 * padded copy. */
#include <carom/contact.h>

#include "law/blocks.h"

/* Where the coefficients of a law come from. */
typedef enum sizes {
  SHARED, /* one set of coefficients for all contacts */
  VARIED, /* coefficients of each contact */
  SIZED   /* R* and m* of each contact */
} sizes;

static sizes sizes_of(const carom_block *b)
{
  return b->radius && b->mass ? SIZED : b->coefficient ? VARIED : SHARED;
}

/* Pointers into a block, advanced by `start` contacts. */
typedef struct view {
  const double *coefficient[CAROM_MAX_COEFFICIENTS];
  double *state[CAROM_MAX_STATES];
  const double *d, *v, *radius, *mass;
  double *elastic, *dissipative;
} view;

static view view_from(const carom_law *law, const carom_block *b, int64_t start)
{
  view w = {.d = b->overlap + start};
  if (b->approach) w.v = b->approach + start;
  if (b->elastic) w.elastic = b->elastic + start;
  if (b->dissipative) w.dissipative = b->dissipative + start;
  if (sizes_of(b) == SIZED) w.radius = b->radius + start, w.mass = b->mass + start;
  for (int k = 0; sizes_of(b) == VARIED && k < law->coefficients; k++)
    w.coefficient[k] = b->coefficient[k] + start;
  for (int k = 0; k < law->states; k++)
    w.state[k] = b->state[k] + start;
  return w;
}

static void run(const carom_kernels *kernel, const carom_contact *c, int64_t groups, const view *w,
                sizes how)
{
  const double *const *state = (const double *const *)w->state;
  switch (how) {
  case SIZED:
    kernel->sized(groups, c->constant, c->coefficient[0], w->radius, w->mass, state, w->d, w->v,
                  w->elastic, w->dissipative);
    break;
  case VARIED:
    kernel->varied(groups, w->coefficient, state, w->d, w->v, w->elastic, w->dissipative);
    break;
  default:
    kernel->shared(groups, c->coefficient, state, w->d, w->v, w->elastic, w->dissipative);
  }
}

static void commit(const carom_kernels *kernel, const carom_contact *c, int64_t groups,
                   const view *w, sizes how)
{
  if (how == SIZED)
    kernel->commit_sized(groups, c->constant, c->coefficient[0], w->radius, w->mass, w->state,
                         w->d);
  else
    kernel->commit(groups, c->coefficient, w->state, w->d);
}

static const carom_kernels *kernels_of(const carom_contact *c)
{
  carom_instructions got;
  return carom_blocks_choose(c->instructions, &got) + carom_law_index(c->law);
}

/* A padded copy of the last contacts, filled up with copies of the first of them. */
typedef struct padded {
  double coefficient[CAROM_MAX_COEFFICIENTS][CAROM_GROUP], state[CAROM_MAX_STATES][CAROM_GROUP];
  double d[CAROM_GROUP], v[CAROM_GROUP], radius[CAROM_GROUP], mass[CAROM_GROUP];
  double elastic[CAROM_GROUP], dissipative[CAROM_GROUP];
} padded;

static view pad(padded *p, const carom_law *law, const carom_block *b, int64_t start)
{
  const view from = view_from(law, b, start);
  view to = {.d = p->d,
             .v = p->v,
             .radius = p->radius,
             .mass = p->mass,
             .elastic = p->elastic,
             .dissipative = p->dissipative};
  for (int i = 0; i < CAROM_GROUP; i++) {
    const int64_t j = start + i < b->count ? i : 0;
    p->d[i] = from.d[j];
    p->v[i] = from.v ? from.v[j] : 0;
    p->radius[i] = from.radius ? from.radius[j] : 0;
    p->mass[i] = from.mass ? from.mass[j] : 0;
    for (int k = 0; from.coefficient[0] && k < law->coefficients; k++)
      p->coefficient[k][i] = from.coefficient[k][j];
    for (int k = 0; k < law->states; k++)
      p->state[k][i] = from.state[k][j];
  }
  for (int k = 0; k < law->coefficients; k++)
    to.coefficient[k] = p->coefficient[k];
  for (int k = 0; k < law->states; k++)
    to.state[k] = p->state[k];
  return to;
}

/* One contact at a time through the scalar entries. Used for user laws, which have no kernels, and
 * for commits with individual coefficients. */
static const double *coefficients_at(const carom_contact *c, const carom_block *b, int64_t i,
                                     double coefficient[CAROM_MAX_COEFFICIENTS])
{
  switch (sizes_of(b)) {
  case SIZED:
    carom_contact_coefficients(c, b->radius[i], b->mass[i], coefficient);
    return coefficient;
  case VARIED:
    for (int k = 0; k < c->law->coefficients; k++)
      coefficient[k] = b->coefficient[k][i];
    return coefficient;
  default:
    return c->coefficient;
  }
}

static void load_state(const carom_law *law, const carom_block *b, int64_t i, double *state)
{
  for (int k = 0; k < law->states; k++)
    state[k] = b->state[k][i];
}

static void forces_one_by_one(const carom_contact *c, const carom_block *b)
{
  const carom_law *law = c->law;
  double coefficient[CAROM_MAX_COEFFICIENTS], state[CAROM_MAX_STATES] = {0};
  for (int64_t i = 0; i < b->count; i++) {
    load_state(law, b, i, state);
    const carom_force f = law->force(law, coefficients_at(c, b, i, coefficient), state,
                                     b->overlap[i], b->approach[i]);
    b->elastic[i] = f.elastic;
    b->dissipative[i] = f.dissipative;
  }
}

static void commits_one_by_one(const carom_contact *c, const carom_block *b)
{
  const carom_law *law = c->law;
  double coefficient[CAROM_MAX_COEFFICIENTS], state[CAROM_MAX_STATES] = {0};
  for (int64_t i = 0; i < b->count; i++) {
    load_state(law, b, i, state);
    law->commit(law, coefficients_at(c, b, i, coefficient), state, b->overlap[i]);
    for (int k = 0; k < law->states; k++)
      b->state[k][i] = state[k];
  }
}

/* Blocks do not track reversals of the motion, so they return NaN rather than the force of another
 * rule. */
static void refuse(const carom_block *b, double *values)
{
  for (int64_t i = 0; i < b->count; i++)
    values[i] = CAROM_NONE;
}

void carom_contact_forces(const carom_contact *contact, const carom_block *block)
{
  if (contact->resolved_only) {
    refuse(block, block->elastic);
    refuse(block, block->dissipative);
    return;
  }
  if (contact->law->user) {
    forces_one_by_one(contact, block);
    return;
  }
  const carom_kernels *kernel = kernels_of(contact);
  const carom_law *law = contact->law;
  const sizes how = sizes_of(block);
  const int64_t groups = block->count / CAROM_GROUP, done = groups * CAROM_GROUP;
  if (groups > 0) {
    const view w = view_from(law, block, 0);
    run(kernel, contact, groups, &w, how);
  }
  if (done < block->count) {
    padded p;
    const view w = pad(&p, law, block, done);
    run(kernel, contact, 1, &w, how);
    for (int64_t i = done; i < block->count; i++) {
      block->elastic[i] = p.elastic[i - done];
      block->dissipative[i] = p.dissipative[i - done];
    }
  }
}

void carom_contact_commits(const carom_contact *contact, const carom_block *block)
{
  const carom_law *law = contact->law;
  const sizes how = sizes_of(block);
  if (law->states == 0) return;
  if (contact->resolved_only) {
    for (int k = 0; k < law->states; k++)
      refuse(block, block->state[k]);
    return;
  }
  if (law->user || how == VARIED) {
    commits_one_by_one(contact, block);
    return;
  }
  const carom_kernels *kernel = kernels_of(contact);
  const int64_t groups = block->count / CAROM_GROUP, done = groups * CAROM_GROUP;
  if (groups > 0) {
    const view w = view_from(law, block, 0);
    commit(kernel, contact, groups, &w, how);
  }
  if (done < block->count) {
    padded p;
    const view w = pad(&p, law, block, done);
    commit(kernel, contact, 1, &w, how);
    for (int k = 0; k < law->states; k++)
      for (int64_t i = done; i < block->count; i++)
        block->state[k][i] = p.state[k][i - done];
  }
}
