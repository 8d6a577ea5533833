/* SPDX-License-Identifier: MIT */
/* The constraint equations of joints and drivers: violations, the Jacobian, and the right-hand side
 * gamma for the accelerations. */
#include "law_math.h"
#include "mechanism/mechanism.h"

void carom_mechanism_pose(carom_mechanism *m, const double *q, const double *v)
{
  for (int i = 0; i < m->bodies; i++) {
    carom_pose *p = &m->pose[i];
    p->x = q[3 * i];
    p->y = q[3 * i + 1];
    if (p->angle != q[3 * i + 2]) { /* the angle of a slider never changes */
      p->angle = q[3 * i + 2];
      carom_sincos(p->angle, &p->sine, &p->cosine);
    }
    if (!v) continue;
    p->vx = v[3 * i];
    p->vy = v[3 * i + 1];
    p->spin = v[3 * i + 2];
  }
}

static void put(double *block, double x, double y, double turn)
{
  block[0] = x;
  block[1] = y;
  block[2] = turn;
}

/* Accelerations of the points without the contribution of the unknown accelerations: -spin^2
 * arm. */
static void pin(carom_mechanism *m, const carom_constraint *constraint)
{
  const carom_body_point a = carom_body_point_of(m->pose, &constraint->a),
                         b = carom_body_point_of(m->pose, &constraint->b);
  const double wa = m->pose[constraint->a.body].spin, wb = m->pose[constraint->b.body].spin;
  const int x = constraint->row[0], y = constraint->row[1];
  m->violation[x] = b.x - a.x;
  m->violation[y] = b.y - a.y;
  m->jacobian[6 * x + 2] = a.ay; /* the entries for x and y are constant */
  m->jacobian[6 * x + 5] = -b.ay;
  m->jacobian[6 * y + 2] = -a.ax;
  m->jacobian[6 * y + 5] = b.ax;
  m->gamma[x] = wb * wb * b.ax - wa * wa * a.ax;
  m->gamma[y] = wb * wb * b.ay - wa * wa * a.ay;
}

/* The component of b's point, relative to a's, along a direction that rotates with a. */
static void slide(carom_mechanism *m, const carom_constraint *constraint)
{
  const carom_pose *pa = &m->pose[constraint->a.body];
  const carom_body_point a = carom_body_point_of(m->pose, &constraint->a),
                         b = carom_body_point_of(m->pose, &constraint->b);
  const double wa = pa->spin, wb = m->pose[constraint->b.body].spin;
  const double ux = pa->cosine * constraint->ux - pa->sine * constraint->uy;
  const double uy = pa->sine * constraint->ux + pa->cosine * constraint->uy;
  const double dx = b.x - a.x, dy = b.y - a.y, vx = b.vx - a.vx, vy = b.vy - a.vy;
  const double cross = ux * dy - uy * dx; /* derivative with respect to the rotation of the
                                             direction: perp(u) . d */
  const int row = constraint->row[0];
  m->violation[row] = ux * dx + uy * dy - constraint->target;
  put(&m->jacobian[6 * row], -ux, -uy, ux * a.ay - uy * a.ax + cross);
  put(&m->jacobian[6 * row + 3], ux, uy, uy * b.ax - ux * b.ay);
  const double turned = 2 * wa * (ux * vy - uy * vx) - wa * wa * (ux * dx + uy * dy);
  const double points = wb * wb * (ux * b.ax + uy * b.ay) - wa * wa * (ux * a.ax + uy * a.ay);
  m->gamma[row] = points - turned;
}

static void turn(carom_mechanism *m, const carom_constraint *constraint, const double *q)
{
  const int a = constraint->a.body, b = constraint->b.body, row = constraint->row[0], n = m->bodies;
  m->violation[row] = (b < n ? q[3 * b + 2] : 0) - (a < n ? q[3 * a + 2] : 0) - constraint->target;
  m->gamma[row] = 0;
}

/* (d^2 - l^2) / 2l equals |d| - l near the solution and needs no root. */
static void rod(carom_mechanism *m, const carom_constraint *constraint)
{
  const carom_body_point a = carom_body_point_of(m->pose, &constraint->a),
                         b = carom_body_point_of(m->pose, &constraint->b);
  const double wa = m->pose[constraint->a.body].spin, wb = m->pose[constraint->b.body].spin;
  const double per_length = 1 / constraint->target;
  const double dx = b.x - a.x, dy = b.y - a.y, vx = b.vx - a.vx, vy = b.vy - a.vy;
  const double ux = dx * per_length, uy = dy * per_length;
  const int row = constraint->row[0];
  m->violation[row] = 0.5 * (ux * dx + uy * dy - constraint->target);
  put(&m->jacobian[6 * row], -ux, -uy, ux * a.ay - uy * a.ax);
  put(&m->jacobian[6 * row + 3], ux, uy, uy * b.ax - ux * b.ay);
  m->gamma[row] = wb * wb * (ux * b.ax + uy * b.ay) - wa * wa * (ux * a.ax + uy * a.ay) -
                  (vx * vx + vy * vy) * per_length;
}

void carom_mechanism_constant_jacobian(carom_mechanism *m)
{
  for (int k = 0; k < m->constraints; k++) {
    const carom_constraint *constraint = &m->constraint[k];
    double *row = &m->jacobian[6 * constraint->row[0]];
    if (constraint->kind == CAROM_CONSTRAINT_PIN) {
      put(row, -1, 0, 0);
      put(row + 3, 1, 0, 0);
      row = &m->jacobian[6 * constraint->row[1]];
      put(row, 0, -1, 0);
      put(row + 3, 0, 1, 0);
    } else if (constraint->kind == CAROM_CONSTRAINT_ANGLE) {
      put(row, 0, 0, -1);
      put(row + 3, 0, 0, 1);
    }
  }
}

static void evaluate(carom_mechanism *m, int from, int to, double t, const double *q)
{
  for (int k = from; k < to; k++) {
    const carom_constraint *constraint = &m->constraint[k];
    const int row = constraint->row[0];
    if (constraint->kind == CAROM_CONSTRAINT_PIN)
      pin(m, constraint);
    else if (constraint->kind == CAROM_CONSTRAINT_ANGLE)
      turn(m, constraint, q);
    else if (constraint->kind == CAROM_CONSTRAINT_ROD)
      rod(m, constraint);
    else
      slide(m, constraint);
    if (!constraint->drive) continue;
    m->violation[row] -= carom_drive_frozen_area(constraint->drive, t);
    m->nu[row] = carom_drive_frozen_value(constraint->drive, t);
    m->gamma[row] += carom_drive_frozen_slope(constraint->drive);
  }
}

void carom_mechanism_constraints(carom_mechanism *m, double t, const double *q)
{
  evaluate(m, 0, m->solved_constraints, t, q);
}

void carom_mechanism_constraints_all(carom_mechanism *m, double t, const double *q)
{
  evaluate(m, 0, m->constraints, t, q);
}
