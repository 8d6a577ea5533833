/* SPDX-License-Identifier: MIT */
/* Motions of walls by formula. */
#ifndef CAROM_SRC_SCENE_DRIVES_H
#define CAROM_SRC_SCENE_DRIVES_H

#include <carom/motion.h>

/* A drive gives its linear and angular parts the same course: by how much of them it moves from one
 * time to another, and at what rate at a time. */
double carom_drive_travel(const carom_scene_drive *d, double from, double to);
double carom_drive_rate(const carom_scene_drive *d, double time);

/* Refuses what cannot be; `wall` and `number` say where. */
carom_status carom_drive_check(const carom_scene_drive *d, const char *wall, int number,
                               carom_error *err);

#endif
