/* SPDX-License-Identifier: MIT */
/* Images in memory, with functions that draw lines and text and encode PNG. */
#ifndef CAROM_PICTURE_IMAGE_H
#define CAROM_PICTURE_IMAGE_H

#include <stdint.h>
#include <stdio.h>

#include "core/error.h"

/* Rows from the top, three bytes (sRGB) per pixel. */
typedef struct carom_image {
  int width, height;
  uint8_t *rgb;
} carom_image;

enum { CAROM_IMAGE_MOST = 16384 }; /* most pixels along an edge */

carom_status carom_image_make(int width, int height, carom_image *image, carom_error *err);
void carom_image_free(carom_image *image);

/* The bytes of a PNG file, to be freed by the caller; NULL without memory. */
uint8_t *carom_image_png(const carom_image *image, size_t *length);

/* Ink: sRGB colour and coverage. */
typedef struct carom_ink {
  uint8_t rgb[3];
  double cover; /* 0 to 1 */
} carom_ink;

/* Coordinates are in pixels from the upper left corner; edges are anti-aliased. */
void carom_image_box(carom_image *image, double left, double top, double right, double bottom,
                     carom_ink ink);
void carom_image_line(carom_image *image, double x0, double y0, double x1, double y1, double width,
                      carom_ink ink);

/* Text of thin strokes. `size` is the height of capitals, (x, y) the start of the base line.
 * Characters without a glyph, including control characters, are shown as a box. */
void carom_image_text(carom_image *image, double x, double y, double size, double width,
                      const char *text, carom_ink ink);
double carom_text_width(double size, const char *text);

#endif
