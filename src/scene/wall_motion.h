/* SPDX-License-Identifier: MIT */
/* How walls move. */
#ifndef CAROM_SRC_SCENE_WALL_MOTION_H
#define CAROM_SRC_SCENE_WALL_MOTION_H

#include "scene/walls.h"

/* A drive gives its linear and angular parts the same course: by how much of them it moves from one
 * time to another, and at what rate at a time. */
double carom_drive_travel(const carom_scene_drive *d, double from, double to);
double carom_drive_rate(const carom_scene_drive *d, double time);

/* Copies a motion; `where` names the wall. The wall has none, or one that is replaced. */
carom_status carom_wall_motion_set(carom_wall *w, const carom_scene_motion *motion,
                                   const char *where, carom_error *err);
void carom_wall_motion_free(carom_wall *w);

#endif
