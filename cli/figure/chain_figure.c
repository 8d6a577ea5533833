/* SPDX-License-Identifier: MIT */
/* Curves of a chain: against time, and force against overlap. */
#include <stdio.h>
#include <stdlib.h>

#include "cli/figure/energy_figure.h"
#include "cli/text/chain_text.h"

enum { CURVES = 12, POINTS = 4000 };

typedef char curve_title[24];

/* Leaves out instants: more points than a line on paper can show. */
static carom_status add(const carom_chain_job *run, cli_panel *panel, const char *title, int k,
                        int x, int y)
{
  const int64_t rows = (int64_t)run->base.record.rows, stride = (rows + POINTS - 1) / POINTS;
  const int64_t count = (rows + stride - 1) / stride;
  cli_curve *curve = figure_add(panel, title, look_number(k), 1.8, count);
  if (!curve) return CAROM_ERR_MEMORY;
  for (int64_t i = 0; i < count; i++) {
    curve->x[i] = carom_chain_job_row(run, i * stride)[x];
    curve->y[i] = carom_chain_job_row(run, i * stride)[y];
  }
  return CAROM_OK;
}

/* Which of `count` curves is drawn as number k of at most CURVES. */
static int chosen(int count, int k)
{
  return count <= CURVES ? k : (int)((int64_t)(count - 1) * k / (CURVES - 1));
}

static int shown(int count)
{
  return count < CURVES ? count : CURVES;
}

static bool begin(const carom_run *run, cli_figure *figure, const char *heading,
                  const char *x_label, const char *x_unit, const char *y_label, const char *y_unit)
{
  figure->panels = 1;
  figure->owned = calloc(CURVES, sizeof(curve_title));
  figure->title = run->scenario->title;
  figure->panel[0] = (cli_panel){
      .title = heading, .x_label = x_label, .y_label = y_label, .x_unit = x_unit, .y_unit = y_unit};
  return figure->owned != NULL;
}

static carom_status add_contacts(const carom_run *base, cli_figure *figure, bool loops)
{
  const carom_chain_job *run = carom_chain_job_of(base);
  const carom_scenario *s = base->scenario;
  curve_title *name = figure->owned;
  for (int k = 0; k < shown(s->record.contacts); k++) {
    const int i = chosen(s->record.contacts, k);
    char contact[16];
    snprintf(name[k], sizeof name[k], "contact %s",
             carom_chain_contact_name(s->record.contact[i], contact));
    CAROM_TRY(add(run, &figure->panel[0], name[k], k,
                  loops ? carom_chain_overlap_column(run, i) : 0,
                  carom_chain_force_column(run, i)));
  }
  return CAROM_OK;
}

static carom_status add_beads(const carom_run *base, cli_figure *figure, int quantity)
{
  const carom_chain_job *run = carom_chain_job_of(base);
  const carom_scenario *s = base->scenario;
  curve_title *name = figure->owned;
  for (int k = 0; k < shown(s->record.beads); k++) {
    const int i = chosen(s->record.beads, k);
    snprintf(name[k], sizeof name[k], "bead %d", s->record.bead[i]);
    CAROM_TRY(add(run, &figure->panel[0], name[k], k, 0, carom_chain_bead_column(i) + quantity));
  }
  return CAROM_OK;
}

carom_status chain_forces(const carom_run *run, cli_figure *figure, carom_error *err)
{
  (void)err;
  if (!begin(run, figure, "Force at contacts", "time", "s", "force", "N")) return CAROM_ERR_MEMORY;
  return add_contacts(run, figure, false);
}

carom_status chain_sensor_forces(const carom_run *run, cli_figure *figure, carom_error *err)
{
  (void)err;
  if (!begin(run, figure, "Force in beads, mean of both sides", "time", "s", "force", "N"))
    return CAROM_ERR_MEMORY;
  return add_beads(run, figure, 2);
}

carom_status chain_velocities(const carom_run *run, cli_figure *figure, carom_error *err)
{
  (void)err;
  if (!begin(run, figure, "Velocity of beads", "time", "s", "velocity", "m/s"))
    return CAROM_ERR_MEMORY;
  return add_beads(run, figure, 1);
}

/* An open contact has no point, because gaps may be far longer than overlaps. */
carom_status chain_loops(const carom_run *run, cli_figure *figure, carom_error *err)
{
  (void)err;
  if (!begin(run, figure, "Force against overlap", "overlap", "m", "force", "N"))
    return CAROM_ERR_MEMORY;
  CAROM_TRY(add_contacts(run, figure, true));
  for (int k = 0; k < figure->panel[0].curves; k++) {
    cli_curve *curve = &figure->panel[0].curve[k];
    for (int64_t i = 0; i < curve->count; i++)
      if (!(curve->x[i] >= 0)) curve->x[i] = curve->y[i] = CAROM_UNSET;
  }
  return CAROM_OK;
}

carom_status chain_picture(const carom_run *run, cli_figure *figure, carom_error *err)
{
  const carom_chain_picture *p = &carom_chain_job_of(run)->picture;
  const bool velocity = run->scenario->record.picture == CAROM_PICTURE_VELOCITY;
  (void)err;
  if (!p->value || p->columns < 2) return CAROM_OK;
  cli_image *image = calloc(1,
                            sizeof *image + (size_t)p->rows * (size_t)p->columns * sizeof(double));
  if (!image) return CAROM_ERR_MEMORY;
  *image = (cli_image){.columns = p->columns,
                       .rows = p->rows,
                       .x_low = p->first,
                       .x_high = p->last,
                       .y_high = run->scenario->chain.beads - 1,
                       .value = (double *)(image + 1),
                       .label = velocity ? "velocity" : "force",
                       .unit = velocity ? "m/s" : "N",
                       .both_signs = velocity};
  for (int r = 0; r < p->rows; r++) /* columns are stored as rows */
    for (int c = 0; c < p->columns; c++)
      image->value[(int64_t)r * p->columns + c] = p->value[(int64_t)c * p->rows + r];
  *figure = (cli_figure){
      .panels = 1,
      .title = run->scenario->title,
      .panel_width = 620,
      .owned = image,
      .panel = {{.title = velocity ? "Velocity of all beads" : "Force at all beads",
                 .x_label = "time",
                 .y_label = "bead",
                 .x_unit = "s",
                 .y_unit = "1",
                 .image = image}}};
  return CAROM_OK;
}

static double channel_of(const carom_run *run, int64_t row, int channel)
{
  const carom_chain_job *job = carom_chain_job_of(run);
  return carom_chain_job_row(job, row)[carom_chain_energy_column(job) + channel];
}

carom_status chain_energies(const carom_run *run, cli_figure *figure, carom_error *err)
{
  static const char *const name[] = {
      "kinetic",  "elastic", "of height", "lost by damping", "lost by plastic deformation",
      "work done"};
  static const cli_energies energies = {.name = name,
                                        .channels = CAROM_CHAIN_CHANNELS - 1,
                                        .held = 3,
                                        .lost = 2,
                                        .value = channel_of};
  (void)err;
  return run->scenario->record.energies ? energy_figure(run, &energies, figure) : CAROM_OK;
}
