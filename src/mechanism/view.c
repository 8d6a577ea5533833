/* SPDX-License-Identifier: MIT */
/* Fills the public view of a mechanism at one instant. */
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
                                  .alpha = a[2]};
  }
}

/* The force on body b is -J^T times the multiplier. The moment about b's point is the rotational
 * entry minus the moment of that force about the centre of mass. */
static void fill_joints(carom_mechanism *m)
{
  for (int k = 0; k < m->joints; k++)
    m->reaction[k] = (carom_reaction){0, 0, 0};
  for (int k = 0; k < m->constraints; k++) {
    const carom_constraint *constraint = &m->constraint[k];
    const carom_body_point b = carom_body_point_of(m->pose, &constraint->b);
    for (int r = 0; r < (constraint->kind == CAROM_CONSTRAINT_PIN ? 2 : 1); r++) {
      const int row = constraint->row[r];
      if (row >= m->rows + m->given) continue;
      const double *j = m->jacobian + 6 * row + 3, x = -m->multiplier[row];
      if (constraint->driver >= 0) {
        m->motor_effort[constraint->driver] = x;
        continue;
      }
      carom_reaction *on = &m->reaction[constraint->joint];
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
    const carom_bearing_kinematics g = carom_bearing_kinematics_of(b, m->pose);
    carom_journal *j = &m->journal[k];
    *j = (carom_journal){.x = g.ex,
                         .y = g.ey,
                         .overlap = g.overlap,
                         .approach = g.approach,
                         .sliding = g.sliding,
                         .touching = !b->regime.open,
                         .touches = b->touches,
                         .contact_time = b->contact_time,
                         .peak_overlap = b->peak_overlap,
                         .peak_force = b->peak_force};
    if (b->regime.open) continue;
    j->contact_time += t - b->touched_at;
    j->normal = carom_regime_force(&b->regime, g.overlap, g.approach);
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
  for (int k = 0; k < m->springs; k++) {
    const carom_spring_element *c = &m->spring[k];
    const double stretch = carom_spring_stretch(c, m->pose, y, m->bodies).length - c->rest;
    e.elastic += 0.5 * c->stiffness * stretch * stretch;
  }
  for (int k = 0; k < m->bearings; k++) {
    const carom_bearing *b = &m->bearing[k];
    const carom_bearing_kinematics g = carom_bearing_kinematics_of(b, m->pose);
    const carom_energy held = carom_regime_energy(&b->regime, g.overlap);
    e.viscous += carom_regime_spent(&b->regime, g.overlap);
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
  carom_mechanism_constraints_all(m, t, y);
  for (int k = 0; k < m->motors; k++)
    m->motor_effort[m->motor[k].driver] = carom_drive_frozen_value(m->motor[k].drive, t);
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
  m->view.driver = m->motor_effort;
  m->view.journal = m->journal;
}
