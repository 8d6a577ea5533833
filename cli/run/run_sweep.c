/* SPDX-License-Identifier: MIT */
/* All combinations of a sweep, on all cores, one row each. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/text/budget.h"
#include "cli/text/impact_text.h"
#include "cli/base/interrupt.h"
#include "cli/run/kind.h"
#include "cli/run/run_folder.h"
#include "cli/text/measured_text.h"
#include "run/defaults.h"

struct sweep {
  const cli_run *run;
  const carom_scenario *scenario;
  const cli_kind *kind; /* it cannot change within a sweep */
  cli_sweep_row *row;
  long count;
};

enum { AXES_MAX = 8, COLUMNS_MAX = 12 };

static bool stop(void *user)
{
  (void)user;
  return interrupt_seen();
}

/* The members of the result as an object. */
static void keep_json(const carom_run *run, cli_sweep_row *row)
{
  carom_json json = carom_json_to_memory();
  carom_json_object(&json, NULL);
  run->kind->members(&json, run);
  carom_json_end(&json);
  row->status = carom_json_finish(&json, &row->error);
  row->json = json.text;
}

/* Combinations run side by side, so that each has one thread, and a folder for its frames. */
static void compute_one(const struct sweep *sweep, const carom_scenario *one, long index)
{
  const cli_run *cli = sweep->run;
  cli_sweep_row *row = &sweep->row[index];
  carom_run_options options = carom_run_default();
  carom_run *run = NULL;
  char name[32], frames[OUTPUT_PATH];
  snprintf(name, sizeof name, "frames_%06ld", index);
  options.threads = 1;
  options.record = false;
  options.stop = stop;
  options.tell = file_tell;
  options.user = (void *)cli->file;
  row->status = run_frames(cli, one, name, frames, &row->error);
  if (*frames) options.frames = frames;
  if (row->status == CAROM_OK)
    row->status = carom_run_of(one, cli->file->prefix, cli->measured, &options, &run, &row->error);
  if (row->status == CAROM_OK) row->status = carom_run_advance(run, CAROM_RUN_END, &row->error);
  if (row->status == CAROM_OK) row->done = carom_run_is_over(run);
  if (row->status == CAROM_OK && row->done) {
    row->off = carom_run_budget(run).off;
    sweep->kind->measure(run, row->number);
    row->note = sweep->kind->note(run);
    keep_json(run, row);
    row->misfits = run->misfits;
    run->misfits = (carom_misfits){.count = 0};
  }
  carom_run_destroy(run);
}

static void compute(void *user, long index)
{
  const struct sweep *sweep = user;
  cli_sweep_row *row = &sweep->row[index];
  carom_faults faults;
  if (interrupt_seen()) return;
  carom_scenario *one = carom_input_scenario_at(sweep->run->file, sweep->scenario, index, &faults);
  row->done = true;
  if (one) {
    compute_one(sweep, one, index);
  } else {
    row->error = faults.fault[0];
    row->status = row->error.code;
  }
  carom_scenario_free(one);
}

/* Does every value of the axis have this member, as it is here? The group that holds it is the
 * value itself, or an item of it. */
static bool common(const carom_node *value, const carom_node *group, const carom_node *member)
{
  char mine[200], text[200];
  carom_tree_print(member, mine, sizeof mine);
  for (const carom_node *other = value->parent->first; other; other = other->next) {
    const carom_node *same = carom_tree_get(
        group == value ? other : carom_tree_at(other, group->index), member->key);
    if (!same) return false;
    carom_tree_print(same, text, sizeof text);
    if (strcmp(mine, text) != 0) return false;
  }
  return true;
}

/* Of a group only what differs from the others. */
static void name_group(const carom_node *value, const carom_node *group, char text[200])
{
  char one[200];
  text[0] = '\0';
  for (const carom_node *item = group->kind == CAROM_NODE_OBJECT ? group->first : NULL; item;
       item = item->next) {
    if (common(value, group, item)) continue;
    carom_tree_print(item, one, sizeof one);
    carom_append(text, 200, "%s%s: %s", *text ? ", " : "", item->key, one);
  }
}

/* A value for a table. Groups of a list that differ from the others in the same way are named
 * once. */
static void name_value(const carom_node *value, char text[200])
{
  char one[200];
  if (value->kind != CAROM_NODE_ARRAY) {
    name_group(value, value, text);
  } else {
    text[0] = '\0';
    for (const carom_node *group = value->first; group; group = group->next) {
      name_group(value, group, one);
      if (group != value->first && strcmp(one, text) != 0) text[0] = '\0';
      if (group != value->first && !*text) break;
      snprintf(text, 200, "%s", one);
    }
  }
  if (!*text) carom_tree_print(value, text, 200);
}

static void add_values(cli_table *table, const struct sweep *sweep, long index)
{
  char text[200];
  for (int k = 0; k < sweep->scenario->axes; k++) {
    name_value(carom_scenario_value(sweep->scenario, index, k), text);
    table_text(table, text);
  }
}

/* Every problem's last column is the note. */
static void add_row(cli_table *table, const struct sweep *sweep, long index)
{
  const cli_sweep_row *row = &sweep->row[index];
  char text[320];
  if (!row->done) return;
  add_values(table, sweep, index);
  if (row->status == CAROM_OK) {
    sweep->kind->add(table, row);
    table_text(table, row->note);
    return;
  }
  for (int i = 0; i < sweep->kind->columns - 1; i++)
    table_text(table, NULL);
  table_text(table, impact_unattainable(&row->error, text));
}

static cli_table make_table(const struct sweep *sweep, cli_column *column)
{
  const int axes = sweep->scenario->axes, results = sweep->kind->columns;
  for (int k = 0; k < axes; k++) {
    const char *path = sweep->scenario->axis[k].path;
    column[k] = (cli_column){path, path, NULL, 0};
  }
  memcpy(column + axes, sweep->kind->column, (size_t)results * sizeof *column);
  cli_table table = table_new(column, axes + results);
  for (long i = 0; i < sweep->count; i++)
    add_row(&table, sweep, i);
  return table;
}

static void copy_node(carom_json *json, const char *key, const carom_node *node)
{
  switch (node->kind) {
  case CAROM_NODE_OBJECT:
  case CAROM_NODE_ARRAY:
    if (node->kind == CAROM_NODE_OBJECT)
      carom_json_object(json, key);
    else
      carom_json_array(json, key);
    for (const carom_node *item = node->first; item; item = item->next)
      copy_node(json, item->key, item);
    carom_json_end(json);
    break;
  case CAROM_NODE_NUMBER:
    carom_json_number(json, key, node->number);
    break;
  case CAROM_NODE_STRING:
    carom_json_string(json, key, node->text);
    break;
  default:
    carom_json_null(json, key);
  }
}

static void write_row(carom_json *json, const struct sweep *sweep, long index)
{
  const cli_sweep_row *row = &sweep->row[index];
  if (!row->done) return;
  carom_json_object(json, NULL);
  carom_json_object(json, "set");
  for (int k = 0; k < sweep->scenario->axes; k++) {
    const carom_node *value = carom_scenario_value(sweep->scenario, index, k);
    copy_node(json, sweep->scenario->axis[k].path, value);
  }
  carom_json_end(json);
  if (row->status != CAROM_OK) {
    carom_json_string(json, "error", row->error.text);
  } else {
    carom_tree *tree = NULL;
    if (carom_json_read(row->json, strlen(row->json), (size_t)-1, &tree, NULL) == CAROM_OK) {
      for (const carom_node *item = carom_tree_root(tree)->first; item; item = item->next)
        copy_node(json, item->key, item);
      carom_tree_free(tree);
    }
  }
  carom_json_end(json);
}

static void members(carom_json *json, const void *user)
{
  const struct sweep *sweep = user;
  carom_json_array(json, "runs");
  for (long i = 0; i < sweep->count; i++)
    write_row(json, sweep, i);
  carom_json_end(json);
}

static void write_csv(const void *table, FILE *file)
{
  table_write_csv(table, file);
}

static void print_misfits(const struct sweep *sweep)
{
  char text[200];
  for (long i = 0; i < sweep->count; i++) {
    if (sweep->row[i].misfits.count == 0) continue;
    putchar('\n');
    for (int k = 0; k < sweep->scenario->axes; k++) {
      name_value(carom_scenario_value(sweep->scenario, i, k), text);
      printf("%s%s: %s", k ? ", " : "", sweep->scenario->axis[k].path, text);
    }
    measured_print(&sweep->row[i].misfits);
  }
}

static int print(const struct sweep *sweep, const cli_table *table)
{
  carom_error err = {0};
  if (!sweep->run->json) {
    if (*sweep->scenario->title) printf("%s\n\n", sweep->scenario->title);
    table_write_text(table, stdout);
    print_misfits(sweep);
    return ENDED_WELL;
  }
  carom_json json = carom_json_to_file(stdout);
  carom_json_object(&json, NULL);
  members(&json, sweep);
  carom_defaults_members(&json, sweep->scenario);
  carom_json_end(&json);
  return carom_json_finish(&json, &err) == CAROM_OK ? ENDED_WELL : message_error(&err);
}

/* A combination that failed is a row that says so; the exit code tells, too, if a run went wrong or
 * none could begin. */
static int judge(const struct sweep *sweep, long *done)
{
  long failed = 0, wrong = 0, worst = 0;
  *done = 0;
  for (long i = 0; i < sweep->count; i++) {
    *done += sweep->row[i].done;
    failed += sweep->row[i].done && sweep->row[i].status != CAROM_OK;
    wrong += sweep->row[i].done && sweep->row[i].status == CAROM_ERR_DIVERGED;
    if (sweep->row[i].off > sweep->row[worst].off) worst = i;
  }
  budget_tell_sweep(sweep->row[worst].off, worst);
  if (failed) message_note("%ld of %ld combinations could not be computed", failed, sweep->count);
  return budget_judge(sweep->row[worst].off,
                      wrong > 0 || failed == sweep->count ? ENDED_BADLY : ENDED_WELL);
}

static int deliver(const struct sweep *sweep)
{
  cli_column column[AXES_MAX + COLUMNS_MAX];
  carom_error err = {.code = CAROM_ERR_MEMORY};
  long done = 0;
  cli_table table = make_table(sweep, column);
  int code = table_ok(&table) ? print(sweep, &table) : message_error(&err);
  const int verdict = judge(sweep, &done);
  if (code == ENDED_WELL && sweep->run->output) {
    cli_folder folder = {.run = sweep->run,
                         .scenario = sweep->scenario,
                         .interrupted = done < sweep->count,
                         .members = members,
                         .user = sweep};
    carom_status status = folder_begin(&folder, &err);
    if (status == CAROM_OK) {
      status = folder_write(&folder, "series.csv", write_csv, &table, &err);
      status = folder_finish(&folder, status, &err);
    }
    if (status != CAROM_OK) code = message_error(&err);
  }
  table_free(&table);
  if (done < sweep->count) {
    message_note("interrupted after %ld of %ld combinations; what was computed is kept", done,
                 sweep->count);
    return ENDED_BADLY;
  }
  return code == ENDED_WELL ? verdict : code;
}

int run_sweep(const cli_run *run, const carom_scenario *scenario)
{
  static const char *const names[] = {"series.csv", "run.json"};
  struct sweep sweep = {.run = run, .scenario = scenario, .kind = kind_of(scenario->problem)};
  sweep.count = carom_scenario_runs(scenario, 1000000);
  if (scenario->axes > AXES_MAX)
    return message_usage("sweep", "at most %d settings can be varied at once", AXES_MAX);
  if (run->plot)
    return message_usage("--plot", "a sweep has no figure; leave --plot out, or the sweep");
  int code = run->output ? folder_check(run, names, 2) : ENDED_WELL;
  if (code != ENDED_WELL) return code;
  sweep.row = calloc((size_t)sweep.count, sizeof *sweep.row);
  if (!sweep.row || carom_parallel(run->threads, sweep.count, compute, &sweep) != CAROM_OK) {
    message_usage("sweep", "out of memory; vary fewer settings");
    code = ENDED_BADLY;
  }
  if (code == ENDED_WELL) code = deliver(&sweep);
  for (long i = 0; sweep.row && i < sweep.count; i++)
    free(sweep.row[i].json), carom_misfits_free(&sweep.row[i].misfits);
  free(sweep.row);
  return code;
}
