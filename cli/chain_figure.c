/* SPDX-License-Identifier: MIT */
/* Curves of a chain against time. */
#include "cli/run_chain.h"

enum { CURVES = CHAIN_CURVES, POINTS = 4000 };

/* Every so many instants: more points than a line on paper can show are left out. */
static carom_status add(const cli_chain *run, cli_panel *panel, const char *title, int k,
                        int column)
{
  const long stride = (run->rows + POINTS - 1) / POINTS;
  const long count = (run->rows + stride - 1) / stride;
  cli_curve *curve = figure_add(panel, title, look_number(k), 1.8, count);
  if (!curve) return CAROM_ERR_MEMORY;
  for (long i = 0; i < count; i++) {
    const double *row = run->row + i * stride * (run->columns + 1);
    curve->x[i] = row[0];
    curve->y[i] = row[column];
  }
  return CAROM_OK;
}

/* Which of `count` curves is drawn as number k of at most CURVES. */
static int chosen(int count, int k)
{
  return count <= CURVES ? k : (int)((long)(count - 1) * k / (CURVES - 1));
}

static int shown(int count)
{
  return count < CURVES ? count : CURVES;
}

carom_status chain_forces(cli_chain *run, cli_figure *figure)
{
  const carom_scenario *s = run->scenario;
  const int first = run->columns - s->record.contacts + 1;
  figure->panels = 1;
  figure->panel[0] = (cli_panel){.title = "Force at contacts",
                                 .x_label = "time",
                                 .y_label = "force",
                                 .x_unit = "s",
                                 .y_unit = "N"};
  for (int k = 0; k < shown(s->record.contacts); k++) {
    const int i = chosen(s->record.contacts, k);
    char name[16], *title = run->title[0][k];
    snprintf(title, sizeof run->title[0][k], "contact %s",
             chain_contact_name(s->record.contact[i], name));
    CAROM_TRY(add(run, &figure->panel[0], title, k, first + i));
  }
  return CAROM_OK;
}

carom_status chain_velocities(cli_chain *run, cli_figure *figure)
{
  const carom_scenario *s = run->scenario;
  figure->panels = 1;
  figure->panel[0] = (cli_panel){.title = "Velocity of beads",
                                 .x_label = "time",
                                 .y_label = "velocity",
                                 .x_unit = "s",
                                 .y_unit = "m/s"};
  for (int k = 0; k < shown(s->record.beads); k++) {
    const int i = chosen(s->record.beads, k);
    char *title = run->title[1][k];
    snprintf(title, sizeof run->title[1][k], "bead %d", s->record.bead[i]);
    CAROM_TRY(add(run, &figure->panel[0], title, k, 3 * i + 2));
  }
  return CAROM_OK;
}
