/* SPDX-License-Identifier: MIT */
/* How walls move. */
#ifndef CAROM_SRC_SCENE_WALL_MOTION_H
#define CAROM_SRC_SCENE_WALL_MOTION_H

#include "scene/walls.h"

/* Copies a motion; `where` names the wall. A previous motion of the wall is replaced. */
carom_status carom_wall_motion_set(carom_wall *w, const carom_scene_motion *motion,
                                   const char *where, carom_error *err);
void carom_wall_motion_free(carom_wall *w);

/* Is its motion determined by forces? */
static inline bool carom_wall_feels(const carom_wall *w)
{
  return w->servo.active || w->body.active;
}

/* Does it move in any way? */
static inline bool carom_wall_moves(const carom_wall *w)
{
  return !w->absent && (w->motion.points > 0 || w->drives > 0 || carom_wall_feels(w));
}

/* By how much walls can become faster within this many steps than in the last one, according to
 * tables and drives. */
double carom_walls_speed_up(const carom_scene *s, int steps);

#endif
