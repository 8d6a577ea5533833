/* SPDX-License-Identifier: MIT */
/* The shapes of walls. A wall is a rigid body made of faces, its surface elements; a face has a
 * shape and a row of numbers. All that differs between shapes is in shapes/NAME.inc; shapes.def
 * lists them.
 *
 * A plane, an endless cylinder and each side of a box are surfaces of one face: a particle has one
 * contact and one history with each. All other walls are shells of faces that end and meet at
 * rims (shell.h): a particle touches a shell wherever its distance has a minimum, and a history
 * passes from face to face. A shell is one surface; its faces are consecutive and of one shape. */
#ifndef CAROM_SRC_SCENE_WALL_SHAPES_H
#define CAROM_SRC_SCENE_WALL_SHAPES_H

#include <stdbool.h>
#include <stdint.h>

enum {
#define CAROM_FACE_SHAPE(name, NAME, doubles, half_space) CAROM_FACE_##NAME,
#include "scene/shapes/shapes.def"
#undef CAROM_FACE_SHAPE
  CAROM_FACE_SHAPES
};

/* A row: a point, a number, a unit vector, a number, a vector, a number, a vector, a number. The
 * point moves with the wall, the vectors rotate with it, numbers stay. */
enum {
  CAROM_FACE_DIRECTION = 4, /* where the unit vector begins */
  CAROM_FACE_DOUBLES = 16,
  CAROM_FACE_POINTS = 48, /* that stand for a face */
  CAROM_FACE_OFFSET = 64  /* between faces in lists of pairs: half their distance in bytes, as for
                             rows of velocities */
};

typedef struct carom_face {
  int32_t wall, surface; /* surface: among those of all walls */
  int32_t run;           /* consecutive faces of one shape have the same */
  int16_t shape;
  bool alone; /* its surface has no other face */
  bool inner; /* of a shell: every point of it belongs to a closed surface */
} carom_face;

typedef struct carom_surface {
  int32_t wall, number; /* number: among the surfaces of the wall */
  int32_t face, faces;
} carom_surface;

/* How a wall moves. */
typedef struct carom_wall_motion {
  const double *centre, *velocity, *spin;
  double speed, rate; /* lengths of velocity and spin */
  double far;         /* from the centre to where any particle may touch it, at most */
} carom_wall_motion;

/* A periodic border, seen from a face. */
typedef struct carom_border {
  int axis;
  double at, length; /* where it is on the axis; of the period */
  double tolerance;  /* displacement over a period that does not matter */
} carom_border;

/* Bounds of the distances of the points of a border from a face. */
typedef struct carom_span {
  double least, most;
} carom_span;

/* A face as triangles; see facets.c. */
typedef struct carom_facet_sink carom_facet_sink;

typedef struct carom_face_shape {
  int doubles;     /* of the row that it uses */
  bool half_space; /* all behind it is out of bounds */
  /* Signed distance of a point (positive on the side of the particles), and the unit normal from
   * the face to the point. */
  void (*facing)(const double *row, const double x[3], double to[4]);
  /* The same to the bit, and where the nearest point is: 0 inside of the face, else bits of the
   * nodes that it is on or between: corners of a triangle, rims of what is swept out. */
  unsigned (*nearest)(const double *row, const double x[3], double to[4]);
  /* A lower bound of the distance of x, quickly. */
  double (*least)(const double *row, const double x[3]);
  /* The largest speed of any of its points among the particles. */
  double (*speed)(const double *row, const carom_wall_motion *motion);
  /* Its bounding box; false: it has none. */
  bool (*aabb)(const double *row, double low[3], double high[3]);
  /* Does it look the same from the next period? */
  bool (*repeats)(const double *row, int axis, double length, double tolerance);
  /* Corrects the span of the corners of a border where they do not bound it. */
  void (*border)(const double *row, const carom_border *border, carom_span *d);
  /* Points that stand for it where walls meet: its corners, or some of its rims; returns how
   * many. */
  int (*points)(const double *row, double (*out)[3]);
  /* Its triangles, within a box where it has no end. */
  void (*draw)(const double *row, const double low[3], const double high[3],
               carom_facet_sink *sink);
} carom_face_shape;

/* facets.c: adds a vertex, and returns its number, or a triangle; for `draw`. */
int32_t carom_facet_vertex(carom_facet_sink *sink, const double x[3]);
void carom_facet_triangle(carom_facet_sink *sink, int32_t a, int32_t b, int32_t c);
/* A convex polygon of corners that follow each other. */
void carom_facet_polygon(carom_facet_sink *sink, const double (*corner)[3], int corners);
/* What a segment sweeps out that turns about an axis through a point: from a radius at one height
 * to a radius at another. `side`: 1 where particles are outside, -1 where they are inside. */
void carom_facet_sweep(carom_facet_sink *sink, const double point[3], const double axis[3],
                       const double height[2], const double radius[2], double side);

/* A point of a circle: of so many, number i. */
void carom_facet_circle(const double point[3], const double axis[3], double height, double radius,
                        int i, int count, double out[3]);

const carom_face_shape *carom_face_shape_of(const carom_face *f);

/* wall_shapes.c: the largest speed in a box that moves, and its distance from a border. */
double carom_box_speed(const double low[3], const double high[3], const carom_wall_motion *motion);
void carom_box_border(const double low[3], const double high[3], const carom_border *border,
                      carom_span *d);

/* How far the foot of a point above the inside of a triangle is from its edges. */
double carom_triangle_inset(const double *row, const double x[3]);

/* The face in a list of pairs. */
static inline uint32_t carom_face_at(uint32_t offset)
{
  return offset / CAROM_FACE_OFFSET;
}

static inline double carom_dot(const double a[3], const double b[3])
{
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline void carom_cross(const double a[3], const double b[3], double out[3])
{
  out[0] = a[1] * b[2] - a[2] * b[1];
  out[1] = a[2] * b[0] - a[0] * b[2];
  out[2] = a[0] * b[1] - a[1] * b[0];
}

#endif
