/* SPDX-License-Identifier: MIT */
/* Peaks of overlap and force of every contact, located on the dense output of the steps. */
#include "chain/chain.h"
#include "family/root.h"

static double force_of(const carom_link *l, double overlap, double approach)
{
  const carom_force f = carom_regime_force(&l->regime, overlap, approach);
  return f.elastic + f.dissipative;
}

void carom_link_note_force(carom_link *l, double t, double force)
{
  if (force > l->peak.peak_force) l->peak.peak_force = force, l->peak.time_of_peak_force = t;
}

static void note_first_force(carom_link *l, double t, double force)
{
  carom_link_note_force(l, t, force);
  if (l->peak.time_of_first_peak_force != CAROM_UNSET || force < l->noise_force) return;
  l->peak.first_peak_force = force;
  l->peak.time_of_first_peak_force = t;
}

static void note_first_overlap(carom_link *l, double t, double overlap, double force)
{
  if (l->peak.time_of_first_peak_overlap != CAROM_UNSET || overlap < l->noise_overlap) return;
  l->peak.first_peak_overlap = overlap;
  l->peak.time_of_first_peak_overlap = t;
  l->peak.force_at_first_peak_overlap = force;
}

/* A link and a time within the last step. */
typedef struct search {
  carom_chain *chain;
  carom_link *link;
  double noise;
} search;

static double approach_at(double t, const void *user)
{
  const search *s = user;
  double *y = s->chain->sample;
  carom_integrator_interpolate(&s->chain->in, t, y);
  const double v = carom_link_approach(s->link, y + s->chain->beads);
  return CAROM_FABS(v) < s->noise ? 0 : v;
}

/* The rate of the force of a link in state y; `dydt` is scratch space for the accelerations. */
static double force_rate(carom_chain *c, const carom_link *l, double t, const double *y,
                         double *dydt)
{
  carom_chain_rate(c, t, y, dydt);
  return carom_regime_force_rate(&l->regime, carom_link_overlap(l, y),
                                 carom_link_approach(l, y + c->beads),
                                 carom_link_approach(l, dydt + c->beads), l->nudge);
}

static double force_rate_at(double t, const void *user)
{
  const search *s = user;
  double *y = s->chain->sample;
  carom_integrator_interpolate(&s->chain->in, t, y);
  const double f = force_rate(s->chain, s->link, t, y, s->chain->scratch);
  return CAROM_FABS(f) < s->noise ? 0 : f;
}

static void find_peaks(carom_chain *c, carom_link *l, double approach, double rate)
{
  carom_integrator *in = &c->in;
  if (l->approach > 0 && approach < 0) {
    const search s = {c, l, 1e-15 * (l->approach - approach)};
    const double t = carom_root(approach_at, &s, in->t_old, in->t);
    carom_integrator_interpolate(in, t, c->sample);
    const double d = carom_link_overlap(l, c->sample);
    carom_encounters_note(&l->met, d, 0);
    note_first_overlap(l, t, d, force_of(l, d, carom_link_approach(l, c->sample + c->beads)));
  }
  if (l->rising && rate < -l->noise_rate) {
    /* a smooth maximum, or a kink at the switch where the step began, such as the beginning of
     * unloading */
    const search s = {c, l, 1e-13 * (l->force_rate - rate)};
    const bool smooth = l->force_rate > 0;
    const double t = smooth ? carom_root(force_rate_at, &s, in->t_old, in->t) : in->t_old;
    l->rising = false;
    carom_integrator_interpolate(in, t, c->sample);
    const double d = carom_link_overlap(l, c->sample);
    note_first_force(l, t, force_of(l, d, carom_link_approach(l, c->sample + c->beads)));
  }
}

/* Records every contact at the end of a step, or at the very start. */
static void look(carom_chain *c, bool at_start)
{
  const double *y = c->in.y;
  carom_chain_rate(c, c->in.t, y, c->rate);
  for (int k = 0; k < c->links; k++) {
    carom_link *l = &c->link[k];
    const double d = carom_link_overlap(l, y), v = carom_link_approach(l, y + c->beads);
    const double a = carom_link_approach(l, c->rate + c->beads);
    const double rate = l->regime.open ? 0 : carom_regime_force_rate(&l->regime, d, v, a, l->nudge);
    carom_link_note_force(l, c->in.t, force_of(l, d, v));
    if (!at_start) {
      carom_encounters_note(&l->met, d, v);
      find_peaks(c, l, v, rate);
    }
    l->rising |= rate > l->noise_rate;
    l->approach = v;
    l->force_rate = rate;
  }
}

void carom_chain_note_peaks(carom_chain *c)
{
  look(c, false);
}

void carom_chain_note_start(carom_chain *c)
{
  look(c, true);
}
