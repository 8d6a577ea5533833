/* SPDX-License-Identifier: MIT */
/* carom compare: the same impact with many laws. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands/commands.h"
#include "cli/report/compare_rows.h"
#include "cli/report/compare_sweep.h"
#include "cli/base/output.h"

/* The laws named on the command line, or all of them. */
static int choose_laws(const cli_arguments *given, cli_rows *rows)
{
  const int count = given->words ? given->words : carom_law_count();
  int code = EXIT_OK;
  rows->row = calloc((size_t)count, sizeof *rows->row);
  if (!rows->row) {
    message_usage(NULL, "out of memory");
    return EXIT_FAILED;
  }
  for (int i = 0; i < count; i++) {
    const carom_law *law = given->words ? NULL : carom_law_at(i);
    if (!law && request_law(given->word[i], &law) != EXIT_OK)
      code = EXIT_INPUT;
    else
      rows->row[rows->count++].trial = carom_request_default(law);
  }
  return code;
}

/* Applies a setting to every law that has it; at least one must. */
static int set_everywhere(const cli_arguments *given, cli_rows *rows)
{
  carom_faults all = {.count = 0};
  int code = EXIT_OK;
  for (int k = 0; k < given->assignments; k++) {
    const char *name = given->assigned[k].name;
    int having = 0;
    for (int i = 0; i < rows->count; i++)
      having += carom_request_field(rows->row[i].trial.law, name) != NULL;
    if (!strcmp(name, "law"))
      code = message_usage("law", "name laws without 'law=', as in 'carom compare tsuji hertz'");
    else if (having == 0)
      code = request_unknown(rows->count == 1 ? rows->row[0].trial.law : NULL, given, name);
  }
  for (int i = 0; i < rows->count && code == EXIT_OK; i++) {
    carom_faults faults;
    carom_impact_request *trial = &rows->row[i].trial;
    carom_request_read(trial, trial->law, given->assigned, given->assignments, &faults);
    for (int k = 0; k < faults.count; k++)
      carom_fault_error(&all, NULL, &faults.fault[k]);
    for (int k = 0; k < faults.warnings; k++)
      carom_warn_error(&all, &faults.warning[k]);
  }
  return request_tell(&all) == EXIT_OK ? code : EXIT_INPUT;
}

/* An error in the bodies ends the command. If a single law cannot do what others can, that is a
 * result; it is shown in the table and noted here, unless no law is left. */
static int judge(const cli_rows *rows)
{
  int left = 0;
  for (int i = 0; i < rows->count; i++) {
    const carom_outcome *o = &rows->row[i].outcome;
    left += o->status == CAROM_OK;
    switch (o->status) {
    case CAROM_OK:
    case CAROM_ERR_UNATTAINABLE:
    case CAROM_ERR_DIVERGED:
    case CAROM_ERR_MISSING:
      break;
    default:
      return message_error(&o->error);
    }
  }
  for (int i = 0; i < rows->count && left > 0; i++)
    if (rows->row[i].outcome.status != CAROM_OK) message_error(&rows->row[i].outcome.error);
  return left > 0 ? EXIT_OK : message_error(&rows->row[0].outcome.error);
}

static int write_json(const cli_rows *rows)
{
  carom_json json = carom_json_to_file(stdout);
  carom_error err = {0};
  carom_json_object(&json, NULL);
  carom_json_array(&json, "laws");
  for (int i = 0; i < rows->count; i++) {
    carom_json_object(&json, NULL);
    compare_members(&json, &rows->row[i]);
    carom_json_end(&json);
  }
  carom_json_end(&json);
  if (rows->count > 0) carom_request_steel(&json, &rows->row[0].trial);
  carom_json_end(&json);
  return carom_json_finish(&json, &err) == CAROM_OK ? EXIT_OK : message_error(&err);
}

/* Notes the laws that a setting did not reach. */
static void note_setting(const char *name, const cli_rows *rows)
{
  char text[1024] = "", sentence[1200];
  for (int i = 0; i < rows->count; i++)
    if (!carom_request_field(rows->row[i].trial.law, name))
      carom_append(text, sizeof text, "%s%s", *text ? ", " : "", rows->row[i].trial.contact.law);
  snprintf(sentence, sizeof sentence, "%s: no setting of %s, which keep their own.", name, text);
  if (*text) table_paragraph(stdout, sentence, 0, 96);
}

static void note_settings(const cli_arguments *given, const cli_rows *rows)
{
  for (int k = 0; k < given->assignments; k++)
    note_setting(given->assigned[k].name, rows);
}

/* Notes why a law with damping constants shows none for its published formula. */
static void note_published(const cli_rows *rows)
{
  for (int i = 0; i < rows->count; i++) {
    const carom_outcome *o = &rows->row[i].published;
    char sentence[400];
    if (o->status == CAROM_OK) continue;
    snprintf(sentence, sizeof sentence, "published -: %s: %s", rows->row[i].trial.contact.law,
             o->error.text);
    table_paragraph(stdout, sentence, 0, 96);
  }
}

/* Notes values that were not given: the rest of the material, and the hardness that the laws
 * assume. */
static void note_defaults(const cli_rows *rows)
{
  char hardness[COMPARE_HARDNESS], steel[REQUEST_STEEL], sentence[REQUEST_STEEL + 16];
  if (compare_hardness(rows, hardness)) table_paragraph(stdout, hardness, 0, 96);
  if (rows->count == 0 || !request_steel(&rows->row[0].trial, steel)) return;
  snprintf(sentence, sizeof sentence, "Material: %s.", steel);
  table_paragraph(stdout, sentence, 0, 96);
}

static int write_tables(const cli_arguments *given, const cli_rows *rows)
{
  const char *csv = arguments_value(given, "csv");
  const bool json = arguments_has(given, "json"), to_stdout = csv && !strcmp(csv, "-");
  carom_error err = {0};
  cli_table table = compare_table(rows);
  int code = EXIT_OK;
  if (!json && !to_stdout) {
    table_write_text(&table, stdout);
    puts("\npublished: what the formula of the source delivers; delivered: with the settings in "
         "force.\nFrom there on all columns belong to the latter.");
    note_settings(given, rows);
    note_published(rows);
    note_defaults(rows);
  }
  if (to_stdout)
    table_write_csv(&table, stdout);
  else if (csv && output_write(csv, arguments_has(given, "force"), table_write_csv, &table, &err))
    code = message_error(&err);
  table_free(&table);
  return json && code == EXIT_OK ? write_json(rows) : code;
}

static int draw(const cli_arguments *given, const cli_rows *rows)
{
  carom_error err = {.code = CAROM_ERR_MEMORY};
  cli_figure figure;
  if (!figure_possible()) return EXIT_OK;
  carom_status status = compare_figure(rows, &figure, &err);
  char title[96] = "";
  if (figure.panel[1].curves > 0)
    snprintf(title, sizeof title, "Difference of force from %s", figure.panel[1].curve[0].title);
  if (status == CAROM_OK) status = figure_differences(&figure, 1, title);
  if (status == CAROM_OK) status = figure_merge(&figure);
  if (status == CAROM_OK)
    status = figure_write(&figure, arguments_value(given, "plot"), arguments_has(given, "force"),
                          &err);
  figure_free(&figure);
  return status == CAROM_OK ? EXIT_OK : message_error(&err);
}

static int check_output(const cli_arguments *given)
{
  const char *csv = arguments_value(given, "csv"), *plot = arguments_value(given, "plot");
  const bool force = arguments_has(given, "force");
  int code = EXIT_OK;
  if (csv) code = output_check("--csv", csv, force);
  if (csv && !strcmp(csv, "-") && arguments_has(given, "json"))
    code = message_usage("--csv", "standard output is taken by --json; name a file");
  if (plot && figure_check("--plot", plot) != EXIT_OK) code = EXIT_INPUT;
  if (plot && output_check("--plot", plot, force) != EXIT_OK) code = EXIT_INPUT;
  return code;
}

static int sweep(const cli_arguments *given, cli_rows *rows, int threads)
{
  const char *text = arguments_value(given, "sweep"), *csv = arguments_value(given, "csv");
  char name[64];
  snprintf(name, sizeof name, "%.*s", (int)strcspn(text, "="), text);
  for (int i = 0; i < rows->count; i++)
    carom_request_vary(&rows->row[i].trial, name);
  const int code = compare_sweep(given, rows, text, threads);
  const bool people = !arguments_has(given, "json") && !(csv && !strcmp(csv, "-"));
  if (code != EXIT_OK || !people) return code;
  note_setting(name, rows);
  note_settings(given, rows);
  note_defaults(rows);
  return code;
}

static int compare(const cli_arguments *given, cli_rows *rows)
{
  int code = choose_laws(given, rows);
  if (rows->count && set_everywhere(given, rows) != EXIT_OK) code = EXIT_INPUT;
  const int threads = arguments_threads(given, &code);
  if (check_output(given) != EXIT_OK) code = EXIT_INPUT;
  if (code != EXIT_OK) return code;
  if (arguments_value(given, "sweep")) return sweep(given, rows, threads);
  if (compare_run(rows, threads) != CAROM_OK) {
    message_usage(NULL, "out of memory");
    return EXIT_FAILED;
  }
  code = judge(rows);
  if (code == EXIT_OK) code = write_tables(given, rows);
  if (code == EXIT_OK && arguments_has(given, "plot")) code = draw(given, rows);
  return code;
}

static int run(const cli_arguments *given)
{
  cli_rows rows = {NULL, 0};
  const int code = compare(given, &rows);
  for (int i = 0; i < rows.count; i++)
    carom_request_free(&rows.row[i].trial);
  free(rows.row);
  return code;
}

static const cli_option options[] = {
    {"json", NULL, "one JSON object on standard output"},
    {"csv", "FILE", "the table as CSV; - is standard output"},
    {"plot", "FILE",
     "force against overlap and time, or restitution against the value: .svg, .png or .pdf"},
    {"sweep", "NAME=LIST",
     "all laws for each value: a,b,c or low:high:count or low:high:count:log"},
    {"threads", "N", "threads (default: one per core); results do not depend on it"},
    {"set", "NAME=VALUE", "the same as NAME=VALUE"},
    {"force", NULL, "replace files that exist"},
};

const cli_command command_compare = {
    .name = "compare",
    .summary = "the same impact with many laws, side by side",
    .usage = "[LAW...] [NAME=VALUE...] [OPTION...]",
    .text = "Compares all laws, or those you name. Settings are those of 'carom impact'; each\n"
            "applies to every law that has it. 'published' is the restitution that the formula of\n"
            "a law's source really delivers, 'delivered' the one with the current settings, by\n"
            "default with exact calibration. --sweep varies one setting: a table of restitutions,\n"
            "and as CSV or JSON a row for each law and value. Laws without that setting keep\n"
            "their own.",
    .examples = "  carom compare\n"
                "  carom compare --speed '8 m/s' restitution=0.7 --plot laws.svg\n"
                "  carom compare tsuji lankarani-nikravesh restitution=0.5\n"
                "  carom compare tension=keep --csv -\n"
                "  carom compare --sweep speed=0.001:100:6:log --plot e.svg\n",
    .option = options,
    .options = sizeof options / sizeof *options,
    .run = run};
