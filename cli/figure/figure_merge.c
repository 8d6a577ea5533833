/* SPDX-License-Identifier: MIT */
/* Merges what curves of a figure share: the legend, or all their points. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/figure/figure.h"
#include "core/text.h"

carom_status figure_share_legend(cli_figure *figure)
{
  for (int p = 1; p < figure->panels; p++)
    for (int c = 0; c < figure->panel[p].curves; c++) {
      const cli_curve other = figure->panel[p].curve[c];
      if (other.title && !figure_add(&figure->panel[0], other.title, other.look, other.width, 0))
        return CAROM_ERR_MEMORY;
    }
  return CAROM_OK;
}

/* Scale for distances on paper, relative to the panel. */
typedef struct scale {
  double size[2];
  bool log_x;
} scale;

static double across(const scale *s, double x)
{
  return (s->log_x ? log(x) : x) / s->size[0];
}

/* The extent of a panel, by which distances are judged. Points that are not finite are not
 * drawn. */
static scale extent(const cli_panel *panel)
{
  double low[2] = {HUGE_VAL, HUGE_VAL}, high[2] = {-HUGE_VAL, -HUGE_VAL};
  scale s = {{1, 1}, panel->log_x};
  for (int i = 0; i < panel->curves; i++)
    for (int64_t k = 0; k < panel->curve[i].count; k++) {
      const double at[2] = {across(&s, panel->curve[i].x[k]), panel->curve[i].y[k]};
      for (int a = 0; a < 2 && isfinite(at[0]) && isfinite(at[1]); a++) {
        low[a] = fmin(low[a], at[a]);
        high[a] = fmax(high[a], at[a]);
      }
    }
  for (int a = 0; a < 2; a++)
    if (high[a] > low[a]) s.size[a] = high[a] - low[a];
  return s;
}

/* Distance of a point from a polyline. */
static double distance(const cli_curve *line, double x, double y, const scale *s)
{
  double best = HUGE_VAL;
  for (int64_t k = 0; k + 1 < line->count; k++) {
    const double dx = across(s, line->x[k + 1]) - across(s, line->x[k]),
                 dy = (line->y[k + 1] - line->y[k]) / s->size[1];
    const double u = across(s, x) - across(s, line->x[k]), v = (y - line->y[k]) / s->size[1];
    const double square = dx * dx + dy * dy, along = square > 0 ? (u * dx + v * dy) / square : 0;
    const double t = along < 0 ? 0 : along > 1 ? 1 : along;
    best = fmin(best, hypot(u - t * dx, v - t * dy));
  }
  return best;
}

/* Are two curves closer than half a line width everywhere? */
static bool covers(const cli_curve *one, const cli_curve *other, const scale *s)
{
  enum { SAMPLES = 60 };
  static const double apart = 0.002;
  const int64_t stride = other->count / SAMPLES + 1;
  if (one->count < 2 || other->count < 2 || one->marks || other->marks) return false;
  for (int64_t k = 0; k < other->count; k += stride)
    if (!(distance(one, other->x[k], other->y[k], s) < apart)) return false;
  const int64_t last = other->count - 1;
  return distance(one, other->x[last], other->y[last], s) < apart;
}

static bool coincide(const cli_figure *figure, int i, int j)
{
  for (int p = 0; p < figure->panels; p++) {
    const cli_panel *panel = &figure->panel[p];
    const scale s = extent(panel);
    if (i >= panel->curves || j >= panel->curves) return false;
    if (!covers(&panel->curve[i], &panel->curve[j], &s) ||
        !covers(&panel->curve[j], &panel->curve[i], &s))
      return false;
  }
  return true;
}

static void drop(cli_figure *figure, int j)
{
  for (int p = 0; p < figure->panels; p++) {
    cli_panel *panel = &figure->panel[p];
    free(panel->curve[j].x);
    free(panel->curve[j].y);
    memmove(&panel->curve[j], &panel->curve[j + 1],
            (size_t)(panel->curves - j - 1) * sizeof *panel->curve);
    panel->curves--;
  }
}

/* Are curves eligible? Several traces with one title belong together, and labels belong to their
 * own curve. */
static bool mergeable(const cli_figure *figure)
{
  for (int p = 0; p < figure->panels; p++)
    for (int i = 0; i < figure->panel[p].curves; i++)
      if (!figure->panel[p].curve[i].title || figure->panel[p].curve[i].label) return false;
  return figure->panels > 0 && figure->panel[0].curves > 0 && !figure->owned;
}

carom_status figure_merge(cli_figure *figure)
{
  enum { TITLE = 400 };
  if (!mergeable(figure)) return CAROM_OK;
  char(*title)[TITLE] = calloc((size_t)figure->panel[0].curves, sizeof *title);
  if (!title) return CAROM_ERR_MEMORY;
  figure->owned = title;
  for (int i = 0; i < figure->panel[0].curves; i++) {
    const char *own = figure->panel[0].curve[i].title;
    snprintf(title[i], TITLE, "%s", own);
    for (int j = i + 1; j < figure->panel[0].curves;) {
      if (!coincide(figure, i, j)) {
        j++;
        continue;
      }
      carom_append(title[i], TITLE, "%s%s", strchr(own, ',') ? "; " : ", ",
                   figure->panel[0].curve[j].title);
      drop(figure, j);
    }
    for (int p = 0; p < figure->panels; p++)
      figure->panel[p].curve[i].title = title[i];
  }
  return CAROM_OK;
}
