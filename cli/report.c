/* SPDX-License-Identifier: MIT */
/* carom report: two steel spheres at three speeds with every law, as a folder of pages, pictures
 * and tables. */
#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/output.h"
#include "cli/report_data.h"

/* A folder with this file is an earlier report; it lists the files that the report wrote. */
static const char marker[] = ".carom-report";

enum { FILES_MAX = 32 };

/* The folder that is filled. */
struct place {
  const char *folder;
  char name[FILES_MAX][64];
  int files;
};

static bool is_empty(const char *folder)
{
  DIR *listing = opendir(folder);
  bool empty = true;
  if (!listing) return true; /* not there yet */
  for (struct dirent *entry = NULL; empty && (entry = readdir(listing));)
    empty = !strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..");
  closedir(listing);
  return empty;
}

static FILE *open_marker(const char *folder)
{
  char path[OUTPUT_PATH];
  return output_join(path, folder, marker) ? fopen(path, "r") : NULL;
}

/* An empty or new folder, an earlier report, or --force. */
static int check_folder(const char *folder, bool force)
{
  FILE *earlier = open_marker(folder);
  if (earlier) fclose(earlier);
  if (!earlier && !force && !is_empty(folder))
    return message_usage("--output",
                         "'%s' holds files that are no earlier report; choose another "
                         "folder, or add --force to write among them",
                         folder);
  return output_folder("--output", folder);
}

/* Removes what the earlier report wrote, and nothing else. */
static void remove_earlier(const char *folder)
{
  char name[256], path[OUTPUT_PATH];
  FILE *earlier = open_marker(folder);
  if (!earlier) return;
  while (fgets(name, sizeof name, earlier)) {
    name[strcspn(name, "\n")] = '\0';
    if (*name && !strchr(name, '/') && output_join(path, folder, name)) unlink(path);
  }
  fclose(earlier);
}

static carom_status next_path(struct place *place, const char *name, char path[OUTPUT_PATH],
                              carom_error *err)
{
  if (place->files == FILES_MAX || !output_join(path, place->folder, name))
    return carom_fail(err, CAROM_ERR_IO, name, "the path is too long; choose another folder");
  snprintf(place->name[place->files++], sizeof place->name[0], "%s", name);
  return CAROM_OK;
}

static void write_csv(const void *table, FILE *file)
{
  table_write_csv(table, file);
}

static carom_status put_table(struct place *place, const char *name, cli_table table,
                              carom_error *err)
{
  char path[OUTPUT_PATH];
  carom_status status = table_ok(&table) ? next_path(place, name, path, err) : CAROM_ERR_MEMORY;
  if (status == CAROM_OK) status = output_write(path, true, write_csv, &table, err);
  table_free(&table);
  return status;
}

static carom_status put_picture(struct place *place, const char *name, const cli_figure *figure,
                                carom_error *err)
{
  char path[OUTPUT_PATH];
  CAROM_TRY(next_path(place, name, path, err));
  return figure_write(figure, path, true, err);
}

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
    for (long k = 0; k < overlap->count; k++) {
      table_text(&table, overlap->title);
      table_number(&table, time->x[k]);
      table_number(&table, overlap->x[k]);
      table_number(&table, overlap->y[k]);
    }
  }
  return table;
}

static carom_status put_scene(struct place *place, const cli_report *report, const cli_scene *scene,
                              carom_error *err)
{
  char name[64];
  cli_figure both;
  snprintf(name, sizeof name, "impacts_%g.csv", scene->speed);
  CAROM_TRY(put_table(place, name, compare_table(&scene->rows), err));
  carom_status status = compare_figure(&scene->rows, &both, err);
  snprintf(name, sizeof name, "forces_%g.csv", scene->speed);
  if (status == CAROM_OK) status = put_table(place, name, curve_table(&both), err);
  for (int panel = 0; panel < 2 && status == CAROM_OK && report->pictures; panel++) {
    const cli_figure one = {.panel = {both.panel[panel]}, .panels = 1};
    report_picture_name(scene, panel, name);
    status = put_picture(place, name, &one, err);
  }
  figure_free(&both);
  return status;
}

static carom_status put_restitution(struct place *place, const cli_report *report, carom_error *err)
{
  CAROM_TRY(put_table(place, "restitution_asked.csv", report_asked_table(report), err));
  CAROM_TRY(put_table(place, "restitution_speed.csv", report_speed_table(report), err));
  static const char *const names[] = {"restitution_asked_cut.svg", "restitution_asked_kept.svg",
                                      "restitution_speed.svg"};
  carom_status status = CAROM_OK;
  for (int k = 0; k < 3 && status == CAROM_OK && report->pictures; k++) {
    cli_figure figure;
    status = k < 2 ? report_asked_figure(report, k, &figure) : report_speed_figure(report, &figure);
    if (status == CAROM_OK) status = put_picture(place, names[k], &figure, err);
    figure_free(&figure);
  }
  return status;
}

static void write_marker(const void *user, FILE *file)
{
  const struct place *place = user;
  for (int i = 0; i < place->files; i++)
    fprintf(file, "%s\n", place->name[i]);
}

/* The marker comes first, so that a report that was interrupted is still known as one. */
static carom_status put_marker(const struct place *place, carom_error *err)
{
  char path[OUTPUT_PATH];
  if (!output_join(path, place->folder, marker)) return CAROM_ERR_IO;
  return output_write(path, true, write_marker, place, err);
}

static carom_status put_all(struct place *place, const cli_report *report, carom_error *err)
{
  char path[OUTPUT_PATH];
  const cli_report_file pages = {report, place->folder};
  CAROM_TRY(put_marker(place, err));
  for (int i = 0; i < REPORT_SCENES; i++)
    CAROM_TRY(put_scene(place, report, &report->scene[i], err));
  CAROM_TRY(put_restitution(place, report, err));
  CAROM_TRY(next_path(place, "report.md", path, err));
  CAROM_TRY(output_write(path, true, report_markdown, &pages, err));
  CAROM_TRY(next_path(place, "report.html", path, err));
  CAROM_TRY(output_write(path, true, report_html, &pages, err));
  return put_marker(place, err);
}

static void print_summary(const cli_report *report, const struct place *place)
{
  char text[REPORT_TEXT];
  for (int i = 0; i < REPORT_SCENES; i++) {
    const cli_scene *s = &report->scene[i];
    printf("Impact at %g m/s, asked %g elastic and %g otherwise\n\n", s->speed, s->elastic,
           s->plastic);
    cli_table table = compare_table(&s->rows);
    table_write_text(&table, stdout);
    table_free(&table);
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

static int run(const cli_arguments *given)
{
  const char *folder = arguments_value(given, "output");
  struct place place = {.folder = folder ? folder : "carom-report"};
  int code = ENDED_WELL;
  const int threads = (int)arguments_whole(given, "threads", 0, 0, 1024, &code);
  for (int i = 0; i < given->words; i++)
    code = message_usage(given->word[i], "the report takes all laws; leave this out");
  for (int i = 0; i < given->assignments; i++)
    code = message_usage(given->assigned[i].name, "unknown option; the report has no settings, "
                                                  "'carom compare' has");
  if (code == ENDED_WELL) code = check_folder(place.folder, arguments_has(given, "force"));
  if (code != ENDED_WELL) return code;

  cli_report report;
  carom_error err = {.code = CAROM_ERR_MEMORY};
  carom_status status = report_compute(&report, threads);
  report.pictures = figure_possible();
  remove_earlier(place.folder);
  if (status == CAROM_OK) status = put_all(&place, &report, &err);
  if (status == CAROM_OK)
    print_summary(&report, &place);
  else
    code = message_error(&err);
  report_free(&report);
  return code;
}

static const cli_option options[] = {
    {"output", "FOLDER", "where it goes (carom-report); its parent must exist"},
    {"threads", "N", "threads (one a core); the numbers do not depend on it"},
    {"force", NULL, "write into a folder that holds other files"},
};

const cli_command command_report = {
    .name = "report",
    .summary = "two steel spheres at three speeds with every law: pages, pictures, tables",
    .usage = "[--output FOLDER]",
    .text = "Resolves the impact of two steel spheres of 20 mm at 0.05, 8 and 25 m/s with every "
            "law, by\nits published formula and by exact calibration, and writes report.html, "
            "report.md, pictures\n(SVG) and tables (CSV). An earlier report in the folder is "
            "replaced; other files are kept.",
    .examples = "  carom report\n"
                "  carom report --output steel-spheres\n",
    .option = options,
    .options = sizeof options / sizeof *options,
    .run = run};
