/* SPDX-License-Identifier: MIT */
/* How the walls of a scene move: by tables and formulas. */
#ifndef CAROM_MOTION_H
#define CAROM_MOTION_H

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

/* How a wall moves: `points` rows of time, velocity of the centre and angular velocity about it,
 * linear in between and constant outside; no points, no motion; one point, a steady one. To this
 * are added all of `drive`. */
typedef struct carom_scene_motion {
  int points;
  const double *time;
  const double *velocity; /* three numbers a point, m/s; NULL: none */
  const double *spin;     /* three numbers a point, rad/s; NULL: none */
  double centre[3];       /* of the rotation at the start; moves with the wall */
  int drives;
  const carom_scene_drive *drive;
} carom_scene_motion;

#ifdef __cplusplus
}
#endif

#endif
