/* SPDX-License-Identifier: MIT */
#include "cli/run/record.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "io/csv.h"

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
  cli_record_column *column = &record->column[record->columns];
  va_list list;
  va_start(list, format);
  const int length = vsnprintf(NULL, 0, format, list);
  va_end(list);
  *column = (cli_record_column){length < 0 ? NULL : malloc((size_t)length + 1), unit};
  if (!column->name) {
    record->out_of_memory = true;
    return;
  }
  va_start(list, format);
  vsnprintf(column->name, (size_t)length + 1, format, list);
  va_end(list);
  record->columns++;
}

void record_free(cli_record *record)
{
  for (int i = 0; i < record->columns; i++)
    free(record->column[i].name);
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

static int by_name(const void *a, const void *b)
{
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

const char *record_repeated(const cli_record *record)
{
  const char *repeated = NULL, **name = malloc(((size_t)record->columns + 1) * sizeof *name);
  for (int i = 0; name && i < record->columns; i++)
    name[i] = record->column[i].name;
  if (name) qsort(name, (size_t)record->columns, sizeof *name, by_name);
  for (int i = 1; name && !repeated && i < record->columns; i++)
    if (!strcmp(name[i - 1], name[i])) repeated = name[i];
  free(name);
  return repeated;
}

void record_header(const cli_record *record, FILE *file)
{
  for (int i = 0; i < record->columns; i++) {
    if (i) fputc(',', file);
    carom_csv_put(file, record->column[i].name, record->column[i].unit);
  }
}

void record_csv(const void *user, FILE *file)
{
  const cli_record *record = user;
  record_header(record, file);
  fputc('\n', file);
  for (long k = 0; k < record->rows; k++)
    for (int i = 0; i < record->columns; i++) {
      const double value = record_row(record, k)[i];
      if (value - value == 0) fprintf(file, "%.12g", value);
      fputc(i + 1 < record->columns ? ',' : '\n', file);
    }
}
