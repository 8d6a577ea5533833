/* SPDX-License-Identifier: MIT */
#include "chain/stepped.h"

#include <string.h>

static const carom_segment *segment_of(const carom_stepped *s, int link)
{
  const int k = carom_stepped_segment(s, link);
  return k < s->segments && s->segment[k].first <= link ? &s->segment[k] : NULL;
}

bool carom_stepped_has(const carom_stepped *s, int link)
{
  return segment_of(s, link) != NULL;
}

carom_state carom_segment_state(const carom_segment *g, int link)
{
  carom_state state = {{0}};
  for (int k = 0; k < g->contact.law->states; k++)
    state.value[k] = g->state[k][link - g->first];
  return state;
}

/* The contact of one link, with its own coefficients. */
carom_contact carom_segment_contact(const carom_segment *g, int link)
{
  carom_contact contact = g->contact;
  for (int k = 0; g->varied && k < contact.law->coefficients; k++)
    contact.coefficient[k] = g->coefficient[k][link - g->first];
  return contact;
}

int carom_stepped_pairing(const carom_stepped *s, int link)
{
  int low = 0, high = s->pairings;
  while (high - low > 1) {
    const int middle = (low + high) / 2;
    if (s->pairing[middle].first <= link)
      low = middle;
    else
      high = middle;
  }
  return low;
}

carom_encounters carom_stepped_encounters(const carom_stepped *s, int link)
{
  const carom_segment *g = segment_of(s, link);
  const carom_pairing *own = &s->pairing[carom_stepped_pairing(s, link)];
  const unsigned met = g->met ? g->met[link - g->first] : 0;
  return (carom_encounters){.touches = (met & CAROM_MET) != 0,
                            .at_floor = (met & CAROM_MET_AT_FLOOR) != 0,
                            .fastest = own->fastest,
                            .deepest = own->deepest,
                            .shared = true};
}

carom_contact carom_stepped_contact(const carom_stepped *s, int link)
{
  carom_contact contact = carom_segment_contact(segment_of(s, link), link);
  const carom_pairing *own = &s->pairing[carom_stepped_pairing(s, link)];
  contact.modulus = own->modulus;
  contact.radius = own->radius;
  contact.mass = own->mass;
  contact.yield = own->yield;
  memcpy(contact.damping, own->damping, sizeof contact.damping);
  return contact;
}

carom_force carom_stepped_force(const carom_stepped *s, int link, const double *u, const double *v,
                                double *overlap, double *approach)
{
  const carom_segment *g = segment_of(s, link);
  const carom_contact contact = carom_segment_contact(g, link);
  const carom_state state = carom_segment_state(g, link);
  *overlap = u[link] - u[link + 1] - s->at.gap[link];
  *approach = v[link] - v[link + 1];
  return carom_contact_force(&contact, &state, *overlap, *approach);
}

double carom_stepped_residual(const carom_stepped *s, int link)
{
  const carom_segment *g = segment_of(s, link);
  const carom_state state = carom_segment_state(g, link);
  return carom_contact_residual(&g->contact, &state);
}

carom_energy carom_stepped_energy(const carom_stepped *s)
{
  carom_energy sum = {0, 0};
  for (int k = 0; k < s->segments; k++) {
    const carom_segment *g = &s->segment[k];
    for (int j = g->first; j < g->first + g->count; j++) {
      const carom_contact contact = carom_segment_contact(g, j);
      const carom_state state = carom_segment_state(g, j);
      const carom_energy e = carom_contact_energy(&contact, &state,
                                                  s->at.u[j] - s->at.u[j + 1] - s->at.gap[j]);
      sum.stored += e.stored;
      sum.plastic += e.plastic + (g->booked_plastic ? g->booked_plastic[j - g->first] : 0);
    }
  }
  return sum;
}

/* Applies constant forces and drives: their work, and the velocity that a drive prescribes. */
static void push(carom_chain *c, carom_stepped *s, double t, double h)
{
  for (int k = 0; k < s->pushes; k++) {
    const int j = s->pushed[k], i = j - 1;
    if (c->driven[i] >= 0) {
      const carom_drive *d = &c->drive[c->driven[i]].velocity;
      const double a = carom_drive_slope(d, t), net = s->at.force[j - 1] - s->at.force[j];
      s->at.a[j] = a;
      s->at.v[j] = carom_drive_value(d, t);
      s->work += (c->mass[i] * a - net - c->weight[i]) * s->at.v[j] * h;
    } else {
      s->work += (c->force[i] - c->weight[i]) * s->at.v[j] * h;
    }
  }
}

/* Records a followed link whose force was evaluated in the step that ends at t. */
static void follow(const carom_stepped *s, carom_follow *f, double t)
{
  const int j = f->link;
  const double d = s->at.u[j] - s->at.u[j + 1] - s->at.gap[j];
  carom_samples_note(&f->past, &f->peak, t, d, s->at.force[j]);
}

/* Records the followed links first .. end - 1, evaluated in the step that ends at t. */
static void follow_links(carom_stepped *s, int first, int end, double t)
{
  int low = 0, high = s->follows;
  while (low < high) {
    const int middle = (low + high) / 2;
    if (s->follow[middle].link < first)
      low = middle + 1;
    else
      high = middle;
  }
  for (; low < s->follows && s->follow[low].link < end; low++)
    follow(s, &s->follow[low], t);
}

static int limited(int64_t place, int end)
{
  return place < 0 ? 0 : place > end ? end : (int)place;
}

/* Takes several steps of entries 0 .. end - 1 in one pass from left to right: each tile takes all
 * steps while it is in the cache. Within a tile each step ends one group before the previous one,
 * because a body needs the forces on both sides. Neither the operations on a body nor the order in
 * which power is summed depend on the tiles. `number` is the number of the first step. */
static void advance_tiles(carom_chain *c, const carom_step_lengths *step, int64_t number, int end,
                          int steps, double lane[][CAROM_GROUP])
{
  carom_stepped *s = c->stepped;
  carom_tile tile;
  for (int64_t from = 0; from < end + (int64_t)steps * CAROM_GROUP; from += CAROM_TILE) {
    int first = limited(from, end), last = limited(from + CAROM_TILE, end);
    for (int n = 0; n <= steps; n++) {
      const int64_t back = (n + 1) * CAROM_GROUP;
      tile.first = limited(from - back, end);
      tile.end = n < steps ? limited(from + CAROM_TILE - back, end) : tile.first;
      const bool moves = first < last, any = tile.first < tile.end;
      if (moves && n == steps) s->kernels->close(&s->at, step, first, last);
      if ((moves || any) && n < steps)
        (n == 0 ? s->kernels->open : s->kernels->pass)(&s->at, step, first, last, &tile);
      if (any) {
        carom_stepped_contact_forces(s, &tile, lane[n]);
        if (s->follows) follow_links(s, tile.first, tile.end, s->step * (double)(number + n));
      }
      first = tile.first, last = tile.end;
    }
  }
}

/* The end of entries 0 .. active + steps in whole groups: no disturbance travels further in these
 * steps. */
static int end_of_pass(const carom_stepped *s, int steps)
{
  const int last = s->active + steps < s->padded ? s->active + steps : s->padded - 1;
  return (last + CAROM_GROUP) / CAROM_GROUP * CAROM_GROUP;
}

void carom_stepped_start(carom_chain *c)
{
  carom_stepped *s = c->stepped;
  const carom_step_lengths still = {0, 0, 0};
  double lane[1][CAROM_GROUP] = {{0}};
  advance_tiles(c, &still, 0, end_of_pass(s, 1), 1, lane);
  push(c, s, 0, 0);
}

/* Extends the active window by the bodies that have been reached. */
static void widen(carom_stepped *s, int steps)
{
  const int last = s->padded - 2;
  for (int j = s->active + steps < last ? s->active + steps : last; j > s->active; j--)
    if (s->at.v[j] != 0 || s->at.a[j] != 0) s->active = j;
}

void carom_stepped_advance(carom_chain *c, int steps)
{
  carom_stepped *s = c->stepped;
  double lane[CAROM_STEPS_IN_ONE][CAROM_GROUP] = {{0}};
  const carom_step_lengths step = {s->step, 0.5 * s->step, s->ahead};
  advance_tiles(c, &step, c->in.steps + 1, end_of_pass(s, steps), steps, lane);
  widen(s, steps);
  for (int n = 0; n < steps; n++) {
    const double *l = lane[n];
    s->viscous += s->step * (((l[0] + l[1]) + (l[2] + l[3])) + ((l[4] + l[5]) + (l[6] + l[7])));
  }
  c->in.steps += steps;
  c->in.t = s->step * (double)c->in.steps; /* not accumulated, so it does not drift */
  if (s->pushes) push(c, s, c->in.t, s->step);
}
