/* SPDX-License-Identifier: MIT */
/* Clumps: rigid bodies of several spheres. Their members are particles of a scene like others, with
 * contacts like others, but move as one body. */
#ifndef CAROM_CLUMP_H
#define CAROM_CLUMP_H

#include <stdint.h>

#include <carom/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A member: its centre in axes of the shape's own, whose origin is anywhere, and its radius; m. */
typedef struct carom_clump_sphere {
  double offset[3], radius;
} carom_clump_sphere;

enum { CAROM_CLUMP_SPHERES_MAX = 1000, CAROM_CLUMP_SHAPES_MAX = 1000 };

/* What clumps of one kind look like. Members may overlap: the body is their union, of one density.
 * No member may lie wholly inside another one. */
typedef struct carom_clump_shape {
  const char *name; /* for messages; may be NULL */
  const carom_clump_sphere *sphere;
  int spheres;
} carom_clump_shape;

/* The body that a shape is, for a density of 1: what is mass here is volume, m3. Exact where no
 * point is inside three members or more (sums of spheres, less the lenses that two share);
 * otherwise counted along lines, with an estimate of the relative error of volume and moments. */
typedef struct carom_clump_body {
  double volume;
  double centre[3];  /* of mass, in the axes of the shape */
  double inertia[3]; /* principal moments about it, m5, in ascending order */
  double axis[3][3]; /* the principal axes in the axes of the shape, right-handed, one a row */
  double radius;     /* of the sphere about the centre of mass that holds all members */
  double error;      /* 0: exact */
} carom_clump_body;

CAROM_API carom_status carom_clump_measure(const carom_clump_shape *shape, carom_clump_body *out,
                                           carom_error *err);

/* One clump of a definition. Start from carom_scene_clump_default(): the first shape as it is, at
 * rest, its centre of mass in the origin. Members are particles behind those of the definition, in
 * the order of the clumps; their ids are `id` and those that follow it. */
typedef struct carom_scene_clump {
  int shape;                   /* which of carom_scene_def.clump_shape */
  double scale;                /* of its shape */
  double position[3];          /* of the centre of mass, m */
  double orientation[4];       /* quaternion w, x, y, z from the axes of the shape to space */
  double velocity[3], spin[3]; /* of the centre of mass, m/s; rad/s in space */
  double mass;                 /* kg; CAROM_UNSET: from the density of its material */
  int material;
  uint32_t id;
} carom_scene_clump;

CAROM_API carom_scene_clump carom_scene_clump_default(void);

/* A clump as it is now. Positions go on across periodic borders, unless these deform: then position
 * and velocity are those in the box. Force and torque (about the centre
 * of mass) are those of its contacts and of forces besides, without gravity. */
typedef struct carom_scene_clump_state {
  int shape;
  double scale, mass, inertia[3]; /* principal moments, ascending, kg m2 */
  double position[3], orientation[4];
  double velocity[3], spin[3], angular_momentum[3]; /* about the centre of mass */
  double force[3], torque[3];
  int64_t first; /* number of its first member in carom_scene_sample; the others follow it */
  int members;
  int material;
  uint32_t id; /* of its first member */
  bool held;   /* a hold prescribes its motion */
} carom_scene_clump_state;

#ifdef __cplusplus
}
#endif

#endif
