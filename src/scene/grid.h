/* SPDX-License-Identifier: MIT */
/* The grid of the neighbour search and the order of particles along it. */
#ifndef CAROM_SRC_GRID_H
#define CAROM_SRC_GRID_H

#include <stdlib.h>

#include "scene/scene.h"

/* Where a cell stands among all, x running fastest. */
static inline int64_t carom_cell_number(const carom_grid *g, const int at[3])
{
  return ((int64_t)at[2] * g->cells[1] + at[1]) * g->cells[0] + at[0];
}

/* The cell of a position; that of the border for one outside. */
static inline void carom_cell_at(const carom_grid *g, const double *x, int at[3])
{
  for (int k = 0; k < 3; k++) {
    const double c = (x[k] - g->origin[k]) / g->cell[k];
    at[k] = c < 0 ? 0 : c >= g->cells[k] ? g->cells[k] - 1 : (int)c;
  }
}

/* The most cells that a level has. */
static inline double carom_grid_most_cells(const carom_grid *g)
{
  return 4.0 * (double)g->particles + 64;
}

/* Brings particles back across periodic borders; finds those that left, and what is no number. */
carom_status carom_grid_fold(carom_scene *s, carom_error *err);
/* Once, when radii are known: which levels there are. */
void carom_grid_choose_levels(carom_scene *s);
/* Cells of all levels for the particles as they are; false without memory. */
bool carom_grid_lay(carom_scene *s);
/* order.c: where the grid is cut; returns whether that has changed since it was numbered. */
bool carom_grid_cut(carom_grid *g, const carom_scene *s);
/* Numbers cells and districts. */
void carom_grid_number(carom_grid *g);
/* sort.c: sorts the particles by level and cell. `position` tells where each one went, `cell_of`
 * the rank of its cell among those of all levels. */
bool carom_grid_sort(carom_scene *s);
/* around.c: the candidates of the particles of the cell of a position on a level: those of the
 * cells around it that stand in it or behind it, in the order of these cells, then those of coarser
 * levels that can be reached from the cell. `either_way`: no cell twice, they are not told by
 * shifts. False without memory. */
bool carom_cell_stencil(const carom_scene *s, int level, const double *position, bool either_way,
                        carom_search_buffer *f);

/* search.c: finds the pairs and wall contacts of a block (for carom_pool_run). */
void carom_block_search(void *scene, int worker, long block);
/* The bin of a contact of particle i and a face. */
int carom_wall_bin(const carom_scene *s, uint32_t i, uint32_t face);

#endif
