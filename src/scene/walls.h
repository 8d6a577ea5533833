/* SPDX-License-Identifier: MIT */
/* Walls: bodies of faces that move by tables. */
#ifndef CAROM_SRC_SCENE_WALLS_H
#define CAROM_SRC_SCENE_WALLS_H

#include "scene/model.h"

enum { CAROM_WALLS_MAX = 1 << 15 };

/* A smooth part of a wall. Contacts remember surfaces, not faces: a particle touches a surface in
 * one place at most and has one history with it, which so passes between faces that join smoothly.
 * The six sides of a box do not, and are six surfaces. */
typedef struct carom_surface {
  int wall, number; /* among those of the wall */
} carom_surface;

/* A plane or cylinder of a wall. */
typedef struct carom_face {
  int wall;
  int surface; /* among those of all walls */
  bool round, outside;
  double point[3], direction[3], radius;
} carom_face;

typedef struct carom_wall {
  char *name;
  int material;
  int face, faces; /* its faces */
  int surfaces;
  double centre[3], velocity[3], spin[3];
  carom_motion_table motion;
} carom_wall;

typedef struct carom_walls {
  int count, faces, surfaces;
  carom_wall *wall;
  carom_face *face;
  carom_surface *surface;
} carom_walls;

/* The material of the wall of a surface. */
static inline int carom_wall_material(const carom_walls *w, uint32_t surface)
{
  return w->wall[w->surface[surface].wall].material;
}

#endif
