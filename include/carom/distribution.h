/* SPDX-License-Identifier: MIT */
/* Sizes of many spheres. */
#ifndef CAROM_DISTRIBUTION_H
#define CAROM_DISTRIBUTION_H

#include <stdint.h>

#include "carom/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum carom_size_law {
  CAROM_SIZES_UNIFORM,       /* evenly from the smallest radius to the largest */
  CAROM_SIZES_NORMAL,        /* around `middle` with the standard deviation `deviation`, m */
  CAROM_SIZES_LOG_NORMAL,    /* ln(r / middle) is normal with the standard deviation `deviation` */
  CAROM_SIZES_ROSIN_RAMMLER, /* the share exp(-(r / middle)^exponent) is larger than r */
  CAROM_SIZES_TABLE          /* a curve of what passes a sieve, linear between its points */
} carom_size_law;

/* Radii between radius_min and radius_max; what the law has outside them is left out. Shares are of
 * the number of spheres, or of their mass. */
typedef struct carom_distribution {
  carom_size_law law;
  bool by_mass;
  double radius_min, radius_max;      /* m; equal: all spheres are */
  double middle, deviation, exponent; /* as the law says; CAROM_UNSET where it has none */
  int points;                         /* of a table; radii grow, shares from 0 to 1 do not fall */
  const double *radius, *passing;
} carom_distribution;

/* Equal spheres of 1 mm. */
CAROM_API carom_distribution carom_distribution_default(void);

/* Is anything wrong with it? `where` of the error is the member at fault. */
CAROM_API carom_status carom_distribution_check(const carom_distribution *def, carom_error *err);

/* Mean of r and of r^3 over the number of spheres. */
CAROM_API carom_status carom_distribution_means(const carom_distribution *def, double *radius,
                                                double *cube, carom_error *err);

#ifdef __cplusplus
}
#endif

#endif
