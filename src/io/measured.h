/* SPDX-License-Identifier: MIT */
/* Measured data beside a computed series: tables whose columns are named as those of series.csv,
 * and how far both are apart. */
#ifndef CAROM_IO_MEASURED_H
#define CAROM_IO_MEASURED_H

#include <carom/base.h>

/* A quantity over time; values that follow each other are `stride` apart. */
typedef struct carom_trace {
  const double *time, *value;
  int64_t count, stride;
} carom_trace;

/* One column of a table of measured data, in SI; cells that are empty are left out. */
typedef struct carom_measured_curve {
  char *name;
  const char *unit;
  double *time, *value;
  int64_t points;
} carom_measured_curve;

typedef struct carom_measured {
  int curves;
  carom_measured_curve *curve;
  char bare[200]; /* columns without a unit, and what was taken: "time in s, force in N" */
} carom_measured;

/* The SI unit of a column that can be compared with, NULL for other names. */
typedef const char *carom_column_unit(const void *user, const char *name);

/* Reads a table with the column time[s] and at least one that `unit` knows. `shift` is added to the
 * times. Errors name line and column. Free in any case. */
carom_status carom_measured_read(const char *text, size_t length, double shift,
                                 carom_column_unit *unit, const void *user,
                                 carom_measured *measured, carom_error *err);
void carom_measured_free(carom_measured *measured);

/* How far a computed series is from a measured one, where both have values. Peaks are the values
 * farthest from 0, arrivals the times when each passes a share of its own peak for the first time,
 * with straight lines between instants. */
typedef struct carom_misfit {
  double from, to; /* s, what both cover */
  int64_t points;  /* measured ones in there; without any the rest is NaN */
  double peak, measured_peak;
  double peak_error; /* relative to the measured peak */
  double arrival, measured_arrival;
  double arrival_error; /* s, positive: the computed one is late */
  double rms;           /* at the measured points */
  double rms_share;     /* of the measured peak */
} carom_misfit;

carom_misfit carom_misfit_of(carom_trace computed, carom_trace measured, double share);

#endif
