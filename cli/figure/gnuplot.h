/* SPDX-License-Identifier: MIT */
/* Running gnuplot in a temporary folder. */
#ifndef CAROM_CLI_GNUPLOT_H
#define CAROM_CLI_GNUPLOT_H

#include <stdbool.h>
#include <stdio.h>

#include "cli/base/message.h"

/* Is there a gnuplot? */
bool gnuplot_found(void);

/* A folder with "script.gp" and "points.dat", both open for writing. */
typedef struct cli_gnuplot {
  char folder[256];
  FILE *script, *points;
} cli_gnuplot;

carom_status gnuplot_open(cli_gnuplot *gnuplot, carom_error *err);

/* Runs the script and copies the file "picture" that it made to `path`. The folder is removed. */
carom_status gnuplot_run(cli_gnuplot *gnuplot, const char *path, bool force, carom_error *err);

#endif
