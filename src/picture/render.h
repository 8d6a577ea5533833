/* SPDX-License-Identifier: MIT */
/* Spheres, rods and plates as a picture: ray casting tile by tile, lit by a soft key light and a
 * sky that grains hide from each other. The same pixels for any number of threads and on every
 * machine:
 * + - * / and square roots only, and no sum whose order depends on who computes it. */
#ifndef CAROM_PICTURE_RENDER_H
#define CAROM_PICTURE_RENDER_H

#include "picture/colour.h"
#include "picture/image.h"

typedef struct carom_ball {
  double centre[3], radius;
  carom_rgb colour;
} carom_ball;

/* A cylinder with round ends. */
typedef struct carom_rod {
  double from[3], to[3], radius;
  carom_rgb colour;
  bool plain; /* neither light nor shadow: a drawn line */
} carom_rod;

typedef struct carom_plate {
  double corner[3][3];
  carom_rgb colour;
  bool glass; /* what lies behind is seen through it */
} carom_plate;

/* What is seen. What lies beyond the cut, where cut_normal . x > cut_at, is left out; spheres are
 * cut open there. */
typedef struct carom_show {
  const carom_ball *ball;
  int64_t balls;
  const carom_rod *rod;
  int64_t rods;
  const carom_plate *plate;
  int64_t plates;
  bool cut;
  double cut_normal[3], cut_at;
  bool dark;  /* a dark ground */
  bool ghost; /* spheres are like breath: rods are seen through them */
} carom_show;

/* A camera. Axes are orthogonal unit vectors: to the right, up, and ahead. */
typedef struct carom_camera {
  double eye[3], right[3], up[3], ahead[3];
  double tangent; /* of half the angle that the height of the picture covers */
  double
      shift[2]; /* where the axis meets the picture, from its middle, in its heights: right, down */
} carom_camera;

/* Looks from `eye` to `target`; `up` is a direction that points up in the picture. */
carom_camera carom_camera_look(const double eye[3], const double target[3], const double up[3],
                               double tangent);

/* Where a point is in a picture of this size, in pixels; false if it is behind the camera. */
bool carom_camera_place(const carom_camera *camera, const double point[3], int width, int height,
                        double place[2]);

/* Fills the picture. threads: 0 for all cores. */
carom_status carom_render(const carom_show *show, const carom_camera *camera, int threads,
                          carom_image *image, carom_error *err);

#endif
