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

/* A line through points, which a point that is not finite interrupts; or the points alone. */
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

/* Values over a rectangle, in rows from the bottom; the panel's curves are drawn over it. */
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
  bool plain;                    /* labels are names, without the markup of gnuplot */
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
  int panel_width, panel_height; /* of one panel with its labels; 0: as usual */
  void *owned; /* what titles and images point into, freed with the figure; or NULL */
} cli_figure;

/* Adds a curve of `count` points to a panel; the caller fills x and y. NULL: out of memory. */
cli_curve *figure_add(cli_panel *panel, const char *title, cli_look look, double width,
                      int64_t count);
void figure_free(cli_figure *figure);

/* The legend, which is that of the first panel, tells the curves of the others, too. */
carom_status figure_share_legend(cli_figure *figure);

/* Curves that cannot be told apart in any panel become one, whose title names all of them. Curves
 * of all panels stand in the same order. What titles point into belongs to the figure then. */
carom_status figure_merge(cli_figure *figure);

/* One more panel with what the curves of panel `of` are above its first, if all of them stay close
 * to it and yet differ. */
carom_status figure_differences(cli_figure *figure, int of, const char *title);

/* Does the path end in svg, png or pdf? Told on standard error as belonging to `option`. */
int figure_check(const char *option, const char *path);

/* Can gnuplot be run? If not, one line on standard error says that there will be no picture. */
bool figure_possible(void);

/* Draws to a file, by its ending. The legend is that of the first panel. */
carom_status figure_write(const cli_figure *figure, const char *path, bool force, carom_error *err);

#endif
