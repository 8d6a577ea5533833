/* SPDX-License-Identifier: MIT */
/* carom law: what laws there are, and what each one does. */
#include <stdio.h>
#include <string.h>

#include "run/law_json.h"
#include "cli/commands/commands.h"
#include "cli/text/law_manual.h"
#include "cli/text/law_table.h"
#include "cli/text/law_text.h"
#include "cli/base/output.h"
#include "cli/text/stage_text.h"

static const char *const phases[] = {"elastic", "plastic"};

static int out_of_memory(void)
{
  message_usage(NULL, "out of memory");
  return EXIT_FAILED;
}

static int print_tables(const carom_impact_request *trial, int threads)
{
  const carom_law_info *info = carom_law_about(carom_law_find(trial->contact.law));
  cli_law_row row[LAW_ROWS];
  carom_dashpot power;
  const bool with_power = info->dampings == 1 && carom_contact_dashpot(&trial->contact, &power);
  if (info->dampings == 0) {
    printf("%s has no damping constant: there is nothing to calibrate. Its restitution follows "
           "from the\nmaterial and the speed; 'carom impact %s --sweep speed=0.01:100:9:log' shows "
           "it.\n",
           info->name, info->name);
    return EXIT_OK;
  }
  for (int which = 0; which < info->dampings; which++) {
    if (law_rows(trial, which, threads, row) != CAROM_OK) return out_of_memory();
    if (info->dampings == 1)
      printf("%s: damping ratio against restitution\n\n", info->name);
    else
      printf("%s%s, %s constant: damping ratio against restitution, impact at %.4g m/s\n\n",
             which ? "\n" : "", info->name, phases[which], law_row_speed(trial, which));
    cli_table table = law_rows_table(row, with_power ? &power : NULL);
    table_write_text(&table, stdout);
    table_free(&table);
  }
  puts("\npublished: the formula of the source; gives: the restitution it really delivers;\n"
       "exact: the constant that delivers the one asked for. cut: tension=cut, kept: "
       "tension=keep.");
  if (with_power) law_power_text(&power, stdout);
  return EXIT_OK;
}

static carom_status write_rows(carom_json *json, const carom_impact_request *trial, int which,
                               int threads)
{
  cli_law_row row[LAW_ROWS];
  CAROM_TRY(law_rows(trial, which, threads, row));
  carom_json_object(json, NULL);
  carom_json_string(
      json, "phase",
      carom_law_about(carom_law_find(trial->contact.law))->dampings == 2 ? phases[which] : NULL);
  carom_json_number(json, "speed", law_row_speed(trial, which));
  carom_json_array(json, "rows");
  for (int i = 0; i < LAW_ROWS; i++) {
    carom_json_object(json, NULL);
    carom_json_number(json, "asked", row[i].asked);
    carom_json_number(json, "published", row[i].published);
    carom_json_number(json, "delivered_force", row[i].delivered[0]);
    carom_json_number(json, "delivered_overlap", row[i].delivered[1]);
    carom_json_number(json, "exact_force", row[i].exact[0]);
    carom_json_number(json, "exact_overlap", row[i].exact[1]);
    if (row[i].note[0]) carom_json_string(json, "note", row[i].note);
    carom_json_end(json);
  }
  carom_json_end(json);
  carom_json_end(json);
  return CAROM_OK;
}

/* One law, or all of them under "laws". */
static int write_json(const carom_impact_request *trial, const carom_law *law, bool with_table,
                      int threads)
{
  carom_json json = carom_json_to_file(stdout);
  carom_error err = {0};
  carom_json_object(&json, NULL);
  if (law) {
    carom_law_members(&json, law);
    if (with_table) carom_json_array(&json, "tables");
    for (int which = 0; with_table && which < carom_law_about(law)->dampings; which++)
      if (write_rows(&json, trial, which, threads) != CAROM_OK) return out_of_memory();
    if (with_table) carom_json_end(&json);
    carom_dashpot power;
    if (with_table && carom_contact_dashpot(&trial->contact, &power)) {
      carom_json_object(&json, "coefficient");
      law_power_members(&json, &power);
      carom_json_end(&json);
    }
  } else {
    carom_json_array(&json, "laws");
    for (int i = 0; i < carom_law_count(); i++) {
      carom_json_object(&json, NULL);
      carom_law_members(&json, carom_law_at(i));
      carom_json_end(&json);
    }
    carom_json_end(&json);
    for (int k = 0; carom_stage_name(k); k++) {
      carom_json_array(&json, carom_stage_name(k));
      for (int i = 0; i < carom_stage_models(carom_stage_name(k)); i++) {
        carom_json_object(&json, NULL);
        carom_stage_members(&json, carom_stage_name(k), carom_stage_model(carom_stage_name(k), i));
        carom_json_end(&json);
      }
      carom_json_end(&json);
    }
  }
  carom_json_end(&json);
  return carom_json_finish(&json, &err) == CAROM_OK ? EXIT_OK : message_error(&err);
}

static int write_markdown(const carom_law *law, const char *folder, bool force)
{
  if (folder && !law) return law_manual(folder, force);
  if (folder)
    return message_usage("--output", "a folder takes the pages of all laws; leave '%s' out",
                         carom_law_about(law)->name);
  if (law)
    law_markdown(law, NULL, stdout);
  else
    law_markdown_index(stdout);
  return EXIT_OK;
}

/* Reports values with which no law can be prepared before anything is printed. */
static int check_table(const carom_impact_request *trial)
{
  carom_contact contact;
  carom_error err = {0};
  if (carom_contact_prepare(&trial->contact, &contact, &err) == CAROM_OK ||
      err.code == CAROM_ERR_UNATTAINABLE)
    return EXIT_OK;
  return message_error(&err);
}

static int show_stage(const char *stage, const carom_stage *model, const cli_arguments *given)
{
  const char *name = carom_stage_about(model)->name;
  if (arguments_has(given, "table"))
    return message_usage(
        "--table",
        "'%s' is one of the %s models, and tables are for laws; 'carom law %s' shows its "
        "settings",
        name, stage, name);
  if (given->assignments)
    return message_usage(given->assigned[0].name,
                         "settings of %s models are given in a scenario file: %s: {model: %s, "
                         "...}",
                         stage, stage, name);
  if (arguments_has(given, "output"))
    return message_usage("--output", "a folder takes the pages of all laws; leave '%s' out", name);
  if (arguments_has(given, "json")) {
    carom_json json = carom_json_to_file(stdout);
    carom_error err = {0};
    carom_json_object(&json, NULL);
    carom_stage_members(&json, stage, model);
    carom_json_end(&json);
    return carom_json_finish(&json, &err) == CAROM_OK ? EXIT_OK : message_error(&err);
  }
  if (arguments_has(given, "markdown"))
    stage_section(model, stdout);
  else
    stage_page(stage, model, stdout);
  return EXIT_OK;
}

static int show_law(const cli_arguments *given, const carom_impact_request *trial, int code)
{
  const bool with_table = arguments_has(given, "table");
  const int threads = arguments_threads(given, &code);
  const bool named = code == EXIT_OK && given->words; /* otherwise the trial was not made */
  const carom_law *law = named ? trial->law : NULL;
  if (code == EXIT_OK && !with_table && given->assignments)
    code = message_usage(given->assigned[0].name, "settings count for --table only; add it, or use "
                                                  "'carom impact'");
  if (code == EXIT_OK && with_table && !law)
    code = message_usage("--table", "name the law it is for, as in 'carom law tsuji --table'");
  if (code == EXIT_OK && with_table) code = check_table(trial);
  if (code != EXIT_OK) return code;
  if (arguments_has(given, "json")) return write_json(trial, law, with_table, threads);
  if (arguments_has(given, "markdown"))
    return write_markdown(law, arguments_value(given, "output"), arguments_has(given, "force"));
  if (with_table) return print_tables(trial, threads);
  if (law)
    law_page(law, stdout);
  else
    law_list(stdout);
  return EXIT_OK;
}

static int run(const cli_arguments *given)
{
  const bool other = given->words == 1 && !carom_law_find(given->word[0]);
  const char *stage = NULL;
  const carom_stage *model = other ? stage_model_named(given->word[0], &stage) : NULL;
  if (model) return show_stage(stage, model, given);
  carom_impact_request trial;
  const int read = request_read(&trial, given, "tsuji"), code = show_law(given, &trial, read);
  carom_request_free(&trial);
  return code;
}

static const cli_option options[] = {
    {"table", NULL, "damping constants against restitution: published, delivered, exact"},
    {"json", NULL, "one JSON object on standard output"},
    {"markdown", NULL, "the page as Markdown"},
    {"output", "FOLDER", "with --markdown: the pages of all laws with pictures, and an index"},
    {"threads", "N", "threads of --table (default: one per core); results do not depend on it"},
    {"force", NULL, "replace files that exist"},
};

const cli_command command_law = {
    .name = "law",
    .summary = "list contact laws, or explain one",
    .usage = "[LAW] [NAME=VALUE...] [OPTION...]",
    .text = "Without a name: a table of all laws, and of the tangential, rolling, twisting and\n"
            "adhesion models of scenes. With a name: its equation, settings with defaults and\n"
            "ranges, facts, validity and source. --table compares the published damping constant\n"
            "with what it delivers; the impact in which it is tested can be set as in 'carom\n"
            "impact'. For a dashpot C d^b v on a Hertzian spring it adds C for these bodies and,\n"
            "with reference_speed, what the damping ratio is at another speed.",
    .examples = "  carom law\n"
                "  carom law ma-liu\n"
                "  carom law tsuji --table\n"
                "  carom law wang-viscous --table --speed '8 m/s'\n"
                "  carom law kuwabara-kono --table --reference-speed 1 --speed 0.5\n",
    .option = options,
    .options = sizeof options / sizeof *options,
    .run = run};
