/* SPDX-License-Identifier: MIT */
/* Tables of numbers as text: a line of names with units, "x[mm],radius[m]", then one line a row. */
#ifndef CAROM_IO_CSV_H
#define CAROM_IO_CSV_H

#include <stdio.h>

#include <carom/base.h>

typedef struct carom_csv {
  int columns;
  int64_t rows;
  const char **name, **unit; /* unit: "" where none is given */
  double *value;             /* row after row, as written; NaN for an empty cell */
  char *text;                /* owns the names */
} carom_csv;

/* Reads a table; empty lines, lines that begin with '#' and a byte order mark do not count. Cells
 * are separated by commas, or where the line of names has none by semicolons, or else by tabs. A
 * cell may stand in quotes, as RFC 4180 has it, but not go over several lines. Errors name line and
 * column. Free with carom_csv_free in any case. */
carom_status carom_csv_read(const char *text, size_t length, carom_csv *csv, carom_error *err);
void carom_csv_free(carom_csv *csv);

/* The column of that name, and by what its values are multiplied to be in `unit` (SI). -1 if there
 * is none, without an error; -1 with one if its unit does not fit. */
int carom_csv_find(const carom_csv *csv, const char *name, const char *unit, double *factor,
                   carom_error *err);

/* Appends "x in m, y in s" for a column without a unit, which is taken in `unit` (SI); nothing for
 * a pure number, or where there is a unit. */
void carom_csv_bare(const carom_csv *csv, int column, const char *unit, char *text, size_t size);

/* The line of the text where a row stands, from 0; of row -1, where the names do. */
int carom_csv_line(const char *text, size_t length, int64_t row);

/* Writes a cell of text, or the name of a column with its unit, "text[unit]", unless that is NULL;
 * in quotes where a reader would misunderstand it without. */
void carom_csv_put(FILE *file, const char *text, const char *unit);

#endif
