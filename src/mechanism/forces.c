/* SPDX-License-Identifier: MIT */
/* All forces but those of the joints: gravity, motors, springs, contacts in clearances. */
#include "mechanism/mechanism.h"

/* A force on a spot of a body, and a moment. */
static void push(carom_mechanism *m, int body, const carom_spot *spot, double fx, double fy,
                 double moment)
{
  if (body == m->bodies) return;
  double *pull = m->pull + 3 * body;
  pull[0] += fx * m->per_mass[body];
  pull[1] += fy * m->per_mass[body];
  pull[2] += (spot->ax * fy - spot->ay * fx + moment) * m->per_inertia[body];
}

static double angle_of(const double *q, int body, int bodies)
{
  return body < bodies ? q[3 * body + 2] : 0;
}

carom_stretch carom_coil_stretch(const carom_coil *coil, const carom_pose *pose, const double *q,
                                 int bodies)
{
  carom_stretch s = {.a = carom_spot_of(pose, &coil->a), .b = carom_spot_of(pose, &coil->b)};
  if (coil->twists) {
    s.length = angle_of(q, coil->b.body, bodies) - angle_of(q, coil->a.body, bodies);
    s.rate = pose[coil->b.body].spin - pose[coil->a.body].spin;
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
static double add_coil(carom_mechanism *m, const carom_coil *coil, const double *q)
{
  const carom_stretch s = carom_coil_stretch(coil, m->pose, q, m->bodies);
  const double force = coil->stiffness * (s.length - coil->rest) + coil->damping * s.rate;
  const double moment = coil->twists ? force : 0;
  push(m, coil->a.body, &s.a, force * s.nx, force * s.ny, moment);
  push(m, coil->b.body, &s.b, -force * s.nx, -force * s.ny, -moment);
  return coil->damping * s.rate * s.rate;
}

/* Returns the power of the motor. */
static double add_effort(carom_mechanism *m, const carom_effort *e, double t)
{
  const carom_pose *a = &m->pose[e->a.body], *b = &m->pose[e->b.body];
  const carom_spot pa = carom_spot_of(m->pose, &e->a), pb = carom_spot_of(m->pose, &e->b);
  const double value = carom_drive_frozen_value(e->drive, t);
  if (e->twists) {
    push(m, e->a.body, &pa, 0, 0, -value);
    push(m, e->b.body, &pb, 0, 0, value);
    return value * (b->spin - a->spin);
  }
  /* b's point stays on the line through a's, so that both forces have the same line of action */
  const double fx = value * (a->cosine * e->ux - a->sine * e->uy);
  const double fy = value * (a->sine * e->ux + a->cosine * e->uy);
  push(m, e->a.body, &pa, -fx, -fy, 0);
  push(m, e->b.body, &pb, fx, fy, 0);
  return fx * (pb.vx - pa.vx) + fy * (pb.vy - pa.vy);
}

static void add_bearing(carom_mechanism *m, const carom_bearing *b, carom_powers *power)
{
  if (b->run.open) return;
  const carom_gap g = carom_bearing_gap(b, m->pose);
  const carom_force f = carom_run_force(&b->run, g.overlap, g.approach);
  const double normal = f.elastic + f.dissipative;
  const double along = carom_bearing_friction(b, normal, g.sliding);
  const double fx = -normal * g.nx - along * g.ny, fy = -normal * g.ny + along * g.nx;
  push(m, b->journal.body, &g.journal, fx, fy, along * (b->radius - g.length));
  push(m, b->bearing.body, &g.bearing, -fx, -fy, -along * b->radius);
  power->viscous += carom_run_power(&b->run, f, g.approach);
  power->friction -= along * g.sliding;
}

carom_powers carom_mechanism_pull(carom_mechanism *m, double t, const double *q)
{
  carom_powers power = {0, 0, 0};
  for (int i = 0; i < m->bodies; i++) {
    m->pull[3 * i] = m->gravity_x;
    m->pull[3 * i + 1] = m->gravity_y;
    m->pull[3 * i + 2] = 0;
  }
  for (int k = 0; k < m->coils; k++)
    power.viscous += add_coil(m, &m->coil[k], q);
  for (int k = 0; k < m->efforts; k++)
    power.outer += add_effort(m, &m->effort[k], t);
  for (int k = 0; k < m->bearings; k++)
    add_bearing(m, &m->bearing[k], &power);
  return power;
}
