/* SPDX-License-Identifier: MIT */
#include "io/csv.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/number.h"
#include "core/text.h"
#include "core/units.h"
#include "io/tree.h"

enum { COLUMNS_MAX = 4096 };

/* Position of the reader. Lines and columns are counted from 1. */
struct cursor {
  const char *at, *end, *line_start;
  int line;
  char separator;
};

/* Skips the byte order mark that some spreadsheet programs write. */
static struct cursor begin(const char *text, size_t length)
{
  const char *from = text + carom_tree_mark(text, length);
  return (struct cursor){.at = from, .end = text + length, .line_start = from, .separator = ','};
}

static carom_status wrong(const struct cursor *c, const char *at, carom_error *err,
                          const char *sentence)
{
  carom_fail(err, CAROM_ERR_SYNTAX, NULL, "%s", sentence);
  if (err) {
    err->line = c->line;
    err->column = (int)(at - c->line_start) + 1;
  }
  return CAROM_ERR_SYNTAX;
}

static bool blank(const struct cursor *c, char one)
{
  return one != c->separator && (one == ' ' || one == '\t');
}

/* The next line that is not skipped, from *from to *to without trailing blanks; returns false at
 * the end. */
static bool next_line(struct cursor *c, const char **from, const char **to)
{
  while (c->at < c->end) {
    const char *stop = memchr(c->at, '\n', (size_t)(c->end - c->at));
    const char *last = stop ? stop : c->end;
    c->line_start = *from = c->at;
    c->line++;
    c->at = stop ? stop + 1 : c->end;
    while (last > *from && (last[-1] == '\r' || blank(c, last[-1])))
      last--;
    *to = last;
    if (last > *from && **from != '#') return true;
  }
  return false;
}

/* A cell of a line, without the blanks or the quotes around it. */
struct cell {
  const char *from, *to;
};

/* The closing quote of a cell; a doubled quote stands for one quote. NULL if there is none. */
static const char *closing_quote(const char *at, const char *to)
{
  for (; at < to; at++) {
    if (*at != '"') continue;
    if (at + 1 == to || at[1] != '"') return at;
    at++;
  }
  return NULL;
}

static carom_status next_cell(const struct cursor *c, const char **at, const char *to,
                              struct cell *cell, carom_error *err)
{
  while (*at < to && blank(c, **at))
    ++*at;
  const bool quoted = *at < to && **at == '"';
  const char *close = quoted ? closing_quote(*at + 1, to) : *at;
  if (!close)
    return wrong(c, *at, err, "this quote is not closed in its line; end the cell with another \"");
  const char *stop = memchr(close, c->separator, (size_t)(to - close));
  *cell = (struct cell){*at + quoted, stop ? stop : to};
  *at = stop ? stop + 1 : to + 1; /* beyond the end: no further cell */
  while (cell->to > cell->from && blank(c, cell->to[-1]))
    cell->to--;
  if (!quoted) return CAROM_OK;
  if (cell->to != close + 1)
    return wrong(c, close + 1, err,
                 "a cell ends with its closing quote; double a quote that belongs to the text");
  cell->to = close;
  return CAROM_OK;
}

/* Replaces doubled quotes by single ones in place. */
static size_t single_quotes(char *text, size_t length)
{
  size_t kept = 0;
  for (size_t i = 0; i < length; i++) {
    text[kept++] = text[i];
    i += text[i] == '"' && i + 1 < length && text[i + 1] == '"';
  }
  return kept;
}

/* Splits "name[unit]" in place. The unit is the contents of the last brackets. */
static carom_status read_name(carom_csv *csv, const struct cursor *c, struct cell cell,
                              carom_error *err)
{
  char *name = csv->text + (cell.from - c->line_start);
  const size_t length = single_quotes(name, (size_t)(cell.to - cell.from));
  if (length == 0)
    return wrong(c, cell.from, err, "a name of a column is missing between the separators");
  name[length] = '\0';
  char *bracket = strrchr(name, '[');
  csv->name[csv->columns] = name;
  csv->unit[csv->columns] = "";
  if (bracket) {
    if (name[length - 1] != ']')
      return wrong(c, cell.to, err, "the unit of a column ends with ']', as in x[m]");
    name[length - 1] = '\0';
    *bracket = '\0';
    csv->unit[csv->columns] = bracket + 1;
  }
  for (int k = 0; k < csv->columns; k++)
    if (!strcmp(csv->name[k], name))
      return wrong(c, cell.from, err, "there are two columns of this name");
  csv->columns++;
  return CAROM_OK;
}

/* The separator between names, outside quotes: comma, or else semicolon, or else tab. */
static char separator_of(const char *from, const char *to)
{
  static const char known[] = ",;\t";
  for (const char *s = known; *s; s++) {
    bool quoted = false;
    for (const char *p = from; p < to; p++) {
      quoted ^= *p == '"';
      if (!quoted && *p == *s) return *s;
    }
  }
  return ',';
}

/* Reads the header line, which determines the separator. */
static bool header_line(struct cursor *c, const char **from, const char **to)
{
  if (!next_line(c, from, to)) return false;
  c->separator = separator_of(*from, *to);
  return true;
}

static carom_status read_header(carom_csv *csv, struct cursor *c, carom_error *err)
{
  const char *from, *to;
  if (!header_line(c, &from, &to))
    return wrong(c, c->at, err, "the table is empty; its first line names the columns");
  int cells = 1;
  for (const char *p = from; p < to; p++)
    cells += *p == c->separator;
  if (cells > COLUMNS_MAX) return wrong(c, from, err, "these are more columns than a table has");
  const size_t length = (size_t)(to - from);
  csv->text = malloc(length + 1);
  csv->name = malloc((size_t)cells * sizeof *csv->name);
  csv->unit = malloc((size_t)cells * sizeof *csv->unit);
  if (!csv->text || !csv->name || !csv->unit)
    return carom_fail(err, CAROM_ERR_MEMORY, NULL, "not enough memory for the table");
  memcpy(csv->text, from, length);
  csv->text[length] = '\0';
  if (memchr(csv->text, '\0', length))
    return wrong(c, from, err, "this is not text, but a file of bytes");
  for (const char *at = from; at <= to;) {
    struct cell cell;
    CAROM_TRY(next_cell(c, &at, to, &cell, err));
    CAROM_TRY(read_name(csv, c, cell, err));
  }
  return CAROM_OK;
}

static carom_status read_number(const struct cursor *c, struct cell cell, double *value,
                                carom_error *err)
{
  const size_t length = (size_t)(cell.to - cell.from);
  *value = (double)NAN;
  if (length == 0) return CAROM_OK;
  if (carom_number_scan(cell.from, length) != length ||
      !carom_number_value(cell.from, length, 0, value))
    return wrong(c, cell.from, err,
                 memchr(cell.from, ',', length)
                     ? "a number is expected here; it is written with a point, as in 1.5"
                     : "a number is expected here; cells are separated as in the first line, by "
                       "commas, semicolons or tabs");
  return CAROM_OK;
}

static carom_status read_row(carom_csv *csv, const struct cursor *c, const char *from,
                             const char *to, carom_error *err)
{
  double *row = csv->value + csv->rows * csv->columns;
  int k = 0;
  for (const char *at = from; at <= to; k++) {
    struct cell cell;
    CAROM_TRY(next_cell(c, &at, to, &cell, err));
    if (k == csv->columns)
      return wrong(c, cell.from, err, "this row has more cells than there are columns");
    CAROM_TRY(read_number(c, cell, &row[k], err));
  }
  if (k < csv->columns) return wrong(c, to, err, "this row has fewer cells than there are columns");
  csv->rows++;
  return CAROM_OK;
}

static carom_status read_rows(carom_csv *csv, struct cursor *c, carom_error *err)
{
  int64_t room = 0;
  const char *from, *to;
  while (next_line(c, &from, &to)) {
    if (csv->rows == room) {
      room = room ? 2 * room : 256;
      double *grown = realloc(csv->value, (size_t)room * (size_t)csv->columns * sizeof *csv->value);
      if (!grown) return carom_fail(err, CAROM_ERR_MEMORY, NULL, "not enough memory for the table");
      csv->value = grown;
    }
    CAROM_TRY(read_row(csv, c, from, to, err));
  }
  return CAROM_OK;
}

carom_status carom_csv_read(const char *text, size_t length, carom_csv *csv, carom_error *err)
{
  struct cursor c = begin(text, length);
  *csv = (carom_csv){.columns = 0};
  carom_status status = read_header(csv, &c, err);
  if (status == CAROM_OK) status = read_rows(csv, &c, err);
  if (status != CAROM_OK) carom_csv_free(csv);
  return status;
}

void carom_csv_free(carom_csv *csv)
{
  free(csv->text);
  free(csv->name);
  free(csv->unit);
  free(csv->value);
  *csv = (carom_csv){.columns = 0};
}

int carom_csv_find(const carom_csv *csv, const char *name, const char *unit, double *factor,
                   carom_error *err)
{
  for (int k = 0; k < csv->columns; k++) {
    char one[96] = "1";
    if (strcmp(csv->name[k], name) != 0) continue;
    *factor = 1;
    if (!*csv->unit[k]) return k;
    carom_append(one, sizeof one, " %s", csv->unit[k]);
    return carom_quantity_read(one, unit, factor, err, name) == CAROM_OK ? k : -1;
  }
  return -1;
}

void carom_csv_bare(const carom_csv *csv, int column, const char *unit, char *text, size_t size)
{
  if (column < 0 || *csv->unit[column] || !strcmp(unit, "1")) return;
  carom_append(text, size, "%s%s in %s", *text ? ", " : "", csv->name[column], unit);
}

int carom_csv_line(const char *text, size_t length, int64_t row)
{
  struct cursor c = begin(text, length);
  const char *from, *to;
  if (!header_line(&c, &from, &to)) return c.line;
  for (int64_t k = 0; k <= row; k++)
    if (!next_line(&c, &from, &to)) break;
  return c.line;
}

static void put_doubled(FILE *file, const char *text)
{
  for (; *text; text++) {
    if (*text == '"') fputc('"', file);
    fputc(*text, file);
  }
}

/* True if a reader would misinterpret the text without quotes. */
static bool needs_quotes(const char *text)
{
  const size_t length = strlen(text);
  return strpbrk(text, ",;\t\"\r\n") || *text == '#' ||
         (length && (text[0] == ' ' || text[length - 1] == ' '));
}

void carom_csv_put(FILE *file, const char *text, const char *unit)
{
  const char *quote = needs_quotes(text) || (unit && needs_quotes(unit)) ? "\"" : "";
  fputs(quote, file);
  put_doubled(file, text);
  if (unit) {
    fputc('[', file);
    put_doubled(file, unit);
    fputc(']', file);
  }
  fputs(quote, file);
}
