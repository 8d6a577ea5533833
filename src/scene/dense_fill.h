/* SPDX-License-Identifier: MIT */
/* Dense beds: spheres at random, moved apart until none overlaps. */
#ifndef CAROM_SRC_SCENE_DENSE_FILL_H
#define CAROM_SRC_SCENE_DENSE_FILL_H

#include <carom/fill.h>

/* What holds the spheres: a number of smooth faces, each with a distance to the inside and a unit
 * normal that points there. Whatever has such faces can be filled; so far boxes and cylinders. */
typedef struct carom_container {
  const carom_region *region;
  int faces;
  double (*face)(const struct carom_container *c, int face, const double x[3], double normal[3]);
  double axis[3];
} carom_container;

/* False if the region is of a shape that cannot be filled densely. */
bool carom_container_of(const carom_region *region, carom_container *c);

/* Moves `count` spheres, whose radii are given, to places where they overlap neither each other nor
 * those that stand there, and are inside. */
carom_status carom_dense_fill(const carom_fill_def *def, const carom_container *c, int64_t count,
                              carom_filled *out, carom_error *err);

#endif
