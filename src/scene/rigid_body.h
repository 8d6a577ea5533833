/* SPDX-License-Identifier: MIT */
/* A rigid body integrated by leapfrog: positions at whole steps, momenta halfway between them.
 *
 * The angular momentum is kept in space, where it is constant without torque. The orientation
 * follows by the symplectic splitting of Dullweber, Leimkuhler and McLachlan (1997): exact
 * rotations about the principal axes, in a symmetric order. The scheme is of second order and
 * reversible; its energy error oscillates as O(h^2) and does not drift. */
#ifndef CAROM_SRC_SCENE_RIGID_BODY_H
#define CAROM_SRC_SCENE_RIGID_BODY_H

typedef struct carom_rigid_body {
  double mass, inertia[3];    /* principal moments about the centre of mass */
  double position[3];         /* of the centre of mass */
  double orientation[4];      /* unit quaternion w, x, y, z: from principal axes to space */
  double velocity[3];         /* at mid-step */
  double angular_momentum[3]; /* about the centre of mass, in space, at mid-step */
} carom_rigid_body;

/* The product p q; a vector rotated by q, or back. */
void carom_quaternion_product(const double p[4], const double q[4], double out[4]);
void carom_quaternion_rotate(const double q[4], const double v[3], double out[3]);
void carom_quaternion_rotate_back(const double q[4], const double v[3], double out[3]);

/* Quaternion of the rotation that takes the axes of space to these, right-handed, one per row; and
 * the inverse conversion. */
void carom_quaternion_of_axes(double axis[3][3], double out[4]);
void carom_quaternion_axes(const double q[4], double axis[3][3]);

/* Angular velocity from angular momentum, and the inverse conversion, both in space. */
void carom_rigid_spin(const carom_rigid_body *b, const double momentum[3], double spin[3]);
void carom_rigid_momentum(const carom_rigid_body *b, const double spin[3], double momentum[3]);

/* Changes the momenta by a force and a torque that act for `time`. */
void carom_rigid_kick(carom_rigid_body *b, const double force[3], const double torque[3],
                      double time);
/* Advances position and orientation by `time`. `turn`, unless NULL, is set to the quaternion of the
 * rotation in space. */
void carom_rigid_drift(carom_rigid_body *b, double time, double turn[4]);

#endif
