/* SPDX-License-Identifier: MIT */
/* Ghosts of a scene that moves its own particles within a host: functions that hosted.c puts into
 * the engine table. */
#ifndef CAROM_SRC_SCENE_GHOSTS_H
#define CAROM_SRC_SCENE_GHOSTS_H

#include "scene/hosted.h"

/* Slots of accounting.seconds. Waiting for messages is not booked as work of the forces. */
enum { CAROM_IN_FORCES, CAROM_IN_MESSAGES, CAROM_IN_LISTS };

/* Called after a motion: sends to the ghosts elsewhere. The time is moved from slot `within` to
 * messages. */
void carom_ghosts_send(carom_scene *s, int within);
/* Calls of the engine (engine.h). */
carom_status carom_ghosts_await(carom_scene *s, bool moves, carom_error *err);
bool carom_ghosts_lists_hold(carom_scene *s, double wall);
void carom_ghosts_step_back(carom_scene *s);

#endif
