/* SPDX-License-Identifier: MIT */
#include "run/run.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "io/kinds.h"
#include "run/results.h"
#include "run/series.h"

static const unsigned cookie = 0x52554e31;

static const carom_run_kind *const kinds[CAROM_KINDS] = {
    [CAROM_KIND_IMPACT] = &carom_kind_impact, [CAROM_KIND_BOUNCE] = &carom_kind_bounce,
    [CAROM_KIND_CHAIN] = &carom_kind_chain,   [CAROM_KIND_MECHANISM] = &carom_kind_mechanism,
    [CAROM_KIND_SCENE] = &carom_kind_scene,
};

const carom_run_kind *carom_kind_of(carom_scenario_kind problem)
{
  return kinds[problem];
}

int carom_kind_count(void)
{
  return CAROM_KINDS;
}

const char *carom_kind_name(int kind)
{
  if (kind < 0 || kind >= CAROM_KINDS) return NULL;
  return carom_kind_about((carom_scenario_kind)kind)->name;
}

const char *carom_kind_example(int kind)
{
  return kind < 0 || kind >= CAROM_KINDS ? NULL : kinds[kind]->example;
}

carom_run_options carom_run_default(void)
{
  return (carom_run_options){.record = true, .checkpoint_every = CAROM_UNSET, .cookie = cookie};
}

carom_status carom_run_no_room(carom_error *err)
{
  return carom_fail(err, CAROM_ERR_MEMORY, "record.every",
                    "out of memory; record at longer intervals");
}

static void tell(carom_run *run, const carom_diagnostic *diagnostic)
{
  carom_diagnostics_keep(&run->told, diagnostic);
  if (run->options.tell) run->options.tell(run->options.user, diagnostic);
}

static void tell_later(void *user, const carom_diagnostic *diagnostic)
{
  tell(user, diagnostic);
}

void carom_run_note(carom_run *run, const char *format, ...)
{
  carom_diagnostic d = {.severity = CAROM_NOTE};
  va_list list;
  va_start(list, format);
  if (vsnprintf(d.text, sizeof d.text, format, list) >= (int)sizeof d.text)
    carom_cut(d.text, sizeof d.text);
  va_end(list);
  tell(run, &d);
}

void carom_run_warn(carom_run *run, const char *where, const char *format, ...)
{
  carom_diagnostic d = {.severity = CAROM_WARNING};
  va_list list;
  snprintf(d.where, sizeof d.where, "%s", where);
  va_start(list, format);
  if (vsnprintf(d.text, sizeof d.text, format, list) >= (int)sizeof d.text)
    carom_cut(d.text, sizeof d.text);
  va_end(list);
  tell(run, &d);
}

void carom_run_warn_error(carom_run *run, const carom_error *err)
{
  const carom_diagnostic d = carom_diagnostic_of(CAROM_WARNING, err, NULL);
  tell(run, &d);
}

static char *copy(const char *text)
{
  char *made = text ? malloc(strlen(text) + 1) : NULL;
  return made ? strcpy(made, text) : NULL;
}

/* The folder denoted by a prefix such as "a/b/". */
static char *folder_of(const char *prefix)
{
  char *folder = copy(*prefix ? prefix : ".");
  const size_t length = folder ? strlen(folder) : 0;
  if (length > 1 && folder[length - 1] == '/') folder[length - 1] = '\0';
  return folder;
}

static carom_status build(carom_run *run, const char *prefix, carom_error *err)
{
  run->folder = folder_of(prefix);
  run->frames = copy(run->options.frames);
  run->series.path = copy(run->options.series);
  if (!run->folder || (run->options.frames && !run->frames) ||
      (run->options.series && !run->series.path) || !carom_monitor_start(run))
    return carom_fail(err, CAROM_ERR_MEMORY, NULL, "out of memory");
  run->kind->columns(run->scenario, &run->record);
  if (run->own_measured)
    CAROM_TRY(carom_measured_load(run->scenario, prefix, &run->record, &run->measured, tell_later,
                                  run, err));
  if (run->record.out_of_memory) return carom_fail(err, CAROM_ERR_MEMORY, NULL, "out of memory");
  run->options.record |= run->measured.curves > 0;
  const carom_status status = run->kind->create(run, err);
  if (status != CAROM_OK && err) carom_input_place(run->scenario, err);
  return status;
}

carom_status carom_run_of(const carom_scenario *scenario, const char *prefix,
                          const carom_measured_files *measured, const carom_run_options *options,
                          carom_run **run, carom_error *err)
{
  const carom_run_kind *kind = carom_kind_of(scenario->problem);
  carom_run *made = calloc(1, kind->size);
  *run = NULL;
  if (!made) return carom_fail(err, CAROM_ERR_MEMORY, NULL, "out of memory");
  made->kind = kind;
  made->scenario = scenario;
  made->options = *options;
  made->own_measured = !measured;
  if (measured) made->measured = *measured;
  made->started = carom_monitor_clock();
  const carom_status status = build(made, prefix, err);
  if (status == CAROM_OK)
    *run = made;
  else
    carom_run_destroy(made);
  return status;
}

carom_status carom_run_create(const carom_input *input, const carom_run_options *options,
                              carom_run **run, carom_error *err)
{
  const carom_run_options usual = carom_run_default();
  carom_faults faults;
  if (!run) return carom_fail(err, CAROM_ERR_ARGUMENT, "run", "must not be NULL");
  *run = NULL;
  if (!input) return carom_fail(err, CAROM_ERR_ARGUMENT, "input", "must not be NULL");
  if (!options) options = &usual;
  if (options->cookie != cookie)
    return carom_fail(err, CAROM_ERR_ARGUMENT, "options", "start from carom_run_default()");
  if (options->threads < 0 || options->threads > CAROM_THREADS_MAX)
    return carom_fail(err, CAROM_ERR_RANGE, "threads", "%d is not between 0 and %d",
                      options->threads, CAROM_THREADS_MAX);
  carom_scenario *scenario = carom_input_scenario(input, &faults);
  if (!scenario) {
    if (err) *err = faults.fault[0];
    return faults.fault[0].code;
  }
  carom_status status = CAROM_OK;
  if (scenario->axes > 0)
    status = carom_fail(err, CAROM_ERR_CONFLICT, "sweep",
                        "one run is one combination; take it with carom_input_combination, or set "
                        "sweep to none");
  if (status == CAROM_OK) status = carom_run_of(scenario, input->prefix, NULL, options, run, err);
  if (status != CAROM_OK) {
    carom_scenario_free(scenario);
    return status;
  }
  (*run)->own = scenario;
  if ((*run)->kind->warn) (*run)->kind->warn(*run);
  return CAROM_OK;
}

void carom_run_destroy(carom_run *run)
{
  if (!run) return;
  run->kind->destroy(run);
  carom_series_close(run);
  carom_record_free(&run->record);
  carom_misfits_free(&run->misfits);
  if (run->own_measured) carom_measured_files_free(&run->measured);
  carom_diagnostics_free(&run->told);
  carom_result_list_free(run->results);
  free(run->json);
  free(run->verdict);
  carom_verdicts_free(&run->judged);
  free(run->monitor.path);
  free(run->folder);
  free(run->frames);
  free(run->series.path);
  carom_scenario_free(run->own);
  free(run);
}

static carom_status visit(void *user, carom_archive *archive, carom_error *err)
{
  carom_run *run = user;
  return run->kind->archive(run, archive, err);
}

static carom_status no_checkpoints(carom_error *err)
{
  return carom_fail(err, CAROM_ERR_CONFLICT, "checkpoint",
                    "impacts and bounces have no checkpoints; they are computed anew");
}

carom_status carom_run_restart(carom_run *run, const char *path, carom_error *err)
{
  if (!run || !path)
    return carom_fail(err, CAROM_ERR_ARGUMENT, run ? "path" : "run", "must not be NULL");
  if (!run->kind->module) return no_checkpoints(err);
  if (run->begun)
    return carom_fail(err, CAROM_ERR_CONFLICT, "run", "it has begun already; create another one");
  const double until = run->scenario->run.until;
  const double step = run->kind->step ? run->kind->step(run) : 0;
  const carom_checkpoint about = {
      .module = run->kind->module, .version = run->kind->version, .input = run->monitor.input};
  CAROM_TRY(carom_checkpoint_read(path, &about, visit, run, err));
  run->monitor.restarted = true;
  const double time = run->monitor.saved_time = run->kind->time(run);
  if (time > until * (1 + 1e-12) + step) {
    carom_fail(err, CAROM_ERR_CONFLICT, "run.until",
               "the checkpoint is at %.9g s, behind the end at %.9g s; give a later one, or "
               "start anew without --restart",
               time, until);
    if (err) carom_input_place(run->scenario, err);
    return CAROM_ERR_CONFLICT;
  }
  return CAROM_OK;
}

carom_status carom_run_checkpoint(carom_run *run, const char *path, carom_error *err)
{
  if (!run || !path)
    return carom_fail(err, CAROM_ERR_ARGUMENT, run ? "path" : "run", "must not be NULL");
  if (!run->kind->module) return no_checkpoints(err);
  return carom_monitor_save(run, path, err);
}

/* Times of another unit, or of another zero, leave nothing to compare. A run that was halted may
 * come to them yet. */
static void tell_apart(carom_run *run)
{
  for (int i = 0; i < run->misfits.count && !run->interrupted; i++) {
    const carom_curve_misfit *one = &run->misfits.item[i];
    const carom_measured_curve *curve = one->curve;
    if (one->misfit.points == 0)
      carom_run_warn(
          run, "measured",
          "'%.40s' of %.80s was measured from %g s to %g s, when nothing is computed, so "
          "that there is nothing to compare; see to the unit of its times, or give a "
          "'shift'",
          curve->name, one->file, curve->time[0], curve->time[curve->points - 1]);
  }
}

static carom_status conclude(carom_run *run, carom_error *err)
{
  run->concluded = true;
  if (run->kind->keep_end) CAROM_TRY(run->kind->keep_end(run, err));
  if (run->record.out_of_memory) return carom_run_no_room(err);
  if (run->kind->measure) run->kind->measure(run);
  if (!carom_misfits_judge(&run->measured, &run->record, &run->misfits))
    return carom_run_no_room(err);
  tell_apart(run);
  carom_error own;
  if (carom_series_finish(run, &own) != CAROM_OK)
    carom_run_note(run, "%s: %s", own.where, own.text);
  return CAROM_OK;
}

static carom_status failed(carom_run *run, carom_status status, const carom_error *own,
                           carom_error *err)
{
  run->error = *own;
  run->error.code = status;
  run->interrupted = true;
  if (err) *err = run->error;
  return status;
}

/* Marks the start of this part of the run, also after a restart. */
static carom_status begin(carom_run *run, carom_error *err)
{
  if (run->begun) return CAROM_OK;
  CAROM_TRY(carom_series_begin(run, err));
  carom_run_progress p = {.steps = 0};
  if (run->kind->progress) run->kind->progress(run, &p);
  run->first = carom_monitor_clock();
  run->first_time = run->kind->time(run);
  run->first_steps = p.steps;
  run->begun = true;
  return CAROM_OK;
}

carom_status carom_run_advance(carom_run *run, double until, carom_error *err)
{
  carom_error own = {.code = CAROM_OK};
  if (!run) return carom_fail(err, CAROM_ERR_ARGUMENT, "run", "must not be NULL");
  if (!(until >= 0)) return carom_fail(err, CAROM_ERR_RANGE, "until", "%g s is no time", until);
  if (run->error.code != CAROM_OK) {
    if (err) *err = run->error;
    return run->error.code;
  }
  if (run->over) return CAROM_OK;
  if (run->concluded)
    return carom_fail(err, CAROM_ERR_CONFLICT, "run", "it was concluded; create another one");
  run->monitor.halt = until < run->scenario->run.until ? until : CAROM_RUN_END;
  if (run->begun && run->kind->time(run) >= run->monitor.halt) return CAROM_OK;
  CAROM_TRY(begin(run, err));
  run->monitor.stopped = false;
  carom_status status = run->kind->advance(run, &own);
  carom_series_grow(run, CAROM_RUN_END);
  run->over = status == CAROM_OK && run->kind->is_over(run);
  run->interrupted = status != CAROM_OK || (run->monitor.stopped && !run->over);
  carom_monitor_end(run, status);
  if (status == CAROM_OK && run->record.out_of_memory) status = carom_run_no_room(&own);
  /* runs without checkpoints cannot be continued after an early return */
  if (status == CAROM_OK && (run->over || !run->kind->module)) status = conclude(run, &own);
  return status == CAROM_OK ? CAROM_OK : failed(run, status, &own, err);
}

carom_status carom_run_conclude(carom_run *run, carom_error *err)
{
  carom_error own = {.code = CAROM_OK};
  if (!run) return carom_fail(err, CAROM_ERR_ARGUMENT, "run", "must not be NULL");
  if (run->error.code != CAROM_OK || run->concluded) return run->error.code;
  const carom_status status = conclude(run, &own);
  return status == CAROM_OK ? CAROM_OK : failed(run, status, &own, err);
}

double carom_run_time(const carom_run *run)
{
  return run->kind->time(run);
}

double carom_run_until(const carom_run *run)
{
  return run->scenario->run.until;
}

bool carom_run_is_over(const carom_run *run)
{
  return run->over;
}

carom_record_view carom_run_record(const carom_run *run)
{
  const carom_record *r = &run->record;
  return (carom_record_view){.column = r->column,
                             .columns = r->columns,
                             .value = r->value,
                             .rows = r->rows,
                             .stride = r->stride};
}

carom_status carom_run_sample(carom_run *run, double *row, int columns, carom_error *err)
{
  if (!run || !row)
    return carom_fail(err, CAROM_ERR_ARGUMENT, run ? "row" : "run", "must not be NULL");
  if (columns != run->record.columns)
    return carom_fail(err, CAROM_ERR_RANGE, "columns", "a row has %d, not %d", run->record.columns,
                      columns);
  if (run->kind->sample) return run->kind->sample(run, row, err);
  if (run->record.rows == 0)
    return carom_fail(err, CAROM_ERR_MISSING, "row", "nothing was recorded; is `record` on?");
  memcpy(row, carom_record_row(&run->record, run->record.rows - 1), (size_t)columns * sizeof *row);
  return CAROM_OK;
}

void carom_run_csv(const void *user, FILE *file)
{
  const carom_run *run = user;
  carom_record_tail tail = {.name = NULL};
  if (run->kind->tail) tail = run->kind->tail(run);
  carom_record_csv(&run->record, &tail, file);
}

carom_status carom_run_series(const carom_run *run, const char *path, carom_error *err)
{
  if (!run || !path)
    return carom_fail(err, CAROM_ERR_ARGUMENT, run ? "path" : "run", "must not be NULL");
  FILE *file = fopen(path, "w");
  if (!file) return carom_fail(err, CAROM_ERR_IO, path, "the file cannot be written");
  carom_run_csv(run, file);
  const bool written = !ferror(file);
  if (fclose(file) == 0 && written) return CAROM_OK;
  return carom_fail(err, CAROM_ERR_IO, path, "the file could not be written; is the disk full?");
}

const carom_diagnostic *carom_run_diagnostics(const carom_run *run, int *count)
{
  if (count) *count = run ? run->told.count : 0;
  return run ? run->told.item : NULL;
}

carom_run_progress carom_run_progress_now(const carom_run *run)
{
  const double seconds = run->begun ? carom_monitor_clock() - run->first : 0;
  carom_run_progress p = {.time = run->kind->time(run),
                          .until = run->scenario->run.until,
                          .share = CAROM_UNSET,
                          .seconds = seconds,
                          .left = CAROM_UNSET,
                          .rate = CAROM_UNSET,
                          .kinetic = CAROM_UNSET,
                          .budget = carom_run_budget(run).off,
                          .rows = run->record.rows,
                          .frames = carom_run_frames(run)};
  if (run->kind->progress) run->kind->progress(run, &p);
  const double gone = p.time - run->first_time, ahead = p.until - p.time;
  if (run->over)
    p.share = 1;
  else if (p.until != CAROM_UNSET && p.until > 0)
    p.share = p.time < p.until ? p.time / p.until : 1;
  if (p.share != CAROM_UNSET && gone > 0) p.left = ahead > 0 ? seconds * ahead / gone : 0;
  if (seconds > 0 && p.steps > run->first_steps)
    p.rate = (double)(p.steps - run->first_steps) * (double)p.bodies / seconds;
  return p;
}

carom_run_energy carom_run_budget(const carom_run *run)
{
  carom_run_energy e = run->kind->budget(run);
  e.off = carom_energy_off(&e);
  return e;
}
