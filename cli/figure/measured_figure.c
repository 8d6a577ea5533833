/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <string.h>

#include "cli/text/measured_text.h"

enum { POINTS = 4000, MARKS = 200, PANELS = 2, OPEN_CIRCLE = 6 };

/* The panel for a unit; NULL if two other units are drawn already. */
static cli_panel *panel_of(cli_figure *figure, const char *unit)
{
  for (int p = 0; p < figure->panels; p++)
    if (!strcmp(figure->panel[p].y_unit, unit)) return &figure->panel[p];
  if (figure->panels == PANELS) return NULL;
  cli_panel *panel = &figure->panel[figure->panels++];
  *panel = (cli_panel){.title = "Computed (lines) and measured (points)",
                       .x_label = "time",
                       .y_label = !strcmp(unit, "N")     ? "force"
                                  : !strcmp(unit, "m/s") ? "velocity"
                                  : !strcmp(unit, "m")   ? "length"
                                                         : "quantity",
                       .x_unit = "s",
                       .y_unit = unit};
  return panel;
}

static carom_status add_line(cli_panel *panel, const carom_record *record,
                             const carom_curve_misfit *one, cli_look look)
{
  const int64_t rows = (int64_t)record->rows, stride = (rows + POINTS - 1) / POINTS;
  const int64_t count = (rows + stride - 1) / stride;
  cli_curve *line = figure_add(panel, one->curve->name, look, 1.4, count);
  if (!line) return CAROM_ERR_MEMORY;
  for (int64_t i = 0; i < count; i++) {
    const double *row = carom_record_row(record, i * stride);
    line->x[i] = row[0];
    line->y[i] = row[one->column];
  }
  return CAROM_OK;
}

static carom_status add_marks(cli_panel *panel, const carom_measured_curve *curve, cli_look look)
{
  const int64_t stride = (curve->points + MARKS - 1) / MARKS;
  const int64_t count = (curve->points + stride - 1) / stride;
  /* few points would be lost beside the lines, many would hide them */
  cli_curve *marks = figure_add(panel, NULL, look, count <= 60 ? 2 : 1.1, count);
  if (!marks) return CAROM_ERR_MEMORY;
  marks->marks = OPEN_CIRCLE;
  for (int64_t i = 0; i < count; i++) {
    marks->x[i] = curve->time[i * stride];
    marks->y[i] = curve->value[i * stride];
  }
  return CAROM_OK;
}

/* Interpolates linearly between two rows; NaN outside. Rows are in the order of time. */
static double computed_at(const carom_record *record, int column, double time)
{
  int64_t low = 0, high = (int64_t)record->rows - 1;
  if (high < 1 || !(time >= *carom_record_row(record, 0)) ||
      !(time <= *carom_record_row(record, high)))
    return (double)NAN;
  while (high - low > 1) {
    const int64_t middle = low + (high - low) / 2;
    if (*carom_record_row(record, middle) <= time)
      low = middle;
    else
      high = middle;
  }
  const double *a = carom_record_row(record, low), *b = carom_record_row(record, high);
  const double share = b[0] > a[0] ? (time - a[0]) / (b[0] - a[0]) : 0;
  return a[column] + share * (b[column] - a[column]);
}

/* Differences of curves that lie on one another are visible only on an axis of their own. */
static carom_status add_differences(cli_figure *figure, const carom_misfits *misfits,
                                    const carom_record *record)
{
  cli_panel *panel = &figure->panel[figure->panels++];
  *panel = figure->panel[0];
  panel->curve = NULL;
  panel->curves = panel->room = 0;
  panel->title = "Computed minus measured";
  for (int i = 0; i < misfits->count; i++) {
    const carom_measured_curve *measured = misfits->item[i].curve;
    const int64_t stride = (measured->points + POINTS - 1) / POINTS;
    const int64_t count = (measured->points + stride - 1) / stride;
    cli_curve *line = figure_add(panel, measured->name, look_number(i), 1.4, count);
    if (!line) return CAROM_ERR_MEMORY;
    for (int64_t k = 0; k < count; k++) {
      const double time = measured->time[k * stride];
      line->x[k] = time;
      line->y[k] = computed_at(record, misfits->item[i].column, time) - measured->value[k * stride];
    }
  }
  return CAROM_OK;
}

carom_status measured_figure(const carom_misfits *misfits, const carom_record *record,
                             cli_figure *figure)
{
  *figure = (cli_figure){.panels = 0};
  for (int i = 0; i < misfits->count; i++) {
    cli_panel *panel = panel_of(figure, misfits->item[i].curve->unit);
    if (!panel) continue;
    const cli_look look = look_number(i);
    /* the legend is that of the first panel */
    if (panel != figure->panel &&
        !figure_add(figure->panel, misfits->item[i].curve->name, look, 1.4, 0))
      return CAROM_ERR_MEMORY;
    CAROM_TRY(add_marks(panel, misfits->item[i].curve, look)); /* the line is drawn over them */
    CAROM_TRY(add_line(panel, record, &misfits->item[i], look));
  }
  return figure->panels == 1 ? add_differences(figure, misfits, record) : CAROM_OK;
}
