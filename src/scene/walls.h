/* SPDX-License-Identifier: MIT */
/* Walls: bodies of faces. */
#ifndef CAROM_SRC_SCENE_WALLS_H
#define CAROM_SRC_SCENE_WALLS_H

#include "scene/model.h"
#include "scene/wall_shapes.h"

enum { CAROM_WALLS_MAX = 1 << 15 };

typedef struct carom_wall {
  char *name;
  int material;
  int face, faces; /* its faces, which are consecutive */
  int surfaces;
  double centre[3], velocity[3], spin[3];
  carom_motion_table motion;
  int drives; /* motions by formula, which are added */
  carom_scene_drive *drive;
  bool conveys;      /* some drive is of its surface: */
  double surface[3]; /* its velocity, of which the tangential part counts */
} carom_wall;

typedef struct carom_walls {
  int count;
  carom_wall *wall;
  int64_t faces, surfaces, face_capacity; /* of all walls */
  carom_face *face;
  double *face_row; /* CAROM_FACE_DOUBLES each */
  carom_surface *surface;
} carom_walls;

/* walls.c: adds a face to a wall; walls get theirs in turn. `joins`: smoothly to the face before
 * it, which has the same shape and with which it forms one surface. False without memory. */
bool carom_wall_add_face(carom_walls *w, int wall, int shape, bool joins, const double *row);
/* Signed distance of a point from a face (positive on the side of the particles), and the unit
 * normal from the face to the point. */
double carom_face_distance(const carom_walls *w, int64_t face, const double x[3], double normal[3]);

/* The material of the wall of a surface. */
static inline int carom_wall_material(const carom_walls *w, uint32_t surface)
{
  return w->wall[w->surface[surface].wall].material;
}

#endif
