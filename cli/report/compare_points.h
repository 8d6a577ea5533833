/* SPDX-License-Identifier: MIT */
/* Impacts of many laws at many values of one setting, and how they are reported. */
#ifndef CAROM_CLI_COMPARE_POINTS_H
#define CAROM_CLI_COMPARE_POINTS_H

#include "cli/report/compare_rows.h"
#include "cli/run/sweep.h"

/* What is kept of one impact; a whole outcome would be twenty times larger. */
typedef struct cli_point {
  carom_status status;
  carom_validity validity;
  double asked[2], intended[2];
  double restitution, speed_out, duration, peak_force, peak_overlap, energy_lost;
  carom_error *error; /* NULL: no error, or no memory for one */
} cli_point;

typedef struct cli_points {
  const cli_rows *rows;
  const cli_sweep *sweep;
  cli_point *point; /* law by law */
} cli_points;

cli_point *points_at(const cli_points *all, int law, int value);
const char *points_law(const cli_points *all, int law);

/* Writes CSV, JSON or a table of restitutions, and a figure, according to the options of
 * `given`. */
int points_report(const cli_arguments *given, const cli_points *all);

#endif
