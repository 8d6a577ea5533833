/* SPDX-License-Identifier: MIT */
/* carom verify: compares known answers with what this program computes. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands/commands.h"
#include "cli/base/output.h"
#include "cli/base/table.h"
#include "cli/reproduce/files.h"
#include "io/json_write.h"
#include "verify/verify.h"

typedef struct cli_verdict {
  bool rows; /* of every comparison, not only of cases */
  carom_json *json;
  carom_verify_options options;
  cli_table lines, bands, cases; /* comparisons of numbers and of means; one line per case */
  cli_table csv;                 /* every comparison */
  int count, failed;
  double worst; /* largest share of a tolerance that was used */
} cli_verdict;

static double share_of(const carom_verify_row *row)
{
  const double off = fabs(row->value - row->reference);
  return row->tolerance > 0 ? off / row->tolerance : off > 0 ? INFINITY : 0;
}

static void write_row(carom_json *json, const carom_verify_row *row)
{
  carom_json_object(json, NULL);
  carom_json_string(json, "what", row->what);
  carom_json_string(json, "unit", row->unit);
  carom_json_number(json, "reference", row->reference);
  carom_json_number(json, "value", row->value);
  carom_json_number(json, "tolerance", row->tolerance);
  if (row->samples > 0) {
    carom_json_number(json, "low", row->reference - row->tolerance);
    carom_json_number(json, "high", row->reference + row->tolerance);
    carom_json_integer(json, "samples", row->samples);
    carom_json_number(json, "standard_error", row->error);
  }
  carom_json_string(json, "why", row->why);
  carom_json_bool(json, "passed", row->passed);
  carom_json_end(json);
}

static void add_number(cli_table *table, const char *format, double value)
{
  char number[32];
  snprintf(number, sizeof number, format, value);
  table_number_as(table, value, isnan(value) ? "-" : number);
}

static void add_name(cli_table *table, const carom_verify_row *row)
{
  char what[160];
  snprintf(what, sizeof what, "%s [%s]", row->what, row->unit);
  table_text(table, row->name);
  table_text(table, what);
}

static void add_line(cli_table *table, const carom_verify_row *row)
{
  add_name(table, row);
  add_number(table, "%.9g", row->reference);
  add_number(table, "%.9g", row->value);
  add_number(table, "%.2g", row->value - row->reference);
  add_number(table, "%.2g", row->tolerance);
  table_text(table, row->passed ? "passed" : "FAILED");
  table_text(table, row->why);
}

static void add_band(cli_table *table, const carom_verify_row *row)
{
  add_name(table, row);
  add_number(table, "%.5g", row->value);
  add_number(table, "%.1g", row->error);
  add_number(table, "%.0f", row->samples);
  add_number(table, "%.5g", row->reference - row->tolerance);
  add_number(table, "%.5g", row->reference + row->tolerance);
  table_text(table, row->passed ? "passed" : "FAILED");
  table_text(table, row->why);
}

static void tell(void *user, const carom_verify_row *row)
{
  cli_verdict *v = user;
  const double share = share_of(row);
  v->count++;
  v->failed += !row->passed;
  if (!(share <= v->worst)) v->worst = share;
  if (v->json) write_row(v->json, row);
  add_line(&v->csv, row);
  add_number(&v->csv, "%.0f", row->samples);
  add_number(&v->csv, "%.9g", row->error);
  if (!v->rows && row->passed) return;
  if (row->samples > 0)
    add_band(&v->bands, row);
  else
    add_line(&v->lines, row);
}

static const cli_column line_columns[] = {
    {"case", "case", NULL, 0},           {"what", "what", NULL, 0},
    {"reference", "reference", NULL, 0}, {"value", "value", NULL, 0},
    {"off by", "difference", NULL, 0},   {"allowed", "tolerance", NULL, 0},
    {"verdict", "verdict", NULL, 0},     {"allowed because", "why", NULL, 0},
    {NULL, "samples", NULL, 0},          {NULL, "standard_error", NULL, 0}};

/* The last two columns are only in CSV. */
enum { CSV_COLUMNS = sizeof line_columns / sizeof *line_columns, LINE_COLUMNS = CSV_COLUMNS - 2 };

static const cli_column band_columns[] = {
    {"case", "case", NULL, 0},     {"what", "what", NULL, 0},
    {"value", "value", NULL, 0},   {"+-", "standard_error", NULL, 0},
    {"seeds", "samples", NULL, 0}, {"from", "low", NULL, 0},
    {"to", "high", NULL, 0},       {"verdict", "verdict", NULL, 0},
    {"band of", "why", NULL, 0}};

static const cli_column case_columns[] = {
    {"case", "case", NULL, 0},           {"about", "about", NULL, 0},
    {"reference", "reference", NULL, 0}, {"compared", "rows", NULL, 0},
    {"failed", "failed", NULL, 0},       {"of tolerance", "worst", NULL, 0},
    {"verdict", "verdict", NULL, 0}};

/* Computes a case; its line in the table of cases. */
static int verify_case(const carom_verify_case *which, cli_verdict *v)
{
  v->count = v->failed = 0;
  v->worst = 0;
  if (v->json) {
    carom_json_object(v->json, NULL);
    carom_json_string(v->json, "case", which->name);
    carom_json_string(v->json, "about", which->title);
    carom_json_string(v->json, "source", which->source);
    carom_json_array(v->json, "rows");
  }
  const int failed = carom_verify_run(which, &v->options, tell, v);
  if (v->json) {
    carom_json_end(v->json);
    carom_json_bool(v->json, "passed", failed == 0);
    carom_json_end(v->json);
  }
  table_text(&v->cases, which->name);
  table_text(&v->cases, which->title);
  table_text(&v->cases, which->source);
  add_number(&v->cases, "%.0f", v->count);
  add_number(&v->cases, "%.0f", v->failed);
  add_number(&v->cases, "%.2f", v->worst);
  table_text(&v->cases, failed ? "FAILED" : "passed");
  return failed;
}

/* Names of cases, then of sets. */
static int name_count(void)
{
  return carom_verify_cases() + CAROM_VERIFY_SETS;
}

static const char *name_at(const void *user, int index)
{
  (void)user;
  const int set = index - carom_verify_cases();
  return set >= 0 ? carom_verify_set_name((carom_verify_set)set)
                  : carom_verify_case_at(index)->name;
}

/* Is every word the name of a case or a set? */
static int check_words(const cli_arguments *given)
{
  for (int i = 0; i < given->words; i++) {
    bool known = false;
    for (int k = 0; k < name_count(); k++)
      known |= !strcmp(given->word[i], name_at(NULL, k));
    if (known) continue;
    const char *near = carom_nearest_name(given->word[i], name_count(), name_at, NULL);
    return message_usage(given->word[i],
                         "unknown case%s%s%s; 'carom verify --list' lists cases and sets",
                         near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
  }
  return EXIT_OK;
}

static bool is_wanted(const cli_arguments *given, const carom_verify_case *which)
{
  const char *set = carom_verify_set_name(carom_verify_set_of(which));
  for (int i = 0; i < given->words; i++)
    if (!strcmp(given->word[i], which->name) || !strcmp(given->word[i], set)) return true;
  return given->words == 0 && carom_verify_set_of(which) == CAROM_VERIFY_CONTACTS;
}

static int list(void)
{
  static const cli_column columns[] = {{"set", "set", NULL, 0},
                                       {"case", "case", NULL, 0},
                                       {"about", "about", NULL, 0},
                                       {"reference", "reference", NULL, 0}};
  cli_table table = table_new(columns, sizeof columns / sizeof *columns);
  for (int k = 0; k < carom_verify_cases(); k++) {
    const carom_verify_case *which = carom_verify_case_at(k);
    table_text(&table, carom_verify_set_name(carom_verify_set_of(which)));
    table_text(&table, which->name);
    table_text(&table, which->title);
    table_text(&table, which->source);
  }
  const bool made = table_ok(&table);
  if (made) table_write_text(&table, stdout);
  table_free(&table);
  return made ? EXIT_OK : EXIT_FAILED;
}

static void print(const cli_verdict *v, int failed)
{
  const cli_table *const part[] = {&v->lines, &v->bands, &v->cases};
  for (int k = 0; k < 3; k++) {
    if (part[k]->cells == 0) continue;
    table_write_text(part[k], stdout);
    putchar('\n');
  }
  printf("%s\n", failed ? "Some comparisons failed." : "All comparisons passed.");
}

static carom_status scenario_text(const char *name, char **text, size_t *length, carom_error *err)
{
  return files_text(repro_scenarios, repro_scenarios_count, NULL, name, text, length, err);
}

static void note(const char *name, const char *text)
{
  fprintf(stderr, "\r\033[K%s: %s", name, text);
}

/* Computes and prints the cases wanted; returns the number of failed comparisons. */
static int compute(const cli_arguments *given, cli_verdict *v, carom_error *err)
{
  carom_json json = carom_json_to_file(stdout);
  const bool follows = message_rewrites();
  int failed = 0;
  if (arguments_has(given, "json")) {
    v->json = &json;
    carom_json_object(&json, NULL);
    carom_json_array(&json, "cases");
  } else if (follows) {
    v->options.note = note;
  }
  for (int k = 0; k < carom_verify_cases(); k++)
    if (is_wanted(given, carom_verify_case_at(k)))
      failed += verify_case(carom_verify_case_at(k), v);
  if (v->options.note) fputs("\r\033[K", stderr);
  if (v->json) {
    carom_json_end(&json);
    carom_json_bool(&json, "passed", failed == 0);
    carom_json_end(&json);
    carom_json_finish(&json, err);
  } else if (table_ok(&v->lines) && table_ok(&v->bands) && table_ok(&v->cases)) {
    print(v, failed);
  }
  return failed;
}

static int verify(const cli_arguments *given)
{
  const char *csv = arguments_value(given, "csv");
  int code = arguments_no_settings(given);
  if (code == EXIT_OK) code = check_words(given);
  const int threads = arguments_threads(given, &code);

  if (code == EXIT_OK && csv) code = output_check("--csv", csv, arguments_has(given, "force"));
  if (code != EXIT_OK) return code;
  if (arguments_has(given, "list")) return list();
  cli_verdict v = {.rows = given->words > 0 || csv,
                   .options = {.full = arguments_has(given, "full"),
                               .threads = threads,
                               .scenario = scenario_text},
                   .lines = table_new(line_columns, LINE_COLUMNS),
                   .bands = table_new(band_columns, sizeof band_columns / sizeof *band_columns),
                   .cases = table_new(case_columns, sizeof case_columns / sizeof *case_columns),
                   .csv = table_new(line_columns, CSV_COLUMNS)};
  carom_error err = {0};
  const int failed = compute(given, &v, &err);
  if (err.code == CAROM_OK && csv && table_ok(&v.csv))
    output_write(csv, arguments_has(given, "force"), table_write_csv, &v.csv, &err);
  table_free(&v.lines);
  table_free(&v.bands);
  table_free(&v.cases);
  table_free(&v.csv);
  if (err.code != CAROM_OK) return message_error(&err);
  return failed ? EXIT_FAILED : EXIT_OK;
}

static const cli_option options[] = {
    {"json", NULL, "one JSON object on standard output, with every comparison"},
    {"csv", "FILE", "every comparison as a table"},
    {"force", NULL, "replace files that exist"},
    {"full", NULL, "bulk cases with all their seeds, sizes and times; takes hours"},
    {"list", NULL, "list cases and sets"},
    {"threads", "N", "threads (default: one per core); results do not depend on it"},
};

const cli_command command_verify = {
    .name = "verify",
    .summary = "compare scenes with known answers",
    .usage = "[CASE|SET...] [OPTION...]",
    .text = "Computes verification cases and compares them with closed forms, published values,\n"
            "other modules and a plain integration of its own. Prints one line for each case or,\n"
            "for cases that you name, all comparisons with reference, value, tolerance and the\n"
            "reason for it.\n"
            "There are two sets of cases: 'contacts', the default, and 'bulk', which takes\n"
            "minutes: means over seeds with standard errors, against published bands. Exit code 1\n"
            "if a comparison fails.",
    .examples = "  carom verify mfix-dem04\n"
                "  carom verify bulk --list\n"
                "  carom verify chung-ooi-4 --json\n",
    .option = options,
    .options = sizeof options / sizeof *options,
    .run = verify};
