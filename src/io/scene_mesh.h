/* SPDX-License-Identifier: MIT */
#ifndef CAROM_IO_SCENE_MESH_H
#define CAROM_IO_SCENE_MESH_H

#include "io/scene_build.h"

/* Reads the mesh of a wall from its file, which is looked up in `folder`. Findings are added to
 * `parts`. */
carom_status carom_scene_mesh(const carom_scenario_mesh *from, const char *folder, double scale,
                              carom_mesh *out, carom_scene_parts *parts, carom_error *err);

/* Warns in `parts` of meshes that are too long or too short for the particles of `def`: their files
 * have no units. */
void carom_scene_question_meshes(const carom_scenario *s, const carom_scene_def *def,
                                 carom_scene_parts *parts);

#endif
