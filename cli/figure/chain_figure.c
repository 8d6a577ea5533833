/* SPDX-License-Identifier: MIT */
/* Curves of a chain: against time, and force against overlap. */
#include "cli/run/run_chain.h"

enum { CURVES = CHAIN_CURVES, POINTS = 4000 };

/* Every so many instants: more points than a line on paper can show are left out. */
static carom_status add(const cli_chain *run, cli_panel *panel, const char *title, int k, int x,
                        int y)
{
  const long stride = (run->rows + POINTS - 1) / POINTS;
  const long count = (run->rows + stride - 1) / stride;
  cli_curve *curve = figure_add(panel, title, look_number(k), 1.8, count);
  if (!curve) return CAROM_ERR_MEMORY;
  for (long i = 0; i < count; i++) {
    curve->x[i] = chain_row(run, i * stride)[x];
    curve->y[i] = chain_row(run, i * stride)[y];
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

static void begin(const cli_chain *run, cli_figure *figure, const char *title, const char *x_label,
                  const char *x_unit, const char *y_label, const char *y_unit)
{
  figure->panels = 1;
  figure->title = run->scenario->title;
  figure->panel[0] = (cli_panel){
      .title = title, .x_label = x_label, .y_label = y_label, .x_unit = x_unit, .y_unit = y_unit};
}

static carom_status add_contacts(cli_chain *run, cli_figure *figure, bool loops)
{
  const carom_scenario *s = run->scenario;
  for (int k = 0; k < shown(s->record.contacts); k++) {
    const int i = chosen(s->record.contacts, k);
    char name[16];
    snprintf(run->title[k], sizeof run->title[k], "contact %s",
             chain_contact_name(s->record.contact[i], name));
    CAROM_TRY(add(run, &figure->panel[0], run->title[k], k,
                  loops ? chain_overlap_column(run, i) : 0, chain_force_column(run, i)));
  }
  return CAROM_OK;
}

static carom_status add_beads(cli_chain *run, cli_figure *figure, int quantity)
{
  const carom_scenario *s = run->scenario;
  for (int k = 0; k < shown(s->record.beads); k++) {
    const int i = chosen(s->record.beads, k);
    snprintf(run->title[k], sizeof run->title[k], "bead %d", s->record.bead[i]);
    CAROM_TRY(add(run, &figure->panel[0], run->title[k], k, 0, chain_bead_column(i) + quantity));
  }
  return CAROM_OK;
}

carom_status chain_forces(cli_chain *run, cli_figure *figure)
{
  begin(run, figure, "Force at contacts", "time", "s", "force", "N");
  return add_contacts(run, figure, false);
}

carom_status chain_sensor_forces(cli_chain *run, cli_figure *figure)
{
  begin(run, figure, "Force in beads, mean of both sides", "time", "s", "force", "N");
  return add_beads(run, figure, 2);
}

carom_status chain_velocities(cli_chain *run, cli_figure *figure)
{
  begin(run, figure, "Velocity of beads", "time", "s", "velocity", "m/s");
  return add_beads(run, figure, 1);
}

/* A contact that is open has no point: gaps may be far longer than overlaps. */
carom_status chain_loops(cli_chain *run, cli_figure *figure)
{
  begin(run, figure, "Force against overlap", "overlap", "m", "force", "N");
  CAROM_TRY(add_contacts(run, figure, true));
  for (int k = 0; k < figure->panel[0].curves; k++) {
    cli_curve *curve = &figure->panel[0].curve[k];
    for (long i = 0; i < curve->count; i++)
      if (!(curve->x[i] >= 0)) curve->x[i] = curve->y[i] = CAROM_UNSET;
  }
  return CAROM_OK;
}
