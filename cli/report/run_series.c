/* SPDX-License-Identifier: MIT */
/* The numbers that figures of a page are drawn from: columns of series.csv, or what the runs of a
 * sweep have in common. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/report/run_page.h"
#include "io/json_write.h"

enum { MOST_ROWS = 1500, MOST_NUMBERS = 300000, SWEEP_COLUMNS = 64 };

/* Six digits are more than a figure shows; the page says how many rows were left out. */
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

/* Numbers that stand at the top of every run that went well. */
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

/* A value that was set, as a number if it begins with one. */
static double set_number(const carom_node *run, const char *path)
{
  const carom_node *value = carom_tree_get(carom_tree_get(run, "set"), path);
  if (!value) return (double)NAN;
  if (value->kind == CAROM_NODE_NUMBER) return value->number;
  char *end = NULL;
  const double number = value->kind == CAROM_NODE_STRING ? strtod(value->text, &end) : 0;
  return end && end != value->text ? number : (double)NAN;
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
  for (const carom_node *axis = set->first; axis; axis = axis->next) {
    put_column(&json, axis->key, "set");
    for (const carom_node *r = runs->first; r; r = r->next)
      put_value(&json, set_number(r, axis->key));
    close_column(&json);
  }
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
