/* SPDX-License-Identifier: MIT */
/* What stands in a scene already when another group is placed, across periodic borders, too. */
#ifndef CAROM_IO_SCENE_TAKEN_H
#define CAROM_IO_SCENE_TAKEN_H

#include <carom/fill.h>
#include <carom/scene.h>

/* Frames hold positions that went on across periodic borders; a scene begins inside. */
void carom_scene_fold(const carom_scene_def *domain, carom_scene_particle *particle, int64_t count);

/* Those of the particles, and of their images in the next periods, that come near the box of
 * `fill`: *taken, to be freed, and fill->taken_count. */
carom_status carom_scene_taken(const carom_scene_def *domain, const carom_scene_particle *particle,
                               int64_t count, carom_fill_def *fill, carom_filled **taken,
                               carom_error *err);

#endif
