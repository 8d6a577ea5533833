/* SPDX-License-Identifier: MIT */
/* Figures: curves in panels with one legend below them, drawn by gnuplot. */
#ifndef CAROM_CLI_FIGURE_H
#define CAROM_CLI_FIGURE_H

#include <stdbool.h>

#include "cli/figure/look.h"
#include "cli/base/message.h"

/* Colours that report.html replaces by those of the reader's light or dark scheme. */
#define FIGURE_INK "#000000"
#define FIGURE_GRID "#dddddd"
#define FIGURE_PAPER "#ffffff"

/* A line through points, interrupted at points that are not finite; or only the points. */
typedef struct cli_curve {
  const char *title; /* in the legend; NULL: not there */
  cli_look look;
  double width;
  int marks; /* the points alone: 1, or a point type of gnuplot (5 to 9) */
  int64_t count;
  double *x, *y;
  const char *label; /* beside the curve: at its highest point, or with a dot at its end; or NULL */
  bool label_at_end;
} cli_curve;

/* Values over a rectangle, in rows from the bottom. Curves of the panel are drawn over it. */
typedef struct cli_image {
  int columns, rows;
  double x_low, x_high, y_low, y_high; /* of the middle of the outermost values */
  double *value;
  const char *label, *unit;
  bool both_signs; /* colours are the same for both signs, around 0 */
} cli_image;

typedef struct cli_panel {
  const char *title, *x_label, *y_label;
  const char *note;              /* a line in small letters below the title, or NULL */
  const char *x_unit, *y_unit;   /* prefixed to keep numbers short; NULL or "1": none */
  bool log_x, unit_x, unit_y;    /* unit: the axis goes from 0 to 1 */
  bool plain;                    /* labels are plain names, without gnuplot's markup */
  double x_range[2], y_range[2]; /* of the axes, in SI, if the second is larger than the first */
  cli_curve *curve;
  int curves, room;
  const cli_image *image; /* NULL: curves only */
} cli_panel;

enum { FIGURE_PANELS = 3 };

typedef struct cli_figure {
  const char *title; /* over all panels; NULL or empty: none */
  cli_panel panel[FIGURE_PANELS];
  int panels;
  int panel_width, panel_height; /* of one panel with its labels; 0: default */
  void *owned; /* memory that titles and images point into, freed with the figure; or NULL */
} cli_figure;

/* Adds a curve of `count` points to a panel; the caller fills x and y. NULL: out of memory. */
cli_curve *figure_add(cli_panel *panel, const char *title, cli_look look, double width,
                      int64_t count);
void figure_free(cli_figure *figure);

/* Lets the legend, which is that of the first panel, name the curves of the others, too. */
carom_status figure_share_legend(cli_figure *figure);

/* Merges curves that cannot be distinguished in any panel into one, whose title names all of them.
 * Curves must have the same order in all panels. The figure then owns the titles. */
carom_status figure_merge(cli_figure *figure);

/* Adds a panel with the differences of the curves of panel `of` to its first, if all are close to
 * it but differ. */
carom_status figure_differences(cli_figure *figure, int of, const char *title);

/* Does the path end in svg, png or pdf? An error is printed with the name of `option`. */
int figure_check(const char *option, const char *path);

/* Can gnuplot be run? If not, prints a line saying that there will be no picture. */
bool figure_possible(void);

/* Draws to a file in the format of its suffix. The legend is that of the first panel. */
carom_status figure_write(const cli_figure *figure, const char *path, bool force, carom_error *err);

#endif
