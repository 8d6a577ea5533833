/* SPDX-License-Identifier: MIT */
/* Clumps of a scenario's scene: files of shapes read, places turned into clumps. */
#ifndef CAROM_IO_SCENE_CLUMPS_H
#define CAROM_IO_SCENE_CLUMPS_H

#include "io/scene_build.h"

/* The shapes, with the members of their files, and what is told of them. */
carom_status carom_scene_shapes(const carom_scenario *scenario, const char *folder,
                                carom_scene_parts *parts, carom_error *err);

/* The particles of all groups, of which those of clumps only stand for them: each with the radius
 * of the sphere that holds one. They are taken out and become clumps, with ids of their members
 * behind all others. *count is that of the particles that are left. */
carom_status carom_scene_make_clumps(const carom_scenario *scenario, carom_scene_parts *parts,
                                     carom_scene_particle *particle, int64_t *count,
                                     carom_error *err);

#endif
