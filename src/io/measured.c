/* SPDX-License-Identifier: MIT */
#include "io/measured.h"

#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "io/csv.h"

static carom_status at(const char *text, size_t length, int64_t row, carom_error *err)
{
  err->line = carom_csv_line(text, length, row);
  err->column = 1;
  return err->code;
}

static char *copy_of(const char *text)
{
  const size_t size = strlen(text) + 1;
  char *copy = malloc(size);
  return copy ? memcpy(copy, text, size) : NULL;
}

/* Checks that times increase. */
static carom_status check_times(const carom_csv *csv, int time, const char *text, size_t length,
                                carom_error *err)
{
  for (int64_t i = 0; i < csv->rows; i++) {
    const double now = csv->value[i * csv->columns + time];
    const double before = i > 0 ? csv->value[(i - 1) * csv->columns + time] : now - 1;
    if (!(now - now == 0)) {
      carom_fail(err, CAROM_ERR_RANGE, NULL, "this row has no time");
      return at(text, length, i, err);
    }
    if (i > 0 && !(now > before)) {
      carom_fail(err, CAROM_ERR_RANGE, NULL,
                 "times must grow from row to row; this one is not after the one before");
      return at(text, length, i, err);
    }
  }
  return CAROM_OK;
}

/* Copies a column, converted to SI, without its empty cells. */
static carom_status take(const carom_csv *csv, int column, double factor, int time, double second,
                         double shift, carom_measured_curve *curve, carom_error *err)
{
  curve->time = malloc(2 * ((size_t)csv->rows + 1) * sizeof *curve->time);
  if (!curve->time) return carom_fail(err, CAROM_ERR_MEMORY, NULL, "not enough memory");
  curve->value = curve->time + csv->rows;
  for (int64_t i = 0; i < csv->rows; i++) {
    const double *row = csv->value + i * csv->columns;
    if (!(row[column] - row[column] == 0)) continue;
    curve->time[curve->points] = row[time] * second + shift;
    curve->value[curve->points++] = row[column] * factor;
  }
  return CAROM_OK;
}

/* Adds the place of a name in the header, or of the header, to an error. */
static carom_status in_header(const carom_csv *csv, int column, const char *text, size_t length,
                              carom_error *err)
{
  err->line = carom_csv_line(text, length, -1);
  err->column = column < 0 ? 1 : (int)(csv->name[column] - csv->text) + 1;
  return err->code;
}

static carom_status convert(const carom_csv *csv, const char *text, size_t length, double shift,
                            carom_column_unit *unit, const void *user, carom_measured *measured,
                            carom_error *err)
{
  double second = 1, factor = 1;
  const int time = carom_csv_find(csv, "time", "s", &second, err);
  if (time < 0 && err->code == CAROM_OK)
    carom_fail(err, CAROM_ERR_MISSING, NULL,
               "there is no column 'time'; the header is as in time[s],force[N]");
  if (time < 0) return in_header(csv, -1, text, length, err);
  if (csv->columns < 2) {
    carom_fail(err, CAROM_ERR_MISSING, NULL, "there is no column beside the time");
    return in_header(csv, -1, text, length, err);
  }
  carom_csv_bare(csv, time, "s", measured->bare, sizeof measured->bare);
  CAROM_TRY(check_times(csv, time, text, length, err));
  for (int k = 0; k < csv->columns; k++) {
    if (k == time) continue;
    carom_measured_curve *curve = &measured->curve[measured->curves++];
    curve->name = copy_of(csv->name[k]);
    if (!curve->name) return carom_fail(err, CAROM_ERR_MEMORY, NULL, "not enough memory");
    curve->unit = unit(user, csv->name[k]);
    if (!curve->unit) {
      carom_fail(err, CAROM_ERR_UNKNOWN, NULL, "nothing that is recorded is called '%.40s'",
                 csv->name[k]);
      return in_header(csv, k, text, length, err);
    }
    if (carom_csv_find(csv, csv->name[k], curve->unit, &factor, err) < 0)
      return in_header(csv, k, text, length, err);
    carom_csv_bare(csv, k, curve->unit, measured->bare, sizeof measured->bare);
    CAROM_TRY(take(csv, k, factor, time, second, shift, curve, err));
    if (curve->points < 2) {
      carom_fail(err, CAROM_ERR_MISSING, NULL, "column '%s' has fewer than two values",
                 curve->name);
      return in_header(csv, k, text, length, err);
    }
  }
  return CAROM_OK;
}

carom_status carom_measured_read(const char *text, size_t length, double shift,
                                 carom_column_unit *unit, const void *user,
                                 carom_measured *measured, carom_error *err)
{
  carom_csv csv;
  carom_error own = {.code = CAROM_OK};
  *measured = (carom_measured){.curves = 0};
  carom_status status = carom_csv_read(text, length, &csv, &own);
  if (status == CAROM_OK) {
    measured->curve = calloc((size_t)csv.columns, sizeof *measured->curve);
    status = measured->curve ? convert(&csv, text, length, shift, unit, user, measured, &own)
                             : carom_fail(&own, CAROM_ERR_MEMORY, NULL, "not enough memory");
  }
  carom_csv_free(&csv);
  if (status != CAROM_OK) carom_measured_free(measured);
  if (status != CAROM_OK && err) {
    *err = own;
    if (own.line == 0) err->line = err->column = 1; /* an empty table */
  }
  return status;
}

void carom_measured_free(carom_measured *measured)
{
  for (int k = 0; k < measured->curves; k++)
    free(measured->curve[k].name), free(measured->curve[k].time);
  free(measured->curve);
  *measured = (carom_measured){.curves = 0};
}
