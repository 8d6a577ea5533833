/* SPDX-License-Identifier: MIT */
/* The record of a run as a file that grows while it is computed: series.csv. The file holds whole
 * lines at any moment, so that a run that is killed leaves all it had kept. */
#ifndef CAROM_RUN_SERIES_H
#define CAROM_RUN_SERIES_H

#include "run/run.h"

/* Puts a new file in place, with names and all rows so far; options.series names it. Nothing is
 * done without it, or if it is there already. */
carom_status carom_series_begin(carom_run *run, carom_error *err);

/* Rows that are due, if the last ones were written a while ago. What cannot be written is told once
 * and tried again later. */
void carom_series_grow(carom_run *run, double now);

/* All that is missing: further rows, and a column that follows from the whole. On an error the
 * lines written so far stay. */
carom_status carom_series_finish(carom_run *run, carom_error *err);

void carom_series_close(carom_run *run);

#endif
