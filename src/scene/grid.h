/* SPDX-License-Identifier: MIT */
/* The grid of the neighbour search, and the order of particles along it. */
#ifndef CAROM_SRC_GRID_H
#define CAROM_SRC_GRID_H

#include <stdlib.h>

#include "scene/scene.h"

/* sparse_cells.c: levels with cells only where particles are. Gives the number of a cell (that of
 * an empty cell where there is none), the number of a supercell or -1, and the place of a
 * supercell. */
int64_t carom_sparse_cell(const carom_grid *g, const int at[3]);
int64_t carom_sparse_supercell(const carom_grid *g, const int at[3]);
void carom_sparse_supercell_at(const carom_grid *g, int64_t number, int at[3]);
/* Do the particles of a level crowd in the cells as laid out? */
bool carom_sparse_crowded(const carom_scene *s, int level);
/* Lays out a level from its origin to `high` with at most this many cells in each direction; false
 * without memory. */
bool carom_sparse_lay(carom_scene *s, int level, const int wanted[3], const double high[3]);
/* Finds the neighbours of the supercells [from, to). */
void carom_sparse_meet(carom_grid *g, int64_t from, int64_t to);
/* For loading a state. `take` makes room for the codes of this many supercells, or none if the
 * number is impossible; false without memory. `taken`: the codes are loaded; false if they are
 * damaged. */
bool carom_sparse_take(carom_grid *g, int64_t supercells);
bool carom_sparse_taken(carom_grid *g);

/* The index of a cell, x running fastest. */
static inline int64_t carom_cell_number(const carom_grid *g, const int at[3])
{
  if (g->sparse) return carom_sparse_cell(g, at);
  return ((int64_t)at[2] * g->cells[1] + at[1]) * g->cells[0] + at[0];
}

/* Rank of a cell in the order of its level. */
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

/* The cell of a position in a domain that may be sheared, whose periods are bounded by planes of
 * the grid. */
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

/* Most cells that a level may have. */
static inline double carom_grid_most_cells(const carom_grid *g)
{
  return 4.0 * (double)g->particles + 64;
}

/* Folds particles back across periodic borders; refuses those outside the domain, and NaN. */
carom_status carom_grid_fold(carom_scene *s, carom_error *err);
/* Chooses the levels for the present radii; cells are laid out later. */
void carom_grid_choose_levels(carom_scene *s);
void carom_grid_free(carom_scene *s);
/* Notes the extent of the particles at a rebuild. */
void carom_grid_note_extent(carom_scene *s, const double low[3], const double high[3]);
/* Lays out the cells of all levels for the present positions; false without memory. */
bool carom_grid_lay(carom_scene *s);
/* Room for the cells of a level; contents are lost; false without memory. */
bool carom_grid_reserve_cells(carom_grid *g);
/* order.c: chooses where the grid is cut into quarters; returns whether that has changed since the
 * cells were numbered. */
bool carom_grid_cut(carom_grid *g, const carom_scene *s);
/* Numbers cells and supercells. */
void carom_grid_number(carom_grid *g);
/* sort.c: sorts the particles by level and cell. Sets `new_index`, where each one goes, and
 * `cell_of`, the rank of its cell among those of all levels. */
bool carom_grid_sort(carom_scene *s);
/* cell_stencil.c: collects the particles with which those of one cell may pair: from the cells
 * around it those with an index not below its own, in the order of these cells, then those within
 * reach on coarser levels. `either_way`: visit no cell twice and do not distinguish images by
 * shifts. False without memory. */
bool carom_cell_stencil(const carom_scene *s, int level, const double *position, bool either_way,
                        carom_search_buffer *f);

/* search.c: finds the pairs and wall contacts of a block; to be called by carom_pool_run. */
void carom_block_search(void *scene, int worker, int64_t block);

/* wall_search.c: finds the wall contacts of a block, sorted by surface, and the clearance of its
 * particles to the nearest unlisted face; false without memory. */
bool carom_block_search_walls(const carom_scene *s, carom_search_buffer *f, int64_t from,
                              int64_t to);
int carom_wall_bin(const carom_scene *s, const carom_wall_contact *c);

#endif
