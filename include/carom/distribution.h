/* SPDX-License-Identifier: MIT */
/* Size distributions of spheres. */
#ifndef CAROM_DISTRIBUTION_H
#define CAROM_DISTRIBUTION_H

#include <stdint.h>

#include "carom/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum carom_size_law {
  CAROM_SIZES_UNIFORM,       /* uniform from the smallest radius to the largest */
  CAROM_SIZES_NORMAL,        /* normal about `middle` with standard deviation `deviation`, m */
  CAROM_SIZES_LOG_NORMAL,    /* ln(r / middle) is normal with standard deviation `deviation` */
  CAROM_SIZES_ROSIN_RAMMLER, /* the fraction larger than r is exp(-(r / middle)^exponent) */
  CAROM_SIZES_TABLE          /* sieve curve (fraction passing), linear between its points */
} carom_size_law;

/* A distribution of radii, truncated to radius_min .. radius_max. Fractions count the number of
 * spheres, or their mass if `by_mass`. */
typedef struct carom_distribution {
  carom_size_law law;
  bool by_mass;
  double radius_min, radius_max;      /* m; equal: all spheres have this radius */
  double middle, deviation, exponent; /* parameters of the law; CAROM_UNSET where it has none */
  int points;                         /* points of a table: increasing radii, fractions from 0 to 1
                                         that never fall */
  const double *radius, *passing;
} carom_distribution;

/* Equal spheres with a radius of 1 mm. */
CAROM_API carom_distribution carom_distribution_default(void);

/* Checks a distribution; `where` of the error names the faulty member. */
CAROM_API carom_status carom_distribution_check(const carom_distribution *def, carom_error *err);

/* Mean of r and of r^3 over the number of spheres. */
CAROM_API carom_status carom_distribution_means(const carom_distribution *def, double *radius,
                                                double *cube, carom_error *err);

#ifdef __cplusplus
}
#endif

#endif
