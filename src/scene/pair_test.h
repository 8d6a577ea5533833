/* SPDX-License-Identifier: MIT */
/* Which particles of a stencil are partners: the inner loop of the search. */
#ifndef CAROM_SRC_PAIR_TEST_H
#define CAROM_SRC_PAIR_TEST_H

#include "scene/scene.h"

/* A particle whose partners of higher index are sought. */
typedef struct carom_pair_query {
  const double *position_radius; /* of all particles */
  uint32_t number;
  double skin;
} carom_pair_query;

enum {
  CAROM_CELL_TYPICAL = 8, /* particles of a cell, usually */
  CAROM_PADDING = 8       /* elements that may be read and written beyond the end */
};

/* Writes which particles of the stencil are partners; returns how many. */
typedef int64_t carom_pair_test(const carom_pair_query *o, carom_search_buffer *f);

/* Gathers the particles of the 27 cells around one with an index not below its own; returns
 * how many, or -1 if some cell has more than CAROM_CELL_TYPICAL. `row` and `layer` are the
 * strides of cells. */
typedef int64_t carom_stencil_gather(const uint32_t *span, int64_t cell, int64_t row, int64_t layer,
                                     uint32_t *stencil);

/* NULL: not compiled for this instruction set. */
carom_pair_test *carom_pair_test_avx512(void);
carom_stencil_gather *carom_stencil_gather_avx512(void);

#endif
