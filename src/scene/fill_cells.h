/* SPDX-License-Identifier: MIT */
/* Finds free places while a box is filled at random. */
#ifndef CAROM_SCENE_FILL_CELLS_H
#define CAROM_SCENE_FILL_CELLS_H

#include <stdbool.h>

#include <carom/fill.h>

typedef struct carom_fill_cover {
  int64_t sphere, next;
} carom_fill_cover;

/* Cells a little wider than the largest sphere of the group plus its gap. Spheres of the group, and
 * earlier ones that are no larger, are in the cell of their centre; a test of a place visits its
 * own cell and the 26 around it. Larger spheres are in every cell that they or their surroundings
 * reach into; a test visits only its own cell. So a few large spheres among many small ones cost no
 * more than the cells that they cover. */
typedef struct carom_fill_cells {
  int64_t count[3];
  double low[3], per_length[3];
  double gap;
  const carom_filled *out, *taken; /* the group, and the spheres that were there before */
  /* Chains, ended by -1; earlier spheres are numbered after the group's own. */
  int64_t *head, *next;
  int64_t own;
  int64_t *cover; /* for each cell the first of its large spheres; NULL if there are none */
  carom_fill_cover *covers;
} carom_fill_cells;

carom_status carom_fill_cells_make(carom_fill_cells *c, const carom_fill_def *def, int64_t count,
                                   const carom_filled *out, carom_error *err);
bool carom_fill_cells_free_at(const carom_fill_cells *c, const carom_filled *one);
void carom_fill_cells_add(carom_fill_cells *c, int64_t index);
void carom_fill_cells_free(carom_fill_cells *c);

#endif
