/* SPDX-License-Identifier: MIT */
/* What a run adds up: energies, extremes of contacts, processor time. Never read by the motion. */
#ifndef CAROM_SRC_SCENE_ACCOUNTING_H
#define CAROM_SRC_SCENE_ACCOUNTING_H

#include <carom/scene.h>

enum { CAROM_POWERS = 6 };

/* Sums over the contacts and particles of a block. */
typedef struct carom_block_sums {
  double viscous, friction, walls, rolling, twisting, adhesion; /* power in this step, W */
  double lost[CAROM_POWERS];              /* the same integrated since the start (trapezoidal), J */
  double plastic;                         /* work of closed episodes, J */
  double applied[CAROM_SCENE_FORCES_MAX]; /* work of kicks since the start, J */
  double held;                            /* work of holds since the start, J */
  double bad;                             /* how many contacts were too deep */
  /* Of a box that deforms: branches times forces, branch first; m u u, and the energy of u gained
   * by changes of the rate that particles do not follow (box.h). */
  double virial[9], kinetic[9], unfollowed;
} carom_block_sums;

/* Extremes of the contacts of a material pair since the start. Maxima and counts do not depend
 * on who evaluated which contact, so each worker keeps its own. */
typedef struct carom_extremes {
  double fastest;  /* approach while closed, m/s */
  double deepest;  /* overlap over R* */
  int64_t touches; /* where the law needs the impact speed, and those below its floor */
  int64_t at_floor;
} carom_extremes;

/* Of free walls, since the start: the work of gravity and of forces and torques that are given, and
 * what stops took. */
typedef struct carom_body_work {
  double gravity, given, stops;
} carom_body_work;

typedef struct carom_accounting {
  double energy_start, gravity_work;
  double tangential_start, rolling_start, twisting_start, adhesion_start; /* held in contacts */
  double entered, left; /* energy that particles brought along, and took away */
  double plastic_left;  /* plastic work of contacts that ended because a particle left */
  double moment_start[3], momentum_last[3]; /* sum of m x, and of m v; for the work of gravity */
  carom_body_work body;
  /* Of applied forces: work beyond whole kicks, and that of the half kick before the last view. */
  double applied_work[CAROM_SCENE_FORCES_MAX], applied_now[CAROM_SCENE_FORCES_MAX];
  double held_work, held_now; /* the same of holds */
  carom_extremes **extremes;  /* of each worker, by material pair */
  double seconds[3];          /* in forces, motion, lists */
  carom_scene_rebuild_times rebuild_seconds;
} carom_accounting;

#endif
