/* SPDX-License-Identifier: MIT */
/* Ghosts of a scene within a host that moves its particles itself: what hosted.c puts into the
 * table of the engine. */
#ifndef CAROM_SRC_SCENE_GHOSTS_H
#define CAROM_SRC_SCENE_GHOSTS_H

#include "scene/hosted.h"

/* Where time is booked in accounting.seconds. Messages are no work of the forces. */
enum { CAROM_IN_FORCES, CAROM_IN_MESSAGES, CAROM_IN_LISTS };

/* After a motion, in time that is booked there. */
void carom_ghosts_send(carom_scene *s, int within);
/* Those of the engine. */
carom_status carom_ghosts_await(carom_scene *s, bool moves, carom_error *err);
bool carom_ghosts_lists_hold(carom_scene *s, double wall);
void carom_ghosts_step_back(carom_scene *s);

#endif
