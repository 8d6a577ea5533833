/* SPDX-License-Identifier: MIT */
/* What a run adds up: energies, extremes of contacts, time. The motion never reads it. */
#ifndef CAROM_SRC_SCENE_ACCOUNTING_H
#define CAROM_SRC_SCENE_ACCOUNTING_H

#include <carom/scene.h>

enum { CAROM_POWERS = 6 };

/* Sums over the contacts and particles of a block. */
typedef struct carom_block_sums {
  double viscous, friction, walls, rolling, twisting, adhesion; /* power in the last step, W */
  double lost[CAROM_POWERS]; /* their integrals since the start (trapezoidal rule), J */
  double plastic;            /* plastic work of closed episodes, J */
  double applied[CAROM_SCENE_FORCES_MAX]; /* work of the kicks since the start, J */
  double held;                            /* work of holds since the start, J */
  double bad;                             /* number of contacts that were too deep */
  /* For a box that deforms: virial (branch index first), kinetic sum of m u u, and the change of
   * the energy of u by changes of the rate that particles do not follow (box.h). */
  double virial[9], kinetic[9], unfollowed;
} carom_block_sums;

/* Extremes of the contacts of a material pair since the start. Maxima and counts do not depend on
 * which worker evaluated which contact, so each worker keeps its own. */
typedef struct carom_extremes {
  double fastest; /* largest approach speed of a closed contact, m/s */
  double deepest; /* largest overlap / R* */
  /* First touches, if the law needs the impact speed, and how many of them were below its speed
   * floor. */
  int64_t touches;
  int64_t at_floor;
} carom_extremes;

/* For free walls, since the start: work of gravity, work of prescribed forces and torques, and
 * energy dissipated at stops. */
typedef struct carom_body_work {
  double gravity, given, stops;
} carom_body_work;

typedef struct carom_accounting {
  double energy_start, gravity_work;
  double tangential_start, rolling_start, twisting_start; /* stored in contacts */
  double latched_start; /* the same of adhesion models with a history */
  double entered, left; /* energy that particles brought in and took away */
  double plastic_left;  /* plastic work of contacts that ended because a particle left */
  double moment_start[3], momentum_last[3]; /* sums of m x and of m v, for the work of gravity */
  carom_body_work body;
  /* Applied forces: work beyond whole kicks, and that of the half kick before the last view. */
  double applied_work[CAROM_SCENE_FORCES_MAX], applied_now[CAROM_SCENE_FORCES_MAX];
  double held_work, held_now; /* the same for holds */
  carom_extremes **extremes;  /* of each worker, by material pair */
  double seconds[3]; /* in forces, motion and lists; within a host: forces, messages and lists */
  carom_scene_rebuild_times rebuild_seconds;
} carom_accounting;

#endif
