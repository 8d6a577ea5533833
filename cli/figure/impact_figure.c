/* SPDX-License-Identifier: MIT */
#include "cli/figure/impact_figure.h"

enum { SAMPLES = 300 };

cli_figure impact_figure(void)
{
  return (cli_figure){.panel = {{.title = "Force against overlap",
                                 .x_label = "overlap",
                                 .y_label = "force",
                                 .x_unit = "m",
                                 .y_unit = "N"},
                                {.title = "Force against time",
                                 .x_label = "time",
                                 .y_label = "force",
                                 .x_unit = "s",
                                 .y_unit = "N"}},
                      .panels = 2};
}

/* `loop`: number of instants drawn against the overlap. */
static carom_status add(cli_figure *figure, const carom_history *history, bool elastic_only,
                        int64_t loop, const char *title, cli_look look, double width)
{
  cli_curve *overlap = figure_add(&figure->panel[0], title, look, width, loop);
  cli_curve *time = overlap ? figure_add(&figure->panel[1], title, look, width, history->count)
                            : NULL;
  if (!time) return CAROM_ERR_MEMORY;
  for (int64_t i = 0; i < history->count; i++) {
    const carom_impact_sample *s = &history->sample[i];
    const double force = s->force.elastic + (elastic_only ? 0 : s->force.dissipative);
    time->x[i] = s->time;
    time->y[i] = force;
    if (i >= loop) continue;
    overlap->x[i] = s->overlap;
    overlap->y[i] = force;
  }
  return CAROM_OK;
}

carom_status impact_figure_add(cli_figure *figure, const carom_impact_def *like,
                               const carom_outcome *outcome, const carom_state *before,
                               const char *title, cli_look look, carom_error *err)
{
  carom_history history = {0};
  carom_status status = carom_history_find(like, outcome, before,
                                           outcome->impact.duration / (SAMPLES - 1), &history, err);
  if (status == CAROM_OK) status = add(figure, &history, false, history.count, title, look, 2);
  carom_history_free(&history);
  return status;
}

carom_status impact_figure_elastic(cli_figure *figure, const carom_impact_def *like,
                                   const carom_outcome *outcome, carom_error *err)
{
  static const cli_look grey = {"#888888", "6,3"};
  carom_history history = {0};
  carom_status status = carom_history_find(like, outcome, NULL,
                                           outcome->impact.duration / (SAMPLES - 1), &history, err);
  /* the return along the same line would fill the gaps between its dashes */
  int64_t loop = 0;
  while (loop < history.count && history.sample[loop].approach >= 0)
    loop++;
  if (carom_law_about(outcome->contact.law)->traits & CAROM_LAW_REMEMBERS) loop = history.count;
  if (status == CAROM_OK) status = add(figure, &history, true, loop, "elastic part", grey, 1.3);
  carom_history_free(&history);
  return status;
}
