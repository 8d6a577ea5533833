/* SPDX-License-Identifier: MIT */
#include "contact/run.h"

/* The regime that holds at d and v, for the memory as it is. */
static void settle(carom_run *run, double d, double v)
{
  const carom_contact *c = run->contact;
  run->branch = c->law->branch(c->law, c->slot, run->state->value, d);
  c->law->level(c->law, c->slot, run->state->value, run->level);
  for (int k = 0; k < c->law->levels; k++)
    run->above[k] = d > run->level[k];
  const carom_force f = carom_run_raw(run, d, v);
  run->cut = c->cut && f.elastic + f.dissipative < 0;
}

static double stored(const carom_run *run, double d)
{
  return carom_contact_energy(run->contact, run->state, d).stored;
}

double carom_run_spent(const carom_run *run, double overlap)
{
  return run->spent + (run->cut ? stored(run, run->cut_overlap) - stored(run, overlap) : 0);
}

carom_energy carom_run_energy(const carom_run *run, double overlap)
{
  carom_energy e = carom_contact_energy(run->contact, run->state, overlap);
  e.plastic += run->dented;
  return e;
}

static void turn_if_turned(carom_run *run, double d, double v)
{
  const carom_contact *c = run->contact;
  if (run->open || run->closing == (v > 0)) return;
  run->closing = v > 0;
  c->law->turn(c->law, c->slot, run->state->value, d, v);
}

void carom_run_start(carom_run *run, const carom_contact *contact, carom_state *state,
                     double overlap, double approach)
{
  run->contact = contact;
  run->state = state;
  run->slack = 0;
  const bool latches = (contact->law->info.traits & CAROM_LAW_LATCHES) != 0;
  const bool touching = overlap == 0 && (approach > 0 || (approach == 0 && !latches));
  run->open = !(overlap > 0 || touching);
  run->closing = true;
  if (!run->open && !(overlap > 0))
    contact->law->touch(contact->law, contact->slot, state->value, approach);
  if (contact->law->turn && approach < 0) turn_if_turned(run, overlap, approach);
  settle(run, overlap, approach);
  run->cut_overlap = overlap;
  run->spent = 0;
  run->dented = 0;
}

static double total(const carom_run *run, double d, double v)
{
  const carom_force f = carom_run_force(run, d, v);
  return f.elastic + f.dissipative;
}

double carom_run_force_rate(const carom_run *run, double overlap, double approach, double a,
                            double h)
{
  const double d = overlap, v = approach;
  const double one = total(run, d + h * v, v + h * a) - total(run, d - h * v, v - h * a);
  const double two = total(run, d + 2 * h * v, v + 2 * h * a) -
                     total(run, d - 2 * h * v, v - 2 * h * a);
  return (8 * one - two) / (12 * h);
}

int carom_run_guards(const carom_contact *contact)
{
  return CAROM_RUN_LEVELS + contact->law->levels;
}

void carom_run_guard(const carom_run *run, double overlap, double approach, double *guard)
{
  const int levels = run->contact->law->levels;
  guard[CAROM_RUN_OPEN] = run->open ? -overlap : overlap + run->slack;
  guard[CAROM_RUN_CUT] = 1;
  if (run->contact->cut && !run->open) {
    const carom_force f = carom_run_raw(run, overlap, approach);
    const double total = f.elastic + f.dissipative;
    guard[CAROM_RUN_CUT] = run->cut ? -total : total;
  }
  const bool remembers = (run->contact->law->info.traits & CAROM_LAW_REMEMBERS) != 0;
  guard[CAROM_RUN_TURNING] = remembers && !run->open && run->branch > 1 ? approach : 1;
  if (run->contact->law->turn && !run->open)
    guard[CAROM_RUN_TURNING] = run->closing ? approach : -approach;
  for (int k = 0; k < levels; k++) {
    const double beyond = overlap - run->level[k];
    guard[CAROM_RUN_LEVELS + k] = run->open ? 1 : (run->above[k] ? beyond : -beyond) + run->slack;
  }
}

void carom_run_switch(carom_run *run, double overlap, double approach)
{
  const carom_contact *c = run->contact;
  run->spent = carom_run_spent(run, overlap);
  run->cut_overlap = overlap;
  if (run->open && overlap > 0) {
    run->open = false;
    run->closing = true;
    c->law->touch(c->law, c->slot, run->state->value, approach);
  } else if (!run->open && overlap < -run->slack) {
    run->open = true;
    if (c->episode) {
      run->dented = carom_run_energy(run, overlap).plastic;
      *run->state = carom_contact_fresh(c);
    }
  }
  /* the dent grows only while loading, so the turning point is where it is final */
  if (c->law->turn)
    turn_if_turned(run, overlap, approach);
  else if (!run->open && approach <= 0)
    c->law->commit(c->law, c->slot, run->state->value, overlap);
  settle(run, overlap, approach);
}
