/* SPDX-License-Identifier: MIT */
/* Forces and commits of many contacts: whole groups in place, the rest through a padded copy. */
#include <carom/contact.h>

#include "law/blocks.h"

/* Pointers of a block, moved on by `start` contacts. */
typedef struct view {
  const double *coefficient[CAROM_MAX_COEFFICIENTS];
  double *state[CAROM_MAX_STATES];
} view;

static view view_from(const carom_law *law, const carom_block *b, int64_t start)
{
  view w = {{NULL}, {NULL}};
  for (int k = 0; b->coefficient && k < law->coefficients; k++)
    w.coefficient[k] = b->coefficient[k] + start;
  for (int k = 0; k < law->states; k++)
    w.state[k] = b->state[k] + start;
  return w;
}

static void run(const carom_kernels *kernel, const carom_contact *c, int64_t groups, const view *w,
                bool varied, const double *d, const double *v, double *elastic, double *dissipative)
{
  const double *const *state = (const double *const *)w->state;
  if (varied)
    kernel->varied(groups, w->coefficient, state, d, v, elastic, dissipative);
  else
    kernel->shared(groups, c->coefficient, state, d, v, elastic, dissipative);
}

static const carom_kernels *kernels_of(const carom_contact *c)
{
  carom_instructions got;
  return carom_blocks_choose(c->instructions, &got) + carom_law_index(c->law);
}

/* Copies of the last contacts, filled up with the first of them. */
typedef struct padded {
  double coefficient[CAROM_MAX_COEFFICIENTS][CAROM_GROUP], state[CAROM_MAX_STATES][CAROM_GROUP];
  double d[CAROM_GROUP], v[CAROM_GROUP], elastic[CAROM_GROUP], dissipative[CAROM_GROUP];
} padded;

static view pad(padded *p, const carom_law *law, const carom_block *b, int64_t start)
{
  const view from = view_from(law, b, start);
  view to = {{NULL}, {NULL}};
  for (int i = 0; i < CAROM_GROUP; i++) {
    const int64_t j = start + i < b->count ? i : 0;
    p->d[i] = b->overlap[start + j];
    p->v[i] = b->approach ? b->approach[start + j] : 0;
    for (int k = 0; b->coefficient && k < law->coefficients; k++)
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

/* Laws of users have no kernels: one contact after the other, through the scalar entries. */
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
    for (int k = 0; b->coefficient && k < law->coefficients; k++)
      coefficient[k] = b->coefficient[k][i];
    const carom_force f = law->force(law, b->coefficient ? coefficient : c->coefficient, state,
                                     b->overlap[i], b->approach[i]);
    b->elastic[i] = f.elastic;
    b->dissipative[i] = f.dissipative;
  }
}

static void commits_one_by_one(const carom_contact *c, const carom_block *b)
{
  const carom_law *law = c->law;
  double state[CAROM_MAX_STATES] = {0};
  for (int64_t i = 0; i < b->count; i++) {
    load_state(law, b, i, state);
    law->commit(law, c->coefficient, state, b->overlap[i]);
    for (int k = 0; k < law->states; k++)
      b->state[k][i] = state[k];
  }
}

/* Blocks do not track reversals of the motion: NaN rather than the force of another rule. */
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
  const bool varied = block->coefficient != NULL;
  const int64_t groups = block->count / CAROM_GROUP, done = groups * CAROM_GROUP;
  if (groups > 0) {
    const view w = view_from(law, block, 0);
    run(kernel, contact, groups, &w, varied, block->overlap, block->approach, block->elastic,
        block->dissipative);
  }
  if (done < block->count) {
    padded p;
    const view w = pad(&p, law, block, done);
    run(kernel, contact, 1, &w, varied, p.d, p.v, p.elastic, p.dissipative);
    for (int64_t i = done; i < block->count; i++) {
      block->elastic[i] = p.elastic[i - done];
      block->dissipative[i] = p.dissipative[i - done];
    }
  }
}

void carom_contact_commits(const carom_contact *contact, const carom_block *block)
{
  if (contact->resolved_only) {
    for (int k = 0; k < contact->law->states; k++)
      refuse(block, block->state[k]);
    return;
  }
  if (contact->law->user) {
    commits_one_by_one(contact, block);
    return;
  }
  const carom_kernels *kernel = kernels_of(contact);
  const carom_law *law = contact->law;
  const int64_t groups = block->count / CAROM_GROUP, done = groups * CAROM_GROUP;
  if (law->states == 0) return;
  if (groups > 0) {
    const view w = view_from(law, block, 0);
    kernel->commit(groups, contact->coefficient, w.state, block->overlap);
  }
  if (done < block->count) {
    padded p;
    const view w = pad(&p, law, block, done);
    kernel->commit(1, contact->coefficient, w.state, p.d);
    for (int k = 0; k < law->states; k++)
      for (int64_t i = done; i < block->count; i++)
        block->state[k][i] = p.state[k][i - done];
  }
}
