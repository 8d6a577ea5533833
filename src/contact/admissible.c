/* SPDX-License-Identifier: MIT */
/* Examines a law for creation of energy. It evaluates the law from outside only, so it works for
 * any law. */
#include <carom/contact.h>

#include "law/law.h"

enum { GRID = 4000 };

/* Overlaps from 1e-6 of the largest to the largest, evenly spaced in their logarithm. */
static double grid_overlap(double max_overlap, int i)
{
  const double decades = 6;
  return max_overlap * carom_exp(-carom_log(10) * decades * (1 - (double)i / GRID));
}

/* The energy that losses are compared with; stored energy of adhesion is negative. */
static double size_of(carom_energy e)
{
  return e.stored < 0 ? e.plastic - e.stored : e.stored + e.plastic;
}

/* The loss D of a law with memory must not decrease with d_m: otherwise a path that ends at the
 * larger dent after visiting the smaller one would create the difference. */
static void check_memory(const carom_contact *c, double max_overlap, carom_admissible *a)
{
  double greatest_loss = 0;
  for (int i = 0; i <= GRID; i++) {
    const double d = grid_overlap(max_overlap, i);
    carom_state state = carom_contact_virgin(c);
    carom_contact_commit(c, &state, d);
    const carom_energy e = carom_contact_energy(c, &state, d);
    const double gain = (greatest_loss - e.plastic) / size_of(e);
    const double residual = carom_contact_residual(c, &state) / d;
    if (gain > a->gain) a->gain = gain, a->gain_overlap = d;
    if (residual < a->worst_residual) a->worst_residual = residual;
    if (e.plastic > greatest_loss) greatest_loss = e.plastic;
  }
}

/* The dissipative part must oppose the motion, and the elastic part must be the derivative of the
 * stored energy; otherwise a closed path gains the difference. */
static void check_forces(const carom_contact *c, double max_overlap, carom_admissible *a)
{
  const double speeds[] = {-c->speed, c->speed};
  double below = 0, at = 0;
  for (int i = 0; i <= GRID; i++) {
    const double d = grid_overlap(max_overlap, i);
    carom_state state = carom_contact_virgin(c);
    carom_contact_touch(c, &state, c->speed);
    const carom_energy e = carom_contact_energy(c, &state, d);
    const double work = e.stored + e.plastic, size = size_of(e);
    for (int k = 0; k < 2; k++) {
      const double power = carom_contact_force(c, &state, d, speeds[k]).dissipative * speeds[k];
      const double gain = -power / c->speed * d / size;
      if (gain > a->gain) a->gain = gain, a->gain_overlap = d;
    }
    /* Simpson's rule over the interval since the last overlap, unless it contains a switch */
    const double middle = 0.5 * (below + d);
    const double branch_below = c->law->branch(c->law, c->coefficient, state.value, below),
                 branch = c->law->branch(c->law, c->coefficient, state.value, d);
    const double area = (d - below) / 6 *
                        (carom_contact_force(c, &state, below, 0).elastic +
                         4 * carom_contact_force(c, &state, middle, 0).elastic +
                         carom_contact_force(c, &state, d, 0).elastic);
    const double mismatch = CAROM_FABS(work - at - area) / size;
    if (i > 0 && branch == branch_below && mismatch > 1e-6 && mismatch > a->gain)
      a->gain = mismatch, a->gain_overlap = d;
    below = d;
    at = work;
  }
}

/* Compares the force just above each switch with that just below. */
static void check_jumps(const carom_contact *c, double max_overlap, carom_admissible *a)
{
  double breakpoint[CAROM_MAX_BREAKPOINTS];
  carom_state state = carom_contact_virgin(c);
  carom_contact_touch(c, &state, c->speed);
  c->law->breakpoint(c->law, c->coefficient, state.value, breakpoint);
  for (int k = 0; k < c->law->breakpoints; k++) {
    if (!(breakpoint[k] > 0 && breakpoint[k] < max_overlap)) continue;
    const double speeds[] = {0, c->speed};
    for (int j = 0; j < 2; j++) {
      const carom_force below = carom_contact_force(c, &state, breakpoint[k] * (1 - 1e-12),
                                                    speeds[j]);
      const carom_force above = carom_contact_force(c, &state, breakpoint[k] * (1 + 1e-12),
                                                    speeds[j]);
      const carom_force most = carom_contact_force(c, &state, max_overlap, speeds[j]);
      const double jump = CAROM_FABS(above.elastic + above.dissipative - below.elastic -
                                     below.dissipative) /
                          (most.elastic + most.dissipative);
      if (jump > a->jump) a->jump = jump, a->jump_overlap = breakpoint[k];
    }
  }
}

/* The force so close to touch that every power of the overlap has vanished. */
static void check_touch(const carom_contact *c, double max_overlap, carom_admissible *a)
{
  carom_state state = carom_contact_virgin(c);
  carom_contact_touch(c, &state, c->speed);
  const carom_force first = carom_contact_force(c, &state, 1e-250 * max_overlap, c->speed);
  const carom_force most = carom_contact_force(c, &state, max_overlap, c->speed);
  a->touch_jump = CAROM_FABS(first.elastic + first.dissipative) / (most.elastic + most.dissipative);
}

carom_admissible carom_contact_admissible(const carom_contact *contact, double max_overlap)
{
  carom_admissible a = {.sound = true};
  if (contact->resolved_only) {
    carom_contact without_rule = *contact; /* its coefficients begin with those of the law itself */
    without_rule.law = carom_law_find(contact->law->info.name);
    without_rule.resolved_only = false;
    a = carom_contact_admissible(&without_rule, max_overlap);
    a.sound = false;
    return a;
  }
  if (contact->law->info.traits & CAROM_LAW_REMEMBERS) check_memory(contact, max_overlap, &a);
  check_forces(contact, max_overlap, &a);
  check_jumps(contact, max_overlap, &a);
  check_touch(contact, max_overlap, &a);
  a.sound = a.gain < 1e-9 && a.worst_residual > -1e-12;
  return a;
}
