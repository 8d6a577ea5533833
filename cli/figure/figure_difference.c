/* SPDX-License-Identifier: MIT */
/* Shows the differences of curves that nearly coincide. */
#include <math.h>
#include <string.h>

#include "cli/figure/figure.h"

/* The value of a line at x, between its points; CAROM_UNSET beyond its ends. */
static double value_at(const cli_curve *line, double x)
{
  int64_t low = 0, high = line->count - 1;
  if (high < 1 || !(x >= line->x[0]) || !(x <= line->x[high])) return CAROM_UNSET;
  while (high - low > 1) {
    const int64_t middle = low + (high - low) / 2;
    *(line->x[middle] <= x ? &low : &high) = middle;
  }
  const double width = line->x[high] - line->x[low];
  const double share = width > 0 ? (x - line->x[low]) / width : 0;
  return line->y[low] + share * (line->y[high] - line->y[low]);
}

/* Largest distance of any curve from the first, relative to its height; CAROM_UNSET if they share
 * no range of x. */
static double farthest(const cli_panel *panel)
{
  const cli_curve *first = &panel->curve[0];
  double height = 0, most = 0;
  for (int64_t k = 0; k < first->count; k++)
    height = fmax(height, fabs(first->y[k]));
  for (int i = 1; i < panel->curves; i++) {
    const cli_curve *c = &panel->curve[i];
    int64_t shared = 0;
    for (int64_t k = 0; k < c->count; k++) {
      const double there = value_at(first, c->x[k]);
      if (there == CAROM_UNSET) continue;
      most = fmax(most, fabs(c->y[k] - there));
      shared++;
    }
    if (2 * shared < c->count) return CAROM_UNSET;
  }
  return height > 0 ? most / height : CAROM_UNSET;
}

carom_status figure_differences(cli_figure *figure, int of, const char *title)
{
  static const double least = 5e-4, most = 0.1;
  const cli_panel *from = &figure->panel[of];
  if (from->curves < 2 || figure->panels >= FIGURE_PANELS) return CAROM_OK;
  const double apart = farthest(from);
  /* below `least` the difference comes from drawing straight lines between points */
  if (apart == CAROM_UNSET || apart < least || apart > most) return CAROM_OK;
  cli_panel *to = &figure->panel[figure->panels++];
  *to = (cli_panel){.title = title,
                    .x_label = from->x_label,
                    .y_label = from->y_label,
                    .x_unit = from->x_unit,
                    .y_unit = from->y_unit};
  for (int i = 0; i < from->curves; i++) {
    const cli_curve *c = &from->curve[i];
    cli_curve *own = figure_add(to, c->title, c->look, c->width, c->count);
    if (!own) return CAROM_ERR_MEMORY;
    own->count = 0;
    for (int64_t k = 0; k < c->count; k++) {
      const double there = value_at(&from->curve[0], c->x[k]);
      if (there == CAROM_UNSET) continue;
      own->x[own->count] = c->x[k];
      own->y[own->count++] = c->y[k] - there;
    }
  }
  return CAROM_OK;
}
