/* SPDX-License-Identifier: MIT */
/* Colours: maps of uniform lightness steps, palettes, and conversion between linear light and
 * screen values. Everything is computed with the elementary functions of the laws, so that it is
 * the same on every machine. */
#ifndef CAROM_PICTURE_COLOUR_H
#define CAROM_PICTURE_COLOUR_H

#include <stdint.h>

/* Linear light, red, green and blue, 0 to 1. */
typedef struct carom_rgb {
  float c[3];
} carom_rgb;

enum { CAROM_MAP_COLOURS = 256, CAROM_LEVELS = 4096 };

typedef enum carom_colour_map {
  CAROM_MAP_EVEN, /* from dark violet over blue and green to yellow */
  CAROM_MAP_HEAT  /* from a pale grey over orange to dark red, for chains on a light ground */
} carom_colour_map;

/* Tables computed once per picture. */
typedef struct carom_colours {
  carom_rgb map[2][CAROM_MAP_COLOURS]; /* by carom_colour_map */
  uint8_t screen[CAROM_LEVELS + 1];    /* sRGB value of linear light in units of 1/CAROM_LEVELS */
  float light[256];                    /* linear light of an sRGB value */
} carom_colours;

void carom_colours_make(carom_colours *colours);

/* The colour of a fraction of the range; values outside get the colour of the end, NaN is grey. */
carom_rgb carom_colour_of(const carom_colours *colours, carom_colour_map map, double share);

/* Distinguishable colours, repeated after eight. */
carom_rgb carom_colour_named(int number);

/* From lightness (0 to 1), chroma and hue (rad) of the OKLab space to linear light. */
carom_rgb carom_colour_oklch(double lightness, double chroma, double hue);

#endif
