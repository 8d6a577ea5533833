/* SPDX-License-Identifier: MIT */
/* What holds the spheres of a dense filling: smooth faces, each giving a distance to the inside and
 * a unit normal that points there, and the triangles of a mesh, one side of which is the inside. */
#ifndef CAROM_SRC_SCENE_CONTAINER_H
#define CAROM_SRC_SCENE_CONTAINER_H

#include "scene/mesh_inside.h"

typedef struct carom_container {
  const carom_region *region;
  int faces;
  double (*face)(const struct carom_container *c, int face, const double x[3], double normal[3]);
  double axis[3];
  carom_inside *inside; /* NULL if there is no mesh */
} carom_container;

/* Can a region of this shape be filled densely? */
bool carom_container_is(const carom_region *region);

/* Free the container even if this fails. */
carom_status carom_container_make(const carom_region *region, carom_container *c, carom_error *err);
void carom_container_free(carom_container *c);
double carom_container_volume(const carom_container *c);

/* Is this a start for a sphere in a mesh: inside, and further than `clear` from all triangles? */
bool carom_container_has_room(const carom_container *c, const double x[3], double clear);

/* How triangles confine a sphere: directions away from them, and distances. Triangles in nearly the
 * same direction count as one, so a joint of faces counts once. */
enum { CAROM_CONTAINER_WALLS = 8 };
typedef struct carom_container_wall {
  double normal[3], distance;
} carom_container_wall;

/* The walls among `triangle` that are nearer than `reach`; returns how many. *nearest is lowered to
 * the distance of the nearest triangle. */
int carom_container_walls(const carom_container *c, const uint32_t *triangle, int64_t triangles,
                          const double x[3], double reach,
                          carom_container_wall wall[CAROM_CONTAINER_WALLS], double *nearest);

#endif
