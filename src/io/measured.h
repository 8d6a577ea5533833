/* SPDX-License-Identifier: MIT */
/* Measured data for comparison with a computed series: tables with columns named as in series.csv,
 * and the deviation between the two. */
#ifndef CAROM_IO_MEASURED_H
#define CAROM_IO_MEASURED_H

#include <carom/base.h>

/* A quantity over time; consecutive values are `stride` elements apart. */
typedef struct carom_trace {
  const double *time, *value;
  int64_t count, stride;
} carom_trace;

/* One column of a table of measured data, in SI units; empty cells are left out. */
typedef struct carom_measured_curve {
  char *name;
  const char *unit;
  double *time, *value;
  int64_t points;
} carom_measured_curve;

typedef struct carom_measured {
  int curves;
  carom_measured_curve *curve;
  char bare[200]; /* columns without a unit, and the unit assumed: "time in s, force in N" */
} carom_measured;

/* Returns the SI unit of a column that can be compared with, or NULL for other names. */
typedef const char *carom_column_unit(const void *user, const char *name);

/* Reads a table with the column time[s] and at least one that `unit` knows. `shift` is added to the
 * times. Errors give line and column. Free in any case. */
carom_status carom_measured_read(const char *text, size_t length, double shift,
                                 carom_column_unit *unit, const void *user,
                                 carom_measured *measured, carom_error *err);
void carom_measured_free(carom_measured *measured);

/* The deviation of a computed series from a measured one over their common time. Peaks are the
 * values of largest magnitude; arrivals are the times at which each series first passes a share of
 * its own peak, with linear interpolation. */
typedef struct carom_misfit {
  double from, to; /* common time span, s */
  int64_t points;  /* measured points within it; if there are none, the rest is NaN */
  double peak, measured_peak;
  double peak_error; /* relative to the measured peak */
  double arrival, measured_arrival;
  double arrival_error; /* s; positive: the computed series is late */
  double rms;           /* at the measured points */
  double rms_share;     /* relative to the measured peak */
} carom_misfit;

carom_misfit carom_misfit_of(carom_trace computed, carom_trace measured, double share);

#endif
