/* SPDX-License-Identifier: MIT */
#include "cli/text/bounce_text.h"

enum { POINTS = 6000 };

carom_status bounce_figure(const carom_run *base, cli_figure *figure, carom_error *err)
{
  const carom_bounce_job *run = carom_bounce_job_of(base);
  const int64_t rows = (int64_t)base->record.rows, stride = (rows + POINTS - 1) / POINTS;
  const int64_t count = (rows + stride - 1) / stride;
  (void)err;
  const cli_look look = look_of_law(carom_law_about(run->first.contact.law)->name);
  *figure = (cli_figure){.panel = {{.title = "Height against time",
                                    .x_label = "time",
                                    .y_label = "height",
                                    .x_unit = "s",
                                    .y_unit = "m"},
                                   {.title = "Restitution of each contact",
                                    .x_label = "contact",
                                    .y_label = "restitution",
                                    .unit_y = true}},
                         .panels = 2};
  cli_curve *height = figure_add(&figure->panel[0], NULL, (cli_look){look.colour, ""}, 1.8, count);
  if (!height) return CAROM_ERR_MEMORY;
  for (int64_t i = 0; i < count; i++) {
    height->x[i] = carom_record_row(&base->record, stride * i)[0];
    height->y[i] = carom_record_row(&base->record, stride * i)[1];
  }
  cli_curve *each = figure_add(&figure->panel[1], NULL, (cli_look){look.colour, ""}, 1.8,
                               run->contacts);
  if (!each) return CAROM_ERR_MEMORY;
  each->marks = true;
  for (int64_t i = 0; i < run->contacts; i++) {
    each->x[i] = (double)(i + 1);
    each->y[i] = run->contact[i].restitution;
  }
  return CAROM_OK;
}
