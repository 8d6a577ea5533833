/* SPDX-License-Identifier: MIT */
/* A table, filled once and written as text, CSV, Markdown or HTML. */
#ifndef CAROM_CLI_TABLE_H
#define CAROM_CLI_TABLE_H

#include <stdbool.h>
#include <stdio.h>

/* A column: its title in text (NULL: only in CSV), its key and unit in CSV ("peak_force[N]").
 * `digits` > 0: numbers with that many decimals; 0: four digits and a unit with a prefix. */
typedef struct cli_column {
  const char *title, *key, *unit;
  int digits;
} cli_column;

typedef struct cli_table {
  const cli_column *column;
  int columns, cells, room;
  struct cell *cell;
  bool failed; /* out of memory; see table_ok */
} cli_table;

cli_table table_new(const cli_column *columns, int count);
void table_free(cli_table *table);
bool table_ok(const cli_table *table);

/* Fill cells from left to right; a row is full after `columns` of them. NULL and values that are
 * not finite are shown as "-", and are empty in CSV. */
void table_text(cli_table *table, const char *text);
void table_number(cli_table *table, double value);

/* A number that is shown as this text. */
void table_number_as(cli_table *table, double value, const char *text);

void table_write_text(const cli_table *table, FILE *file);
void table_write_csv(const void *table, FILE *file);                       /* of a cli_table */
void table_write_csv_rows(const cli_table *table, bool names, FILE *file); /* names: first a line */
void table_write_markdown(const cli_table *table, FILE *file);
void table_write_html(const cli_table *table, FILE *file);

/* Writes text with HTML escaped, and "12 um" with a proper micro sign. */
void table_put_html(FILE *file, const char *text);

/* Text broken into lines of at most `width` columns after `indent` blanks. */
void table_paragraph(FILE *file, const char *text, int indent, int width);

#endif
