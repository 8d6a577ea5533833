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

/* The largest component first, which has no cancellation; the others from sums and differences of
 * the matrix R[i][k] = axis[k][i]. */
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
  for (int k = 0; k < 3; k++) {
    const double unit[3] = {k == 0, k == 1, k == 2};
    carom_quaternion_rotate(q, unit, axis[k]);
  }
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

/* Turns the body about one of its principal axes, at the rate that its momentum `own`, in principal
 * axes, has there. The momentum stays in space and so turns the other way as seen from the body. */
static void turn_about(carom_rigid_body *b, int axis, double time, double own[3])
{
  const int next = (axis + 1) % 3, last = (axis + 2) % 3;
  const double angle = time * own[axis] / b->inertia[axis];
  double half[4] = {1, 0, 0, 0}, sine, cosine;
  carom_sincos(0.5 * angle, &half[1 + axis], &half[0]);
  carom_quaternion_product(b->orientation, half, b->orientation);
  sine = 2 * half[1 + axis] * half[0];
  cosine = 1 - 2 * half[1 + axis] * half[1 + axis];
  const double a = own[next], c = own[last];
  own[next] = cosine * a + sine * c;
  own[last] = cosine * c - sine * a;
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
  double own[3];
  for (int k = 0; k < 3; k++)
    b->position[k] += time * b->velocity[k];
  carom_quaternion_rotate_back(b->orientation, b->angular_momentum, own);
  turn_about(b, 0, 0.5 * time, own);
  turn_about(b, 1, 0.5 * time, own);
  turn_about(b, 2, time, own);
  turn_about(b, 1, 0.5 * time, own);
  turn_about(b, 0, 0.5 * time, own);
  normalise(b->orientation);
  carom_quaternion_product(b->orientation, back, turn);
}
