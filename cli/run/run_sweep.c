/* SPDX-License-Identifier: MIT */
/* Computes all combinations of a sweep on all cores, one row each. */
#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/text/budget.h"
#include "cli/text/impact_text.h"
#include "cli/base/interrupt.h"
#include "cli/run/follow.h"
#include "cli/run/kind.h"
#include "cli/run/run_folder.h"
#include "cli/text/measured_text.h"
#include "core/units.h"
#include "run/defaults.h"
#include "run/sweep.h"

enum { AXES_MAX = 8, KEY = 160, OF_A_CURVE = 3 };

struct sweep {
  carom_sweep all;
  const cli_run *run;
  const cli_kind *kind; /* the same for all combinations */
  cli_cells *cell;      /* of each combination */
  cli_column *column;   /* of the table: axes, results, measured data, note */
  char (*key)[KEY];     /* names of measured columns */
  cli_follow follow;
  pthread_mutex_t mutex; /* protects the members below and `follow` */
  bool *ready;           /* of each combination: its row is final */
  int64_t done, written; /* number done; number already in series.csv */
  FILE *series;          /* file that grows; NULL: none */
};

static bool stop(void *user)
{
  struct sweep *sweep = user;
  if (pthread_mutex_trylock(&sweep->mutex) == 0) {
    follow_tick(&sweep->follow, sweep->done);
    pthread_mutex_unlock(&sweep->mutex);
  }
  return interrupt_seen();
}

static void tell(void *user, const carom_diagnostic *d)
{
  struct sweep *sweep = user;
  pthread_mutex_lock(&sweep->mutex);
  follow_clear(&sweep->follow);
  file_tell((void *)sweep->run->file, d);
  pthread_mutex_unlock(&sweep->mutex);
}

static carom_status frames(void *user, const carom_scenario *one, int64_t index, char *path,
                           size_t size, carom_error *err)
{
  const struct sweep *sweep = user;
  char name[32];
  _Static_assert(OUTPUT_PATH <= 1024, "paths fit");
  (void)size;
  snprintf(name, sizeof name, "frames_%06lld", (long long)index);
  return run_frames(sweep->run, one, name, path, err);
}

static void computed(void *user, int64_t index, const carom_run *run)
{
  const struct sweep *sweep = user;
  sweep->cell[index].note = sweep->kind->note(run);
  sweep->kind->measure(run, sweep->cell[index].number);
}

/* Does every value of the axis have this member with this value? The group that holds it is the
 * value itself or an item of it. */
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

/* Names a group by what differs from the others. */
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

/* Text of a value for a table. Groups of a list that differ from the others in the same way are
 * named once. */
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

/* The unit of an axis whose values are quantities of one kind (a number without a unit fits any);
 * NULL: they are numbers, words or groups. */
static const char *unit_of(const carom_node *values)
{
  const char *unit = NULL;
  double number;
  for (const carom_node *value = values->first; value; value = value->next) {
    if (value->kind == CAROM_NODE_NUMBER) continue;
    const char *own = value->kind == CAROM_NODE_STRING ? carom_quantity_si(value->text, &number)
                                                       : NULL;
    if (!own || (*own && unit && strcmp(own, unit) != 0)) return NULL;
    if (*own) unit = own;
  }
  return unit;
}

/* Tables for reading show values as written, files show quantities in SI. */
static void add_values(cli_table *table, const struct sweep *sweep, int64_t index)
{
  char text[200];
  for (int k = 0; k < sweep->all.scenario->axes; k++) {
    const carom_node *value = carom_scenario_value(sweep->all.scenario, index, k);
    double number = value->number;
    name_value(value, text);
    if (!sweep->column[k].unit)
      table_text(table, text);
    else if (value->kind == CAROM_NODE_NUMBER || carom_quantity_si(value->text, &number))
      table_number_as(table, number, text);
  }
}

/* Measured data, for files only: for reading there is a table for each combination. */
static const struct {
  const char *name, *unit; /* unit: NULL, as for the curve */
} of_a_curve[OF_A_CURVE] = {{"rms", NULL}, {"peak_error", "1"}, {"arrival_error", "s"}};

/* Columns rms_force[N] and so on; a further file with the same column has force_2. */
static void name_curves(struct sweep *sweep, cli_column *column)
{
  const carom_measured_files *files = sweep->run->measured;
  char(*key)[KEY] = sweep->key;
  for (int i = 0; i < files->files; i++)
    for (int k = 0; k < files->file[i].data.curves; k++) {
      const carom_measured_curve *curve = &files->file[i].data.curve[k];
      int same = 1;
      for (int f = 0; f < i; f++)
        for (int c = 0; c < files->file[f].data.curves; c++)
          same += strcmp(files->file[f].data.curve[c].name, curve->name) == 0;
      for (int m = 0; m < OF_A_CURVE; m++, key++) {
        snprintf(*key, KEY, same > 1 ? "%s_%s_%d" : "%s_%s", of_a_curve[m].name, curve->name, same);
        *column++ = (cli_column){NULL, *key, of_a_curve[m].unit ? of_a_curve[m].unit : curve->unit,
                                 0};
      }
    }
}

static bool name_columns(struct sweep *sweep)
{
  const int axes = sweep->all.scenario->axes, results = sweep->kind->columns - 1;
  const size_t measured = (size_t)sweep->run->measured->curves * OF_A_CURVE;
  sweep->column = calloc((size_t)(axes + results) + measured + 1, sizeof *sweep->column);
  sweep->key = calloc(measured + 1, sizeof *sweep->key);
  if (!sweep->column || !sweep->key) return false;
  cli_column *column = sweep->column;
  for (int k = 0; k < axes; k++) {
    const char *path = sweep->all.scenario->axis[k].path;
    *column++ = (cli_column){path, path,
                             unit_of(carom_scenario_value(sweep->all.scenario, 0, k)->parent), 0};
  }
  memcpy(column, sweep->kind->column, (size_t)results * sizeof *column);
  name_curves(sweep, column + results);
  column[(size_t)results + measured] = sweep->kind->column[results];
  return true;
}

static void add_misfits(cli_table *table, const struct sweep *sweep, const carom_misfits *misfits)
{
  for (int i = 0; i < sweep->run->measured->curves; i++) {
    const carom_misfit *m = i < misfits->count ? &misfits->item[i].misfit : NULL;
    table_number(table, m ? m->rms : CAROM_UNSET);
    table_number(table, m ? m->peak_error : CAROM_UNSET);
    table_number(table, m ? m->arrival_error : CAROM_UNSET);
  }
}

/* The note is the last column for every kind. */
static void add_row(cli_table *table, const struct sweep *sweep, int64_t index)
{
  const carom_sweep_row *row = &sweep->all.row[index];
  char text[320];
  if (!row->done) return;
  add_values(table, sweep, index);
  if (row->status == CAROM_OK) {
    sweep->kind->add(table, sweep->cell[index].number);
    add_misfits(table, sweep, &row->misfits);
    table_text(table, sweep->cell[index].note);
    return;
  }
  for (int i = sweep->all.scenario->axes; i < table->columns - 1; i++)
    table_text(table, NULL);
  table_text(table, impact_unattainable(&row->error, text));
}

/* The rows of combinations [from, to). */
static cli_table make_table(const struct sweep *sweep, int64_t from, int64_t to)
{
  cli_table table = table_new(sweep->column, sweep->all.scenario->axes + sweep->kind->columns +
                                                 sweep->run->measured->curves * OF_A_CURVE);
  for (int64_t i = from; i < to; i++)
    add_row(&table, sweep, i);
  return table;
}

/* Writes rows of series.csv in the order of the combinations, as soon as all earlier ones are
 * final. */
static void finished(void *user, int64_t index)
{
  struct sweep *sweep = user;
  pthread_mutex_lock(&sweep->mutex);
  const int64_t from = sweep->written;
  int64_t to = from;
  sweep->ready[index] = true;
  sweep->done += sweep->all.row[index].done;
  while (to < sweep->all.count && sweep->ready[to])
    to++;
  if (sweep->series && to > from) {
    cli_table table = make_table(sweep, from, to);
    if (table_ok(&table)) table_write_csv_rows(&table, from == 0, sweep->series);
    if (fflush(sweep->series) != 0) clearerr(sweep->series); /* reported at the end */
    table_free(&table);
    sweep->written = to;
  }
  follow_tick(&sweep->follow, sweep->done);
  pthread_mutex_unlock(&sweep->mutex);
}

static void members(carom_json *json, const void *user)
{
  carom_sweep_members(json, user);
}

static void print_values(const struct sweep *sweep, int64_t index)
{
  char text[200];
  for (int k = 0; k < sweep->all.scenario->axes; k++) {
    name_value(carom_scenario_value(sweep->all.scenario, index, k), text);
    printf("%s%s: %s", k ? ", " : "", sweep->all.scenario->axis[k].path, text);
  }
}

/* Root mean square deviation over all curves, each relative to its peak if it has one; NaN if none
 * has. */
static double deviation(const carom_misfits *misfits)
{
  double sum = 0;
  int curves = 0;
  for (int i = 0; i < misfits->count; i++) {
    const double share = misfits->item[i].misfit.rms_share;
    if (!isfinite(share)) continue;
    sum += share * share;
    curves++;
  }
  return curves > 0 ? sqrt(sum / curves) : (double)NAN;
}

static void print_closest(const struct sweep *sweep)
{
  int64_t best = -1, judged = 0;
  for (int64_t i = 0; i < sweep->all.count; i++) {
    const double off = deviation(&sweep->all.row[i].misfits);
    if (!(off >= 0)) continue;
    judged++;
    if (best < 0 || off < deviation(&sweep->all.row[best].misfits)) best = i;
  }
  if (judged < 2) return;
  fputs("\nclosest to what was measured: ", stdout);
  print_values(sweep, best);
  printf(" (off by %.3g %% of the peak)\n", 100 * deviation(&sweep->all.row[best].misfits));
}

static void print_misfits(const struct sweep *sweep)
{
  for (int64_t i = 0; i < sweep->all.count; i++) {
    if (sweep->all.row[i].misfits.count == 0) continue;
    putchar('\n');
    print_values(sweep, i);
    measured_print(&sweep->all.row[i].misfits);
  }
  print_closest(sweep);
}

static int print(const struct sweep *sweep, const cli_table *table)
{
  carom_error err = {0};
  if (!sweep->run->json) {
    if (*sweep->all.scenario->title) printf("%s\n\n", sweep->all.scenario->title);
    table_write_text(table, stdout);
    print_misfits(sweep);
    return EXIT_OK;
  }
  carom_json json = carom_json_to_file(stdout);
  carom_json_object(&json, NULL);
  carom_sweep_members(&json, &sweep->all);
  carom_defaults_members(&json, sweep->all.scenario);
  carom_json_end(&json);
  if (carom_json_finish(&json, &err) == CAROM_OK || interrupt_reader_gone()) return EXIT_OK;
  return message_error(&err);
}

/* A failed combination is a row that says so; the exit code tells, too, if a run failed or none
 * could begin. */
static int judge(const struct sweep *sweep, int64_t *done)
{
  int64_t failed = 0, wrong = 0, worst = 0;
  *done = 0;
  for (int64_t i = 0; i < sweep->all.count; i++) {
    *done += sweep->all.row[i].done;
    failed += sweep->all.row[i].done && sweep->all.row[i].status != CAROM_OK;
    wrong += sweep->all.row[i].done && sweep->all.row[i].status == CAROM_ERR_DIVERGED;
    if (sweep->all.row[i].off > sweep->all.row[worst].off) worst = i;
  }
  budget_tell_sweep(sweep->all.row[worst].off, worst);
  if (failed)
    message_note("%" PRId64 " of %" PRId64 " combinations could not be computed", failed,
                 sweep->all.count);
  return budget_judge(sweep->all.row[worst].off,
                      wrong > 0 || failed == sweep->all.count ? EXIT_FAILED : EXIT_OK);
}

static int deliver(const struct sweep *sweep)
{
  carom_error err = {.code = CAROM_ERR_MEMORY};
  int64_t done = 0;
  cli_table table = make_table(sweep, 0, sweep->all.count);
  int code = table_ok(&table) ? print(sweep, &table) : message_error(&err);
  const int verdict = judge(sweep, &done);
  if (sweep->run->output && table_ok(&table)) { /* even if printing failed */
    cli_folder folder = {.run = sweep->run,
                         .scenario = sweep->all.scenario,
                         .state = done < sweep->all.count ? "interrupted" : "done",
                         .interrupted = done < sweep->all.count,
                         .members = members,
                         .user = &sweep->all};
    carom_status status = folder_begin(&folder, &err);
    if (status == CAROM_OK) {
      status = folder_replace(&folder, "series.csv", table_write_csv, &table, &err);
      status = folder_finish(&folder, status, &err);
      if (status == CAROM_OK) status = folder_page(sweep->run, &err);
    }
    if (status != CAROM_OK) code = message_error(&err);
  }
  table_free(&table);
  if (done < sweep->all.count) {
    message_note("interrupted after %" PRId64 " of %" PRId64
                 " combinations; what was computed is kept",
                 done, sweep->all.count);
    return interrupt_code();
  }
  return code == EXIT_OK ? verdict : code;
}

/* Opens the file that grows; without it the table is written at the end. */
static int begin(struct sweep *sweep)
{
  char path[OUTPUT_PATH];
  int code = follow_begin(&sweep->follow, sweep->run, sweep->all.scenario, sweep->all.count);
  if (code != EXIT_OK || !sweep->run->output) return code;
  code = follow_start(&sweep->follow);
  if (code == EXIT_OK && output_join(path, sweep->run->output, "series.csv"))
    sweep->series = fopen(path, "w");
  return code;
}

static int compute(struct sweep *sweep)
{
  carom_error err = {.code = CAROM_OK};
  const size_t count = (size_t)sweep->all.count;
  sweep->cell = calloc(count, sizeof *sweep->cell);
  sweep->ready = calloc(count, sizeof *sweep->ready);
  if (!sweep->cell || !sweep->ready || !name_columns(sweep) ||
      carom_sweep_compute(&sweep->all, sweep->run->threads, &err) != CAROM_OK) {
    message_usage("sweep", "out of memory; vary fewer settings");
    return EXIT_FAILED;
  }
  follow_clear(&sweep->follow);
  if (sweep->series) fclose(sweep->series);
  sweep->series = NULL;
  const int code = deliver(sweep);
  follow_end(&sweep->follow, sweep->done < sweep->all.count ? "interrupted" : "done", sweep->done);
  return code;
}

int run_sweep(const cli_run *run, const carom_scenario *scenario)
{
  static const char *const names[] = {"series.csv", "run.json"};
  struct sweep sweep = {
      .run = run, .kind = kind_of(scenario->problem), .mutex = PTHREAD_MUTEX_INITIALIZER};
  if (scenario->axes > AXES_MAX)
    return message_usage("sweep", "at most %d settings can be varied at once", AXES_MAX);
  if (run->plot)
    return message_usage("--plot", "a sweep has no figure; leave --plot out, or the sweep");
  int code = run->output ? folder_check(run, names, 2) : EXIT_OK;
  if (code != EXIT_OK) return code;
  sweep.all = (carom_sweep){.input = run->file,
                            .scenario = scenario,
                            .measured = run->measured,
                            .options = carom_run_default(),
                            .frames = frames,
                            .computed = computed,
                            .finished = finished,
                            .user = &sweep,
                            .count = carom_scenario_runs(scenario, 1000000)};
  sweep.all.options.record = false;
  sweep.all.options.stop = stop;
  sweep.all.options.tell = tell;
  sweep.all.options.user = &sweep;
  code = begin(&sweep);
  if (code == EXIT_OK) code = compute(&sweep);
  carom_sweep_free(&sweep.all);
  free(sweep.cell);
  free(sweep.ready);
  free(sweep.column);
  free(sweep.key);
  return code;
}
