/* SPDX-License-Identifier: MIT */
/* The grid of the neighbour search, and the order of particles along it. */
#ifndef CAROM_SRC_GRID_H
#define CAROM_SRC_GRID_H

#include <stdlib.h>

#include "scene/scene.h"

/* The index of a cell, x running fastest. */
static inline int64_t carom_cell_number(const carom_grid *g, const int at[3])
{
  return ((int64_t)at[2] * g->cells[1] + at[1]) * g->cells[0] + at[0];
}

/* The cell of a position, clamped to the grid. */
static inline void carom_cell_at(const carom_grid *g, const double *x, int at[3])
{
  for (int k = 0; k < 3; k++) {
    const double c = (x[k] - g->origin[k]) / g->cell[k];
    at[k] = c < 0 ? 0 : c >= g->cells[k] ? g->cells[k] - 1 : (int)c;
  }
}

/* The same of a domain that may be sheared: the planes of the grid are then those of its periods.
 */
static inline void carom_cell_of(const carom_scene *s, const carom_grid *g, const double *x,
                                 int at[3])
{
  double within[3];
  if (s->model.offset != 0) {
    carom_box_unskew(&s->model, x, within);
    x = within;
  }
  carom_cell_at(g, x, at);
}

/* The largest number of cells of a level. */
static inline double carom_grid_most_cells(const carom_grid *g)
{
  return 4.0 * (double)g->particles + 64;
}

/* Maps particles back across periodic borders; refuses those outside the domain, and NaN. */
carom_status carom_grid_fold(carom_scene *s, carom_error *err);
/* Chooses the levels for the present radii; cells are laid out later. */
void carom_grid_choose_levels(carom_scene *s);
void carom_grid_free(carom_scene *s);
/* Where particles are, at a rebuild or as of it. */
void carom_grid_note_extent(carom_scene *s, const double low[3], const double high[3]);
/* Lays out the cells of all levels for the present positions; false without memory. */
bool carom_grid_lay(carom_scene *s);
/* order.c: chooses where the grid is cut; returns whether that has changed since it was
 * numbered. */
bool carom_grid_cut(carom_grid *g, const carom_scene *s);
/* Numbers cells and supercells. */
void carom_grid_number(carom_grid *g);
/* sort.c: sorts the particles by level and cell. `new_index` is where each one went, `cell_of`
 * the rank of its cell among those of all levels. */
bool carom_grid_sort(carom_scene *s);
/* cell_stencil.c: the particles that those of one cell may pair with: the particles of the
 * cells around it with an index not below its own, in the order of these cells, then those of
 * coarser levels within reach. `either_way`: no cell twice, images are not told apart by
 * shifts. False without memory. */
bool carom_cell_stencil(const carom_scene *s, int level, const double *position, bool either_way,
                        carom_search_buffer *f);

/* search.c: finds the pairs and wall contacts of a block (for carom_pool_run). */
void carom_block_search(void *scene, int worker, int64_t block);

/* wall_search.c: finds the wall contacts of a block, sorted by surface, and the clearance of its
 * particles to the nearest unlisted face; false without memory. */
bool carom_block_search_walls(const carom_scene *s, carom_search_buffer *f, int64_t from,
                              int64_t to);
int carom_wall_bin(const carom_scene *s, const carom_wall_contact *c);

#endif
