/* SPDX-License-Identifier: MIT */
/* The shapes of walls. A wall is a rigid body made of faces; a face has a shape and a row of
 * numbers. Everything that differs between shapes is in shapes/NAME.h; shapes.def lists them.
 *
 * A plane, an endless cylinder and each side of a box are surfaces of one face: a particle has one
 * contact and one history with each. All other walls are shells of finite faces that meet at rims
 * (shell.h): a particle touches a shell wherever its distance has a local minimum, and a history
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

/* A row holds a point, a number, a unit vector, a number, a vector, a number, a vector, a number.
 * The point moves with the wall, the vectors rotate with it, the numbers stay. */
enum {
  CAROM_FACE_DIRECTION = 4, /* index of the unit vector */
  CAROM_FACE_DOUBLES = 16,
  CAROM_FACE_POINTS = 48, /* most points that represent a face */
  /* Stride of faces in lists of pairs: half their distance in bytes, as for rows of velocities. */
  CAROM_FACE_OFFSET = 64
};

typedef struct carom_face {
  int32_t wall, surface; /* surface: counted over all walls */
  int32_t run;           /* the same number for consecutive faces of one shape */
  int16_t shape;
  bool alone; /* the only face of its surface */
  bool inner; /* in a shell: none of its nodes is on a rim of the shell */
} carom_face;

typedef struct carom_surface {
  int32_t wall, number; /* number: within the wall */
  int32_t face, faces;
} carom_surface;

/* How a wall moves. */
typedef struct carom_wall_motion {
  const double *centre, *velocity, *spin;
  double speed, rate; /* lengths of velocity and spin */
  double far;         /* largest distance from the centre at which a particle may touch it */
} carom_wall_motion;

/* A periodic border, seen from a face. */
typedef struct carom_border {
  int axis;
  double at, length; /* at: coordinate on the axis; length: of the period */
  double tolerance;  /* displacement over a period that does not matter */
} carom_border;

/* Bounds on the distances of the points of a border from a face. */
typedef struct carom_span {
  double least, most;
} carom_span;

/* Receives a face as triangles; see facets.c. */
typedef struct carom_facet_sink carom_facet_sink;

typedef struct carom_face_shape {
  int doubles;     /* numbers of the row that it uses */
  bool half_space; /* everything behind it is out of bounds */
  /* Signed distance of a point (positive on the side of the particles) and the unit normal from the
   * face to the point. */
  void (*facing)(const double *row, const double x[3], double to[4]);
  /* The same to the bit, and on which feature the nearest point lies: 0 for the inside of the face,
   * otherwise bits of the nodes that it is on or between (corners of a triangle, rims of a swept
   * face). */
  unsigned (*nearest)(const double *row, const double x[3], double to[4]);
  /* A cheap lower bound on the distance of x. */
  double (*least)(const double *row, const double x[3]);
  /* Largest speed of any of its points among the particles. */
  double (*speed)(const double *row, const carom_wall_motion *motion);
  /* Its bounding box; false if it is unbounded. */
  bool (*aabb)(const double *row, double low[3], double high[3]);
  /* Does it coincide with its image one period away? */
  bool (*repeats)(const double *row, int axis, double length, double tolerance);
  /* Corrects the span found at the corners of a border where the corners do not bound it. */
  void (*border)(const double *row, const carom_border *border, carom_span *d);
  /* Points that represent it where walls meet: its corners or points of its rims; returns their
   * number. */
  int (*points)(const double *row, double (*out)[3]);
  /* Its triangles, clipped to a box if it is endless. */
  void (*draw)(const double *row, const double low[3], const double high[3],
               carom_facet_sink *sink);
} carom_face_shape;

/* facets.c, for `draw`: adds a vertex and returns its number; adds a triangle. */
int32_t carom_facet_vertex(carom_facet_sink *sink, const double x[3]);
void carom_facet_triangle(carom_facet_sink *sink, int32_t a, int32_t b, int32_t c);
/* A convex polygon, given by consecutive corners. */
void carom_facet_polygon(carom_facet_sink *sink, const double (*corner)[3], int corners);
/* The surface swept by a segment that turns about an axis through a point; the segment runs from
 * one height and radius to another. `side`: 1 if particles are outside, -1 if they are inside. */
void carom_facet_sweep(carom_facet_sink *sink, const double point[3], const double axis[3],
                       const double height[2], const double radius[2], double side);

/* Point number i of `count` on a circle. */
void carom_facet_circle(const double point[3], const double axis[3], double height, double radius,
                        int i, int count, double out[3]);

const carom_face_shape *carom_face_shape_of(const carom_face *f);

/* wall_shapes.c: the largest speed of a point of a moving box; the span of its distances from a
 * border. */
double carom_box_speed(const double low[3], const double high[3], const carom_wall_motion *motion);
void carom_box_border(const double low[3], const double high[3], const carom_border *border,
                      carom_span *d);

/* How far the foot of a point above the inside of a triangle is from the nearest edge. */
double carom_triangle_inset(const double *row, const double x[3]);

/* The face at an offset of a list of pairs. */
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
