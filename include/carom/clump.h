/* SPDX-License-Identifier: MIT */
/* Clumps: rigid bodies made of several spheres. The members are ordinary particles of a scene with
 * ordinary contacts, but move as one body. */
#ifndef CAROM_CLUMP_H
#define CAROM_CLUMP_H

#include <stdint.h>

#include <carom/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A member: its centre in the coordinate system of the shape, whose origin is arbitrary, and its
 * radius, m. */
typedef struct carom_clump_sphere {
  double offset[3], radius;
} carom_clump_sphere;

enum { CAROM_CLUMP_SPHERES_MAX = 1000, CAROM_CLUMP_SHAPES_MAX = 1000 };

/* The shape of one kind of clump. Members may overlap: the body is their union, of uniform density.
 * No member may lie entirely inside another. */
typedef struct carom_clump_shape {
  const char *name; /* for messages; may be NULL */
  const carom_clump_sphere *sphere;
  int spheres;
} carom_clump_shape;

/* Properties of the body at unit density, so that masses are volumes, m3. They are exact where no
 * point lies inside three or more members (sums over spheres minus the lenses shared by two);
 * otherwise they are integrated along lines, with an estimate of the relative error of volume and
 * moments. */
typedef struct carom_clump_body {
  double volume;
  double centre[3];  /* centre of mass, in the axes of the shape */
  double inertia[3]; /* principal moments about the centre of mass, ascending, m5 */
  double axis[3][3]; /* principal axes in the axes of the shape, one per row, right-handed */
  double radius;     /* of the smallest sphere about the centre of mass that contains all members */
  double error;      /* estimated relative error; 0: exact */
} carom_clump_body;

CAROM_API carom_status carom_clump_measure(const carom_clump_shape *shape, carom_clump_body *out,
                                           carom_error *err);

/* One clump of a definition. Start from carom_scene_clump_default(): the first shape unscaled, at
 * rest, with its centre of mass at the origin. The members are numbered after the particles of the
 * definition, in the order of the clumps; their ids are `id` and the following ones. */
typedef struct carom_scene_clump {
  int shape;                   /* which of carom_scene_def.clump_shape */
  double scale;                /* factor applied to the shape */
  double position[3];          /* of the centre of mass, m */
  double orientation[4];       /* unit quaternion w, x, y, z that rotates the axes of the shape into
                                  space */
  double velocity[3], spin[3]; /* of the centre of mass, m/s; in space axes, rad/s */
  double mass;                 /* kg; CAROM_UNSET: from the density of its material */
  int material;
  uint32_t id;
} carom_scene_clump;

CAROM_API carom_scene_clump carom_scene_clump_default(void);

/* The present state of a clump. Positions are not folded back at periodic borders, except in a
 * deforming box, where position and velocity are those of the image inside it. Force and torque
 * (about the centre of mass) include contacts and applied forces, but not gravity. */
typedef struct carom_scene_clump_state {
  int shape;
  double scale, mass, inertia[3]; /* principal moments, ascending, kg m2 */
  double position[3], orientation[4];
  double velocity[3], spin[3], angular_momentum[3]; /* about the centre of mass */
  double force[3], torque[3];
  int64_t first; /* index of its first member in carom_scene_sample; the others follow it */
  int members;
  int material;
  uint32_t id; /* id of its first member */
  bool held;   /* its motion is prescribed by a hold */
} carom_scene_clump_state;

#ifdef __cplusplus
}
#endif

#endif
