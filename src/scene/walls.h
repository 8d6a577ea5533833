/* SPDX-License-Identifier: MIT */
/* Walls: rigid bodies made of faces. */
#ifndef CAROM_SRC_SCENE_WALLS_H
#define CAROM_SRC_SCENE_WALLS_H

#include "scene/model.h"
#include "scene/servo.h"
#include "scene/shell.h"
#include "scene/wall_body.h"
#include "scene/wall_shapes.h"

enum { CAROM_WALLS_MAX = 1 << 15 };

typedef struct carom_wall {
  char *name;
  int material;
  int face, faces; /* first face and number of faces, which are consecutive */
  int surfaces;
  double centre[3], velocity[3], spin[3];
  carom_motion_table motion;
  int drives; /* motions by formula; they add up */
  carom_scene_drive *drive;
  bool conveys;       /* some drive moves its surface only */
  double surface[3];  /* velocity of that surface; its tangential part acts */
  carom_shell *shell; /* NULL: its faces are endless */
  carom_servo servo;
  carom_wall_body body;
  int64_t absent; /* 1: the wall is not there; 64 bits, for archives */
} carom_wall;

typedef struct carom_walls {
  int count, feeling; /* feeling: number of walls that move by force */
  carom_wall *wall;
  int64_t faces, surfaces, face_capacity; /* of all walls */
  int64_t open_faces;                     /* endless faces; they come first */
  carom_face *face;
  double *face_row; /* a row of CAROM_FACE_DOUBLES each */
  carom_surface *surface;
  double open_step;  /* largest displacement of endless faces in the last step */
  bool shells_moved; /* some shell has moved */
  bool shells_wear;
} carom_walls;

/* walls.c: adds a face to a wall. Walls get their faces in turn, shells last. `joins`: the face
 * forms one surface with the face before it, which has the same shape. False without memory. */
bool carom_wall_add_face(carom_walls *w, int wall, int shape, bool joins, const double *row);
/* Memory of faces and shells, bytes. */
size_t carom_walls_bytes(const carom_walls *w);
/* Signed distance of a point from a face (positive on the side of the particles) and the unit
 * normal from the face to the point. */
double carom_face_distance(const carom_walls *w, int64_t face, const double x[3], double normal[3]);

/* The material of the wall that a face belongs to. */
static inline int carom_wall_material(const carom_walls *w, uint32_t face)
{
  return w->wall[w->face[face].wall].material;
}

/* Prefetches a row, because rows of a large mesh are far apart. (CAROM_FN: without inlining,
 * compilers take it for a function without effects.) */
CAROM_FN void carom_fetch_face(const carom_walls *w, uint32_t face)
{
  const double *row = w->face_row + CAROM_FACE_DOUBLES * (size_t)face;
  __builtin_prefetch(row);
  __builtin_prefetch(row + CAROM_FACE_DOUBLES / 2);
}

/* Number of a face within its wall; for a mesh, the number of the triangle. */
static inline int64_t carom_face_number(const carom_walls *w, uint32_t face)
{
  return (int64_t)face - w->wall[w->face[face].wall].face;
}

/* The key by which dents of a face are kept: the number of its surface or, in a shell, of its
 * patch. */
static inline int32_t carom_face_patch(const carom_walls *w, uint32_t face)
{
  const carom_face *f = &w->face[face];
  const carom_shell *shell = w->wall[f->wall].shell;
  return shell ? shell->patch[carom_face_number(w, face)] : w->surface[f->surface].number;
}

/* shell_make.c: is a wall of this definition a shell? `make` adds its faces. */
bool carom_wall_is_shell(const carom_scene_wall *def);
carom_status carom_shell_make(carom_walls *w, const carom_scene_wall *def, int wall,
                              const char *where, carom_error *err);

#endif
