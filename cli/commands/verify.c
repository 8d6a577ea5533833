/* SPDX-License-Identifier: MIT */
/* carom verify: known answers against what this program computes. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands/commands.h"
#include "cli/base/output.h"
#include "cli/base/table.h"
#include "io/json_write.h"
#include "verify/verify.h"

typedef struct cli_verdict {
  bool rows; /* of every comparison, not only of cases */
  carom_json *json;
  cli_table *table;
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
  carom_json_string(json, "why", row->why);
  carom_json_bool(json, "passed", row->passed);
  carom_json_end(json);
}

static void add_row(cli_table *table, const carom_verify_row *row)
{
  char what[160], number[32];
  snprintf(what, sizeof what, "%s [%s]", row->what, row->unit);
  table_text(table, row->name);
  table_text(table, what);
  const double value[] = {row->reference, row->value, row->value - row->reference, row->tolerance};
  for (int k = 0; k < 4; k++) {
    snprintf(number, sizeof number, k < 2 ? "%.9g" : "%.2g", value[k]);
    table_number_as(table, value[k], number);
  }
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
  if (v->rows || !row->passed) add_row(v->table, row);
}

static const cli_column row_columns[] = {
    {"case", "case", NULL, 0},           {"what", "what", NULL, 0},
    {"reference", "reference", NULL, 0}, {"value", "value", NULL, 0},
    {"off by", "difference", NULL, 0},   {"allowed", "tolerance", NULL, 0},
    {"verdict", "verdict", NULL, 0},     {"allowed because", "why", NULL, 0}};

static const cli_column case_columns[] = {
    {"case", "case", NULL, 0},           {"about", "about", NULL, 0},
    {"reference", "reference", NULL, 0}, {"compared", "rows", NULL, 0},
    {"failed", "failed", NULL, 0},       {"of tolerance", "worst", NULL, 0},
    {"verdict", "verdict", NULL, 0}};

/* Computes a case; its line in the table of cases. */
static int verify_case(const carom_verify_case *which, cli_verdict *v, cli_table *cases)
{
  char number[32];
  v->count = v->failed = 0;
  v->worst = 0;
  if (v->json) {
    carom_json_object(v->json, NULL);
    carom_json_string(v->json, "case", which->name);
    carom_json_string(v->json, "about", which->title);
    carom_json_string(v->json, "source", which->source);
    carom_json_array(v->json, "rows");
  }
  const int failed = carom_verify_run(which, tell, v);
  if (v->json) {
    carom_json_end(v->json);
    carom_json_bool(v->json, "passed", failed == 0);
    carom_json_end(v->json);
  }
  table_text(cases, which->name);
  table_text(cases, which->title);
  table_text(cases, which->source);
  snprintf(number, sizeof number, "%d", v->count);
  table_number_as(cases, v->count, number);
  snprintf(number, sizeof number, "%d", v->failed);
  table_number_as(cases, v->failed, number);
  snprintf(number, sizeof number, "%.2f", v->worst);
  table_number_as(cases, v->worst, number);
  table_text(cases, failed ? "FAILED" : "passed");
  return failed;
}

static const char *case_name(const void *user, int index)
{
  (void)user;
  return carom_verify_case_at(index)->name;
}

/* Are all words names of cases? */
static int check_words(const cli_arguments *given)
{
  for (int i = 0; i < given->words; i++) {
    bool known = false;
    for (int k = 0; k < carom_verify_cases(); k++)
      known |= !strcmp(given->word[i], case_name(NULL, k));
    if (known) continue;
    const char *near = carom_nearest_name(given->word[i], carom_verify_cases(), case_name, NULL);
    return message_usage(given->word[i], "unknown case%s%s%s; 'carom verify' lists them",
                         near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
  }
  return EXIT_OK;
}

static bool is_wanted(const cli_arguments *given, const char *name)
{
  for (int i = 0; i < given->words; i++)
    if (!strcmp(given->word[i], name)) return true;
  return given->words == 0;
}

static void print(const cli_verdict *v, const cli_table *cases, int failed)
{
  if (v->table->cells > 0) {
    table_write_text(v->table, stdout);
    putchar('\n');
  }
  table_write_text(cases, stdout);
  printf("\n%s\n", failed ? "Some comparisons failed." : "All comparisons passed.");
}

static int verify(const cli_arguments *given)
{
  const char *csv = arguments_value(given, "csv");
  int code = check_words(given), failed = 0;
  if (code == EXIT_OK && csv) code = output_check("--csv", csv, arguments_has(given, "force"));
  if (code != EXIT_OK) return code;
  carom_json json = carom_json_to_file(stdout);
  cli_table rows = table_new(row_columns, sizeof row_columns / sizeof *row_columns);
  cli_table cases = table_new(case_columns, sizeof case_columns / sizeof *case_columns);
  cli_verdict v = {.rows = given->words > 0 || csv,
                   .json = arguments_has(given, "json") ? &json : NULL,
                   .table = &rows};
  if (v.json) carom_json_object(&json, NULL), carom_json_array(&json, "cases");
  for (int k = 0; k < carom_verify_cases(); k++)
    if (is_wanted(given, case_name(NULL, k)))
      failed += verify_case(carom_verify_case_at(k), &v, &cases);
  carom_error err = {0};
  if (v.json) {
    carom_json_end(&json);
    carom_json_bool(&json, "passed", failed == 0);
    carom_json_end(&json);
    carom_json_finish(&json, &err);
  } else if (table_ok(&rows) && table_ok(&cases)) {
    print(&v, &cases, failed);
  }
  if (err.code == CAROM_OK && csv && table_ok(&rows))
    output_write(csv, arguments_has(given, "force"), table_write_csv, &rows, &err);
  table_free(&rows);
  table_free(&cases);
  if (err.code != CAROM_OK) return message_error(&err);
  return failed ? EXIT_FAILED : EXIT_OK;
}

static const cli_option options[] = {
    {"json", NULL, "one JSON object on standard output, with every comparison"},
    {"csv", "FILE", "every comparison as a table"},
    {"force", NULL, "replace files that exist"},
};

const cli_command command_verify = {
    .name = "verify",
    .summary = "compare scenes with known answers",
    .usage = "[CASE...] [OPTION...]",
    .text =
        "Computes the cases of the verification suite and compares them with closed forms,\n"
        "published values, other modules and a plain integration of its own: one line a case, or\n"
        "all comparisons of the cases that are named, each with reference, value, what is allowed\n"
        "and why. Ends with 1 if a comparison fails.",
    .examples = "  carom verify mfix-dem04\n"
                "  carom verify chung-ooi-4 --json\n",
    .option = options,
    .options = sizeof options / sizeof *options,
    .run = verify};
