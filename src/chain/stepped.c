/* SPDX-License-Identifier: MIT */
#include "chain/stepped.h"

enum { BLOCK = 512, LANES = 8 };

static const carom_segment *segment_of(const carom_stepped *s, int link)
{
  for (int k = 0; k < s->segments; k++)
    if (link >= s->segment[k].first && link < s->segment[k].first + s->segment[k].count)
      return &s->segment[k];
  return NULL;
}

bool carom_stepped_has(const carom_stepped *s, int link)
{
  return segment_of(s, link) != NULL;
}

static carom_state state_of(const carom_segment *g, int link)
{
  carom_state state = {{0}};
  for (int k = 0; k < g->contact.law->states; k++)
    state.value[k] = g->state[k][link - g->first];
  return state;
}

/* The contact of one link, with its own slots. */
static carom_contact contact_of(const carom_segment *g, int link)
{
  carom_contact contact = g->contact;
  for (int k = 0; g->varied && k < contact.law->slots; k++)
    contact.slot[k] = g->slot[k][link - g->first];
  return contact;
}

carom_contact carom_stepped_contact(const carom_stepped *s, int link)
{
  return contact_of(segment_of(s, link), link);
}

carom_force carom_stepped_force(const carom_stepped *s, int link, const double *u, const double *v,
                                double *overlap, double *approach)
{
  const carom_segment *g = segment_of(s, link);
  const carom_contact contact = contact_of(g, link);
  const carom_state state = state_of(g, link);
  *overlap = u[link] - u[link + 1] - s->gap[link];
  *approach = v[link] - v[link + 1];
  return carom_contact_force(&contact, &state, *overlap, *approach);
}

double carom_stepped_residual(const carom_stepped *s, int link)
{
  const carom_segment *g = segment_of(s, link);
  const carom_state state = state_of(g, link);
  return carom_contact_residual(&g->contact, &state);
}

carom_energy carom_stepped_energy(const carom_stepped *s)
{
  carom_energy sum = {0, 0};
  for (int k = 0; k < s->segments; k++) {
    const carom_segment *g = &s->segment[k];
    for (int j = g->first; j < g->first + g->count; j++) {
      const carom_contact contact = contact_of(g, j);
      const carom_state state = state_of(g, j);
      const carom_energy e = carom_contact_energy(&contact, &state,
                                                  s->u[j] - s->u[j + 1] - s->gap[j]);
      sum.stored += e.stored;
      sum.plastic += e.plastic;
    }
  }
  return sum;
}

/* Episodes begin and end where the overlap changes its sign between steps. */
static void note_touches(carom_segment *g, int from, int count, const double *d, const double *v)
{
  const carom_contact *c = &g->contact;
  for (int i = 0; i < count; i++) {
    const int j = from + i;
    const bool open = !(d[i] > 0);
    if (open == (g->open[j] != 0)) continue;
    carom_contact own = contact_of(g, g->first + j);
    carom_state state = state_of(g, g->first + j);
    if (open && c->episode) state = carom_contact_fresh(&own);
    if (!open) carom_contact_touch(&own, &state, v[i]);
    for (int k = 0; k < c->law->states; k++)
      g->state[k][j] = state.value[k];
    g->open[j] = open;
  }
}

/* Dents grow where the overlap passes the largest one so far, the first value of the state. */
static void commit(const carom_segment *g, const carom_block *block)
{
  bool deeper = false;
  for (long i = 0; i < block->count; i++)
    deeper |= block->overlap[i] > block->state[0][i];
  if (!deeper) return;
  if (!g->varied) {
    carom_contact_commits(&g->contact, block);
    return;
  }
  for (long i = 0; i < block->count; i++) {
    carom_contact own = g->contact;
    carom_state state = {{0}};
    if (!(block->overlap[i] > block->state[0][i])) continue;
    for (int k = 0; k < own.law->slots; k++)
      own.slot[k] = block->slot[k][i];
    for (int k = 0; k < own.law->states; k++)
      state.value[k] = block->state[k][i];
    carom_contact_commit(&own, &state, block->overlap[i]);
    for (int k = 0; k < own.law->states; k++)
      block->state[k][i] = state.value[k];
  }
}

/* Forces of links from .. from + count - 1 of a segment; returns the power that is lost. Sums are
 * taken in fixed lanes, so that the result does not depend on the instruction set. */
static double press(carom_stepped *s, carom_segment *g, int from, int count)
{
  double d[BLOCK], v[BLOCK], elastic[BLOCK], dissipative[BLOCK], lane[LANES] = {0};
  const double *slot[CAROM_MAX_SLOTS];
  double *state[CAROM_MAX_STATES];
  const int first = g->first + from;
  const double *u = s->u + first, *w = s->predicted + first, *gap = s->gap + first;
  double *force = s->force + first;
  for (int i = 0; i < count; i++) {
    d[i] = u[i] - u[i + 1] - gap[i];
    v[i] = w[i] - w[i + 1];
  }
  if (g->episode) note_touches(g, from, count, d, v);
  for (int k = 0; g->varied && k < g->contact.law->slots; k++)
    slot[k] = g->slot[k] + from;
  for (int k = 0; k < g->contact.law->states; k++)
    state[k] = g->state[k] + from;
  const carom_block block = {count, d, v, state, g->varied ? slot : NULL, elastic, dissipative};
  carom_contact_forces(&g->contact, &block);
  for (int i = 0; i < count; i++)
    force[i] = elastic[i] + dissipative[i];
  if (g->contact.law->info.traits & CAROM_LAW_REMEMBERS) commit(g, &block);
  if (!(g->contact.law->info.traits & CAROM_LAW_VISCOUS)) return 0;
  for (int i = 0; i < count; i++)
    lane[i % LANES] += dissipative[i] * v[i];
  return ((lane[0] + lane[1]) + (lane[2] + lane[3])) + ((lane[4] + lane[5]) + (lane[6] + lane[7]));
}

/* Links that may carry a force: those of the window and the one that leaves it. */
static double press_all(carom_stepped *s)
{
  double power = 0;
  for (int k = 0; k < s->segments; k++) {
    carom_segment *g = &s->segment[k];
    const int end = g->first + g->count < s->active + 1 ? g->first + g->count : s->active + 1;
    for (int from = 0; g->first + from < end; from += BLOCK) {
      const int left = end - g->first - from;
      power += press(s, g, from, left < BLOCK ? left : BLOCK);
    }
  }
  return power;
}

/* Constant forces and drives: their work, and the velocity that a drive prescribes. */
static void push(carom_chain *c, carom_stepped *s, double t, double h)
{
  for (int k = 0; k < s->pushes; k++) {
    const int j = s->pushed[k], i = j - 1;
    if (c->driven[i] >= 0) {
      const carom_drive *d = &c->drive[c->driven[i]].velocity;
      const double a = carom_drive_slope(d, t), net = s->force[j - 1] - s->force[j];
      s->a[j] = a;
      s->v[j] = carom_drive_value(d, t);
      s->work += (c->mass[i] * a - net - c->weight[i]) * s->v[j] * h;
    } else {
      s->work += (c->force[i] - c->weight[i]) * s->v[j] * h;
    }
  }
}

/* Accelerations from the forces; at most one more body is reached in a step. */
static void accelerate(carom_stepped *s)
{
  if (s->window && s->active < s->places - 2 && s->force[s->active] != 0) s->active++;
  const double *force = s->force, *per_mass = s->per_mass, *outer = s->outer;
  for (int j = 1; j <= s->active; j++)
    s->a[j] = outer[j] + (force[j - 1] - force[j]) * per_mass[j];
}

/* Peaks of the links that are followed; beyond the window nothing has happened yet. */
static void follow(carom_stepped *s, double t)
{
  for (int k = 0; k < s->follows; k++) {
    carom_follow *f = &s->follow[k];
    const int j = f->link;
    if (j > s->active + 1 && s->follow_all) break;
    if (j > s->active + 1) continue;
    carom_samples_note(&f->past, &f->peak, t, s->u[j] - s->u[j + 1] - s->gap[j], s->force[j]);
  }
}

void carom_stepped_start(carom_chain *c)
{
  press_all(c->stepped);
  accelerate(c->stepped);
  push(c, c->stepped, 0, 0);
  follow(c->stepped, 0);
}

void carom_stepped_advance(carom_chain *c, double h)
{
  carom_stepped *s = c->stepped;
  const double half = 0.5 * h;
  double *u = s->u, *v = s->v, *a = s->a, *predicted = s->predicted;
  for (int j = 1; j <= s->active; j++) {
    v[j] += half * a[j];
    u[j] += h * v[j];
    predicted[j] = v[j] + half * a[j];
  }
  s->viscous += h * press_all(s);
  accelerate(s);
  for (int j = 1; j <= s->active; j++)
    v[j] += half * a[j];
  c->in.t = h * (double)++c->in.steps; /* not summed: no drift */
  if (s->pushes) push(c, s, c->in.t, h);
  follow(s, c->in.t);
}
