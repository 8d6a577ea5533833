/* SPDX-License-Identifier: MIT */
/* The grid of the neighbour search, and the order of particles along it. */
#ifndef CAROM_SRC_GRID_H
#define CAROM_SRC_GRID_H

#include <stdlib.h>

#include "scene/scene.h"

/* sparse_cells.c: cells only where particles are. The number of a cell, that of an empty one where
 * there is none; that of a supercell, or -1; and where it is. */
int64_t carom_sparse_cell(const carom_grid *g, const int at[3]);
int64_t carom_sparse_supercell(const carom_grid *g, const int at[3]);
void carom_sparse_supercell_at(const carom_grid *g, int64_t number, int at[3]);
/* Do the particles of a level crowd in the cells that are laid out? */
bool carom_sparse_crowded(const carom_scene *s, int level);
/* Lays out a level that begins at its origin and ends at `high`, with as many cells in each
 * direction, or fewer; false without memory. */
bool carom_sparse_lay(carom_scene *s, int level, const int wanted[3], const double high[3]);
/* Finds what is beside some supercells, from one up to another. */
void carom_sparse_meet(carom_grid *g, int64_t from, int64_t to);
/* A saved state: makes room for the codes of so many supercells, or of none if there cannot be as
 * many; false without memory. / They are there; false if they are damaged. */
bool carom_sparse_take(carom_grid *g, int64_t supercells);
bool carom_sparse_taken(carom_grid *g);

/* The index of a cell, x running fastest. */
static inline int64_t carom_cell_number(const carom_grid *g, const int at[3])
{
  if (g->sparse) return carom_sparse_cell(g, at);
  return ((int64_t)at[2] * g->cells[1] + at[1]) * g->cells[0] + at[0];
}

/* Where a cell is in the order of the cells of its level. */
static inline uint32_t carom_cell_rank(const carom_grid *g, int64_t cell)
{
  return g->sparse ? (uint32_t)cell : g->rank[cell];
}

/* The index of a supercell, or -1. */
static inline int64_t carom_supercell_number(const carom_grid *g, const int at[3])
{
  if (g->sparse) return carom_sparse_supercell(g, at);
  return ((int64_t)at[2] * carom_supercells_across(g, 1) + at[1]) * carom_supercells_across(g, 0) +
         at[0];
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
/* Room for `count` cells of a level, contents lost; false without memory. */
bool carom_grid_reserve_cells(carom_grid *g);
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
