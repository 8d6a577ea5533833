/* SPDX-License-Identifier: MIT */
#include "scene/rigid_body.h"

#include <string.h>

#include "law_math.h"
#include "scene/wall_shapes.h"

void carom_quaternion_product(const double p[4], const double q[4], double out[4])
{
  const double w = p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3];
  const double x = p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2];
  const double y = p[0] * q[2] - p[1] * q[3] + p[2] * q[0] + p[3] * q[1];
  const double z = p[0] * q[3] + p[1] * q[2] - p[2] * q[1] + p[3] * q[0];
  out[0] = w, out[1] = x, out[2] = y, out[3] = z;
}

/* v + 2 w (u x v) + 2 u x (u x v) */
void carom_quaternion_rotate(const double q[4], const double v[3], double out[3])
{
  double side[3], twice[3];
  carom_cross(q + 1, v, side);
  carom_cross(q + 1, side, twice);
  for (int k = 0; k < 3; k++)
    out[k] = v[k] + 2 * (q[0] * side[k] + twice[k]);
}

void carom_quaternion_rotate_back(const double q[4], const double v[3], double out[3])
{
  const double back[4] = {q[0], -q[1], -q[2], -q[3]};
  carom_quaternion_rotate(back, v, out);
}

/* Computes the largest component first, without cancellation; the others from sums and differences
 * of elements of the matrix R[i][k] = axis[k][i]. */
void carom_quaternion_of_axes(double axis[3][3], double out[4])
{
  const double trace = axis[0][0] + axis[1][1] + axis[2][2];
  int most = 0;
  for (int k = 0; k < 3; k++)
    if (axis[k][k] > (most ? axis[most - 1][most - 1] : trace)) most = k + 1;
  if (most == 0) {
    out[0] = 1 + trace;
    for (int k = 0; k < 3; k++)
      out[1 + k] = axis[(k + 1) % 3][(k + 2) % 3] - axis[(k + 2) % 3][(k + 1) % 3];
  } else {
    const int i = most - 1, j = most % 3, k = (most + 1) % 3;
    out[0] = axis[j][k] - axis[k][j];
    out[1 + i] = 1 + axis[i][i] - axis[j][j] - axis[k][k];
    out[1 + j] = axis[i][j] + axis[j][i];
    out[1 + k] = axis[i][k] + axis[k][i];
  }
  const double length = CAROM_SQRT(out[0] * out[0] + out[1] * out[1] + out[2] * out[2] +
                                   out[3] * out[3]);
  for (int k = 0; k < 4; k++)
    out[k] /= length;
}

void carom_quaternion_axes(const double q[4], double axis[3][3])
{
  const double x = 2 * q[1], y = 2 * q[2], z = 2 * q[3];
  const double xx = x * q[1], yy = y * q[2], zz = z * q[3], xy = x * q[2], xz = x * q[3];
  const double yz = y * q[3], wx = x * q[0], wy = y * q[0], wz = z * q[0];
  axis[0][0] = 1 - (yy + zz), axis[0][1] = xy + wz, axis[0][2] = xz - wy;
  axis[1][0] = xy - wz, axis[1][1] = 1 - (xx + zz), axis[1][2] = yz + wx;
  axis[2][0] = xz + wy, axis[2][1] = yz - wx, axis[2][2] = 1 - (xx + yy);
}

void carom_rigid_spin(const carom_rigid_body *b, const double momentum[3], double spin[3])
{
  double own[3];
  carom_quaternion_rotate_back(b->orientation, momentum, own);
  for (int k = 0; k < 3; k++)
    own[k] /= b->inertia[k];
  carom_quaternion_rotate(b->orientation, own, spin);
}

void carom_rigid_momentum(const carom_rigid_body *b, const double spin[3], double momentum[3])
{
  double own[3];
  carom_quaternion_rotate_back(b->orientation, spin, own);
  for (int k = 0; k < 3; k++)
    own[k] *= b->inertia[k];
  carom_quaternion_rotate(b->orientation, own, momentum);
}

void carom_rigid_kick(carom_rigid_body *b, const double force[3], const double torque[3],
                      double time)
{
  for (int k = 0; k < 3; k++) {
    b->velocity[k] += time * force[k] / b->mass;
    b->angular_momentum[k] += time * torque[k];
  }
}

/* Bodies rotate little in a step: gives the same bits as carom_sincos, faster. */
static inline void sincos_of(double x, double *sine, double *cosine)
{
  if (CAROM_FABS(x) < 0.75)
    carom_sincos_near_zero(x, 0, sine, cosine);
  else
    carom_sincos(x, sine, cosine);
  *sine = x == 0 ? x : *sine; /* keeps the sign of zero */
}

/* A rotating body, passed by value so that it stays in registers. */
typedef struct turning {
  double q[4], own[3]; /* orientation; angular momentum in principal axes */
} turning;

/* Rotates the body about one principal axis at the rate given by its momentum there. The momentum
 * is constant in space and so rotates the other way as seen from the body. */
static inline turning turn_about(turning b, int axis, double time, double inertia)
{
  const int next = (axis + 1) % 3, last = (axis + 2) % 3;
  double s, w;
  sincos_of(0.5 * (time * b.own[axis] / inertia), &s, &w);
  const double q0 = b.q[0], q1 = b.q[1 + axis], q2 = b.q[1 + next], q3 = b.q[1 + last];
  b.q[0] = q0 * w - q1 * s; /* times w + s e, with e the unit of the axis */
  b.q[1 + axis] = q0 * s + q1 * w;
  b.q[1 + next] = q2 * w + q3 * s;
  b.q[1 + last] = q3 * w - q2 * s;
  const double sine = 2 * s * w, cosine = 1 - 2 * s * s;
  const double a = b.own[next], c = b.own[last];
  b.own[next] = cosine * a + sine * c;
  b.own[last] = cosine * c - sine * a;
  return b;
}

static void normalise(double q[4])
{
  const double length = CAROM_SQRT(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  for (int k = 0; k < 4; k++)
    q[k] /= length;
}

void carom_rigid_drift(carom_rigid_body *b, double time, double turn[4])
{
  const double back[4] = {b->orientation[0], -b->orientation[1], -b->orientation[2],
                          -b->orientation[3]};
  const double *inertia = b->inertia;
  turning at;
  for (int k = 0; k < 3; k++)
    b->position[k] += time * b->velocity[k];
  carom_quaternion_rotate_back(b->orientation, b->angular_momentum, at.own);
  memcpy(at.q, b->orientation, sizeof at.q);
  at = turn_about(at, 0, 0.5 * time, inertia[0]);
  at = turn_about(at, 1, 0.5 * time, inertia[1]);
  at = turn_about(at, 2, time, inertia[2]);
  at = turn_about(at, 1, 0.5 * time, inertia[1]);
  at = turn_about(at, 0, 0.5 * time, inertia[0]);
  memcpy(b->orientation, at.q, sizeof at.q);
  normalise(b->orientation);
  if (turn) carom_quaternion_product(b->orientation, back, turn);
}
