/* SPDX-License-Identifier: MIT */
/* Which candidates are near a particle: the inner loop of the search for pairs. */
#ifndef CAROM_SRC_NEAR_H
#define CAROM_SRC_NEAR_H

#include "scene/scene.h"

/* A particle whose partners are sought among those behind it. */
typedef struct carom_seeker {
  const double *spot; /* places of all particles */
  uint32_t number;
  double skin;
} carom_seeker;

enum {
  CAROM_FEW = 8,  /* particles of a cell, mostly */
  CAROM_SPARE = 8 /* numbers that may be read and written beyond the last ones */
};

/* Notes which of the particles around are partners of one; returns how many. */
typedef int64_t carom_near(const carom_seeker *o, carom_found *f);

/* Notes the particles of the 27 cells around one that stand in it or behind it; returns how many,
 * or -1 if some cell has more than CAROM_FEW. Rows of cells stand `row` and `layer` apart. */
typedef int64_t carom_gather(const uint32_t *span, int64_t cell, int64_t row, int64_t layer,
                             uint32_t *around);

/* NULL: it has not been compiled for this set. */
carom_near *carom_near_avx512(void);
carom_gather *carom_gather_avx512(void);

#endif
