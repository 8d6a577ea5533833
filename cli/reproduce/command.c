/* SPDX-License-Identifier: MIT */
/* carom reproduce: the numbers and figures of five papers, recomputed. */
#include <stdio.h>
#include <string.h>

#include "cli/commands/commands.h"
#include "cli/base/interrupt.h"
#include "cli/report/report_folder.h"
#include "cli/reproduce/study.h"

static bool named(const cli_arguments *given, const carom_paper *paper)
{
  bool found = given->words == 0;
  for (int k = 0; k < given->words; k++)
    found = found || !strcmp(given->word[k], paper->name);
  return found;
}

/* Selects the papers named, or all of them. */
static int choose(repro_study *study, const repro_library *library, const cli_arguments *given)
{
  for (int k = 0; k < given->words; k++) {
    bool known = false;
    for (int i = 0; i < library->count; i++)
      known = known || !strcmp(given->word[k], library->source[i].paper->name);
    if (!known)
      return message_usage(given->word[k],
                           "unknown paper; there are %s to %s, and --list says what "
                           "they print",
                           library->source[0].paper->name,
                           library->source[library->count - 1].paper->name);
  }
  for (int i = 0; i < library->count; i++) {
    if (!named(given, library->source[i].paper)) continue;
    study->path[study->papers] = library->source[i].path;
    study->paper[study->papers++] = library->source[i].paper;
  }
  return EXIT_OK;
}

static int check_figure(const repro_study *study)
{
  repro_study all = *study;
  int found = 0;
  all.pictures = true;
  for (int p = 0; p < study->papers; p++)
    for (int i = 0; i < study->paper[p]->panels; i++)
      found += study_wants(&all, &study->paper[p]->panel[i]);
  if (found > 0) return EXIT_OK;
  return message_usage(
      "--figure", "there is no figure %s here; 'carom reproduce --list' lists them", study->figure);
}

/* Draws a panel to its file. Each thread draws one after the other, because gnuplot is a
 * process. */
struct drawing {
  const repro_study *study;
  const char *folder;
  const carom_paper *paper[PLACE_FILES];
  const carom_paper_panel *panel[PLACE_FILES];
  carom_error error[PLACE_FILES];
  int count;
};

static void draw(void *user, int64_t index)
{
  struct drawing *d = user;
  char name[64], path[OUTPUT_PATH];
  cli_figure figure = {.panels = 1};
  carom_error *err = &d->error[index];
  panel_file(d->paper[index], d->panel[index], name);
  if (interrupt_seen() || !output_join(path, d->folder, name)) return;
  if (panel_figure(d->study, d->panel[index], &figure) != CAROM_OK)
    carom_fail(err, CAROM_ERR_MEMORY, name, "out of memory");
  else
    figure_write(&figure, path, true, err);
  figure_free(&figure);
}

static carom_status put_pictures(cli_report_folder *place, const repro_study *study,
                                 carom_error *err)
{
  char name[64], path[OUTPUT_PATH];
  struct drawing d = {.study = study, .folder = place->folder};
  for (int p = 0; p < study->papers; p++)
    for (int i = 0; i < study->paper[p]->panels; i++) {
      const carom_paper_panel *panel = &study->paper[p]->panel[i];
      if (!study_wants(study, panel) || d.count == PLACE_FILES) continue;
      panel_file(study->paper[p], panel, name);
      CAROM_TRY(report_folder_path(place, name, path, err));
      d.paper[d.count] = study->paper[p];
      d.panel[d.count++] = panel;
    }
  CAROM_TRY(report_folder_mark(place, err));
  CAROM_TRY(carom_parallel(study->threads, d.count, draw, &d));
  for (int i = 0; i < d.count; i++)
    if (d.error[i].code != CAROM_OK) {
      *err = d.error[i];
      return err->code;
    }
  return CAROM_OK;
}

static carom_status put_all(cli_report_folder *place, const repro_study *study, carom_error *err)
{
  const repro_page page = {study, place->folder};
  if (study->pictures) CAROM_TRY(put_pictures(place, study, err));
  if (!study->figure) {
    CAROM_TRY(report_folder_table(place, "reproduce.csv", study_table(study), err));
    CAROM_TRY(report_folder_write(place, "reproduce.json", study_json, study, err));
    CAROM_TRY(report_folder_write(place, "reproduce.html", study_html, &page, err));
  }
  return report_folder_mark(place, err);
}

static int deliver(const repro_study *study, const char *folder)
{
  cli_report_folder place = {.folder = folder};
  carom_error err = {.code = CAROM_ERR_MEMORY};
  report_folder_clear(folder);
  if (put_all(&place, study, &err) != CAROM_OK) return message_error(&err);
  if (!study->figure)
    printf("\nReport    %s/reproduce.html\nTables    %s/reproduce.csv, %s/reproduce.json\n", folder,
           folder, folder);
  for (int i = 0; study->figure && i < place.files; i++)
    printf("Figure    %s/%s\n", folder, place.name[i]);
  return EXIT_OK;
}

/* Reports runs that failed; their numbers are missing, and the rest is delivered. */
static int tell_failures(const repro_study *study)
{
  int code = EXIT_OK;
  for (int p = 0; p < study->papers; p++)
    for (int i = 0; i < study->paper[p]->numbers; i++) {
      const repro_row *row = &study->row[p][i];
      const repro_result *result = lab_find(&study->lab, row->number->run);
      if (row->verdict != REPRO_NOTHING) continue;
      code = EXIT_FAILED;
      const bool told = result && *result->error.text;
      message_note("%s %s has no value: %s", study->paper[p]->name, row->number->id,
                   told ? result->error.text : "what it is taken from has no such quantity");
    }
  return code;
}

/* Computes, prints and delivers. */
static int reproduce(repro_study *study, const char *folder, bool json)
{
  int code = EXIT_OK;
  interrupt_watch();
  if (study_compute(study) != CAROM_OK) return message_usage(NULL, "out of memory");
  if (json)
    study_json(study, stdout);
  else if (!study->figure)
    study_print(study);
  code = tell_failures(study);
  if (interrupt_seen()) return interrupt_code();
  return folder && deliver(study, folder) != EXIT_OK ? EXIT_FAILED : code;
}

static int run_study(repro_study *study, const repro_library *library, const cli_arguments *given)
{
  const char *folder = arguments_value(given, "output");
  const bool json = arguments_has(given, "json");
  int code = choose(study, library, given);
  if (code == EXIT_OK && study->figure) code = check_figure(study);
  if (code != EXIT_OK) return code;
  if (arguments_has(given, "list")) return study_list(study), EXIT_OK;
  if (arguments_has(given, "errata")) return study_errata(study, stdout), EXIT_OK;
  if (!folder && !json) folder = "carom-reproduce";
  study->pictures = folder && figure_possible();
  code = study_prepare(study);
  if (code == EXIT_OK && folder) code = report_folder_check(folder, arguments_has(given, "force"));
  return code == EXIT_OK ? reproduce(study, folder, json) : code;
}

static int run(const cli_arguments *given)
{
  int code = EXIT_OK;
  repro_library library = {.count = 0};
  repro_study study = {.figure = arguments_value(given, "figure"),
                       .lab = {.folder = arguments_value(given, "scenarios")}};
  study.threads = arguments_threads(given, &code);
  for (int i = 0; i < given->assignments; i++)
    code = message_usage(given->assigned[i].name, "unknown option; to change a value, change a "
                                                  "scenario file and name its folder by "
                                                  "--scenarios");
  if (code == EXIT_OK && !carom_yaml_known())
    code = message_usage(
        NULL, "this carom was built without libyaml and cannot read its papers and scenarios");
  if (code == EXIT_OK) code = library_read(&library, arguments_value(given, "papers"));
  if (code == EXIT_OK) code = run_study(&study, &library, given);
  study_free(&study);
  library_free(&library);
  return code;
}

static const cli_option options[] = {
    {"figure", "N", "draw only this figure, such as 7 or 7a"},
    {"list", NULL, "list numbers and figures"},
    {"output", "DIR", "folder for the report, tables and figures (default carom-reproduce)"},
    {"json", NULL, "one JSON object on standard output; no folder unless --output names one"},
    {"scenarios", "DIR", "use the scenario files in this folder instead of the built-in ones"},
    {"papers", "DIR", "use the paper files in this folder instead of the built-in ones"},
    {"errata", NULL, "errors found in the papers, as Markdown"},
    {"threads", "N", "threads (default: one per core); results do not depend on it"},
    {"force", NULL, "write into a folder that holds other files"},
};

const cli_command command_reproduce = {
    .name = "reproduce",
    .summary = "the numbers and figures of five papers, recomputed",
    .usage = "[PAPER...] [OPTION...]",
    .text = "Recomputes every number and figure that five papers print, and says which ones hold:\n"
            "match (to the printed digits), close (within 1.5 %), differs, or not a property (of\n"
            "the model).\n"
            "The first line of a number is what the paper states; further lines are other\n"
            "readings. Writes reproduce.html, CSV, JSON and figures (SVG). The runs use the\n"
            "scenario files in scenarios/. To change one, copy that folder, edit a file and name\n"
            "the copy by --scenarios. What the papers print, and what is wrong with them, is in\n"
            "papers/; use --papers likewise.",
    .examples = "  carom reproduce\n"
                "  carom reproduce 003 --figure 7\n"
                "  carom reproduce 000 001 --json\n",
    .option = options,
    .options = COUNT(options),
    .run = run};
