/* SPDX-License-Identifier: MIT */
/* Tables of numbers as text: a header line of names with units, "x[mm],radius[m]", then one line
 * per row. */
#ifndef CAROM_IO_CSV_H
#define CAROM_IO_CSV_H

#include <stdio.h>

#include <carom/base.h>

typedef struct carom_csv {
  int columns;
  int64_t rows;
  const char **name, **unit; /* unit: "" where none is given */
  double *value;             /* row by row, in the units of the file; NaN for an empty cell */
  char *text;                /* owns the names */
} carom_csv;

/* Reads a table. Empty lines, lines that begin with '#' and a byte order mark are skipped. Cells
 * are separated by commas, or by semicolons or tabs if the header has no commas. A cell may be
 * quoted as in RFC 4180, but must not span lines. Errors give line and column. Call carom_csv_free
 * in any case. */
carom_status carom_csv_read(const char *text, size_t length, carom_csv *csv, carom_error *err);
void carom_csv_free(carom_csv *csv);

/* The column of this name, and the factor that converts its values to `unit` (SI). -1 if there is
 * none, without an error; -1 with an error if its unit does not fit. */
int carom_csv_find(const carom_csv *csv, const char *name, const char *unit, double *factor,
                   carom_error *err);

/* Appends a note "x in m" for a column without a unit, which is taken to be in `unit` (SI); nothing
 * for a pure number, or if there is a unit. */
void carom_csv_bare(const carom_csv *csv, int column, const char *unit, char *text, size_t size);

/* The line of the text that holds a row, counted from 0; row -1 is the header. */
int carom_csv_line(const char *text, size_t length, int64_t row);

/* Writes a text cell or, unless `unit` is NULL, a column name with its unit, "text[unit]"; quoted
 * if necessary. */
void carom_csv_put(FILE *file, const char *text, const char *unit);

#endif
