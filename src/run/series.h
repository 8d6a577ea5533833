/* SPDX-License-Identifier: MIT */
/* The record of a run as a file that grows during the run: series.csv. It consists of complete
 * lines at any moment, so that a run that is killed leaves everything recorded so far. */
#ifndef CAROM_RUN_SERIES_H
#define CAROM_RUN_SERIES_H

#include "run/run.h"

/* Creates the file named by options.series, with the header and all rows so far. Does nothing
 * without that option, or if it has been created already. */
carom_status carom_series_begin(carom_run *run, carom_error *err);

/* Writes new rows if the last write was a while ago. A failure is reported once and tried again
 * later. */
void carom_series_grow(carom_run *run, double now);

/* Writes everything that is missing: further rows, and the derived column. On an error the lines
 * written so far remain. */
carom_status carom_series_finish(carom_run *run, carom_error *err);

void carom_series_close(carom_run *run);

#endif
