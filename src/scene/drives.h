/* SPDX-License-Identifier: MIT */
/* Motions of walls by formula. */
#ifndef CAROM_SRC_SCENE_DRIVES_H
#define CAROM_SRC_SCENE_DRIVES_H

#include <carom/motion.h>

/* Linear and angular parts of a drive share one time course: the multiple of them travelled between
 * two times, and the rate at a time. */
double carom_drive_travel(const carom_scene_drive *d, double from, double to);
double carom_drive_rate(const carom_scene_drive *d, double time);

/* Refuses an invalid drive; `wall` and `number` say where. */
carom_status carom_drive_check(const carom_scene_drive *d, const char *wall, int number,
                               carom_error *err);

#endif
