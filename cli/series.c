/* SPDX-License-Identifier: MIT */
#include "cli/series.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void series_add(cli_series *series, const char *unit, const char *format, ...)
{
  if (series->columns == series->room) {
    const int room = series->room ? 2 * series->room : 16;
    cli_series_column *grown = realloc(series->column, (size_t)room * sizeof *grown);
    if (!grown) {
      series->out_of_memory = true;
      return;
    }
    series->column = grown;
    series->room = room;
  }
  cli_series_column *column = &series->column[series->columns++];
  va_list list;
  va_start(list, format);
  vsnprintf(column->name, sizeof column->name, format, list);
  va_end(list);
  column->unit = unit;
}

void series_free(cli_series *series)
{
  free(series->column);
  *series = (cli_series){.column = NULL};
}

int series_find(const cli_series *series, const char *name)
{
  for (int i = 0; i < series->columns; i++)
    if (!strcmp(series->column[i].name, name)) return i;
  return -1;
}

void series_csv(const void *user, FILE *file)
{
  const cli_series *series = user;
  for (int i = 0; i < series->columns; i++)
    fprintf(file, "%s%s[%s]", i ? "," : "", series->column[i].name, series->column[i].unit);
  fputc('\n', file);
  for (long k = 0; k < series->rows; k++)
    for (int i = 0; i < series->columns; i++)
      fprintf(file, "%.12g%c", series->value[k * series->columns + i],
              i + 1 < series->columns ? ',' : '\n');
}
