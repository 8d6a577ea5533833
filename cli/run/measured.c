/* SPDX-License-Identifier: MIT */
#include "cli/run/measured.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/output.h"
#include "cli/base/quantity.h"
#include "cli/base/table.h"
#include "io/file.h"

enum { LARGEST = 256 << 20 };

static const char *unit_of(const void *user, const char *name)
{
  const cli_record *columns = user;
  const int k = record_find(columns, name);
  return k > 0 ? columns->column[k].unit : NULL;
}

/* A path that is not absolute begins where the scenario is. */
static bool path_of(const char *scenario, const char *name, char path[OUTPUT_PATH])
{
  const char *slash = strrchr(scenario, '/');
  const size_t folder = *name == '/' || !slash ? 0 : (size_t)(slash - scenario) + 1;
  return snprintf(path, OUTPUT_PATH, "%.*s%s", (int)folder, scenario, name) < OUTPUT_PATH;
}

/* What could have been meant. */
static void tell_columns(const cli_record *columns)
{
  char known[600] = "";
  for (int k = 1; k < columns->columns; k++)
    carom_append(known, sizeof known, "%s%s", k > 1 ? ", " : "", columns->column[k].name);
  message_note("recorded are: %s; 'record' in the scenario says what is", known);
}

/* Microseconds taken for seconds leave nothing to compare. */
static void tell_bare(const cli_file *file, const carom_scenario_measured *wish, const char *bare)
{
  carom_faults told = {.count = 0};
  if (!*bare) return;
  carom_warn(&told, wish->node, false,
             "%.100s has columns without units; taken were: %s (units stand in the first line, as "
             "in time[us])",
             wish->file, bare);
  file_warnings(file, &told);
}

static int load_one(const cli_file *file, const carom_scenario_measured *wish,
                    const cli_record *columns, struct cli_measured_file *one)
{
  char path[OUTPUT_PATH], *text = NULL;
  size_t length = 0;
  carom_error err = {.code = CAROM_OK};
  *one = (struct cli_measured_file){.name = wish->file, .share = wish->share};
  if (!path_of(file->path, wish->file, path))
    return message_usage("measured", "the path '%.60s' is too long", wish->file);
  if (carom_file_read(path, LARGEST, &text, &length, &err) != CAROM_OK)
    return message_usage("measured", "%s", err.text);
  const carom_status status = carom_measured_read(text, length, wish->shift, unit_of, columns,
                                                  &one->data, &err);
  free(text);
  if (status == CAROM_OK) {
    tell_bare(file, wish, one->data.bare);
    return ENDED_WELL;
  }
  message_place(path, &err);
  if (err.code == CAROM_ERR_UNKNOWN) tell_columns(columns);
  return status == CAROM_ERR_MEMORY ? ENDED_BADLY : ENDED_EARLY;
}

int measured_load(const cli_file *file, const carom_scenario *scenario, const cli_record *columns,
                  cli_measured *measured)
{
  int code = ENDED_WELL;
  *measured = (cli_measured){.files = 0};
  if (scenario->measured_files == 0) return ENDED_WELL;
  measured->file = calloc((size_t)scenario->measured_files, sizeof *measured->file);
  if (!measured->file || columns->out_of_memory) {
    message_usage("measured", "out of memory");
    return ENDED_BADLY;
  }
  for (int i = 0; i < scenario->measured_files; i++) {
    const int one = load_one(file, &scenario->measured[i], columns, &measured->file[i]);
    measured->files++;
    measured->curves += measured->file[i].data.curves;
    if (one != ENDED_WELL) code = one;
  }
  return code;
}

void measured_free(cli_measured *measured)
{
  for (int i = 0; i < measured->files; i++)
    carom_measured_free(&measured->file[i].data);
  free(measured->file);
  *measured = (cli_measured){.files = 0};
}

bool measured_judge(const cli_measured *measured, const cli_record *record, cli_misfits *misfits)
{
  *misfits = (cli_misfits){.count = 0};
  if (!measured || measured->curves == 0) return true;
  misfits->item = calloc((size_t)measured->curves, sizeof *misfits->item);
  if (!misfits->item) return false;
  for (int i = 0; i < measured->files; i++) {
    const struct cli_measured_file *file = &measured->file[i];
    for (int k = 0; k < file->data.curves; k++) {
      const carom_measured_curve *curve = &file->data.curve[k];
      const int column = record_find(record, curve->name);
      const carom_trace computed = {record->value, record->value + column, record->rows,
                                    record->stride ? record->stride : record->columns},
                        data = {curve->time, curve->value, curve->points, 1};
      misfits->item[misfits->count++] = (cli_misfit){file->name, curve, column,
                                                     carom_misfit_of(computed, data, file->share)};
    }
  }
  return true;
}

void misfits_free(cli_misfits *misfits)
{
  free(misfits->item);
  *misfits = (cli_misfits){.count = 0};
}

void measured_print(const cli_misfits *misfits)
{
  static const cli_column columns[] = {{"measured", "column", NULL, 0},
                                       {"points", "points", NULL, 0},
                                       {"peak", "measured_peak", NULL, 0},
                                       {"computed", "peak", NULL, 0},
                                       {"error", "peak_error", NULL, 0},
                                       {"arrival", "measured_arrival", "s", 0},
                                       {"computed", "arrival", "s", 0},
                                       {"error", "arrival_error", "s", 0},
                                       {"RMS", "rms", NULL, 0},
                                       {"of peak", "rms_share", NULL, 0}};
  if (misfits->count == 0) return;
  cli_table table = table_new(columns, sizeof columns / sizeof *columns);
  for (int i = 0; i < misfits->count; i++) {
    const cli_misfit *one = &misfits->item[i];
    const carom_misfit *m = &one->misfit;
    const char *unit = one->curve->unit;
    char text[QUANTITY_ROOM];
    table_text(&table, one->curve->name);
    snprintf(text, sizeof text, "%ld", m->points);
    table_text(&table, text);
    table_text(&table, quantity_print(m->measured_peak, unit, text));
    table_text(&table, quantity_print(m->peak, unit, text));
    snprintf(text, sizeof text, "%+.2f %%", 100 * m->peak_error);
    table_text(&table, isfinite(m->peak_error) ? text : NULL);
    table_number(&table, m->measured_arrival);
    table_number(&table, m->arrival);
    table_number(&table, m->arrival_error);
    table_text(&table, quantity_print(m->rms, unit, text));
    snprintf(text, sizeof text, "%.2f %%", 100 * m->rms_share);
    table_text(&table, isfinite(m->rms_share) ? text : NULL);
  }
  putchar('\n');
  if (table_ok(&table)) table_write_text(&table, stdout);
  table_free(&table);
}

void measured_members(carom_json *json, const cli_misfits *misfits)
{
  if (misfits->count == 0) return;
  carom_json_array(json, "measured");
  for (int i = 0; i < misfits->count; i++) {
    const cli_misfit *one = &misfits->item[i];
    const carom_misfit *m = &one->misfit;
    carom_json_object(json, NULL);
    carom_json_string(json, "file", one->file);
    carom_json_string(json, "column", one->curve->name);
    carom_json_integer(json, "points", m->points);
    carom_json_number(json, "from", m->from);
    carom_json_number(json, "to", m->to);
    carom_json_number(json, "peak", m->peak);
    carom_json_number(json, "measured_peak", m->measured_peak);
    carom_json_number(json, "peak_error", m->peak_error);
    carom_json_number(json, "arrival", m->arrival);
    carom_json_number(json, "measured_arrival", m->measured_arrival);
    carom_json_number(json, "arrival_error", m->arrival_error);
    carom_json_number(json, "rms", m->rms);
    carom_json_number(json, "rms_share", m->rms_share);
    carom_json_end(json);
  }
  carom_json_end(json);
}
