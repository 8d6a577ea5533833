/* SPDX-License-Identifier: MIT */
#include "run/comparison.h"

#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "io/file.h"
#include "run/results.h"

enum { LARGEST = 256 << 20, PATH = 1024 };

static const char *unit_of(const void *user, const char *name)
{
  const carom_record *columns = user;
  const int k = carom_record_find(columns, name);
  return k > 0 ? columns->column[k].unit : NULL;
}

/* A relative path starts from the folder of the scenario. */
static bool path_of(const char *prefix, const char *name, char path[PATH])
{
  return snprintf(path, PATH, "%s%s", *name == '/' ? "" : prefix, name) < PATH;
}

/* Lists the columns that could have been meant. */
static void tell_columns(const carom_record *columns, carom_tell *tell, void *user)
{
  carom_diagnostic d = {.severity = CAROM_NOTE};
  char known[400] = "";
  for (int k = 1; k < columns->columns; k++)
    carom_append(known, sizeof known, "%s%s", k > 1 ? ", " : "", columns->column[k].name);
  snprintf(d.text, sizeof d.text, "recorded are: %s; 'record' in the scenario says what is", known);
  tell(user, &d);
}

/* Reports that too little overlaps to compare, as when microseconds are taken for seconds. */
static void tell_bare(const carom_scenario_measured *wish, const char *bare, carom_tell *tell,
                      void *user)
{
  carom_faults told = {.count = 0};
  if (!*bare) return;
  carom_warn(&told, wish->node, false,
             "%.100s has columns without units; taken were: %s (units stand in the first line, as "
             "in time[us])",
             wish->file, bare);
  carom_warnings_tell(&told, tell, user);
}

static carom_status tell_fault(carom_tell *tell, void *user, const carom_error *err,
                               const char *file)
{
  const carom_diagnostic d = carom_diagnostic_of(CAROM_FAULT, err, file);
  tell(user, &d);
  return err->code;
}

/* A file that cannot be read is a fault of who names it. */
static carom_status tell_unread(const carom_scenario_measured *wish, carom_tell *tell, void *user,
                                carom_error *err)
{
  carom_faults told = {.count = 0};
  const carom_error own = *err;
  carom_fault(&told, wish->node, false, own.code, "%s", own.text);
  *err = told.fault[0];
  return tell_fault(tell, user, err, NULL);
}

static carom_status load_one(const carom_scenario_measured *wish, const char *prefix,
                             const carom_record *columns, struct carom_measured_file *one,
                             carom_tell *tell, void *user, carom_error *err)
{
  char path[PATH], *text = NULL;
  size_t length = 0;
  *one = (struct carom_measured_file){.name = wish->file, .share = wish->share};
  if (!path_of(prefix, wish->file, path)) {
    carom_fail(err, CAROM_ERR_IO, "measured", "the path '%.60s' is too long", wish->file);
    return tell_fault(tell, user, err, NULL);
  }
  if (carom_file_read(path, LARGEST, &text, &length, err) != CAROM_OK)
    return tell_unread(wish, tell, user, err);
  const carom_status status = carom_measured_read(text, length, wish->shift, unit_of, columns,
                                                  &one->data, err);
  free(text);
  if (status == CAROM_OK) {
    tell_bare(wish, one->data.bare, tell, user);
    return CAROM_OK;
  }
  tell_fault(tell, user, err, path);
  if (err->code == CAROM_ERR_UNKNOWN) tell_columns(columns, tell, user);
  return status;
}

carom_status carom_measured_load(const carom_scenario *scenario, const char *prefix,
                                 const carom_record *columns, carom_measured_files *measured,
                                 carom_tell *tell, void *user, carom_error *err)
{
  carom_status status = CAROM_OK;
  carom_error own = {.code = CAROM_OK};
  *measured = (carom_measured_files){.files = 0};
  const char *repeated = carom_record_repeated(columns);
  if (repeated) {
    carom_fail(&own, CAROM_ERR_CONFLICT, "record",
               "two columns of series.csv would be called '%.80s'; rename one of the things they "
               "belong to, or keep one",
               repeated);
    if (err) *err = own;
    return tell_fault(tell, user, &own, NULL);
  }
  if (scenario->measured_files == 0) return CAROM_OK;
  measured->file = calloc((size_t)scenario->measured_files, sizeof *measured->file);
  if (!measured->file || columns->out_of_memory) {
    carom_fail(&own, CAROM_ERR_MEMORY, "measured", "out of memory");
    if (err) *err = own;
    return tell_fault(tell, user, &own, NULL);
  }
  for (int i = 0; i < scenario->measured_files; i++) {
    const carom_status one = load_one(&scenario->measured[i], prefix, columns, &measured->file[i],
                                      tell, user, &own);
    measured->files++;
    measured->curves += measured->file[i].data.curves;
    if (one == CAROM_OK) continue;
    if (status == CAROM_OK && err) *err = own;
    if (status == CAROM_OK || one == CAROM_ERR_MEMORY) status = one;
  }
  return status;
}

void carom_measured_files_free(carom_measured_files *measured)
{
  for (int i = 0; i < measured->files; i++)
    carom_measured_free(&measured->file[i].data);
  free(measured->file);
  *measured = (carom_measured_files){.files = 0};
}

bool carom_misfits_judge(const carom_measured_files *measured, const carom_record *record,
                         carom_misfits *misfits)
{
  *misfits = (carom_misfits){.count = 0};
  if (measured->curves == 0) return true;
  misfits->item = calloc((size_t)measured->curves, sizeof *misfits->item);
  if (!misfits->item) return false;
  for (int i = 0; i < measured->files; i++) {
    const struct carom_measured_file *file = &measured->file[i];
    for (int k = 0; k < file->data.curves; k++) {
      const carom_measured_curve *curve = &file->data.curve[k];
      const int column = carom_record_find(record, curve->name);
      const carom_trace computed = {record->value, record->value + column, (int64_t)record->rows,
                                    record->stride},
                        data = {curve->time, curve->value, curve->points, 1};
      misfits->item[misfits->count++] = (carom_curve_misfit){
          file->name, curve, column, carom_misfit_of(computed, data, file->share)};
    }
  }
  return true;
}

void carom_misfits_free(carom_misfits *misfits)
{
  free(misfits->item);
  *misfits = (carom_misfits){.count = 0};
}

void carom_misfits_members(carom_json *json, const carom_misfits *misfits)
{
  if (misfits->count == 0) return;
  carom_json_array(json, "measured");
  for (int i = 0; i < misfits->count; i++) {
    const carom_curve_misfit *one = &misfits->item[i];
    const carom_misfit *m = &one->misfit;
    const char *unit = one->curve->unit;
    carom_json_object(json, NULL);
    carom_json_string(json, "file", one->file);
    carom_json_string(json, "column", one->curve->name);
    carom_json_integer(json, "points", m->points);
    carom_json_quantity(json, "from", "s", m->from);
    carom_json_quantity(json, "to", "s", m->to);
    carom_json_quantity(json, "peak", unit, m->peak);
    carom_json_quantity(json, "measured_peak", unit, m->measured_peak);
    carom_json_number(json, "peak_error", m->peak_error);
    carom_json_quantity(json, "arrival", "s", m->arrival);
    carom_json_quantity(json, "measured_arrival", "s", m->measured_arrival);
    carom_json_quantity(json, "arrival_error", "s", m->arrival_error);
    carom_json_quantity(json, "rms", unit, m->rms);
    carom_json_number(json, "rms_share", m->rms_share);
    carom_json_end(json);
  }
  carom_json_end(json);
}
