/* SPDX-License-Identifier: MIT */
/* A table, filled once and written as text, CSV, Markdown or HTML. */
#ifndef CAROM_CLI_TABLE_H
#define CAROM_CLI_TABLE_H

#include <stdbool.h>
#include <stdio.h>

/* A column: its title for people (NULL: in CSV only), its key and unit for CSV ("peak_force[N]").
 * `digits` > 0: numbers with that many decimals; 0: four digits with a prefixed unit. */
typedef struct cli_column {
  const char *title, *key, *unit;
  int digits;
} cli_column;

typedef struct cli_table {
  const cli_column *column;
  int columns, cells, room;
  struct cell *cell;
  bool failed; /* out of memory: told by table_ok */
} cli_table;

cli_table table_new(const cli_column *columns, int count);
void table_free(cli_table *table);
bool table_ok(const cli_table *table);

/* Cells from left to right; a row is full after `columns` of them. NULL and what is not finite
 * become "-" for people and nothing in CSV. */
void table_text(cli_table *table, const char *text);
void table_number(cli_table *table, double value);

/* A number that people see as this text. */
void table_number_as(cli_table *table, double value, const char *text);

void table_write_text(const cli_table *table, FILE *file);
void table_write_csv(const void *table, FILE *file);                       /* of a cli_table */
void table_write_csv_rows(const cli_table *table, bool names, FILE *file); /* names: first a line */
void table_write_markdown(const cli_table *table, FILE *file);
void table_write_html(const cli_table *table, FILE *file);

/* Text with the marks of HTML escaped, and "12 um" with a proper micro sign. */
void table_put_html(FILE *file, const char *text);

/* Text broken into lines of at most `width` columns after `indent` blanks. */
void table_paragraph(FILE *file, const char *text, int indent, int width);

#endif
