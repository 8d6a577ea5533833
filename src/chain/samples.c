/* SPDX-License-Identifier: MIT */
/* Chains without events: actions at the end of a step. */
#include "chain/chain.h"

/* The parabola through three instants, relative to the middle one. */
typedef struct parabola {
  double middle, slope, bend;
} parabola;

static parabola through(const double *past, double now, double before, double after)
{
  const double left = (past[1] - past[0]) / before, right = (now - past[0]) / after;
  return (parabola){.middle = past[0],
                    .slope = (left * after - right * before) / (after - before),
                    .bend = (right - left) / (after - before)};
}

static double value(const parabola *p, double t)
{
  return p->middle + t * (p->slope + t * p->bend);
}

static double vertex(const parabola *p)
{
  return p->bend < 0 ? -0.5 * p->slope / p->bend : 0;
}

static bool is_peak(const double *past, double now, double noise)
{
  return past[0] > noise && past[0] >= past[1] && past[0] > now;
}

void carom_samples_note(carom_samples *past, carom_chain_contact *peak, double t, double overlap,
                        double force)
{
  if (force > peak->peak_force) peak->peak_force = force, peak->time_of_peak_force = t;
  if (past->count == 2) {
    const double middle = past->time[0], before = past->time[1] - middle, after = t - middle;
    if (peak->time_of_first_peak_overlap == CAROM_UNSET &&
        is_peak(past->overlap, overlap, past->noise_overlap)) {
      const parabola d = through(past->overlap, overlap, before, after);
      const parabola f = through(past->force, force, before, after);
      peak->first_peak_overlap = value(&d, vertex(&d));
      peak->time_of_first_peak_overlap = middle + vertex(&d);
      peak->force_at_first_peak_overlap = value(&f, vertex(&d));
    }
    if (is_peak(past->force, force, past->noise_force)) {
      const parabola f = through(past->force, force, before, after);
      const double height = value(&f, vertex(&f)), when = middle + vertex(&f);
      if (peak->time_of_first_peak_force == CAROM_UNSET)
        peak->first_peak_force = height, peak->time_of_first_peak_force = when;
      if (height > peak->peak_force) peak->peak_force = height, peak->time_of_peak_force = when;
    }
  }
  past->time[1] = past->time[0], past->time[0] = t;
  past->overlap[1] = past->overlap[0], past->overlap[0] = overlap;
  past->force[1] = past->force[0], past->force[0] = force;
  past->count += past->count < 2;
}

/* The speed at which the surfaces met, within the step that ends at overlap d and speed v. */
static double meeting_speed(const carom_link *l, double d, double v)
{
  const double before = l->past.overlap[0] + l->regime.reach, now = d + l->regime.reach;
  return before < 0 ? v - (v - l->approach) * now / (now - before) : l->approach;
}

/* Updates the memory of a contact; it changes nowhere else. Returns true if the contact has opened
 * or closed. */
static bool settle(carom_chain *c, carom_link *l, double d, double v)
{
  const bool was_open = l->regime.open;
  const bool open = !carom_episode_lasts(was_open, l->regime.reach, l->regime.slack, d);
  if (was_open && !open) {
    carom_episode_begin(&l->contact, &l->state, meeting_speed(l, d, v));
    carom_encounters_begin(&l->met, &l->contact, meeting_speed(l, d, v));
    l->peak.touches++;
  }
  if (!was_open && open) {
    carom_encounters_end(&l->met);
    l->regime.booked_plastic += carom_episode_end(&l->contact, &l->state, d);
  }
  l->regime.open = open;
  if (carom_within(l->regime.reach, d)) carom_contact_commit(&l->contact, &l->state, d);
  if (open != was_open && c->contact_callback)
    c->contact_callback(c->callback_user, carom_chain_number(c, l), c->in.t, v, was_open);
  return open != was_open;
}

static bool sample_links(carom_chain *c)
{
  const double *u = c->in.y, *v = u + c->beads;
  bool changed = false;
  for (int k = 0; k < c->links; k++) {
    carom_link *l = &c->link[k];
    const double overlap = carom_link_overlap(l, u), approach = carom_link_approach(l, v);
    if (l->past.count > 0) changed |= settle(c, l, overlap, approach);
    const carom_force f = carom_link_force(c, l, overlap, approach);
    carom_samples_note(&l->past, &l->peak, c->in.t, overlap, f.elastic + f.dissipative);
    carom_encounters_note(&l->met, overlap, approach);
    l->approach = approach;
  }
  return changed;
}

/* Driven bodies are placed exactly, independently of the scheme. */
static bool place_driven(carom_chain *c)
{
  bool corner = false;
  for (int k = 0; k < c->drives; k++) {
    const carom_drive *d = &c->drive[k].velocity;
    const int body = c->drive[k].body;
    const double before = carom_drive_value(d, c->in.t_old), now = carom_drive_value(d, c->in.t);
    if (c->step > 0)
      c->in.y[carom_chain_outer(c)] += 0.5 * c->mass[body] * (now + before) * (now - before);
    c->in.y[body] = c->in.y_old[body] + carom_drive_distance(d, c->in.t_old, c->in.t);
    c->in.y[c->beads + body] = now;
    corner |= carom_drive_corner(d, c->in.t_old) <= c->in.t;
  }
  return corner;
}

void carom_chain_end_step(carom_chain *c)
{
  const bool corner = place_driven(c), switched = sample_links(c);
  if (corner || switched) carom_integrator_resume(&c->in);
}

void carom_chain_start_samples(carom_chain *c)
{
  for (int k = 0; k < c->links; k++) {
    carom_link *l = &c->link[k];
    l->past = (carom_samples){.noise_overlap = l->noise_overlap, .noise_force = l->noise_force};
  }
  sample_links(c);
}
