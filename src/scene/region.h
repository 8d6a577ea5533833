/* SPDX-License-Identifier: MIT */
/* Regions, for whoever places particles in them. */
#ifndef CAROM_SRC_SCENE_REGION_H
#define CAROM_SRC_SCENE_REGION_H

#include <stdint.h>

#include <carom/region.h>

/* carom_region_check for regions that cannot be meshes: where particles are looked for often. */
carom_status carom_region_check_plain(const carom_region *region, carom_error *err);

/* A box around it; infinite below a plane. */
void carom_region_aabb(const carom_region *region, double low[3], double high[3]);

/* A point at random, evenly spread over where a sphere of radius r is wholly inside (on a disc or
 * ring: its outline); a function of seed, item and draw. False if there is no such place, or none
 * was found by this draw. One draw uses numbers `draw` to `draw + CAROM_REGION_DRAWS - 1`. */
enum { CAROM_REGION_DRAWS = 16 };
bool carom_region_place(const carom_region *region, double r, uint64_t seed, uint64_t item,
                        uint64_t draw, double point[3]);

#endif
