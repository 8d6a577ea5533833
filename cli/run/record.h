/* SPDX-License-Identifier: MIT */
/* What a run keeps: named columns over time, as they stand in series.csv. */
#ifndef CAROM_CLI_RECORD_H
#define CAROM_CLI_RECORD_H

#include <stdbool.h>
#include <stdio.h>

#include "core/text.h"

typedef struct cli_record_column {
  char *name;
  const char *unit;
} cli_record_column;

/* The first column is the time. */
typedef struct cli_record {
  cli_record_column *column;
  int columns, room;
  long rows;
  const double *value; /* row after row; not owned */
  int stride;          /* from row to row; 0: the columns alone */
  bool out_of_memory;
} cli_record;

/* A further column. */
void record_add(cli_record *record, const char *unit, const char *format, ...) CAROM_PRINTF(3, 4);
void record_free(cli_record *record);

/* A row. */
const double *record_row(const cli_record *record, long i);

/* The place of a column, or -1. */
int record_find(const cli_record *record, const char *name);

/* A name that two columns have, NULL if there is none (or no memory to look for it). */
const char *record_repeated(const cli_record *record);

/* The names of the columns with their units, without the end of the line; the whole as CSV, with
 * empty cells for what is no number. */
void record_header(const cli_record *record, FILE *file);
void record_csv(const void *record, FILE *file);

#endif
