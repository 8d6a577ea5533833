/* SPDX-License-Identifier: MIT */
/* The inside of a mesh. A point is on the side of a reference point if the segment between them
 * crosses an even number of triangles. This needs no orientation of the triangles. It also works
 * for an open mesh, within a box that leaves its openings outside. */
#ifndef CAROM_SRC_SCENE_MESH_INSIDE_H
#define CAROM_SRC_SCENE_MESH_INSIDE_H

#include <stdint.h>

#include <carom/region.h>

#include "scene/shell.h"

typedef struct carom_inside {
  int64_t triangles;
  const int32_t (*triangle)[3]; /* of the mesh, which must outlive this */
  double (*vertex)[3];          /* vertices of the mesh in place */
  carom_box_tree tree;
  double low[3], high[3]; /* nothing outside this box is inside the mesh */
  double reference[3];
  bool within; /* the reference point is inside */
} carom_inside;

/* Fails if the mesh has no inside, and says what to do. Free it even then. */
carom_status carom_inside_make(const carom_region *region, carom_inside *in, carom_error *err);
void carom_inside_free(carom_inside *in);

bool carom_inside_holds(const carom_inside *in, const double x[3]);
/* By lines through it, to about 1e-3. */
double carom_inside_volume(const carom_inside *in);

/* Triangles that may be within `most` of a point, at most `capacity` of them; returns how many
 * there are. */
int64_t carom_inside_near(const carom_inside *in, const double x[3], double most,
                          uint32_t *triangle, int64_t capacity);
/* Distance of a point from a triangle, and the unit vector from the triangle to the point. */
double carom_inside_distance(const carom_inside *in, uint32_t triangle, const double x[3],
                             double normal[3]);

/* The bounding box of a mesh in place, without what is cut off. */
void carom_inside_aabb(const carom_region *region, double low[3], double high[3]);

#endif
