/* SPDX-License-Identifier: MIT */
/* What a run keeps: named columns over time, as they stand in series.csv. */
#ifndef CAROM_CLI_SERIES_H
#define CAROM_CLI_SERIES_H

#include <stdbool.h>
#include <stdio.h>

#include "core/text.h"

typedef struct cli_series_column {
  char name[32];
  const char *unit;
} cli_series_column;

/* The first column is the time. */
typedef struct cli_series {
  cli_series_column *column;
  int columns, room;
  long rows;
  const double *value; /* row after row; not owned */
  bool out_of_memory;
} cli_series;

/* A further column. */
void series_add(cli_series *series, const char *unit, const char *format, ...) CAROM_PRINTF(3, 4);
void series_free(cli_series *series);

/* The place of a column, or -1. */
int series_find(const cli_series *series, const char *name);

/* The columns as CSV, units in the header. */
void series_csv(const void *series, FILE *file);

#endif
