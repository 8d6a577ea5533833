/* SPDX-License-Identifier: MIT */
#include "cli/figure/figure_image.h"

#include <math.h>
#include <string.h>

#include "run/quantity.h"

enum { LABEL = 5 }; /* distance of the label from the bar, in widths of the bar */

static double largest(const cli_image *image)
{
  double most = 0;
  for (int64_t i = 0; i < (int64_t)image->columns * image->rows; i++)
    if (fabs(image->value[i]) > most) most = fabs(image->value[i]);
  return most > 0 ? most : 1;
}

static double place(double low, double high, int count, int i)
{
  return count > 1 ? low + (high - low) * i / (count - 1) : low;
}

static double half_cell(double low, double high, int count)
{
  return count > 1 ? 0.5 * (high - low) / (count - 1) : 0.5;
}

/* Viewers smooth images, so values are repeated to make few of them still look like cells. */
static int repeats(int count)
{
  enum { FINE = 160 };
  return count < FINE ? (FINE + count - 1) / count : 1;
}

/* The middle of part k of `parts` of a cell. */
static double part(double middle, double half, int k, int parts)
{
  return middle + half * ((2 * k + 1.0) / parts - 1);
}

static void write_row(const cli_image *image, int r, double y, double x_unit, double unit,
                      FILE *points)
{
  const double half = half_cell(image->x_low, image->x_high, image->columns);
  const int parts = repeats(image->columns);
  for (int c = 0; c < image->columns; c++)
    for (int k = 0; k < parts; k++)
      fprintf(points, "%.7g %.7g %.5g\n",
              part(place(image->x_low, image->x_high, image->columns, c), half, k, parts) / x_unit,
              y, image->value[(int64_t)r * image->columns + c] / unit);
  fputc('\n', points);
}

void image_points(const cli_image *image, double x_unit, double y_unit, FILE *points)
{
  const double unit = carom_quantity_prefix_of(largest(image), image->unit).factor;
  const double half = half_cell(image->y_low, image->y_high, image->rows);
  const int parts = repeats(image->rows);
  for (int r = 0; r < image->rows; r++)
    for (int k = 0; k < parts; k++)
      write_row(image, r,
                part(place(image->y_low, image->y_high, image->rows, r), half, k, parts) / y_unit,
                x_unit, unit, points);
  fputs("\n", points);
}

void image_range(const cli_image *image, double x_unit, double y_unit, FILE *script)
{
  const double x = half_cell(image->x_low, image->x_high, image->columns),
               y = half_cell(image->y_low, image->y_high, image->rows);
  fprintf(script, "set xrange [%.9g:%.9g] noextend\nset yrange [%.9g:%.9g] noextend\n",
          (image->x_low - x) / x_unit, (image->x_high + x) / x_unit, (image->y_low - y) / y_unit,
          (image->y_high + y) / y_unit);
}

void image_style(const cli_image *image, double x, double y, double width, double height,
                 FILE *script)
{
  const carom_prefix p = carom_quantity_prefix_of(largest(image), image->unit);
  const double top = largest(image) / p.factor;
  fputs(image->both_signs
            ? "set palette defined (-1 '#08306b', -0.5 '#56a0d3', 0 '#ffffff', 0.5 '#e8743b', "
              "1 '#7f1d1d')\n"
            : "set palette defined (0 '#ffffff', 0.15 '#c6dbef', 0.4 '#4292c6', 0.7 '#08519c', "
              "1 '#041e42')\n",
        script);
  fprintf(script,
          "set cbrange [%g:%g]\nset colorbox user origin screen %g,%g size screen %g,%g\n"
          "set label \"%s (%s%s)\" at screen %g,%g center rotate by 90 "
          "textcolor rgb '" FIGURE_INK "'\nset cbtics textcolor rgb '" FIGURE_INK "'\nunset grid\n",
          image->both_signs ? -top : 0.0, top, x, y, width, height, image->label,
          strcmp(p.letter, "u") ? p.letter : "µ", image->unit, x + LABEL * width, y + 0.5 * height);
}
