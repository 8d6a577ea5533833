/* SPDX-License-Identifier: MIT */
/* How the walls of a scene move: by tables and formulas, under force control, or freely. */
#ifndef CAROM_MOTION_H
#define CAROM_MOTION_H

#include <stdbool.h>

#include <carom/base.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum carom_scene_drive_kind {
  CAROM_DRIVE_STEADY,      /* constant velocity and spin */
  CAROM_DRIVE_OSCILLATION, /* displacement: amplitude times sin(2 pi frequency (t - start) + phase),
                              minus its value at `start` */
  CAROM_DRIVE_SURFACE      /* a conveyor: the wall stays in place and its surface moves */
} carom_scene_drive_kind;

/* A motion by formula, from `start` to `stop`. It grows linearly from zero within `ramp` and fades
 * out in the same way: the speeds of a steady motion and of a surface, the amplitude of an
 * oscillation. Rotations are about the wall's centre; axes are fixed in space. Start from
 * carom_scene_drive_default(): steady, from 0 s on without end, without a ramp. */
typedef struct carom_scene_drive {
  carom_scene_drive_kind kind;
  double linear[3];         /* velocity, m/s, or amplitude, m; of a surface's velocity only the
                               component tangential to the wall at the contact counts */
  double angular[3];        /* spin, rad/s, or amplitude, rad; unused for surfaces */
  double frequency, phase;  /* of an oscillation: Hz, rad */
  double start, stop, ramp; /* s; stop = CAROM_UNSET: never */
} carom_scene_drive;

CAROM_API carom_scene_drive carom_scene_drive_default(void);

/* Force control: the wall moves along `direction` at `gain` times the difference between the target
 * force and the force that the particles exert on it, at most at `speed`. On a bed of stiffness k
 * the force approaches the target as exp(-k gain t). Start from carom_scene_servo_default(). */
typedef struct carom_scene_servo {
  double direction[3];   /* direction of pressing; any nonzero length */
  double force;          /* target force, N; alternatively: */
  double pressure, area; /* target pressure, Pa, and area, m2; CAROM_UNSET: use `force` */
  double speed;          /* largest speed, m/s */
  double gain;      /* m/s per N; CAROM_UNSET: `speed` over the target force, so that it moves at
                       full speed where nothing resists */
  double start;     /* s; the wall is at rest before */
  double low, high; /* stops: smallest and largest displacement along the direction, m, <= 0 and >=
                       0; infinite by default */
} carom_scene_servo;

CAROM_API carom_scene_servo carom_scene_servo_default(void);

/* A free body: in the selected degrees of freedom the wall moves under the forces of the particles,
 * gravity and the given force and torque; in the others it follows its tables and drives. It
 * interacts with particles only, not with other walls. Its centre of mass is the wall's centre; its
 * principal axes are initially x, y and z. Start from carom_scene_body_default(): free to translate
 * in all directions, not to rotate. */
typedef struct carom_scene_body {
  double mass;                 /* kg */
  double inertia[3];           /* kg m2, about its principal axes; needed if it rotates */
  bool moves[3];               /* free to translate along x, y, z */
  bool turns[3];               /* free to rotate about x, y, z: none, one or all */
  double velocity[3], spin[3]; /* when it is released */
  double force[3], torque[3];  /* applied, fixed in space */
  double start;                /* time of release, s */
  double low[3], high[3]; /* stops: smallest and largest displacement from the initial position, m,
                             <= 0 and >= 0; infinite by default. A body loses its speed there */
} carom_scene_body;

CAROM_API carom_scene_body carom_scene_body_default(void);

/* The motion of a wall: `points` rows of time, velocity of the centre and angular velocity about
 * it, linear in between and constant outside. One point is a steady motion; no points are no
 * motion. All drives are added, and so is a servo; alternatively, some degrees of freedom are left
 * to a free body. */
typedef struct carom_scene_motion {
  int points;
  const double *time;
  const double *velocity; /* three numbers per point, m/s; NULL: none */
  const double *spin;     /* three numbers per point, rad/s; NULL: none */
  double centre[3];       /* initial centre of rotation; moves with the wall */
  int drives;
  const carom_scene_drive *drive;
  const carom_scene_servo *servo; /* may be NULL */
  const carom_scene_body *body;   /* may be NULL; excludes `servo` */
} carom_scene_motion;

#ifdef __cplusplus
}
#endif

#endif
