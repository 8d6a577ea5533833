/* SPDX-License-Identifier: MIT */
/* The numbers from which figures of a page are drawn: columns of series.csv, or members that the
 * runs of a sweep share. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/report/run_page.h"
#include "core/units.h"
#include "io/json_write.h"

enum { MOST_ROWS = 1500, MOST_NUMBERS = 300000, SWEEP_COLUMNS = 64 };

/* Six digits are more than a figure shows; the page tells how many rows were left out. */
static void put_value(carom_json *json, double value)
{
  char text[40];
  snprintf(text, sizeof text, "%.6g", value);
  carom_json_number(json, NULL, strtod(text, NULL));
}

static void begin(carom_json *json, const char *kind, double of, double kept)
{
  *json = carom_json_to_memory();
  carom_json_object(json, NULL);
  carom_json_string(json, "kind", kind);
  carom_json_number(json, "rows", of);
  carom_json_number(json, "kept", kept);
  carom_json_array(json, "columns");
}

static void end(carom_json *json, FILE *file)
{
  carom_json_end(json);
  carom_json_end(json);
  if (carom_json_finish(json, NULL) != CAROM_OK) return;
  run_page_put_json(file, "series", json->text);
  free(json->text);
}

static void put_column(carom_json *json, const char *name, const char *unit)
{
  carom_json_object(json, NULL);
  carom_json_string(json, "name", name);
  carom_json_string(json, "unit", unit);
  carom_json_row(json, "values");
}

static void close_column(carom_json *json)
{
  carom_json_end(json);
  carom_json_end(json);
}

static void put_series(const run_page *page, FILE *file)
{
  const carom_csv *csv = &page->series;
  const int64_t room = MOST_NUMBERS / (csv->columns > 0 ? csv->columns : 1);
  const int64_t most = room < 50 ? 50 : room > MOST_ROWS ? MOST_ROWS : room;
  const int64_t kept = csv->rows < most ? csv->rows : most;
  carom_json json;
  begin(&json, page->kind, (double)csv->rows, (double)kept);
  for (int c = 0; c < csv->columns; c++) {
    put_column(&json, csv->name[c], csv->unit[c]);
    for (int64_t k = 0; k < kept; k++) {
      const int64_t row = kept > 1 ? k * (csv->rows - 1) / (kept - 1) : 0;
      put_value(&json, csv->value[row * csv->columns + c]);
    }
    close_column(&json);
  }
  end(&json, file);
}

/* Finds numbers at the top level of every successful run. */
static int common_keys(const carom_node *runs, const char *key[SWEEP_COLUMNS])
{
  const carom_node *model = NULL;
  int count = 0;
  for (const carom_node *r = runs->first; r && !model; r = r->next)
    if (!carom_tree_get(r, "error")) model = r;
  for (const carom_node *m = model ? model->first : NULL; m && count < SWEEP_COLUMNS; m = m->next)
    if (m->kind == CAROM_NODE_NUMBER) key[count++] = m->key;
  return count;
}

/* A value that was set, in SI; NaN for words. */
static double number_of(const carom_node *value)
{
  double number = (double)NAN;
  if (!value) return number;
  if (value->kind == CAROM_NODE_NUMBER) return value->number;
  if (value->kind == CAROM_NODE_STRING) carom_quantity_si(value->text, &number);
  return number;
}

/* Writes what was varied: numbers for drawing, and values as written. */
static void put_axis(carom_json *json, const carom_node *runs, const char *path)
{
  char text[200];
  put_column(json, path, "set");
  for (const carom_node *r = runs->first; r; r = r->next)
    put_value(json, number_of(carom_tree_get(carom_tree_get(r, "set"), path)));
  carom_json_end(json);
  carom_json_array(json, "texts");
  for (const carom_node *r = runs->first; r; r = r->next) {
    const carom_node *value = carom_tree_get(carom_tree_get(r, "set"), path);
    if (value && value->kind == CAROM_NODE_STRING)
      snprintf(text, sizeof text, "%s", value->text);
    else if (value)
      carom_tree_print(value, text, sizeof text);
    carom_json_string(json, NULL, value ? text : "");
  }
  close_column(json);
}

/* Writes how far every run is from measured data. */
static void put_deviations(carom_json *json, const carom_node *runs)
{
  char name[200];
  const carom_node *measured = NULL;
  for (const carom_node *r = runs->first; r && !measured; r = r->next)
    measured = carom_tree_get(r, "measured");
  for (int i = 0; measured && i < measured->count && i < SWEEP_COLUMNS; i++) {
    const carom_node *column = carom_tree_get(carom_tree_at(measured, i), "column");
    snprintf(name, sizeof name, "rms_%s", column && column->text ? column->text : "");
    put_column(json, name, "");
    for (const carom_node *r = runs->first; r; r = r->next)
      put_value(json, run_page_number(carom_tree_at(carom_tree_get(r, "measured"), i), "rms"));
    close_column(json);
  }
}

static void put_sweep(const run_page *page, FILE *file)
{
  const carom_node *runs = carom_tree_get(page->result, "runs");
  const carom_node *set = runs && runs->first ? carom_tree_get(runs->first, "set") : NULL;
  const char *key[SWEEP_COLUMNS];
  if (!set) return;
  const int keys = common_keys(runs, key);
  carom_json json;
  begin(&json, "sweep", runs->count, runs->count);
  for (const carom_node *axis = set->first; axis; axis = axis->next)
    put_axis(&json, runs, axis->key);
  put_deviations(&json, runs);
  for (int i = 0; i < keys; i++) {
    put_column(&json, key[i], "");
    for (const carom_node *r = runs->first; r; r = r->next)
      put_value(&json, run_page_number(r, key[i]));
    close_column(&json);
  }
  end(&json, file);
}

void run_page_series(const run_page *page, FILE *file)
{
  if (page->sweep)
    put_sweep(page, file);
  else if (page->has_series)
    put_series(page, file);
}
