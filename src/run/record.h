/* SPDX-License-Identifier: MIT */
/* What a run keeps: named columns over time, as in series.csv. */
#ifndef CAROM_RUN_RECORD_H
#define CAROM_RUN_RECORD_H

#include <stdio.h>

#include <carom/archive.h>
#include <carom/io.h>

#include "core/error.h"

/* The first column is the time. A row may have more cells than there are columns: numbers that
 * later measures need. A record of columns alone has no rows. */
typedef struct carom_record {
  carom_record_column *column;
  int columns, column_room;
  double *value; /* row after row */
  int64_t rows, row_room;
  int stride; /* cells of a row */
  bool out_of_memory;
} carom_record;

/* A further column; the name is a copy, the unit is not. */
void carom_record_add(carom_record *record, const char *unit, const char *format, ...)
    CAROM_PRINTF(3, 4);
void carom_record_free(carom_record *record);

/* One more row, to be filled; NULL: out of memory, which is noted. */
double *carom_record_extend(carom_record *record);

static inline const double *carom_record_row(const carom_record *record, int64_t i)
{
  return record->value + i * record->stride;
}

/* The number of a column, or -1. */
int carom_record_find(const carom_record *record, const char *name);

/* A name that two columns have, NULL if there is none (or no memory to look for it). */
const char *carom_record_repeated(const carom_record *record);

/* The number of rows as the array `count`, and all their cells as `row`, both of the group
 * "series". */
carom_status carom_record_archive(carom_record *record, const char *count, carom_archive *archive,
                                  carom_error *err);

/* A column that follows from the others, behind them in the file alone. */
typedef struct carom_record_tail {
  const char *name, *unit; /* name NULL: there is none */
  double (*value)(const void *user, int64_t row);
  const void *user;
} carom_record_tail;

/* As CSV, with empty cells for what is not finite: all of it; the line of names; rows from `from`
 * to before `to`. */
void carom_record_csv(const carom_record *record, const carom_record_tail *tail, FILE *file);
void carom_record_names(const carom_record *record, const carom_record_tail *tail, FILE *file);
void carom_record_rows(const carom_record *record, const carom_record_tail *tail, int64_t from,
                       int64_t to, FILE *file);

#endif
