/* SPDX-License-Identifier: MIT */
/* What a mechanism looks like at one instant. */
#include "mechanism/mechanism.h"

static void fill_bodies(carom_mechanism *m, const double *y, const double *rate)
{
  const int n = 3 * m->bodies;
  for (int i = 0; i < m->bodies; i++) {
    const carom_pose *p = &m->pose[i];
    const double cx = m->centre[2 * i], cy = m->centre[2 * i + 1];
    const double ax = -(p->cosine * cx - p->sine * cy), ay = -(p->sine * cx + p->cosine * cy);
    const double *q = y + 3 * i, *v = y + n + 3 * i, *a = rate + n + 3 * i;
    m->motion[i] = (carom_motion){.x = q[0] + ax,
                                  .y = q[1] + ay,
                                  .angle = q[2],
                                  .vx = v[0] - v[2] * ay,
                                  .vy = v[1] + v[2] * ax,
                                  .spin = v[2],
                                  .ax = a[0] - a[2] * ay - v[2] * v[2] * ax,
                                  .ay = a[1] + a[2] * ax - v[2] * v[2] * ay,
                                  .turn = a[2]};
  }
}

/* The force on body b is -J^T times the multiplier; a moment about b's point is what is left of the
 * turning entry without the arm of the force. */
static void fill_joints(carom_mechanism *m)
{
  for (int k = 0; k < m->joints; k++)
    m->reaction[k] = (carom_reaction){0, 0, 0};
  for (int k = 0; k < m->ties; k++) {
    const carom_tie *tie = &m->tie[k];
    const carom_spot b = carom_spot_of(m->pose, &tie->b);
    for (int r = 0; r < (tie->kind == CAROM_TIE_PIN ? 2 : 1); r++) {
      const int row = tie->row[r];
      if (row >= m->rows + m->given) continue;
      const double *j = m->jacobian + 6 * row + 3, x = -m->multiplier[row];
      if (tie->driver >= 0) {
        m->effort_of[tie->driver] = x;
        continue;
      }
      carom_reaction *on = &m->reaction[tie->joint];
      on->fx += x * j[0];
      on->fy += x * j[1];
      on->moment += x * (j[2] - (b.ax * j[1] - b.ay * j[0]));
    }
  }
}

static void fill_journals(carom_mechanism *m, double t)
{
  for (int k = 0; k < m->bearings; k++) {
    const carom_bearing *b = &m->bearing[k];
    const carom_gap g = carom_bearing_gap(b, m->pose);
    carom_journal *j = &m->journal[k];
    *j = (carom_journal){.x = g.ex,
                         .y = g.ey,
                         .overlap = g.overlap,
                         .approach = g.approach,
                         .sliding = g.sliding,
                         .touching = !b->run.open,
                         .touches = b->touches,
                         .contact_time = b->contact_time,
                         .peak_overlap = b->peak_overlap,
                         .peak_force = b->peak_force};
    if (b->run.open) continue;
    j->contact_time += t - b->touched_at;
    j->normal = carom_run_force(&b->run, g.overlap, g.approach);
    const double normal = j->normal.elastic + j->normal.dissipative;
    j->friction = carom_bearing_friction(b, normal, g.sliding);
    j->on.fx = -normal * g.nx - j->friction * g.ny;
    j->on.fy = -normal * g.ny + j->friction * g.nx;
    j->on.moment = j->friction * (b->radius - g.length);
  }
}

static void fill_energy(carom_mechanism *m, const double *y)
{
  const int n = 3 * m->bodies;
  const double *work = y + carom_mechanism_works(m);
  carom_mechanism_energy e = {.viscous = work[CAROM_WORK_VISCOUS],
                              .friction = work[CAROM_WORK_FRICTION],
                              .work = work[CAROM_WORK_OUTER]};
  for (int i = 0; i < m->bodies; i++) {
    const double *q = y + 3 * i, *v = y + n + 3 * i;
    e.kinetic += 0.5 * (m->mass[i] * (v[0] * v[0] + v[1] * v[1]) + m->inertia[i] * v[2] * v[2]);
    e.gravity -= m->mass[i] * (m->gravity_x * q[0] + m->gravity_y * q[1]);
  }
  for (int k = 0; k < m->coils; k++) {
    const carom_coil *c = &m->coil[k];
    const double stretch = carom_coil_stretch(c, m->pose, y, m->bodies).length - c->rest;
    e.elastic += 0.5 * c->stiffness * stretch * stretch;
  }
  for (int k = 0; k < m->bearings; k++) {
    const carom_bearing *b = &m->bearing[k];
    const carom_gap g = carom_bearing_gap(b, m->pose);
    const carom_energy held = carom_run_energy(&b->run, g.overlap);
    e.viscous += carom_run_spent(&b->run, g.overlap);
    e.elastic += held.stored;
    e.plastic += held.plastic;
  }
  e.residual = m->energy_at_start + e.work -
               (e.kinetic + e.gravity + e.elastic + e.viscous + e.plastic + e.friction);
  m->view.energy = e;
}

void carom_mechanism_fill(carom_mechanism *m, double t, const double *y)
{
  carom_mechanism_rate(m, t, y, m->rate);
  carom_mechanism_tie_all(m, t, y);
  for (int k = 0; k < m->efforts; k++)
    m->effort_of[m->effort[k].driver] = carom_drive_frozen_value(m->effort[k].drive, t);
  fill_bodies(m, y, m->rate);
  fill_joints(m);
  fill_journals(m, t);
  fill_energy(m, y);
  m->view.time = t;
  m->view.bodies = m->bodies;
  m->view.joints = m->joints;
  m->view.drivers = m->drivers;
  m->view.clearances = m->bearings;
  m->view.body = m->motion;
  m->view.joint = m->reaction;
  m->view.driver = m->effort_of;
  m->view.journal = m->journal;
}
