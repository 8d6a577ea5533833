/* SPDX-License-Identifier: MIT */
/* Draws spheres, rods and plates by ray casting, tile by tile, lit by a soft key light and by a sky
 * that grains hide from each other. The pixels are the same for any number of threads and on every
 * machine: only + - * / and square roots are used, and no sum depends on which thread computes
 * it. */
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
  bool plain; /* without light and shadow: a drawn line */
} carom_rod;

typedef struct carom_plate {
  double corner[3][3];
  carom_rgb colour;
  bool glass; /* what is behind it shows through */
} carom_plate;

/* What is shown. Everything beyond the cut, where cut_normal . x > cut_at, is left out; spheres are
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
  bool dark;  /* a dark background */
  bool ghost; /* spheres are faint, so that rods show through */
} carom_show;

/* A camera. Its axes are orthogonal unit vectors to the right, up, and ahead. */
typedef struct carom_camera {
  double eye[3], right[3], up[3], ahead[3];
  double tangent; /* of half the angle that the height of the picture covers */
  /* Where the axis meets the picture, relative to its middle, in picture heights: right, down. */
  double shift[2];
} carom_camera;

/* Looks from `eye` to `target`; `up` points upwards in the picture. */
carom_camera carom_camera_look(const double eye[3], const double target[3], const double up[3],
                               double tangent);

/* Pixel coordinates of a point in a picture of this size; false if it is behind the camera. */
bool carom_camera_place(const carom_camera *camera, const double point[3], int width, int height,
                        double place[2]);

/* Renders the picture. `threads`: 0 for all cores. */
carom_status carom_render(const carom_show *show, const carom_camera *camera, int threads,
                          carom_image *image, carom_error *err);

#endif
