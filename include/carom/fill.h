/* SPDX-License-Identifier: MIT */
/* Fills a box, a cylinder or the inside of a mesh with spheres that do not overlap, as the initial
 * state of a scene. */
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
  CAROM_ARRANGE_CUBIC,     /* simple cubic lattice, row by row, layer by layer */
  CAROM_ARRANGE_HEXAGONAL, /* hexagonal close-packed: each layer lies in the hollows of the one
                              below */
  CAROM_ARRANGE_RANDOM,    /* random sequential addition; up to about a third of the volume */
  CAROM_ARRANGE_DENSE      /* placed at random, then moved apart; up to a solid fraction of about
                              0.6 */
} carom_arrangement;

/* One placed sphere. */
typedef struct carom_filled {
  double position[3], radius;
} carom_filled;

typedef struct carom_fill_def {
  carom_arrangement arrangement;
  double low[3], high[3];        /* m; spheres lie entirely inside */
  double radius_min, radius_max; /* m; radii are uniform between these */
  int64_t count;                 /* 0: as many as the lattice holds */
  double gap;                    /* smallest gap between two spheres and to the box, m */
  double jitter;                 /* lattices: largest random displacement from a site, m; the
                                    spacing is widened by it */
  uint64_t seed;                 /* equal seeds give equal spheres */
  /* Existing spheres of any size. Random arrangements keep `gap` away from them; lattices ignore
   * them. */
  const carom_filled *taken;
  int64_t taken_count;
  const carom_distribution *sizes; /* distribution that replaces the uniform radii; NULL: none */
  /* Dense arrangement only: the region to fill, a box, cylinder, sphere or mesh (NULL: the box from
   * `low` to `high`), and the solid fraction to reach, which replaces `count` (CAROM_UNSET: not
   * given). */
  const carom_region *region;
  double fraction;
  int threads; /* 0: one per core */
  /* Dense arrangement in a box only: directions in which it is periodic and has no walls. */
  bool periodic[3];
} carom_fill_def;

CAROM_API carom_fill_def carom_fill_default(void);

/* The number of spheres that `def` asks for, so that the caller can allocate them. An invalid
 * definition is reported here. */
CAROM_API carom_status carom_fill_count(const carom_fill_def *def, int64_t *count,
                                        carom_error *err);

/* Places the spheres in `out`, which must have room for carom_fill_count of them. The result is the
 * same on every machine, bit for bit. If they do not fit, it fails and the error states how many
 * did. */
CAROM_API carom_status carom_fill(const carom_fill_def *def, carom_filled *out, carom_error *err);

#ifdef __cplusplus
}
#endif

#endif
