/* SPDX-License-Identifier: MIT */
/* Regions, for code that places particles in them. */
#ifndef CAROM_SRC_SCENE_REGION_H
#define CAROM_SRC_SCENE_REGION_H

#include <stdint.h>

#include <carom/region.h>

/* Like carom_region_check, for uses that refuse meshes because they test many points. */
carom_status carom_region_check_plain(const carom_region *region, carom_error *err);

/* A bounding box; infinite below a plane. */
void carom_region_aabb(const carom_region *region, double low[3], double high[3]);

/* A random point, uniform over the places where a sphere of radius r is wholly inside (on a disc or
 * ring: its outline is), as a function of seed, item and draw. False if there is no such place or
 * this draw found none. One draw uses numbers `draw` to `draw + CAROM_REGION_DRAWS - 1`. */
enum { CAROM_REGION_DRAWS = 16 };
bool carom_region_place(const carom_region *region, double r, uint64_t seed, uint64_t item,
                        uint64_t draw, double point[3]);

#endif
