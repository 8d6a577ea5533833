/* SPDX-License-Identifier: MIT */
/* Which particles of a stencil are partners: the inner loop of the neighbour search. */
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
  CAROM_CELL_TYPICAL = 8, /* most particles of a typical cell */
  CAROM_PADDING = 8       /* elements beyond the end that may be read and written */
};

/* Writes the particles of the stencil that are partners; returns their number. */
typedef int64_t carom_pair_test(const carom_pair_query *o, carom_search_buffer *f);

/* Gathers from the 27 cells around one the particles with an index not below its own; returns their
 * number, or -1 if a cell has more than CAROM_CELL_TYPICAL. `row` and `layer` are the strides of
 * cells. */
typedef int64_t carom_stencil_gather(const uint32_t *span, int64_t cell, int64_t row, int64_t layer,
                                     uint32_t *stencil);

/* NULL if not compiled for this instruction set. */
carom_pair_test *carom_pair_test_avx512(void);
carom_stencil_gather *carom_stencil_gather_avx512(void);

#endif
