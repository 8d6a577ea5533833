/* SPDX-License-Identifier: MIT */
/* Builds the definitions of a scenario's bonds, reading files of pairs. */
#ifndef CAROM_IO_SCENE_BONDS_H
#define CAROM_IO_SCENE_BONDS_H

#include "io/scene_build.h"

/* Call after particles have been gathered. */
carom_status carom_scene_bonds_build(const carom_scenario *scenario, const char *folder,
                                     carom_scene_def *def, carom_scene_parts *parts,
                                     carom_error *err);
void carom_scene_bonds_free(carom_scene_parts *parts);

/* Reads pairs of ids from a text such as "a,b\n1,2\n", to be freed by the caller; NULL after an
 * error, which gives the line. */
int64_t (*carom_bond_pairs_read(const char *text, size_t length, int64_t *count,
                                carom_error *err))[2];

#endif
