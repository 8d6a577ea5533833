/* SPDX-License-Identifier: MIT */
/* Values over a rectangle in a figure: points, colours and the colour bar. */
#ifndef CAROM_CLI_FIGURE_IMAGE_H
#define CAROM_CLI_FIGURE_IMAGE_H

#include <stdio.h>

#include "cli/figure/figure.h"

enum { IMAGE_RIGHT = 96 }; /* margin of a panel with a colour bar */

/* Writes the values as a block of points, in units of the axes. */
void image_points(const cli_image *image, double x_unit, double y_unit, FILE *points);

/* Makes the axes end with the image. */
void image_range(const cli_image *image, double x_unit, double y_unit, FILE *script);

/* Writes the colours and their bar at this place of the screen. */
void image_style(const cli_image *image, double x, double y, double width, double height,
                 FILE *script);

#endif
