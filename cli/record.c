/* SPDX-License-Identifier: MIT */
#include "cli/record.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void record_add(cli_record *record, const char *unit, const char *format, ...)
{
  if (record->columns == record->room) {
    const int room = record->room ? 2 * record->room : 16;
    cli_record_column *grown = realloc(record->column, (size_t)room * sizeof *grown);
    if (!grown) {
      record->out_of_memory = true;
      return;
    }
    record->column = grown;
    record->room = room;
  }
  cli_record_column *column = &record->column[record->columns++];
  va_list list;
  va_start(list, format);
  vsnprintf(column->name, sizeof column->name, format, list);
  va_end(list);
  column->unit = unit;
}

void record_free(cli_record *record)
{
  free(record->column);
  *record = (cli_record){.column = NULL};
}

const double *record_row(const cli_record *record, long i)
{
  return record->value + i * (record->stride ? record->stride : record->columns);
}

int record_find(const cli_record *record, const char *name)
{
  for (int i = 0; i < record->columns; i++)
    if (!strcmp(record->column[i].name, name)) return i;
  return -1;
}

void record_csv(const void *user, FILE *file)
{
  const cli_record *record = user;
  for (int i = 0; i < record->columns; i++)
    fprintf(file, "%s%s[%s]", i ? "," : "", record->column[i].name, record->column[i].unit);
  fputc('\n', file);
  for (long k = 0; k < record->rows; k++)
    for (int i = 0; i < record->columns; i++)
      fprintf(file, "%.12g%c", record_row(record, k)[i], i + 1 < record->columns ? ',' : '\n');
}
