/* SPDX-License-Identifier: MIT */
/* The impact of a sphere with a plane or another sphere in a plane, integrated plainly in very
 * short steps: the equations as they stand in textbooks, written without a look at the library. */
#ifndef CAROM_VERIFY_PLANAR_H
#define CAROM_VERIFY_PLANAR_H

#include <stdbool.h>

typedef enum planar_model { PLANAR_LINEAR, PLANAR_MINDLIN, PLANAR_SECANT } planar_model;

/* The first sphere is above, the second (or the plane) below. Normal: k d^p + c d^q d'. Velocities
 * along the contact are positive to the right, spins clockwise seen from the front (the point below
 * the centre of the first moves to the left). */
typedef struct planar {
  double mass[2], radius[2]; /* mass[1] 0: a plane */
  double speed;              /* of approach */
  double sideways[2], spin[2];
  double stiffness, power, damping, damping_power;
  bool cut; /* no tension */
  planar_model model;
  double friction;
  double grip;         /* k_t (linear), or k of k_t = k sqrt(d) */
  double grip_damping; /* c_t (linear), or c of c_t = c sqrt(k_t) */
  double duration;     /* about that of the contact, for the step */
} planar;

typedef struct planar_result {
  double speed; /* of parting */
  double sideways[2], spin[2];
  double peak_force, peak_overlap, duration;
} planar_result;

planar_result planar_solve(const planar *p);

/* The damping that gives this restitution, by bisection; 0 for 1. */
double planar_damping(const planar *p, double restitution);

#endif
