/* SPDX-License-Identifier: MIT */
/* carom report: the page of a run; or two steel spheres at three speeds with every law, as a folder
 * of pages, pictures and tables. */
#include <stdio.h>
#include <string.h>

#include "cli/commands/commands.h"
#include "cli/report/report_folder.h"
#include "cli/report/report_data.h"
#include "cli/report/run_page.h"

/* The curves of a figure as numbers. */
static cli_table curve_table(const cli_figure *figure)
{
  static const cli_column columns[] = {{"law", "law", NULL, 0},
                                       {"time", "time", "s", 0},
                                       {"overlap", "overlap", "m", 0},
                                       {"force", "force", "N", 0}};
  cli_table table = table_new(columns, sizeof columns / sizeof *columns);
  for (int i = 0; i < figure->panel[0].curves; i++) {
    const cli_curve *overlap = &figure->panel[0].curve[i], *time = &figure->panel[1].curve[i];
    for (int64_t k = 0; k < overlap->count; k++) {
      table_text(&table, overlap->title);
      table_number(&table, time->x[k]);
      table_number(&table, overlap->x[k]);
      table_number(&table, overlap->y[k]);
    }
  }
  return table;
}

static carom_status put_scene(cli_report_folder *place, const cli_report *report,
                              const cli_scene *scene, carom_error *err)
{
  char name[64];
  cli_figure both;
  snprintf(name, sizeof name, "impacts_%g.csv", scene->speed);
  CAROM_TRY(report_folder_table(place, name, compare_table(&scene->rows), err));
  carom_status status = compare_figure(&scene->rows, &both, err);
  snprintf(name, sizeof name, "forces_%g.csv", scene->speed);
  if (status == CAROM_OK) status = report_folder_table(place, name, curve_table(&both), err);
  if (status == CAROM_OK && report->pictures) status = figure_merge(&both);
  for (int panel = 0; panel < 2 && status == CAROM_OK && report->pictures; panel++) {
    const cli_figure one = {.panel = {both.panel[panel]}, .panels = 1};
    report_picture_name(scene, panel, name);
    status = report_folder_picture(place, name, &one, err);
  }
  figure_free(&both);
  return status;
}

static carom_status put_restitution(cli_report_folder *place, const cli_report *report,
                                    carom_error *err)
{
  CAROM_TRY(report_folder_table(place, "restitution_asked.csv", report_asked_table(report), err));
  CAROM_TRY(report_folder_table(place, "restitution_speed.csv", report_speed_table(report), err));
  static const char *const names[] = {"restitution_asked_cut.svg", "restitution_asked_kept.svg",
                                      "restitution_speed.svg"};
  carom_status status = CAROM_OK;
  for (int k = 0; k < 3 && status == CAROM_OK && report->pictures; k++) {
    cli_figure figure;
    status = k < 2 ? report_asked_figure(report, k, &figure) : report_speed_figure(report, &figure);
    if (status == CAROM_OK) status = report_folder_picture(place, names[k], &figure, err);
    figure_free(&figure);
  }
  return status;
}

static carom_status put_all(cli_report_folder *place, const cli_report *report, carom_error *err)
{
  const cli_report_file pages = {report, place->folder};
  CAROM_TRY(report_folder_mark(place, err));
  for (int i = 0; i < REPORT_SCENES; i++)
    CAROM_TRY(put_scene(place, report, &report->scene[i], err));
  CAROM_TRY(put_restitution(place, report, err));
  CAROM_TRY(report_folder_write(place, "report.md", report_markdown, &pages, err));
  CAROM_TRY(report_folder_write(place, "report.html", report_html, &pages, err));
  return report_folder_mark(place, err);
}

static void print_summary(const cli_report *report, const cli_report_folder *place)
{
  char text[REPORT_TEXT], hardness[COMPARE_HARDNESS];
  for (int i = 0; i < REPORT_SCENES; i++) {
    const cli_scene *s = &report->scene[i];
    printf("Impact at %g m/s, asked %g elastic and %g otherwise\n\n", s->speed, s->elastic,
           s->plastic);
    cli_table table = compare_table(&s->rows);
    table_write_text(&table, stdout);
    table_free(&table);
    putchar('\n');
  }
  if (compare_hardness(&report->scene[0].rows, hardness)) {
    table_paragraph(stdout, hardness, 0, 96);
    putchar('\n');
  }
  for (int k = 1; k < 3; k++)
    table_paragraph(stdout, report_paragraph(report, k, text), 0, 96);
  printf("\nReport    %s/report.html (and report.md)\n", place->folder);
  for (int i = 0; i < place->files; i++) {
    const char *name = place->name[i];
    if (strstr(name, ".svg")) printf("Picture   %s/%s\n", place->folder, name);
    if (strstr(name, ".csv")) printf("Table     %s/%s\n", place->folder, name);
  }
}

static int page_of(const char *folder)
{
  carom_error err = {.code = CAROM_OK};
  if (run_page_write(folder, &err) != CAROM_OK) return message_usage(err.where, "%s", err.text);
  printf("%s%sreport.html\n", folder, folder[strlen(folder) - 1] == '/' ? "" : "/");
  return EXIT_OK;
}

static int run(const cli_arguments *given)
{
  const char *folder = arguments_value(given, "output");
  cli_report_folder place = {.folder = folder ? folder : "carom-report"};
  int code = EXIT_OK;
  const int threads = arguments_threads(given, &code);
  for (int i = 0; i < given->words; i++) {
    if (folder || given->assignments)
      code = message_usage(given->word[i], "the page of a run is written into its folder; leave "
                                           "all else out");
    else if (code == EXIT_OK)
      code = page_of(given->word[i]);
  }
  if (given->words) return code;
  for (int i = 0; i < given->assignments; i++)
    code = message_usage(given->assigned[i].name, "unknown option; the report has no settings, "
                                                  "'carom compare' has");
  if (code == EXIT_OK) code = report_folder_check(place.folder, arguments_has(given, "force"));
  if (code != EXIT_OK) return code;

  cli_report report;
  carom_error err = {.code = CAROM_ERR_MEMORY};
  carom_status status = report_compute(&report, threads);
  report.pictures = figure_possible();
  report_folder_clear(place.folder);
  if (status == CAROM_OK) status = put_all(&place, &report, &err);
  if (status == CAROM_OK)
    print_summary(&report, &place);
  else
    code = message_error(&err);
  report_free(&report);
  return code;
}

static const cli_option options[] = {
    {"output", "FOLDER", "output folder (default carom-report); its parent must exist"},
    {"threads", "N", "threads (default: one per core); results do not depend on it"},
    {"force", NULL, "write into a folder that holds other files"},
};

const cli_command command_report = {
    .name = "report",
    .summary = "the report page of a run, or of every law on two steel spheres",
    .usage = "[RUN... | --output FOLDER]",
    .text = "With the folder of a run (or several): writes report.html there, a self-contained\n"
            "page with verdicts and warnings, figures and, for scenes with frames, a 3D view.\n"
            "'carom run' writes it at the end of a run with a folder.\n"
            "Without a folder: resolves the impact of two steel spheres of 20 mm at 0.05, 8 and\n"
            "25 m/s with every law, with its published formula and with exact calibration, and\n"
            "writes report.html, report.md, figures (SVG) and tables (CSV). An earlier report in\n"
            "the folder is replaced; other files are kept.",
    .examples = "  carom report\n"
                "  carom report struck\n"
                "  carom report --output steel-spheres\n",
    .option = options,
    .options = sizeof options / sizeof *options,
    .run = run};
