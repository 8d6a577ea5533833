/* SPDX-License-Identifier: MIT */
/* A size distribution prepared for drawing radii. */
#ifndef CAROM_SRC_SCENE_SIZES_H
#define CAROM_SRC_SCENE_SIZES_H

#include <carom/distribution.h>

/* Every distribution is tabulated in classes of size, uniform within each: the fraction by number
 * of spheres up to each radius. One representation serves all distributions, weighted by number or
 * mass, truncated or not. */
enum { CAROM_SIZE_CLASSES = 1024 };

typedef struct carom_size_curve {
  int classes;
  double radius[CAROM_SIZE_CLASSES + 1], share[CAROM_SIZE_CLASSES + 1];
  double mean, cube; /* number means of r and r^3 */
} carom_size_curve;

/* Prepares a distribution that has been checked. */
void carom_size_curve_make(const carom_distribution *def, carom_size_curve *curve);
/* The radius below which lies the fraction u of all spheres; u from 0 to 1. */
double carom_size_curve_at(const carom_size_curve *curve, double u);

#endif
