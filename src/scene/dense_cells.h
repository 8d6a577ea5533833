/* SPDX-License-Identifier: MIT */
/* Cells that fit the sizes of spheres while they are packed. Spheres within a ratio of 1:3 share
 * one level. Otherwise each level covers a factor of two in size and has its own cells, so that a
 * large sphere among small ones costs no more than the cells that it covers. */
#ifndef CAROM_SRC_SCENE_DENSE_CELLS_H
#define CAROM_SRC_SCENE_DENSE_CELLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CAROM_DENSE_LEVELS = 24 };

typedef struct carom_dense_level {
  double largest; /* largest radius */
  int64_t count;  /* number of spheres */
  int64_t cells[3], first;
  double width[3];
} carom_dense_level;

typedef struct carom_dense_cells {
  int64_t all;
  const double *x, *radius; /* 3 and 1 numbers per sphere */
  double skin;              /* spheres are neighbours up to this gap */
  double low[3], period[3]; /* 0: not periodic */
  int levels;               /* from the smallest spheres to the largest */
  carom_dense_level level[CAROM_DENSE_LEVELS];
  int64_t total;          /* cells of all levels */
  uint32_t *start, *item; /* spheres by cell; or chains, while spheres are added one by one */
  uint32_t *cell_of;      /* of each sphere */
} carom_dense_cells;

/* Makes levels and cells for these radii in a box that begins at `low`; positions come later. False
 * without memory. */
bool carom_dense_cells_make(carom_dense_cells *c, const double low[3], const double size[3],
                            const bool periodic[3]);
void carom_dense_cells_free(carom_dense_cells *c);
int carom_dense_level_of(const carom_dense_cells *c, double radius);
/* A difference of coordinates by the shortest way across periods. */
double carom_dense_shortest(const carom_dense_cells *c, int k, double x);
/* Sorts the first `count` spheres into their cells. */
void carom_dense_cells_sort(carom_dense_cells *c, int64_t count);
/* Finds the neighbours of sphere i and lists them unless `list` is NULL; returns their number. */
int64_t carom_dense_neighbours(const carom_dense_cells *c, int64_t i, uint32_t *list);

/* Alternative use of the same memory: spheres are added one by one, beginning with none. */
void carom_dense_chains_begin(carom_dense_cells *c);
void carom_dense_chains_add(carom_dense_cells *c, int64_t i);
/* Does a sphere here overlap one of those on level `from` or above? */
bool carom_dense_chains_meet(const carom_dense_cells *c, const double x[3], double radius,
                             int from);

#endif
