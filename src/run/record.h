/* SPDX-License-Identifier: MIT */
/* The record of a run: named columns over time, as in series.csv. */
#ifndef CAROM_RUN_RECORD_H
#define CAROM_RUN_RECORD_H

#include <stdio.h>

#include <carom/archive.h>
#include <carom/io.h>

#include "core/error.h"

/* The first column is the time. A row may have more cells than there are columns, for numbers that
 * measures need later. A record may consist of columns only, without rows. */
typedef struct carom_record {
  carom_record_column *column;
  int columns, column_room;
  double *value; /* row after row */
  int64_t rows, row_room;
  int stride; /* cells per row */
  bool out_of_memory;
} carom_record;

/* Adds a column; the name is copied, the unit is not. */
void carom_record_add(carom_record *record, const char *unit, const char *format, ...)
    CAROM_PRINTF(3, 4);
void carom_record_free(carom_record *record);

/* Adds a row, to be filled in; NULL if memory runs out, which the record remembers. */
double *carom_record_extend(carom_record *record);

static inline const double *carom_record_row(const carom_record *record, int64_t i)
{
  return record->value + i * record->stride;
}

/* The index of a column, or -1. */
int carom_record_find(const carom_record *record, const char *name);

/* A name shared by two columns, or NULL (also if memory runs out). */
const char *carom_record_repeated(const carom_record *record);

/* Archives the number of rows as the array `count` and all their cells as `row`, in the group
 * "series". */
carom_status carom_record_archive(carom_record *record, const char *count, carom_archive *archive,
                                  carom_error *err);

/* A derived column, which exists only in the file, after the others. */
typedef struct carom_record_tail {
  const char *name, *unit; /* name NULL: none */
  double (*value)(const void *user, int64_t row);
  const void *user;
} carom_record_tail;

/* CSV output, with empty cells for numbers that are not finite: everything; the header line; rows
 * `from` to before `to`. */
void carom_record_csv(const carom_record *record, const carom_record_tail *tail, FILE *file);
void carom_record_names(const carom_record *record, const carom_record_tail *tail, FILE *file);
void carom_record_rows(const carom_record *record, const carom_record_tail *tail, int64_t from,
                       int64_t to, FILE *file);

#endif
