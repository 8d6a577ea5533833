/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>

#include "cli/reproduce/points.h"
#include "cli/reproduce/study.h"

enum { WIDE = 968 }; /* two panels and the gap of the page: letters are of one size there */
enum { POINTS = 4000, SPAN = 400 }; /* resolution of a picture; longest straight piece */

void panel_file(const carom_paper *paper, const carom_paper_panel *panel, char name[64])
{
  snprintf(name, 64, "%s_%s.svg", paper->name, panel->name);
}

static cli_look look_of(const carom_paper_curve *curve)
{
  cli_look look = look_of_law(curve->law);
  if (curve->dash) look.dash = curve->dash;
  return look;
}

static double size_of(const double *value, int64_t count)
{
  double low = 0, high = 0;
  for (int64_t i = 0; i < count; i++) {
    low = value[i] < low ? value[i] : low;
    high = value[i] > high ? value[i] : high;
  }
  return high > low ? high - low : 1;
}

/* Distance of point k from the line between points a and b, relative to the picture. */
static double off(const repro_points *p, int64_t a, int64_t b, int64_t k, double width,
                  double height)
{
  const double x = (p->x[b] - p->x[a]) / width, y = (p->y[b] - p->y[a]) / height;
  const double u = (p->x[k] - p->x[a]) / width, v = (p->y[k] - p->y[a]) / height;
  const double length = x * x + y * y, along = length > 0 ? (u * x + v * y) / length : 0;
  const double t = along < 0 ? 0 : along > 1 ? 1 : along;
  return sqrt((u - t * x) * (u - t * x) + (v - t * y) * (v - t * y));
}

/* Leaves out points on straight lines, as far as a picture can show. */
static void thin_out(repro_points *p)
{
  const double width = size_of(p->x, p->count), height = size_of(p->y, p->count);
  int64_t kept = 1;
  for (int64_t from = 0, to = 2; to < p->count; to++) {
    bool straight = to - from < SPAN;
    for (int64_t k = from + 1; k < to && straight; k++)
      straight = off(p, from, to, k, width, height) < 1.0 / POINTS;
    if (straight) continue;
    from = to - 1;
    p->x[kept] = p->x[from];
    p->y[kept++] = p->y[from];
  }
  if (p->count > 1) {
    p->x[kept] = p->x[p->count - 1];
    p->y[kept++] = p->y[p->count - 1];
  }
  p->count = p->count ? kept : 0;
}

static carom_status add_curve(const repro_study *study, const carom_paper_curve *curve,
                              cli_panel *panel)
{
  repro_points points = {.count = 0};
  const repro_result *result = lab_find(&study->lab, curve->run);
  carom_status status = CAROM_OK;
  if (curve->run && (!result || result->status != CAROM_OK)) return CAROM_OK;
  status = points_take(result, &curve->points, &points);
  if (!curve->marks) thin_out(&points);
  cli_curve *drawn = status == CAROM_OK
                         ? figure_add(panel, curve->title, look_of(curve), 1.8, points.count)
                         : NULL;
  for (int64_t i = 0; drawn && i < points.count; i++) {
    drawn->x[i] = points.x[i];
    drawn->y[i] = points.y[i];
  }
  if (drawn) {
    drawn->marks = curve->marks;
    drawn->label = curve->label;
    drawn->label_at_end = curve->label_at_end;
  }
  free(points.x);
  free(points.y);
  return drawn ? CAROM_OK : CAROM_ERR_MEMORY;
}

carom_status panel_figure(const repro_study *study, const carom_paper_panel *panel,
                          cli_figure *figure)
{
  *figure = (cli_figure){.panels = 1, .panel_width = panel->wide ? WIDE : 0};
  cli_panel *drawn = &figure->panel[0];
  *drawn = (cli_panel){.title = panel->title,
                       .note = panel->missing,
                       .x_label = panel->x.label,
                       .x_unit = panel->x.unit,
                       .y_label = panel->y.label,
                       .y_unit = panel->y.unit,
                       .unit_x = panel->x.unit_range,
                       .unit_y = panel->y.unit_range,
                       .x_range = {panel->x.range[0], panel->x.range[1]},
                       .y_range = {panel->y.range[0], panel->y.range[1]}};
  for (int i = 0; i < panel->curves; i++)
    CAROM_TRY(add_curve(study, &panel->curve[i], drawn));
  return figure_merge(figure);
}
