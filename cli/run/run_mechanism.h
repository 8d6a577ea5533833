/* SPDX-License-Identifier: MIT */
/* A mechanism that is computed, with what was kept of it. */
#ifndef CAROM_CLI_RUN_MECHANISM_H
#define CAROM_CLI_RUN_MECHANISM_H

#include <stdio.h>

#include "cli/text/budget.h"
#include "cli/run/keeper.h"
#include "cli/run/run.h"
#include "io/json_write.h"
#include "io/scenario.h"

/* Once a revolution of the driver: where the first journal is, and the body that is shown. */
typedef struct cli_strobe {
  double time, x, y, displacement, velocity;
} cli_strobe;

/* The coordinate of a body that is drawn: an angle, or along a direction. */
typedef struct cli_coordinate {
  bool angle;
  double ux, uy;
  const char *name, *unit, *rate_unit, *acceleration_unit;
} cli_coordinate;

typedef struct cli_mechanism {
  const carom_scenario *scenario;
  carom_mechanism *mechanism;
  const carom_mechanism_def *def;
  bool keep;
  carom_mechanism_energy start; /* before anything moved */
  double *row;                  /* a time, then the columns of mechanism_column */
  long rows, room;
  int columns;
  carom_journal_note *event;
  long events, event_room;
  cli_strobe *strobe;
  long strobes, strobe_room;
  double period; /* of the first driver with a constant speed; CAROM_UNSET without one */
  cli_coordinate shown;
  long pieces;  /* of the run that are over: revolutions, or the whole */
  bool started; /* nothing was wrong with the input */
  bool out_of_memory, interrupted;
  const carom_error *error; /* that stopped it; NULL: none did */
  cli_misfits misfits;
} cli_mechanism;

/* Computes to the end, or until it is interrupted, in the care of a keeper. Free in any case. */
carom_status mechanism_compute(cli_mechanism *run, const carom_scenario *scenario,
                               cli_keeper *keeper, bool keep, carom_error *err);
void mechanism_free(cli_mechanism *run);

/* The columns that are kept, and the rows; and a comparison of these with what was measured. */
void mechanism_columns(const carom_scenario *scenario, cli_record *record);
cli_record mechanism_record(const cli_mechanism *run);
carom_status mechanism_compare(cli_mechanism *run, const cli_measured *measured, carom_error *err);

int run_mechanism(const cli_run *run, const carom_scenario *scenario);

/* How well the energy budget closes. */
cli_budget mechanism_budget(const cli_mechanism *run);

/* Where things stand in a row. */
enum { BODY_CELLS = 9, JOINT_CELLS = 3, JOURNAL_CELLS = 7, ENERGY_CELLS = 8 };
int mechanism_body_cell(const cli_mechanism *run, int body);
int mechanism_journal_cell(const cli_mechanism *run, int clearance);
int mechanism_energy_cell(const cli_mechanism *run);

/* The shown coordinate (0), its rate (1) or its second rate (2) in row k. */
double mechanism_shown(const cli_mechanism *run, long k, int derivative);

/* The mean of the shown acceleration over the filter's time around row k; NaN near the ends, or if
 * the instants are too far apart. */
double mechanism_mean(const cli_mechanism *run, long k);

/* The largest |acceleration| of the shown body among the rows, as it is and averaged. */
double mechanism_peak_acceleration(const cli_mechanism *run, bool averaged);

void mechanism_members(carom_json *json, const void *run);
void mechanism_csv(const void *run, FILE *file);
void mechanism_summary(const cli_mechanism *run);
void mechanism_animation(const void *run, FILE *file);

/* Figures: motion, acceleration, orbit, impacts, energy. False if there is nothing to draw. */
enum { MECHANISM_FIGURES = 5 };
const char *mechanism_figure_name(int which);
carom_status mechanism_figure(const cli_mechanism *run, int which, cli_figure *figure);

#endif
