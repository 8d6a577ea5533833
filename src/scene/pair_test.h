/* SPDX-License-Identifier: MIT */
/* Which candidates are near a particle: the inner loop of the search for pairs. */
#ifndef CAROM_SRC_PAIR_TEST_H
#define CAROM_SRC_PAIR_TEST_H

#include "scene/scene.h"

/* A particle whose partners are sought among those behind it. */
typedef struct carom_pair_query {
  const double *position_radius; /* places of all particles */
  uint32_t number;
  double skin;
} carom_pair_query;

enum {
  CAROM_CELL_TYPICAL = 8, /* particles of a cell, mostly */
  CAROM_PADDING = 8       /* numbers that may be read and written beyond the last ones */
};

/* Notes which of the particles around are partners of one; returns how many. */
typedef int64_t carom_pair_test(const carom_pair_query *o, carom_search_buffer *f);

/* Notes the particles of the 27 cells around one that stand in it or behind it; returns how many,
 * or -1 if some cell has more than CAROM_CELL_TYPICAL. Rows of cells stand `row` and `layer` apart.
 */
typedef int64_t carom_stencil_gather(const uint32_t *span, int64_t cell, int64_t row, int64_t layer,
                                     uint32_t *stencil);

/* NULL: it has not been compiled for this set. */
carom_pair_test *carom_pair_test_avx512(void);
carom_stencil_gather *carom_stencil_gather_avx512(void);

#endif
