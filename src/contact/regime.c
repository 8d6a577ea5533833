/* SPDX-License-Identifier: MIT */
#include "contact/regime.h"

/* Determines the regime at d and v, for the present memory. */
static void settle(carom_regime *regime, double d, double v)
{
  const carom_contact *c = regime->contact;
  /* Built-in laws with memory number the formulas of loading from 2 on, and 1 holds at the largest
   * overlap itself. Users may number them as they like and write > or >= there: at a border the
   * side counts to which the bodies move, and every turn is an event. */
  const double little = c->law->user ? 2.3e-16 * CAROM_FABS(d) + 1e-300 : 0;
  const double ahead = v > 0 ? d + little : d - little;
  regime->branch = c->law->branch(c->law, c->coefficient, regime->state->value, ahead);
  c->law->breakpoint(c->law, c->coefficient, regime->state->value, regime->breakpoint);
  for (int k = 0; k < c->law->breakpoints; k++)
    regime->above[k] = ahead > regime->breakpoint[k];
  if (c->law->user) regime->closing = v > 0;
  const carom_force f = carom_regime_raw(regime, d, v);
  regime->cut = c->cut && f.elastic + f.dissipative < 0;
}

static double stored(const carom_regime *regime, double d)
{
  return carom_contact_energy(regime->contact, regime->state, d).stored;
}

double carom_regime_spent(const carom_regime *regime, double overlap)
{
  return regime->spent +
         (regime->cut ? stored(regime, regime->cut_overlap) - stored(regime, overlap) : 0);
}

carom_energy carom_regime_energy(const carom_regime *regime, double overlap)
{
  carom_energy e = carom_contact_energy(regime->contact, regime->state, overlap);
  e.plastic += regime->booked_plastic;
  return e;
}

static void reverse_if_turned(carom_regime *regime, double d, double v)
{
  const carom_contact *c = regime->contact;
  if (regime->open || regime->closing == (v > 0)) return;
  regime->closing = v > 0;
  c->law->on_reversal(c->law, c->coefficient, regime->state->value, d, v);
}

void carom_regime_start(carom_regime *regime, const carom_contact *contact, carom_state *state,
                        double overlap, double approach)
{
  regime->contact = contact;
  regime->state = state;
  regime->slack = 0;
  regime->reach = carom_contact_reach(contact);
  const bool stores_impact_speed = (contact->law->info.traits & CAROM_LAW_STORES_IMPACT_SPEED) != 0;
  const bool touching = overlap == -regime->reach &&
                        (approach > 0 || (approach == 0 && !stores_impact_speed));
  regime->open = !(carom_within(regime->reach, overlap) || touching);
  regime->closing = true;
  if (!regime->open && !carom_within(regime->reach, overlap))
    carom_episode_begin(contact, state, approach);
  if (contact->law->on_reversal && approach < 0) reverse_if_turned(regime, overlap, approach);
  settle(regime, overlap, approach);
  regime->cut_overlap = overlap;
  regime->spent = 0;
  regime->booked_plastic = 0;
}

static double total(const carom_regime *regime, double d, double v)
{
  const carom_force f = carom_regime_force(regime, d, v);
  return f.elastic + f.dissipative;
}

double carom_regime_force_rate(const carom_regime *regime, double overlap, double approach,
                               double a, double h)
{
  const double d = overlap, v = approach;
  const double one = total(regime, d + h * v, v + h * a) - total(regime, d - h * v, v - h * a);
  const double two = total(regime, d + 2 * h * v, v + 2 * h * a) -
                     total(regime, d - 2 * h * v, v - 2 * h * a);
  return (8 * one - two) / (12 * h);
}

int carom_regime_guards(const carom_contact *contact)
{
  return CAROM_REGIME_BREAKPOINTS + contact->law->breakpoints;
}

void carom_regime_guard(const carom_regime *regime, double overlap, double approach, double *guard)
{
  const int breakpoints = regime->contact->law->breakpoints;
  guard[CAROM_REGIME_OPEN] = regime->open ? -overlap - regime->reach
                                          : overlap + regime->reach + regime->slack;
  guard[CAROM_REGIME_CUT] = 1;
  if (regime->contact->cut && !regime->open) {
    const carom_force f = carom_regime_raw(regime, overlap, approach);
    const double total = f.elastic + f.dissipative;
    guard[CAROM_REGIME_CUT] = regime->cut ? -total : total;
  }
  const bool remembers = (regime->contact->law->info.traits & CAROM_LAW_REMEMBERS) != 0;
  guard[CAROM_REGIME_TURNING] = 1;
  if (remembers && !regime->open) /* loading and tearing end where the motion reverses */
    guard[CAROM_REGIME_TURNING] = regime->branch > 1   ? approach
                                  : regime->branch < 0 ? -approach
                                                       : 1;
  if ((regime->contact->law->on_reversal || (remembers && regime->contact->law->user)) &&
      !regime->open)
    guard[CAROM_REGIME_TURNING] = regime->closing ? approach : -approach;
  for (int k = 0; k < breakpoints; k++) {
    const double beyond = overlap - regime->breakpoint[k];
    guard[CAROM_REGIME_BREAKPOINTS + k] = regime->open ? 1
                                                       : (regime->above[k] ? beyond : -beyond) +
                                                             regime->slack;
  }
}

void carom_regime_switch(carom_regime *regime, double overlap, double approach)
{
  const carom_contact *c = regime->contact;
  regime->spent = carom_regime_spent(regime, overlap);
  regime->cut_overlap = overlap;
  const bool lasts = carom_episode_lasts(regime->open, regime->reach, regime->slack, overlap);
  if (regime->open && lasts) {
    regime->open = false;
    regime->closing = true;
    carom_episode_begin(c, regime->state, approach);
  } else if (!regime->open && !lasts) {
    regime->open = true;
    regime->booked_plastic += carom_episode_end(c, regime->state, overlap);
  }
  /* the dent grows during loading only, so it is final at the turning point; tearing shrinks it
   * until the motion reverses */
  const bool tore = regime->branch < 0;
  const bool tears = !tore &&
                     c->law->branch(c->law, c->coefficient, regime->state->value, overlap) < 0;
  if (c->law->on_reversal)
    reverse_if_turned(regime, overlap, approach);
  else if (!regime->open && (tore ? approach >= 0 : approach <= 0 && !tears))
    c->law->commit(c->law, c->coefficient, regime->state->value, overlap);
  settle(regime, overlap, approach);
}
