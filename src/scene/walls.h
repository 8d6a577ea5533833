/* SPDX-License-Identifier: MIT */
/* Walls: bodies of faces. */
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
  int face, faces; /* its faces, which are consecutive */
  int surfaces;
  double centre[3], velocity[3], spin[3];
  carom_motion_table motion;
  int drives; /* motions by formula, which are added */
  carom_scene_drive *drive;
  bool conveys;       /* some drive is of its surface: */
  double surface[3];  /* its velocity, of which the tangential part counts */
  carom_shell *shell; /* NULL: its faces are without an end */
  carom_servo servo;
  carom_wall_body body;
  int64_t absent; /* 1: it is not there, as archives have it */
} carom_wall;

typedef struct carom_walls {
  int count, feeling; /* how many move by force */
  carom_wall *wall;
  int64_t faces, surfaces, face_capacity; /* of all walls */
  int64_t open_faces;                     /* the first ones: those without an end */
  carom_face *face;
  double *face_row; /* CAROM_FACE_DOUBLES each */
  carom_surface *surface;
  double open_step;  /* the largest displacement of faces without an end in the last step */
  bool shells_moved; /* some of them */
  bool shells_wear;
} carom_walls;

/* walls.c: adds a face to a wall; walls get theirs in turn, shells last. `joins`: the face before
 * it, which has the same shape and with which it forms one surface. False without memory. */
bool carom_wall_add_face(carom_walls *w, int wall, int shape, bool joins, const double *row);
/* Memory of faces and shells. */
size_t carom_walls_bytes(const carom_walls *w);
/* Signed distance of a point from a face (positive on the side of the particles), and the unit
 * normal from the face to the point. */
double carom_face_distance(const carom_walls *w, int64_t face, const double x[3], double normal[3]);

/* The material of the wall of a face. */
static inline int carom_wall_material(const carom_walls *w, uint32_t face)
{
  return w->wall[w->face[face].wall].material;
}

/* Rows of a large mesh are far apart in memory. (Not inlined, it would be taken for a function
 * without effects.) */
CAROM_FN void carom_fetch_face(const carom_walls *w, uint32_t face)
{
  const double *row = w->face_row + CAROM_FACE_DOUBLES * (size_t)face;
  __builtin_prefetch(row);
  __builtin_prefetch(row + CAROM_FACE_DOUBLES / 2);
}

/* The number of a face among those of its wall: of a mesh that of its triangle. */
static inline int64_t carom_face_number(const carom_walls *w, uint32_t face)
{
  return (int64_t)face - w->wall[w->face[face].wall].face;
}

/* What dents of a face are kept by: the number of its surface, or of its patch of a shell. */
static inline int32_t carom_face_patch(const carom_walls *w, uint32_t face)
{
  const carom_face *f = &w->face[face];
  const carom_shell *shell = w->wall[f->wall].shell;
  return shell ? shell->patch[carom_face_number(w, face)] : w->surface[f->surface].number;
}

/* shell_make.c: is a wall of this definition a shell? Adds its faces. */
bool carom_wall_is_shell(const carom_scene_wall *def);
carom_status carom_shell_make(carom_walls *w, const carom_scene_wall *def, int wall,
                              const char *where, carom_error *err);

#endif
