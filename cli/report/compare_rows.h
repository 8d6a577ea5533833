/* SPDX-License-Identifier: MIT */
/* The same impact with many laws: by the published formula, and as calibrated. */
#ifndef CAROM_CLI_COMPARE_ROWS_H
#define CAROM_CLI_COMPARE_ROWS_H

#include "cli/figure/figure.h"
#include "cli/base/table.h"
#include "cli/run/request.h"
#include "io/json_write.h"

enum { COMPARE_MAX = 64 };

/* One law. */
typedef struct cli_row {
  carom_impact_request trial;
  carom_outcome outcome;   /* with the settings in force, normally calibration: exact */
  carom_outcome published; /* with calibration: published; not run for laws without damping */
} cli_row;

typedef struct cli_rows {
  cli_row *row;
  int count;
} cli_rows;

/* Runs all of them on `threads` threads. */
carom_status compare_run(cli_rows *rows, int threads);

/* The table of results. */
cli_table compare_table(const cli_rows *rows);

/* Compared laws yield at the same stress but are not equally hard: a sentence with the ratios; NULL
 * if fewer than two laws have one. */
enum { COMPARE_HARDNESS = 480 };
const char *compare_hardness(const cli_rows *rows, char text[COMPARE_HARDNESS]);

/* The restitution by the published formula; NaN if it was not run for this law or gave none. */
double compare_published(const cli_row *row);

/* The members of one law, into an object that is open. */
void compare_members(carom_json *json, const cli_row *row);

/* Force against overlap and against time, all laws that could be run. */
carom_status compare_figure(const cli_rows *rows, cli_figure *figure, carom_error *err);

#endif
