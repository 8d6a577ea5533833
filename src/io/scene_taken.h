/* SPDX-License-Identifier: MIT */
/* Existing spheres of a scene, including periodic images, when another group is placed. */
#ifndef CAROM_IO_SCENE_TAKEN_H
#define CAROM_IO_SCENE_TAKEN_H

#include <carom/fill.h>
#include <carom/scene.h>

/* Folds positions into the domain: those in frames are not folded at periodic borders. */
void carom_scene_fold(const carom_scene_def *domain, carom_scene_particle *particle, int64_t count);

/* The particles and periodic images near the box of `fill`: *taken, to be freed, and
 * fill->taken_count. */
carom_status carom_scene_taken(const carom_scene_def *domain, const carom_scene_particle *particle,
                               int64_t count, carom_fill_def *fill, carom_filled **taken,
                               carom_error *err);

#endif
