/* SPDX-License-Identifier: MIT */
/* A distribution of sizes made ready: radii are drawn from it. */
#ifndef CAROM_SRC_SCENE_SIZES_H
#define CAROM_SRC_SCENE_SIZES_H

#include <carom/distribution.h>

/* Every distribution as classes of sizes, evenly filled each: spheres up to each radius as a share
 * of their number. One way for all laws, weighted by number or mass, and cut or not. */
enum { CAROM_SIZE_CLASSES = 1024 };

typedef struct carom_size_curve {
  int classes;
  double radius[CAROM_SIZE_CLASSES + 1], share[CAROM_SIZE_CLASSES + 1];
  double mean, cube; /* of r and r^3, over the number */
} carom_size_curve;

/* The distribution has been checked. */
void carom_size_curve_make(const carom_distribution *def, carom_size_curve *curve);
/* The radius that the share u of all spheres is below; u from 0 to 1. */
double carom_size_curve_at(const carom_size_curve *curve, double u);

#endif
