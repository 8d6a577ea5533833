/* SPDX-License-Identifier: MIT */
/* The equations of joints and drivers: how far they are from being met, their derivatives, and
 * what the accelerations have to do. */
#include "law_math.h"
#include "mechanism/mechanism.h"

void carom_mechanism_pose(carom_mechanism *m, const double *q, const double *v)
{
  for (int i = 0; i < m->bodies; i++) {
    carom_pose *p = &m->pose[i];
    p->x = q[3 * i];
    p->y = q[3 * i + 1];
    if (p->angle != q[3 * i + 2]) { /* that of a slider never changes */
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

/* Accelerations of the points, apart from what the unknown accelerations add: -spin^2 arm. */
static void pin(carom_mechanism *m, const carom_tie *tie)
{
  const carom_spot a = carom_spot_of(m->pose, &tie->a), b = carom_spot_of(m->pose, &tie->b);
  const double wa = m->pose[tie->a.body].spin, wb = m->pose[tie->b.body].spin;
  const int x = tie->row[0], y = tie->row[1];
  m->gap[x] = b.x - a.x;
  m->gap[y] = b.y - a.y;
  m->jacobian[6 * x + 2] = a.ay; /* those for x and y stand there already */
  m->jacobian[6 * x + 5] = -b.ay;
  m->jacobian[6 * y + 2] = -a.ax;
  m->jacobian[6 * y + 5] = b.ax;
  m->bend[x] = wb * wb * b.ax - wa * wa * a.ax;
  m->bend[y] = wb * wb * b.ay - wa * wa * a.ay;
}

/* The part of b's point, as seen from a's, along a direction that turns with a. */
static void slide(carom_mechanism *m, const carom_tie *tie)
{
  const carom_pose *pa = &m->pose[tie->a.body];
  const carom_spot a = carom_spot_of(m->pose, &tie->a), b = carom_spot_of(m->pose, &tie->b);
  const double wa = pa->spin, wb = m->pose[tie->b.body].spin;
  const double ux = pa->cosine * tie->ux - pa->sine * tie->uy;
  const double uy = pa->sine * tie->ux + pa->cosine * tie->uy;
  const double dx = b.x - a.x, dy = b.y - a.y, vx = b.vx - a.vx, vy = b.vy - a.vy;
  const double cross = ux * dy - uy * dx; /* of the direction's turning: perp(u) . d */
  const int row = tie->row[0];
  m->gap[row] = ux * dx + uy * dy - tie->target;
  put(&m->jacobian[6 * row], -ux, -uy, ux * a.ay - uy * a.ax + cross);
  put(&m->jacobian[6 * row + 3], ux, uy, uy * b.ax - ux * b.ay);
  const double turned = 2 * wa * (ux * vy - uy * vx) - wa * wa * (ux * dx + uy * dy);
  const double points = wb * wb * (ux * b.ax + uy * b.ay) - wa * wa * (ux * a.ax + uy * a.ay);
  m->bend[row] = points - turned;
}

static void turn(carom_mechanism *m, const carom_tie *tie, const double *q)
{
  const int a = tie->a.body, b = tie->b.body, row = tie->row[0], n = m->bodies;
  m->gap[row] = (b < n ? q[3 * b + 2] : 0) - (a < n ? q[3 * a + 2] : 0) - tie->target;
  m->bend[row] = 0;
}

/* (d^2 - l^2) / 2l, which is |d| - l near the solution, without a root. */
static void rod(carom_mechanism *m, const carom_tie *tie)
{
  const carom_spot a = carom_spot_of(m->pose, &tie->a), b = carom_spot_of(m->pose, &tie->b);
  const double wa = m->pose[tie->a.body].spin, wb = m->pose[tie->b.body].spin;
  const double per_length = 1 / tie->target;
  const double dx = b.x - a.x, dy = b.y - a.y, vx = b.vx - a.vx, vy = b.vy - a.vy;
  const double ux = dx * per_length, uy = dy * per_length;
  const int row = tie->row[0];
  m->gap[row] = 0.5 * (ux * dx + uy * dy - tie->target);
  put(&m->jacobian[6 * row], -ux, -uy, ux * a.ay - uy * a.ax);
  put(&m->jacobian[6 * row + 3], ux, uy, uy * b.ax - ux * b.ay);
  m->bend[row] = wb * wb * (ux * b.ax + uy * b.ay) - wa * wa * (ux * a.ax + uy * a.ay) -
                 (vx * vx + vy * vy) * per_length;
}

void carom_mechanism_tie_constants(carom_mechanism *m)
{
  for (int k = 0; k < m->ties; k++) {
    const carom_tie *tie = &m->tie[k];
    double *row = &m->jacobian[6 * tie->row[0]];
    if (tie->kind == CAROM_TIE_PIN) {
      put(row, -1, 0, 0);
      put(row + 3, 1, 0, 0);
      row = &m->jacobian[6 * tie->row[1]];
      put(row, 0, -1, 0);
      put(row + 3, 0, 1, 0);
    } else if (tie->kind == CAROM_TIE_TURN) {
      put(row, 0, 0, -1);
      put(row + 3, 0, 0, 1);
    }
  }
}

static void evaluate(carom_mechanism *m, int from, int to, double t, const double *q)
{
  for (int k = from; k < to; k++) {
    const carom_tie *tie = &m->tie[k];
    const int row = tie->row[0];
    if (tie->kind == CAROM_TIE_PIN)
      pin(m, tie);
    else if (tie->kind == CAROM_TIE_TURN)
      turn(m, tie, q);
    else if (tie->kind == CAROM_TIE_ROD)
      rod(m, tie);
    else
      slide(m, tie);
    if (!tie->drive) continue;
    m->gap[row] -= carom_drive_frozen_area(tie->drive, t);
    m->flow[row] = carom_drive_frozen_value(tie->drive, t);
    m->bend[row] += carom_drive_frozen_slope(tie->drive);
  }
}

void carom_mechanism_tie(carom_mechanism *m, double t, const double *q)
{
  evaluate(m, 0, m->solved_ties, t, q);
}

void carom_mechanism_tie_all(carom_mechanism *m, double t, const double *q)
{
  evaluate(m, 0, m->ties, t, q);
}
