/* SPDX-License-Identifier: MIT */
/* Callbacks of the integration: rates, guards, the longest step, and projection onto the
 * constraints. */
#include "law_math.h"
#include "mechanism/mechanism.h"

/* Relative to the diagonal: below this the constraints do not determine the motion. */
#define LEAST_PIVOT 1e-13

static void spoil(double *x, int count)
{
  for (int i = 0; i < count; i++)
    x[i] = carom_nan();
}

void carom_mechanism_rate(void *user, double t, const double *y, double *dydt)
{
  carom_mechanism *m = user;
  const int n = 3 * m->bodies;
  const double *q = y, *v = y + n;
  double *work = dydt + carom_mechanism_works(m);
  carom_mechanism_pose(m, q, v);
  carom_powers power = carom_mechanism_applied(m, t, q);
  carom_mechanism_constraints(m, t, q);
  carom_mechanism_accelerate_prescribed(m);
  for (int i = 0; i < n; i++) {
    dydt[i] = v[i];
    dydt[n + i] = m->applied[i];
  }
  if (m->rows > 0) {
    if (!carom_mechanism_factor(m, LEAST_PIVOT, NULL)) {
      spoil(dydt, carom_mechanism_states(m));
      return;
    }
    double *x = m->multiplier;
    carom_mechanism_rows(m, m->rows, m->applied, x);
    for (int i = 0; i < m->rows; i++)
      x[i] -= m->gamma[i];
    carom_mechanism_solve(m, x);
    carom_mechanism_react(m, -1, x, dydt + n);
    for (int i = 0; i < m->rows; i++)
      power.outer -= x[i] * m->nu[i];
  }
  power.outer += carom_mechanism_hold_prescribed(m, t);
  work[CAROM_WORK_VISCOUS] = power.viscous;
  work[CAROM_WORK_FRICTION] = power.friction;
  work[CAROM_WORK_OUTER] = power.outer;
}

void carom_mechanism_guard(void *user, double t, const double *y, double *guard)
{
  carom_mechanism *m = user;
  (void)t;
  carom_mechanism_pose(m, y, y + 3 * m->bodies);
  for (int k = 0; k < m->bearings; k++) {
    const carom_bearing_kinematics gap = carom_bearing_kinematics_of(&m->bearing[k], m->pose);
    carom_bearing_guard(&m->bearing[k], &gap, guard + m->bearing[k].guard);
  }
}

/* In free flight a step covers only part of the clearance, so that a journal cannot dip into the
 * bearing and out again undetected. */
double carom_mechanism_longest(void *user, double t, const double *y)
{
  carom_mechanism *m = user;
  double longest = 0;
  (void)t;
  if (m->bearings == 0) return 0;
  carom_mechanism_pose(m, y, y + 3 * m->bodies);
  for (int k = 0; k < m->bearings; k++) {
    const carom_bearing *b = &m->bearing[k];
    if (!b->regime.open) continue;
    const carom_bearing_kinematics g = carom_bearing_kinematics_of(b, m->pose);
    const double vx = g.journal.vx - g.bearing.vx, vy = g.journal.vy - g.bearing.vy;
    const double span = 0.3 * (b->clearance - b->regime.reach) / CAROM_SQRT(vx * vx + vy * vy);
    if (span - span == 0 && (!(longest > 0) || span < longest)) longest = span;
  }
  return longest;
}

static double largest(const double *x, int count)
{
  double most = 0;
  for (int i = 0; i < count; i++)
    most = CAROM_FABS(x[i]) > most ? CAROM_FABS(x[i]) : most;
  return most;
}

/* Newton steps of minimal mass-weighted length onto the constraints, followed by the consistent
 * velocities. A step of the integration ends so close to them that one Newton step converges to
 * rounding; the same factorisation of S serves both. */
void carom_mechanism_project(void *user, double t, double *y)
{
  carom_mechanism *m = user;
  const int n = 3 * m->bodies;
  double *q = y, *v = y + n, *x = m->multiplier;
  carom_mechanism_place_prescribed(m, t, q, v);
  if (m->rows == 0) return;
  carom_mechanism_pose(m, q, v);
  carom_mechanism_constraints(m, t, q);
  for (int trial = 0; trial < 4; trial++) {
    const double off = largest(m->violation, m->rows);
    if (!(off < 0.1 * m->size) || !carom_mechanism_factor(m, LEAST_PIVOT, NULL)) {
      spoil(y, n);
      return;
    }
    for (int i = 0; i < m->rows; i++)
      x[i] = m->violation[i];
    carom_mechanism_solve(m, x);
    carom_mechanism_react(m, -1, x, q);
    carom_mechanism_pose(m, q, v);
    carom_mechanism_constraints(m, t, q);
    if (off < 1e-8 * m->size) break;
  }
  carom_mechanism_rows(m, m->rows, v, x);
  for (int i = 0; i < m->rows; i++)
    x[i] -= m->nu[i];
  carom_mechanism_solve(m, x);
  carom_mechanism_react(m, -1, x, v);
}
