/* SPDX-License-Identifier: MIT */
/* Filling a box, a cylinder or the inside of a mesh with spheres that do not overlap: where a scene
 * begins. */
#ifndef CAROM_FILL_H
#define CAROM_FILL_H

#include <stdbool.h>
#include <stdint.h>

#include "carom/distribution.h"
#include "carom/region.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum carom_arrangement {
  CAROM_ARRANGE_CUBIC,     /* a simple cubic lattice, row by row, layer by layer */
  CAROM_ARRANGE_HEXAGONAL, /* layers of touching hexagons, each in the hollows of the one below */
  CAROM_ARRANGE_RANDOM,    /* one after the other at random; up to about a third of the box */
  CAROM_ARRANGE_DENSE      /* all at once at random, then moved apart; up to about 0.6 */
} carom_arrangement;

/* One sphere that was placed. */
typedef struct carom_filled {
  double position[3], radius;
} carom_filled;

typedef struct carom_fill_def {
  carom_arrangement arrangement;
  double low[3], high[3];        /* m; spheres lie wholly inside */
  double radius_min, radius_max; /* m; radii are spread evenly in between */
  int64_t count;                 /* 0: as many as a lattice holds */
  double gap;                    /* m; at least this much between two spheres, and to the box */
  double jitter;                 /* m; lattices: a place is missed by up to this, and made wider */
  uint64_t seed;                 /* the same seed, the same spheres */
  /* Spheres that are there already, of any size: random ones keep clear of them by the gap;
   * lattices do not look. */
  const carom_filled *taken;
  int64_t taken_count;
  const carom_distribution *sizes; /* how radii are spread instead; NULL: evenly */
  /* Of dense ones: the region, a box, a cylinder or a mesh (NULL: the box from low to high), and
   * how much of it spheres are to fill, instead of their number (CAROM_UNSET: none is given). */
  const carom_region *region;
  double fraction;
  int threads; /* 0: one per core */
  /* Of dense ones in a box: it repeats in these directions, and has no walls there. */
  bool periodic[3];
} carom_fill_def;

CAROM_API carom_fill_def carom_fill_default(void);

/* How many spheres `def` asks for, so that the caller can give room for them; what is wrong with it
 * is reported here. */
CAROM_API carom_status carom_fill_count(const carom_fill_def *def, int64_t *count,
                                        carom_error *err);

/* Places them in `out`, which has room for carom_fill_count of them. The same bits on every
 * machine. Fails if they do not fit, and says how many did. */
CAROM_API carom_status carom_fill(const carom_fill_def *def, carom_filled *out, carom_error *err);

#ifdef __cplusplus
}
#endif

#endif
