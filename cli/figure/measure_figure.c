/* SPDX-License-Identifier: MIT */
/* Figures of profiles and distributions. */
#include "cli/figure/measure_figure.h"

#include <math.h>

#include "run/scene_measures.h"

/* The direction with the most cells. */
static int direction_of(const int cells[3])
{
  int best = 0;
  for (int k = 1; k < 3; k++)
    if (cells[k] > cells[best]) best = k;
  return best;
}

/* The quantity of a node that a curve shows. */
typedef struct shown {
  const char *title;
  double (*value)(const carom_coarse_fields *f, int direction, int axis);
  int axis;
} shown;

static double velocity(const carom_coarse_fields *f, int direction, int axis)
{
  (void)direction;
  return f->velocity[axis];
}

static double solid(const carom_coarse_fields *f, int direction, int axis)
{
  (void)direction, (void)axis;
  return f->solid_fraction;
}

/* The temperature as a velocity, which gives shorter numbers. */
static double temperature(const carom_coarse_fields *f, int direction, int axis)
{
  (void)direction, (void)axis;
  return f->temperature > 0 ? sqrt(f->temperature) : NAN;
}

/* Total stress on planes across the direction. */
static double stress(const carom_coarse_fields *f, int direction, int axis)
{
  return f->contact_stress[3 * direction + axis] + f->kinetic_stress[3 * direction + axis];
}

static bool add_curves(cli_panel *panel, const carom_measure_state *state, const shown *list,
                       int count)
{
  static const char *const colour[] = {"#0072b2", "#d55e00", "#009e73"};
  const int direction = direction_of(state->grid.cells), n = state->grid.cells[direction];
  for (int c = 0; c < count; c++) {
    const cli_look look = {colour[c], ""};
    cli_curve *curve = figure_add(panel, list[c].title, look, 1.8, n);
    if (!curve) return false;
    for (int i = 0; i < n; i++) {
      int at[3] = {0};
      double x[3];
      at[direction] = i;
      const carom_coarse_fields f = carom_coarse_at(state->coarse, at[0], at[1], at[2]);
      carom_coarse_node(state->coarse, at[0], at[1], at[2], x);
      curve->x[i] = x[direction];
      curve->y[i] = list[c].value(&f, direction, list[c].axis);
    }
  }
  return true;
}

carom_status profile_figure(const carom_measure_state *state, cli_figure *figure)
{
  static const char *const axis[] = {"x", "y", "z"};
  static const shown velocities[] = {{"x", velocity, 0}, {"y", velocity, 1}, {"z", velocity, 2}};
  static const shown filling[] = {{NULL, solid, 0}};
  const char *along = axis[direction_of(state->grid.cells)];
  *figure = (cli_figure){.panel = {{.title = "Velocity",
                                    .x_label = along,
                                    .y_label = "velocity",
                                    .x_unit = "m",
                                    .y_unit = "m/s"},
                                   {.title = "Solid fraction",
                                    .x_label = along,
                                    .y_label = "solid fraction",
                                    .x_unit = "m"}},
                         .panels = 2};
  return add_curves(&figure->panel[0], state, velocities, 3) &&
                 add_curves(&figure->panel[1], state, filling, 1)
             ? CAROM_OK
             : CAROM_ERR_MEMORY;
}

carom_status profile_stress_figure(const carom_measure_state *state, cli_figure *figure)
{
  static const char *const axis[] = {"x", "y", "z"};
  static const shown stresses[] = {
      {"along x", stress, 0}, {"along y", stress, 1}, {"along z", stress, 2}};
  static const shown warmth[] = {{NULL, temperature, 0}};
  const char *along = axis[direction_of(state->grid.cells)];
  *figure = (cli_figure){.panel = {{.title = "Stress on planes across the profile",
                                    .x_label = along,
                                    .y_label = "stress",
                                    .x_unit = "m",
                                    .y_unit = "Pa"},
                                   {.title = "Root of the granular temperature",
                                    .x_label = along,
                                    .y_label = "fluctuation of velocity",
                                    .x_unit = "m",
                                    .y_unit = "m/s"}},
                         .panels = 2};
  return add_curves(&figure->panel[0], state, stresses, 3) &&
                 add_curves(&figure->panel[1], state, warmth, 1)
             ? CAROM_OK
             : CAROM_ERR_MEMORY;
}

carom_status distribution_figure(const carom_scenario_measure *m, const carom_measure_state *state,
                                 cli_figure *figure)
{
  const bool radial = m->what == CAROM_MEASURE_RADIAL;
  *figure = (cli_figure){
      .panel = {{.title = radial ? "Radial distribution" : "Distribution of normal forces",
                 .x_label = radial ? "distance" : "force over its mean",
                 .y_label = radial ? "g" : "density",
                 .x_unit = radial ? "m" : NULL}},
      .panels = 1};
  cli_curve *curve = figure_add(&figure->panel[0], NULL, (cli_look){"#0072b2", ""}, 1.8, m->bins);
  if (!curve) return CAROM_ERR_MEMORY;
  for (int b = 0; b < m->bins; b++) {
    curve->x[b] = (b + 0.5) / m->bins * (radial ? m->reach : m->most);
    curve->y[b] = state->sum[b] / state->looks;
  }
  return CAROM_OK;
}
