/* SPDX-License-Identifier: MIT */
#include "cli/figure/energy_figure.h"

#include <math.h>

enum { POINTS = 6000 }; /* more than a line on paper can show are left out */

static double largest(const carom_run *run, const cli_energies *e, int from, int to)
{
  double most = 0;
  for (int64_t i = 0; i < run->record.rows; i++)
    for (int c = from; c < to; c++)
      most = fmax(most, fabs(e->value(run, i, c)));
  return most;
}

/* The title of every panel that there is. */
static void head(const carom_run *run, const cli_energies *e, cli_figure *figure)
{
  const double lost = largest(run, e, e->held, e->held + e->lost);
  const double done = largest(run, e, e->held + e->lost, e->channels);
  const bool apart = lost > 0 && lost < 0.1 * done;
  const char *title[] = {"Held", apart ? "Lost" : "Lost, and work done", "Work done"};
  figure->panels = apart ? 3 : lost > 0 || done > 0 ? 2 : 1;
  for (int p = 0; p < figure->panels; p++)
    figure->panel[p] = (cli_panel){
        .title = title[p], .x_label = "time", .y_label = "energy", .x_unit = "s", .y_unit = "J"};
}

carom_status energy_figure(const carom_run *run, const cli_energies *e, cli_figure *figure)
{
  const int64_t rows = run->record.rows, stride = (rows + POINTS - 1) / POINTS;
  int shown = 0;
  figure->panels = 0;
  if (rows == 0) return CAROM_OK;
  figure->title = run->scenario->title;
  head(run, e, figure);
  for (int c = 0; c < e->channels; c++) {
    if (c > 0 && largest(run, e, c, c + 1) == 0) continue;
    const int panel = c < e->held ? 0 : c < e->held + e->lost || figure->panels < 3 ? 1 : 2;
    cli_curve *curve = figure_add(&figure->panel[panel], e->name[c], look_number(shown++), 1.8,
                                  (rows + stride - 1) / stride);
    if (!curve) return CAROM_ERR_MEMORY;
    for (int64_t i = 0; i < curve->count; i++) {
      curve->x[i] = *carom_record_row(&run->record, i * stride);
      curve->y[i] = e->value(run, i * stride, c);
    }
  }
  return figure_share_legend(figure);
}
