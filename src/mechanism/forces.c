/* SPDX-License-Identifier: MIT */
/* All forces except joint reactions: gravity, motors, springs, contacts in clearances. */
#include "mechanism/mechanism.h"

/* Adds a force at a point of a body, and a moment. */
static void push(carom_mechanism *m, int body, const carom_body_point *point, double fx, double fy,
                 double moment)
{
  if (body == m->bodies) return;
  double *applied = m->applied + 3 * body;
  applied[0] += fx * m->inv_mass[body];
  applied[1] += fy * m->inv_mass[body];
  applied[2] += (point->ax * fy - point->ay * fx + moment) * m->inv_inertia[body];
}

static double angle_of(const double *q, int body, int bodies)
{
  return body < bodies ? q[3 * body + 2] : 0;
}

carom_stretch carom_spring_stretch(const carom_spring_element *spring, const carom_pose *pose,
                                   const double *q, int bodies)
{
  carom_stretch s = {.a = carom_body_point_of(pose, &spring->a),
                     .b = carom_body_point_of(pose, &spring->b)};
  if (spring->twists) {
    s.length = angle_of(q, spring->b.body, bodies) - angle_of(q, spring->a.body, bodies);
    s.rate = pose[spring->b.body].spin - pose[spring->a.body].spin;
    return s;
  }
  const double dx = s.b.x - s.a.x, dy = s.b.y - s.a.y;
  s.length = CAROM_SQRT(dx * dx + dy * dy);
  s.nx = s.length > 0 ? dx / s.length : 0;
  s.ny = s.length > 0 ? dy / s.length : 0;
  s.rate = (s.b.vx - s.a.vx) * s.nx + (s.b.vy - s.a.vy) * s.ny;
  return s;
}

/* Returns the power of the damper. */
static double add_spring(carom_mechanism *m, const carom_spring_element *spring, const double *q)
{
  const carom_stretch s = carom_spring_stretch(spring, m->pose, q, m->bodies);
  const double force = spring->stiffness * (s.length - spring->rest) + spring->damping * s.rate;
  const double moment = spring->twists ? force : 0;
  push(m, spring->a.body, &s.a, force * s.nx, force * s.ny, moment);
  push(m, spring->b.body, &s.b, -force * s.nx, -force * s.ny, -moment);
  return spring->damping * s.rate * s.rate;
}

/* Returns the power of the motor. */
static double add_motor(carom_mechanism *m, const carom_motor *e, double t)
{
  const carom_pose *a = &m->pose[e->a.body], *b = &m->pose[e->b.body];
  const carom_body_point pa = carom_body_point_of(m->pose, &e->a),
                         pb = carom_body_point_of(m->pose, &e->b);
  const double value = carom_drive_frozen_value(e->drive, t);
  if (e->twists) {
    push(m, e->a.body, &pa, 0, 0, -value);
    push(m, e->b.body, &pb, 0, 0, value);
    return value * (b->spin - a->spin);
  }
  /* b's point stays on the line through a's, so both forces have the same line of action */
  const double fx = value * (a->cosine * e->ux - a->sine * e->uy);
  const double fy = value * (a->sine * e->ux + a->cosine * e->uy);
  push(m, e->a.body, &pa, -fx, -fy, 0);
  push(m, e->b.body, &pb, fx, fy, 0);
  return fx * (pb.vx - pa.vx) + fy * (pb.vy - pa.vy);
}

static void add_bearing(carom_mechanism *m, const carom_bearing *b, carom_powers *power)
{
  if (b->regime.open) return;
  const carom_bearing_kinematics g = carom_bearing_kinematics_of(b, m->pose);
  const carom_force f = carom_regime_force(&b->regime, g.overlap, g.approach);
  const double normal = f.elastic + f.dissipative;
  const double along = carom_bearing_friction(b, normal, g.sliding);
  const double fx = -normal * g.nx - along * g.ny, fy = -normal * g.ny + along * g.nx;
  push(m, b->journal.body, &g.journal, fx, fy, along * (b->radius - g.length));
  push(m, b->bearing.body, &g.bearing, -fx, -fy, -along * b->radius);
  power->viscous += carom_regime_power(&b->regime, f, g.approach);
  power->friction -= along * g.sliding;
}

carom_powers carom_mechanism_applied(carom_mechanism *m, double t, const double *q)
{
  carom_powers power = {0, 0, 0};
  for (int i = 0; i < m->bodies; i++) {
    m->applied[3 * i] = m->gravity_x;
    m->applied[3 * i + 1] = m->gravity_y;
    m->applied[3 * i + 2] = 0;
  }
  for (int k = 0; k < m->springs; k++)
    power.viscous += add_spring(m, &m->spring[k], q);
  for (int k = 0; k < m->motors; k++)
    power.outer += add_motor(m, &m->motor[k], t);
  for (int k = 0; k < m->bearings; k++)
    add_bearing(m, &m->bearing[k], &power);
  return power;
}
