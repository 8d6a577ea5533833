/* SPDX-License-Identifier: MIT */
#include "contact/fixed_steps.h"

#include "contact/episode.h"
#include "family/root.h"

typedef struct work {
  const carom_contact *contact;
  const carom_state *state;
  double energy;
} work;

static double lacking(double d, const void *user)
{
  const work *w = user;
  carom_state pressed = *w->state;
  const carom_energy before = carom_contact_energy(w->contact, w->state, 0);
  carom_contact_commit(w->contact, &pressed, d);
  const carom_energy e = carom_contact_energy(w->contact, &pressed, d);
  return e.stored + e.plastic - before.stored - before.plastic - w->energy;
}

double carom_depth(const carom_contact *contact, const carom_state *state, double energy)
{
  const work w = {contact, state, energy};
  double high = 1e-9 * contact->radius;
  while (lacking(high, &w) < 0 && high < contact->radius)
    high *= 2;
  return lacking(high, &w) > 0 ? carom_root(lacking, &w, 0, high) : high;
}

double carom_step_limit(const carom_contact *contact, const carom_state *state, double overlap)
{
  const double way = 0.02; /* fraction of the overlap: short enough for a slope, long enough for a
                              jump */
  carom_state pressed = *state;
  double stiffest = 0;
  if (!(overlap > 0)) return -CAROM_UNSET;
  for (int unloading = 0; unloading < 2; unloading++) {
    const double from = carom_contact_force(contact, &pressed, (1 - way) * overlap, 0).elastic;
    const double to = carom_contact_force(contact, &pressed, overlap, 0).elastic;
    const double slope = (to - from) / (way * overlap);
    stiffest = slope > stiffest ? slope : stiffest;
    carom_contact_commit(contact, &pressed, overlap);
  }
  return stiffest > 0 ? 2 * CAROM_SQRT(contact->mass / stiffest) : -CAROM_UNSET;
}

double carom_step_limit_at(const carom_contact *contact, const carom_state *state, double speed)
{
  const double energy = 0.5 * contact->mass * speed * speed;
  return carom_step_limit(contact, state, carom_depth(contact, state, energy));
}

/* One impact in fixed steps of velocity Verlet, with first touch at the fraction `phase` of a step;
 * returns the restitution. */
static double discrete_impact(const carom_contact *c, double speed, double step, double phase,
                              bool predicted, int64_t most)
{
  carom_state state = carom_contact_virgin(c);
  const double reach = carom_contact_reach(c);
  double d = -phase * step * speed - reach, v = speed, a = 0;
  bool touched = false;
  for (int64_t n = 0; n < most; n++) {
    v += 0.5 * step * a;
    d += step * v;
    const double seen = predicted ? v + 0.5 * step * a : v;
    if (!carom_within(reach, d)) {
      if (touched) break;
      a = 0;
      continue;
    }
    if (!touched) carom_episode_begin(c, &state, seen);
    touched = true;
    const carom_force f = carom_contact_force(c, &state, d, seen);
    carom_contact_commit(c, &state, d);
    a = -(f.elastic + f.dissipative) / c->mass;
    v += 0.5 * step * a;
  }
  return v < 0 ? -v / speed : 0;
}

double carom_phase_mean(const double value[CAROM_STEP_PHASES], double *spread)
{
  double mean = 0;
  for (int k = 0; k < CAROM_STEP_PHASES; k++)
    mean += value[k] / CAROM_STEP_PHASES;
  *spread = 0;
  for (int k = 0; k < CAROM_STEP_PHASES; k++) {
    const double off = CAROM_FABS(value[k] - mean);
    *spread = off > *spread ? off : *spread;
  }
  return mean;
}

double carom_step_delivers(const carom_contact *contact, double speed, double step, double duration,
                           bool predicted, double *spread)
{
  const int64_t most = 4 * (int64_t)(duration / step) + 64;
  double value[CAROM_STEP_PHASES];
  for (int k = 0; k < CAROM_STEP_PHASES; k++)
    value[k] = discrete_impact(contact, speed, step, (k + 0.5) / CAROM_STEP_PHASES, predicted,
                               most);
  return carom_phase_mean(value, spread);
}
