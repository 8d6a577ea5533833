/* SPDX-License-Identifier: MIT */
/* Clumps of a scenario's scene: reads files of shapes, replaces placeholders by clumps. */
#ifndef CAROM_IO_SCENE_CLUMPS_H
#define CAROM_IO_SCENE_CLUMPS_H

#include "io/scene_build.h"

/* The shapes with the members from their files, and their description. */
carom_status carom_scene_shapes(const carom_scenario *scenario, const char *folder,
                                carom_scene_parts *parts, carom_error *err);

/* Takes the particles of all groups, of which those of clumps are placeholders with the radius of
 * the enclosing sphere. The placeholders are removed and become clumps, whose members get ids after
 * all others. *count receives the number of remaining particles. */
carom_status carom_scene_make_clumps(const carom_scenario *scenario, carom_scene_parts *parts,
                                     carom_scene_particle *particle, int64_t *count,
                                     carom_error *err);

#endif
