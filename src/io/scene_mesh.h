/* SPDX-License-Identifier: MIT */
#ifndef CAROM_IO_SCENE_MESH_H
#define CAROM_IO_SCENE_MESH_H

#include "io/scene_build.h"

/* The mesh of a wall from its file, which is looked for in `folder`. What was found in it is told
 * in `parts`. */
carom_status carom_scene_mesh(const carom_scenario_mesh *from, const char *folder, double scale,
                              carom_mesh *out, carom_scene_parts *parts, carom_error *err);

#endif
