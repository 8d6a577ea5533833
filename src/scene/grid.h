/* SPDX-License-Identifier: MIT */
/* The grid of the neighbour search and the order of particles along it. */
#ifndef CAROM_SRC_GRID_H
#define CAROM_SRC_GRID_H

#include <stdlib.h>

#include "scene/scene.h"

/* The particles of the cells around one cell that stand behind its own. */
typedef struct carom_ranges {
  uint32_t rank; /* of the cell in the middle */
  int count;
  int64_t total;
  uint32_t from[27], to[27];
  double shift[27][3]; /* what is added to a position to see that cell across periodic borders */
} carom_ranges;

/* Brings particles back across periodic borders; finds those that left, and what is no number. */
carom_status carom_grid_fold(carom_scene *s, carom_error *err);
/* Cells for the particles as they are; false without memory. */
bool carom_grid_lay(carom_grid *g, const carom_scene *s);
/* Sorts the particles by cell: `place` tells where each one went, `cell_of` the rank of its cell.
 */
bool carom_grid_sort(carom_scene *s);
void carom_grid_around(const carom_scene *s, const double *position, carom_ranges *out);

#endif
