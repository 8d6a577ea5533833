/* SPDX-License-Identifier: MIT */
/* Walls that move as free bodies. */
#ifndef CAROM_SRC_SCENE_WALL_BODY_H
#define CAROM_SRC_SCENE_WALL_BODY_H

#include <stdint.h>

#include <carom/motion.h>

#include "scene/rigid_body.h"

typedef struct carom_wall_body {
  bool active;
  carom_scene_body def;
  carom_rigid_body rigid;
  int64_t free;  /* 1: it has been released */
  double way[3]; /* displacement since the start */
  /* Its own motion at the end of the step, as contacts see it. */
  double seen_velocity[3], seen_spin[3];
  /* 1/m along the axes and the inverse inertia tensor in space (xx, yy, zz, yz, xz, xy), 0 where it
   * is not free; and the prescribed part of its motion. */
  double inv_mass[3], inv_inertia[6];
  double driven_velocity[3], driven_spin[3];
} carom_wall_body;

/* Copies a definition, NULL for none; `where` names the wall. `centre` is the centre of mass. */
carom_status carom_wall_body_set(carom_wall_body *body, const carom_scene_body *def,
                                 const double centre[3], const char *where, carom_error *err);

/* At the start of a scene, before there are forces: a body that is free at once gets its
 * velocity. */
void carom_wall_body_begin(carom_wall_body *b);
/* Takes the motion that tables and drives prescribe, and adds the body's own to it. */
void carom_wall_body_show(carom_wall_body *b, double velocity[3], double spin[3]);

/* Is it free to rotate about some axis? */
static inline bool carom_wall_body_turns(const carom_wall_body *b)
{
  return b->active && (b->def.turns[0] || b->def.turns[1] || b->def.turns[2]);
}

/* Effective inverse mass at a point with arm (x, y, z) from the centre, along a unit vector. */
static inline double carom_wall_body_inv_mass(const carom_wall_body *b, double x, double y,
                                              double z, double nx, double ny, double nz)
{
  const double u = y * nz - z * ny, v = z * nx - x * nz, w = x * ny - y * nx;
  const double *m = b->inv_mass, *i = b->inv_inertia;
  return m[0] * nx * nx + m[1] * ny * ny + m[2] * nz * nz + i[0] * u * u + i[1] * v * v +
         i[2] * w * w + 2 * (i[3] * v * w + i[4] * u * w + i[5] * u * v);
}

#endif
