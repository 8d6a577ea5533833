/* SPDX-License-Identifier: MIT */
/* Shared by the parts of the renderer. All lengths are in the space of the camera: x to the right,
 * y down, z ahead. */
#ifndef CAROM_PICTURE_RENDER_PARTS_H
#define CAROM_PICTURE_RENDER_PARTS_H

#include "picture/render.h"

enum {
  CAROM_TILE = 32, /* pixels along the edge of a tile */
  CAROM_FINE = 3,  /* samples along the edge of a pixel */
  CAROM_TILE_FINE = CAROM_TILE * CAROM_FINE,
  CAROM_DOME = 80, /* directions of the sky */
  /* Directions of the key light, which is wide so that its shadows are soft. */
  CAROM_KEY = 10,
  CAROM_LIGHTS = CAROM_DOME + CAROM_KEY
};

#define CAROM_NOTHING 0xffffffffu  /* no primitive */
#define CAROM_CUT_FACE 0x80000000u /* added to the number of a sphere on its cut face */

typedef struct carom_seen_ball {
  float c[3], r;
} carom_seen_ball;

typedef struct carom_seen_rod {
  double a[3], b[3], r;
} carom_seen_rod;

/* Edge functions: a ray d meets the triangle if all edge[k] . d have the same sign. */
typedef struct carom_seen_plate {
  double edge[3][3], normal[3], distance;
  float unit[3]; /* unit normal, towards the camera */
  double corner[3][3];
} carom_seen_plate;

/* Height map of a light: how far the grains reach towards it, over a square across its
 * direction. */
typedef struct carom_light {
  float dir[3], u[3], v[3], weight;
  int side; /* texels along an edge; 0: no shadows */
  uint16_t *height;
} carom_light;

/* Rays of a picture: sample (i, j) of the whole picture has direction (x0 + i step, y0 + j step,
 * 1). */
typedef struct carom_rays {
  double x0, y0, step;
} carom_rays;

typedef struct carom_scene_seen {
  const carom_show *show;
  carom_seen_ball *ball;
  carom_seen_rod *rod;
  carom_seen_plate *plate;
  float cut[3], cut_at; /* in the space of the camera */
  float breath;         /* how much a faint sphere hides at its rim */
  carom_rays rays;
  int width, height, across, down; /* across, down: number of tiles */
  uint32_t *order;                 /* balls, nearest first */
  float *nearest;                  /* nearest depth of each ball in this order */
  uint32_t *listed;                /* primitives of each tile; balls by their place in the order */
  int64_t *first;                  /* first one of each tile, and the end */
  carom_light light[CAROM_LIGHTS]; /* first those of the sky, then those of the key light */
  int dome;                        /* number of lights of the sky */
  float centre[3], reach;          /* a sphere around all balls and rods, for the lights */
  carom_colours colours;
  carom_image *image;
} carom_scene_seen;

/* Samples of a tile. */
typedef struct carom_picture_tile {
  int x, y, right, bottom; /* pixels; ends excluded */
  float depth[CAROM_TILE_FINE * CAROM_TILE_FINE];
  uint32_t what[CAROM_TILE_FINE * CAROM_TILE_FINE];
  float clear[CAROM_TILE_FINE * CAROM_TILE_FINE]; /* light that glass in front lets through */
  int open;                                       /* samples that nothing covers yet */
} carom_picture_tile;

/* Pixels that a primitive may cover: left, top, right, bottom, ends excluded. False: none. */
bool carom_bounds_ball(const carom_scene_seen *s, const double c[3], double r, int box[4]);
bool carom_bounds_rod(const carom_scene_seen *s, const carom_seen_rod *rod, int box[4]);
bool carom_bounds_plate(const carom_scene_seen *s, const carom_seen_plate *p, int box[4]);

void carom_draw_balls(const carom_scene_seen *s, const uint32_t *list, int64_t count,
                      carom_picture_tile *tile);
void carom_draw_rod(const carom_scene_seen *s, uint32_t number, carom_picture_tile *tile);
void carom_draw_plate(const carom_scene_seen *s, uint32_t number, carom_picture_tile *tile);

carom_status carom_lights_make(carom_scene_seen *s, const carom_camera *camera, int threads,
                               carom_error *err);

/* Fractions of the light of the sky and of the key light that arrive. */
void carom_light_at(const carom_scene_seen *s, const float point[3], const float normal[3],
                    float *sky, float *key);

/* Writes the colours of a tile into the picture. */
void carom_shade_tile(const carom_scene_seen *s, const carom_picture_tile *tile);

#endif
