/* SPDX-License-Identifier: MIT */
/* How the walls of a scene move: by tables and formulas, driven by force, or freely. */
#ifndef CAROM_MOTION_H
#define CAROM_MOTION_H

#include <stdbool.h>

#include <carom/base.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum carom_scene_drive_kind {
  CAROM_DRIVE_STEADY,      /* at a velocity and a spin */
  CAROM_DRIVE_OSCILLATION, /* by an amplitude times sin(2 pi frequency (t - start) + phase), where
                              it is at the start counting as no displacement */
  CAROM_DRIVE_SURFACE      /* a conveyor: the wall stays where it is, its surface moves */
} carom_scene_drive_kind;

/* A motion by formula. Begins at `start`, ends at `stop`; grows linearly from nothing within `ramp`
 * and ends the same way: speeds of a steady one and of a surface, the amplitude of an oscillation.
 * Rotations are about the wall's centre, axes are fixed in space. Start from
 * carom_scene_drive_default(): steady, from 0 s on for ever, without a ramp. */
typedef struct carom_scene_drive {
  carom_scene_drive_kind kind;
  double linear[3];         /* velocity, m/s; amplitude, m. Of a surface's velocity that part counts
                               which is tangential to it where it is touched */
  double angular[3];        /* spin, rad/s; amplitude, rad; surfaces have none */
  double frequency, phase;  /* of an oscillation: Hz, rad */
  double start, stop, ramp; /* s; stop may be CAROM_UNSET: never */
} carom_scene_drive;

CAROM_API carom_scene_drive carom_scene_drive_default(void);

/* Driven by force: the wall moves along `direction` at `gain` times what it lacks to press on the
 * particles with the force that is wanted, no faster than `speed`. On a bed of stiffness k the
 * force approaches the target as exp(-k gain t). Start from carom_scene_servo_default(). */
typedef struct carom_scene_servo {
  double direction[3];   /* in which it presses; any length but 0 */
  double force;          /* N, or: */
  double pressure, area; /* Pa, m2; CAROM_UNSET: `force` is wanted */
  double speed;          /* m/s */
  double gain;      /* m/s per N; CAROM_UNSET: `speed` over the target, so that it moves at full
                       speed where nothing resists */
  double start;     /* s; it stands still before */
  double low, high; /* stops: how far it may go against and along the direction, m, <= 0 and
                       >= 0; infinite by default */
} carom_scene_servo;

CAROM_API carom_scene_servo carom_scene_servo_default(void);

/* A free body: the wall moves by the forces of the particles, gravity, and what is given here, in
 * some of its freedoms; in the others it does as tables and drives say. It meets particles only, no
 * other wall. Its centre of mass is the wall's centre, its principal axes are x, y and z at the
 * start. Start from carom_scene_body_default(): free to move in all directions, not to turn. */
typedef struct carom_scene_body {
  double mass;                 /* kg */
  double inertia[3];           /* kg m2, about its principal axes; needed where it turns */
  bool moves[3];               /* along x, y, z */
  bool turns[3];               /* about x, y, z: none, one or all */
  double velocity[3], spin[3]; /* when it is let go */
  double force[3], torque[3];  /* given, fixed in space */
  double start;                /* s; it is held before */
  double low[3], high[3]; /* stops: how far it may go from where it is at the start, m, <= 0 and
                             >= 0; infinite by default. They take its speed */
} carom_scene_body;

CAROM_API carom_scene_body carom_scene_body_default(void);

/* How a wall moves: `points` rows of time, velocity of the centre and angular velocity about it,
 * linear in between and constant outside; no points, no motion; one point, a steady one. To this
 * are added all of `drive`, and what a servo does; or else some freedoms are those of a body. */
typedef struct carom_scene_motion {
  int points;
  const double *time;
  const double *velocity; /* three numbers a point, m/s; NULL: none */
  const double *spin;     /* three numbers a point, rad/s; NULL: none */
  double centre[3];       /* of the rotation at the start; moves with the wall */
  int drives;
  const carom_scene_drive *drive;
  const carom_scene_servo *servo; /* or NULL */
  const carom_scene_body *body;   /* or NULL; not both */
} carom_scene_motion;

#ifdef __cplusplus
}
#endif

#endif
