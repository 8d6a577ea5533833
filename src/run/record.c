/* SPDX-License-Identifier: MIT */
#include "run/record.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "core/archive.h"
#include "io/csv.h"

void carom_record_add(carom_record *record, const char *unit, const char *format, ...)
{
  if (record->columns == record->column_room) {
    const int room = record->column_room ? 2 * record->column_room : 16;
    carom_record_column *grown = realloc(record->column, (size_t)room * sizeof *grown);
    if (!grown) {
      record->out_of_memory = true;
      return;
    }
    record->column = grown;
    record->column_room = room;
  }
  va_list list;
  va_start(list, format);
  const int length = vsnprintf(NULL, 0, format, list);
  va_end(list);
  char *name = length < 0 ? NULL : malloc((size_t)length + 1);
  if (!name) {
    record->out_of_memory = true;
    return;
  }
  va_start(list, format);
  vsnprintf(name, (size_t)length + 1, format, list);
  va_end(list);
  record->column[record->columns++] = (carom_record_column){name, unit};
  if (record->stride < record->columns) record->stride = record->columns;
}

void carom_record_free(carom_record *record)
{
  for (int i = 0; i < record->columns; i++)
    free((char *)record->column[i].name);
  free(record->column);
  free(record->value);
  *record = (carom_record){.column = NULL};
}

double *carom_record_extend(carom_record *record)
{
  if (record->rows == record->row_room) {
    const int64_t room = record->row_room ? 2 * record->row_room : 256;
    const size_t size = (size_t)room * (size_t)record->stride * sizeof *record->value;
    double *grown = record->out_of_memory ? NULL : realloc(record->value, size);
    if (!grown) {
      record->out_of_memory = true;
      return NULL;
    }
    record->value = grown;
    record->row_room = room;
  }
  return record->value + record->rows++ * record->stride;
}

int carom_record_find(const carom_record *record, const char *name)
{
  for (int i = 0; i < record->columns; i++)
    if (!strcmp(record->column[i].name, name)) return i;
  return -1;
}

static int by_name(const void *a, const void *b)
{
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

const char *carom_record_repeated(const carom_record *record)
{
  const char *repeated = NULL, **name = malloc(((size_t)record->columns + 1) * sizeof *name);
  for (int i = 0; name && i < record->columns; i++)
    name[i] = record->column[i].name;
  if (name) qsort(name, (size_t)record->columns, sizeof *name, by_name);
  for (int i = 1; name && !repeated && i < record->columns; i++)
    if (!strcmp(name[i - 1], name[i])) repeated = name[i];
  for (int i = 0; !name && i < record->columns; i++) /* fallback without memory, which is slower */
    if (carom_record_find(record, record->column[i].name) < i) repeated = record->column[i].name;
  free(name);
  return repeated;
}

carom_status carom_record_archive(carom_record *record, const char *count, carom_archive *archive,
                                  carom_error *err)
{
  enum { MOST_ROWS = 1 << 30 };
  int64_t rows = (int64_t)record->rows;
  CAROM_TRY(carom_archive_array(archive, "series", count, CAROM_INT64S, &rows, 1, err));
  if (rows < 0 || rows > MOST_ROWS)
    return carom_fail(err, CAROM_ERR_RANGE, "series", "%" PRId64 " is no number of rows", rows);
  for (record->rows = archive->loading ? 0 : rows; record->rows < rows;)
    if (!carom_record_extend(record))
      return carom_fail(err, CAROM_ERR_MEMORY, NULL, "out of memory");
  return carom_archive_array(archive, "series", "row", CAROM_DOUBLES, record->value,
                             (size_t)rows * (size_t)record->stride, err);
}

static void put(FILE *file, double value, bool last)
{
  if (value - value == 0) fprintf(file, "%.12g", value);
  fputc(last ? '\n' : ',', file);
}

void carom_record_names(const carom_record *record, const carom_record_tail *tail, FILE *file)
{
  for (int i = 0; i < record->columns; i++) {
    if (i) fputc(',', file);
    carom_csv_put(file, record->column[i].name, record->column[i].unit);
  }
  if (tail->name) {
    fputc(',', file);
    carom_csv_put(file, tail->name, tail->unit);
  }
  fputc('\n', file);
}

void carom_record_rows(const carom_record *record, const carom_record_tail *tail, int64_t from,
                       int64_t to, FILE *file)
{
  for (int64_t k = from; k < to; k++) {
    for (int i = 0; i < record->columns; i++)
      put(file, carom_record_row(record, k)[i], i + 1 == record->columns && !tail->name);
    if (tail->name) put(file, tail->value(tail->user, k), true);
  }
}

void carom_record_csv(const carom_record *record, const carom_record_tail *tail, FILE *file)
{
  carom_record_names(record, tail, file);
  carom_record_rows(record, tail, 0, record->rows, file);
}
