/* SPDX-License-Identifier: MIT */
/* Shared by the parts of a picture. */
#ifndef CAROM_PICTURE_PICTURE_PARTS_H
#define CAROM_PICTURE_PICTURE_PARTS_H

#include "picture/picture.h"
#include "picture/render.h"

/* What colours stand for. */
typedef struct carom_colour_scale {
  const char *name, *unit; /* "": no unit */
  bool classes;            /* names instead of numbers: materials */
  double low, high;
  carom_colour_map map;
} carom_colour_scale;

/* Are walls coloured by value instead of grains? */
static inline bool carom_colours_walls(const carom_picture_def *def)
{
  return !def->chains && def->bonds != CAROM_BONDS_STRESS && def->colour >= CAROM_BY_PRESSURE;
}

/* One number for every body of a frame or, if walls are coloured, for every facet (NaN: none), and
 * what the numbers are. The caller frees them. */
carom_status carom_values_of(const carom_frame_held *frame, carom_picture_colour colour,
                             double **value, carom_colour_scale *scale, carom_error *err);

/* Fits the ends of the scale to round numbers so that nearly all values are within. */
void carom_scale_fit(carom_colour_scale *scale, const double *value, int64_t count, bool from_zero);

/* Round numbers not below x: 1, 2 or 5 times a power of ten; or one of a denser set. */
double carom_round_number(double x);
double carom_round_end(double x);

/* The colour of a value. */
carom_rgb carom_scale_colour(const carom_colour_scale *scale, const carom_colours *colours,
                             double value);

/* Walls as plates with lines at their edges, to be freed by the caller. `colour`: of each facet, or
 * NULL; facets whose first component is negative keep the colour of the wall. */
carom_status carom_walls_shown(const carom_frame *frame, const carom_picture_def *def,
                               const carom_rgb *colour, const carom_camera *camera, double line,
                               carom_show *show, carom_error *err);

/* bonds_shown.c: `bare`: are grains small, so that bonds are visible? `drawable`: can bonds be
 * shown as requested? `scale`: fits the scale of their stresses. `shown`: makes the rods and
 * returns their number. */
bool carom_bonds_bare(const carom_picture_def *def);
carom_status carom_bonds_drawable(const carom_frame_held *frame, const carom_picture_def *def,
                                  carom_error *err);
carom_status carom_bonds_scale(const carom_frame *frame, bool dark, carom_colour_scale *scale,
                               carom_error *err);
int64_t carom_bonds_shown(const carom_frame *frame, const carom_picture_def *def,
                          const carom_colour_scale *scale, const carom_colours *colours,
                          carom_rod *rod);

/* A frame whose grains are folded into its periodic box; the frame itself if nothing is periodic.
 * Free it after success. */
typedef struct carom_folded {
  carom_frame frame;
  carom_frame_body *body;
  carom_frame_contact *contact;
  carom_frame_bond *bond;
} carom_folded;
carom_status carom_fold(const carom_frame *frame, carom_folded *out, carom_error *err);
void carom_folded_free(carom_folded *folded);
bool carom_is_periodic(const carom_frame *frame);
void carom_periodic_box(const carom_frame *frame, double low[3], double high[3]);

/* Edges of a periodic box; returns their number. */
int64_t carom_box_lines(const carom_frame *frame, double line, bool dark, carom_rod rod[12]);

/* The box that must be in view: the grains and, if walls are shown, walls around them that are not
 * much larger. */
void carom_view_box(const carom_frame *frame, bool walls, double low[3], double high[3]);

/* A camera that sees the box beside the text. *distance: to its middle. */
carom_camera carom_view_of(const carom_picture_def *def, const double low[3], const double high[3],
                           double *distance);

/* Draws title, time, colour bar, axes and a length bar. `pixel`: size of a pixel at the grains,
 * m. */
void carom_legend_draw(const carom_frame *frame, const carom_picture_def *def,
                       const carom_colour_scale *scale, const carom_camera *camera, double pixel,
                       const carom_colours *colours, carom_image *image);

#endif
