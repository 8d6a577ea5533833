/* SPDX-License-Identifier: MIT */
/* Figures of a mechanism: motion of a body, orbits of journals, impacts, energy. */
#include <math.h>

#include "cli/figure/energy_figure.h"
#include "cli/text/mechanism_text.h"

enum { POINTS = 20000, BINS = 20, CIRCLE = 360 };

const char *const mechanism_figure_name[MECHANISM_FIGURES] = {
    "motion.svg", "acceleration.svg", "orbit.svg", "impacts.svg", "energy.svg"};

typedef double value_of(const carom_mechanism_job *run, int64_t row, int which);

/* Adds a curve over all rows; leaves out more points than a line on paper can show. */
static carom_status add(const carom_mechanism_job *run, cli_panel *panel, const char *title,
                        int look, value_of *x, int which_x, value_of *y, int which_y)
{
  const int64_t rows = (int64_t)run->base.record.rows, stride = (rows + POINTS - 1) / POINTS;
  const int64_t count = (rows + stride - 1) / stride;
  cli_curve *curve = figure_add(panel, title, look_number(look), 1.2, count);
  if (!curve) return CAROM_ERR_MEMORY;
  for (int64_t i = 0; i < count; i++) {
    curve->x[i] = x(run, i * stride, which_x);
    curve->y[i] = y(run, i * stride, which_y);
  }
  return CAROM_OK;
}

static double cell_of(const carom_mechanism_job *run, int64_t row, int which)
{
  return carom_mechanism_row(run, row)[which];
}

static double mean_of(const carom_mechanism_job *run, int64_t row, int which)
{
  (void)which;
  return carom_mechanism_mean(run, row);
}

static cli_panel over_time(const char *title, const char *label, const char *unit)
{
  return (cli_panel){
      .title = title, .x_label = "time", .y_label = label, .x_unit = "s", .y_unit = unit};
}

/* Over time, of the body that is shown, whose name stands below the title. */
static cli_panel of_body(const carom_mechanism_job *run, const char *title, const char *label,
                         const char *unit)
{
  cli_panel panel = over_time(title, label, unit);
  panel.note = run->def->body[run->base.scenario->mechanism.shown].name;
  return panel;
}

static carom_status motion(const carom_mechanism_job *run, cli_figure *figure)
{
  figure->title = run->base.scenario->title;
  figure->panels = 2;
  figure->panel[0] = of_body(run, "Position", run->shown.name, run->shown.unit);
  figure->panel[1] = of_body(run, "Velocity", "velocity", run->shown.rate_unit);
  for (int k = 0; k < 2; k++)
    CAROM_TRY(add(run, &figure->panel[k], NULL, 0, cell_of, 0, carom_mechanism_shown, k));
  return CAROM_OK;
}

static carom_status acceleration(const carom_mechanism_job *run, cli_figure *figure)
{
  const bool averaged = isfinite(carom_mechanism_peak_acceleration(run, true));
  figure->title = run->base.scenario->title;
  figure->panels = averaged ? 2 : 1;
  figure->panel[0] = of_body(run, "Acceleration", "acceleration", run->shown.acceleration_unit);
  CAROM_TRY(add(run, &figure->panel[0], NULL, 0, cell_of, 0, carom_mechanism_shown, 2));
  if (!averaged) return CAROM_OK;
  figure->panel[1] = of_body(run, "Its mean over the filter time", "mean acceleration",
                             run->shown.acceleration_unit);
  return add(run, &figure->panel[1], NULL, 1, cell_of, 0, mean_of, 0);
}

static carom_status add_circle(cli_panel *panel, double radius)
{
  cli_curve *curve = figure_add(panel, "clearance", (cli_look){"#000000", ""}, 0.8, CIRCLE + 1);
  if (!curve) return CAROM_ERR_MEMORY;
  for (int i = 0; i <= CIRCLE; i++) {
    const double angle = 2 * 3.14159265358979323846 * i / CIRCLE;
    curve->x[i] = radius * cos(angle);
    curve->y[i] = radius * sin(angle);
  }
  return CAROM_OK;
}

static double radius_of(const carom_clearance *c)
{
  return c->bearing_radius - c->journal_radius;
}

/* The centre of the journal as seen from that of the bearing; once per revolution in the second
 * panel. */
static carom_status orbit(const carom_mechanism_job *run, cli_figure *figure)
{
  if (run->def->clearances == 0) return CAROM_OK;
  figure->panels = run->strobes > 1 ? 2 : 1;
  figure->panel_height = 476; /* so that the circle is round */
  for (int p = 0; p < figure->panels; p++) {
    figure->panel[p] = (cli_panel){.title = p ? "Once a revolution" : "Orbit of the journals",
                                   .x_label = "x in the bearing",
                                   .y_label = "y in the bearing",
                                   .x_unit = "m",
                                   .y_unit = "m"};
    CAROM_TRY(add_circle(&figure->panel[p], radius_of(&run->def->clearance[0])));
  }
  for (int c = 0; c < run->def->clearances; c++) {
    const int cell = carom_mechanism_journal_cell(run, c);
    CAROM_TRY(add(run, &figure->panel[0], run->def->clearance[c].name, c, cell_of, cell, cell_of,
                  cell + 1));
  }
  if (figure->panels < 2) return CAROM_OK;
  cli_curve *points = figure_add(&figure->panel[1], NULL, look_number(0), 1, run->strobes);
  if (!points) return CAROM_ERR_MEMORY;
  points->marks = true;
  for (int64_t k = 0; k < run->strobes; k++) {
    points->x[k] = run->strobe[k].x;
    points->y[k] = run->strobe[k].y;
  }
  return CAROM_OK;
}

static carom_status add_bars(const carom_mechanism_job *run, cli_panel *panel)
{
  int64_t count[BINS];
  const double top = carom_journal_histogram(run->event, run->events, BINS, count);
  cli_curve *bars = figure_add(panel, NULL, look_number(0), 1.6, 4 * BINS);
  if (!bars) return CAROM_ERR_MEMORY;
  for (int b = 0; b < BINS; b++) {
    const double from = top * b / BINS, to = top * (b + 1) / BINS;
    const double x[4] = {from, from, to, to}, y[4] = {0, (double)count[b], (double)count[b], 0};
    for (int k = 0; k < 4; k++) {
      bars->x[4 * b + k] = x[k];
      bars->y[4 * b + k] = y[k];
    }
  }
  return CAROM_OK;
}

static carom_status impacts(const carom_mechanism_job *run, cli_figure *figure)
{
  int64_t count = 0;
  for (int64_t k = 0; k < run->events; k++)
    count += run->event[k].kind == CAROM_JOURNAL_TOUCH;
  if (count == 0) return CAROM_OK;
  figure->panels = 2;
  figure->panel[0] = (cli_panel){.title = "Speeds of impacts",
                                 .x_label = "speed of approach",
                                 .y_label = "impacts",
                                 .x_unit = "m/s",
                                 .y_unit = "1"};
  CAROM_TRY(add_bars(run, &figure->panel[0]));
  figure->panel[1] = over_time("Impacts one by one", "speed of approach", "m/s");
  cli_curve *points = figure_add(&figure->panel[1], NULL, look_number(0), 1, count);
  if (!points) return CAROM_ERR_MEMORY;
  points->marks = true;
  for (int64_t k = 0, i = 0; k < run->events; k++) {
    if (run->event[k].kind != CAROM_JOURNAL_TOUCH) continue;
    points->x[i] = run->event[k].time;
    points->y[i++] = run->event[k].speed;
  }
  return CAROM_OK;
}

static double channel_of(const carom_run *base, int64_t row, int channel)
{
  const carom_mechanism_job *run = carom_mechanism_job_of(base);
  return cell_of(run, row, carom_mechanism_energy_cell(run) + channel);
}

static carom_status energy(const carom_mechanism_job *run, cli_figure *figure)
{
  static const char *const name[CAROM_ENERGY_CELLS - 1] = {
      "kinetic", "of height", "elastic", "damping", "plastic", "friction", "work of drivers"};
  static const cli_energies energies = {
      .name = name, .channels = CAROM_ENERGY_CELLS - 1, .held = 3, .lost = 3, .value = channel_of};
  return energy_figure(&run->base, &energies, figure);
}

carom_status mechanism_figure(const carom_mechanism_job *run, int which, cli_figure *figure)
{
  static carom_status (*const draw[MECHANISM_FIGURES])(
      const carom_mechanism_job *, cli_figure *) = {motion, acceleration, orbit, impacts, energy};
  return draw[which](run, figure);
}
