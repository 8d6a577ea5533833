/* SPDX-License-Identifier: MIT */
#include "cli/base/table.h"

#include <stdlib.h>
#include <string.h>

#include "run/quantity.h"
#include "core/number.h"
#include "io/csv.h"
#include <carom/base.h>

struct cell {
  char *text; /* text to show; NULL: the number, by the rules of its column */
  double number;
  bool is_number; /* CSV takes the number, whatever is shown */
};

cli_table table_new(const cli_column *columns, int count)
{
  return (cli_table){.column = columns, .columns = count};
}

void table_free(cli_table *table)
{
  for (int i = 0; i < table->cells; i++)
    free(table->cell[i].text);
  free(table->cell);
}

bool table_ok(const cli_table *table)
{
  return !table->failed;
}

static void add(cli_table *table, struct cell cell)
{
  if (table->cells == table->room) {
    const int room = table->room ? 2 * table->room : 64;
    void *grown = realloc(table->cell, (size_t)room * sizeof cell);
    if (!grown) {
      table->failed = true;
      free(cell.text);
      return;
    }
    table->cell = grown;
    table->room = room;
  }
  table->cell[table->cells++] = cell;
}

void table_text(cli_table *table, const char *text)
{
  if (!text) {
    table_number(table, CAROM_UNSET);
    return;
  }
  char *copy = strdup(text);
  if (!copy) table->failed = true;
  add(table, (struct cell){copy, 0, false});
}

void table_number(cli_table *table, double value)
{
  add(table, (struct cell){NULL, value, true});
}

void table_number_as(cli_table *table, double value, const char *text)
{
  table_text(table, text);
  if (table->cells == 0 || table->failed) return;
  table->cell[table->cells - 1].number = value;
  table->cell[table->cells - 1].is_number = true;
}

/* The text shown in a cell. */
static const char *shown(const cli_table *table, int index, char room[CAROM_QUANTITY_ROOM])
{
  const struct cell *cell = &table->cell[index];
  const cli_column *column = &table->column[index % table->columns];
  if (cell->text) return cell->text;
  if (column->digits > 0 && cell->number - cell->number == 0) {
    snprintf(room, CAROM_QUANTITY_ROOM, "%.*f", column->digits, cell->number + 0.0); /* no -0 */
    return room;
  }
  return carom_quantity_print(cell->number, column->unit, room);
}

static int rows(const cli_table *table)
{
  return table->cells / table->columns;
}

static bool is_number(const struct cell *cell)
{
  return cell->is_number && cell->number - cell->number == 0;
}

static bool visible(const cli_table *table, int column)
{
  return table->column[column].title != NULL;
}

/* Columns of numbers are right-aligned, columns of text left-aligned. */
static bool numeric(const cli_table *table, int column)
{
  for (int r = 0; r < rows(table); r++)
    if (is_number(&table->cell[r * table->columns + column])) return true;
  return false;
}

static int width(const cli_table *table, int column)
{
  char room[CAROM_QUANTITY_ROOM];
  if (!visible(table, column)) return 0;
  size_t widest = strlen(table->column[column].title);
  for (int r = 0; r < rows(table); r++) {
    const size_t n = strlen(shown(table, r * table->columns + column, room));
    widest = n > widest ? n : widest;
  }
  return (int)widest;
}

static void write_row(const cli_table *table, FILE *file, const int *widths, int row)
{
  char room[CAROM_QUANTITY_ROOM];
  for (int c = 0; c < table->columns; c++) {
    if (widths[c] == 0) continue;
    const char *text = row < 0 ? table->column[c].title
                               : shown(table, row * table->columns + c, room);
    const bool last = c == table->columns - 1, right = numeric(table, c);
    if (c && (*text || right || !last)) fputs("  ", file);
    if (last && !right)
      fputs(text, file); /* no trailing blanks */
    else
      fprintf(file, right ? "%*s" : "%-*s", widths[c], text);
  }
  fputc('\n', file);
}

void table_write_text(const cli_table *table, FILE *file)
{
  int *widths = calloc((size_t)table->columns, sizeof *widths);
  if (!widths) return;
  for (int c = 0; c < table->columns; c++)
    widths[c] = width(table, c);
  for (int row = -1; row < rows(table); row++)
    write_row(table, file, widths, row);
  free(widths);
}

static void write_names(const cli_table *table, FILE *file)
{
  for (int c = 0; c < table->columns; c++) {
    const cli_column *column = &table->column[c];
    const bool unit = column->unit && strcmp(column->unit, "1") != 0;
    if (c) fputc(',', file);
    carom_csv_put(file, column->key, unit ? column->unit : NULL);
  }
  fputc('\n', file);
}

void table_write_csv_rows(const cli_table *table, bool names, FILE *file)
{
  if (names) write_names(table, file);
  for (int i = 0; i < table->cells; i++) {
    const struct cell *cell = &table->cell[i];
    char number[CAROM_NUMBER_ROOM];
    if (!cell->is_number) {
      carom_csv_put(file, cell->text, NULL);
    } else if (cell->number - cell->number == 0) {
      carom_number_print(cell->number, number);
      fputs(number, file);
    }
    fputc((i + 1) % table->columns ? ',' : '\n', file);
  }
}

void table_write_csv(const void *table, FILE *file)
{
  table_write_csv_rows(table, true, file);
}

void table_write_markdown(const cli_table *table, FILE *file)
{
  char room[CAROM_QUANTITY_ROOM];
  for (int c = 0; c < table->columns; c++)
    if (visible(table, c)) fprintf(file, "| %s ", table->column[c].title);
  fputs("|\n", file);
  for (int c = 0; c < table->columns; c++)
    if (visible(table, c)) fputs(numeric(table, c) ? "|--:" : "|---", file);
  fputs("|\n", file);
  for (int i = 0; i < table->cells; i++) {
    const bool seen = visible(table, i % table->columns), last = (i + 1) % table->columns == 0;
    if (seen) fputs("| ", file);
    for (const char *p = seen ? shown(table, i, room) : ""; *p; p++) {
      if (*p == '|') fputc('\\', file);
      fputc(*p, file);
    }
    if (seen) fputc(' ', file);
    if (last) fputs("|\n", file);
  }
}

void table_put_html(FILE *file, const char *text)
{
  for (char before = '\0', blank = '\0'; *text; blank = before, before = *text++) {
    const bool micro = *text == 'u' && before == ' ' && blank >= '0' && blank <= '9';
    switch (*text) {
    case '&':
      fputs("&amp;", file);
      break;
    case '<':
      fputs("&lt;", file);
      break;
    case '>':
      fputs("&gt;", file);
      break;
    default:
      micro ? fputs("µ", file) : fputc(*text, file);
    }
  }
}

void table_write_html(const cli_table *table, FILE *file)
{
  char room[CAROM_QUANTITY_ROOM];
  fputs("<div class=\"wide\"><table>\n<thead><tr>", file);
  for (int c = 0; c < table->columns; c++) {
    if (!visible(table, c)) continue;
    fprintf(file, "<th%s>", numeric(table, c) ? " class=\"n\"" : "");
    table_put_html(file, table->column[c].title);
    fputs("</th>", file);
  }
  fputs("</tr></thead>\n<tbody>", file);
  for (int i = 0; i < table->cells; i++) {
    const int c = i % table->columns;
    if (c == 0) fputs("<tr>", file);
    if (visible(table, c)) {
      fprintf(file, "<td%s>", numeric(table, c) ? " class=\"n\"" : "");
      table_put_html(file, shown(table, i, room));
      fputs("</td>", file);
    }
    if (c == table->columns - 1) fputs("</tr>\n", file);
  }
  fputs("</tbody></table></div>\n", file);
}

void table_paragraph(FILE *file, const char *text, int indent, int width)
{
  int column = 0;
  while (*text) {
    const size_t word = strcspn(text, " \n");
    if (column > 0 && column + 1 + (int)word > width) {
      fputc('\n', file);
      column = 0;
    }
    if (column == 0)
      column = fprintf(file, "%*s%.*s", indent, "", (int)word, text);
    else
      column += fprintf(file, " %.*s", (int)word, text);
    text += word;
    if (*text == '\n') {
      fputc('\n', file);
      column = 0;
    }
    text += *text != '\0';
  }
  if (column > 0) fputc('\n', file);
}
