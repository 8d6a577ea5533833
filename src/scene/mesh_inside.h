/* SPDX-License-Identifier: MIT */
/* The inside of a mesh. A point is on the side of a reference point if the segment between them
 * passes an even number of triangles. That needs no orientation of triangles; and a mesh that is
 * open has two sides, too, in a box that leaves its openings outside. */
#ifndef CAROM_SRC_SCENE_MESH_INSIDE_H
#define CAROM_SRC_SCENE_MESH_INSIDE_H

#include <stdint.h>

#include <carom/region.h>

#include "scene/shell.h"

typedef struct carom_inside {
  int64_t triangles;
  const int32_t (*triangle)[3]; /* of the mesh, which must stay */
  double (*vertex)[3];          /* where the mesh is placed */
  carom_box_tree tree;
  double low[3], high[3]; /* a box: beyond it nothing is inside */
  double reference[3];
  bool within; /* the reference is inside */
} carom_inside;

/* Fails where the mesh has no inside, and says what to do. Free it in any case. */
carom_status carom_inside_make(const carom_region *region, carom_inside *in, carom_error *err);
void carom_inside_free(carom_inside *in);

bool carom_inside_holds(const carom_inside *in, const double x[3]);
/* To some 1e-3: by lines through it. */
double carom_inside_volume(const carom_inside *in);

/* Triangles that may be within `most` of a point, at most `capacity` of them; how many there are.
 */
int64_t carom_inside_near(const carom_inside *in, const double x[3], double most,
                          uint32_t *triangle, int64_t capacity);
/* Distance of a point from a triangle, and the unit vector from there to the point. */
double carom_inside_distance(const carom_inside *in, uint32_t triangle, const double x[3],
                             double normal[3]);

/* The box around a mesh that is placed, as far as it is not cut off. */
void carom_inside_aabb(const carom_region *region, double low[3], double high[3]);

#endif
