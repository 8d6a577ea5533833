/* SPDX-License-Identifier: MIT */
/* report.html and report.md. */
#include <stdio.h>

#include "cli/base/page.h"
#include "cli/report/report_data.h"

static void put_scene(FILE *file, const char *folder, const cli_scene *scene)
{
  char name[64], caption[128];
  fprintf(file, "<h2>Impact at %g m/s</h2>\n", scene->speed);
  fprintf(file,
          "<p>Asked: %g of two-phase laws below yield, %g of all others and of whole "
          "impacts.</p>\n",
          scene->elastic, scene->plastic);
  cli_table table = compare_table(&scene->rows);
  table_write_html(&table, file);
  table_free(&table);
  fputs("<div class=\"pair\">\n", file);
  for (int panel = 0; panel < 2; panel++) {
    report_picture_name(scene, panel, name);
    snprintf(caption, sizeof caption, "Force against %s at %g m/s, exact calibration.",
             panel == 0 ? "overlap" : "time", scene->speed);
    page_figure(file, folder, name, caption, false);
  }
  fputs("</div>\n", file);
}

void report_html(const void *report_file, FILE *file)
{
  const cli_report_file *f = report_file;
  char text[REPORT_TEXT];
  page_begin(file, "Impact of two steel spheres with every contact law",
             "Every number on this page was computed for it.", "");
  for (int k = 0; report_paragraph(f->report, k, text); k++)
    if (*text) page_paragraph(file, text);
  if (!f->report->pictures)
    fputs("<p class=\"note\">There are no pictures because gnuplot was not found.</p>\n", file);
  fputs(
      "<p class=\"note\">In the tables, <em>published</em> is the restitution that the formula of "
      "the law's source delivers, <em>delivered</em> the one by exact calibration; the columns "
      "after it belong to the latter. Tension is cut (tension: cut).</p>\n",
      file);
  for (int i = 0; i < REPORT_SCENES; i++)
    put_scene(file, f->folder, &f->report->scene[i]);
  fputs("<h2>Restitution delivered against asked</h2>\n<div class=\"pair\">\n", file);
  page_figure(file, f->folder, "restitution_asked_cut.svg",
              "Published formulas against exact calibration, tension cut.", false);
  page_figure(file, f->folder, "restitution_asked_kept.svg",
              "Published formulas against exact calibration, tension kept.", false);
  fputs("</div>\n<h2>Restitution against speed</h2>\n", file);
  page_figure(file, f->folder, "restitution_speed.svg",
              "Restitution against impact speed, damping constants calibrated once.", true);
  page_end(file);
}

static void link_picture(FILE *file, const cli_report *report, const char *caption,
                         const char *name)
{
  if (report->pictures) fprintf(file, "![%s](%s)\n", caption, name);
}

void report_markdown(const void *report_file, FILE *file)
{
  const cli_report *report = ((const cli_report_file *)report_file)->report;
  char text[REPORT_TEXT], name[64];
  fprintf(file, "# Impact of two steel spheres with every contact law\n\ncarom %s\n\n",
          carom_version());
  for (int k = 0; report_paragraph(report, k, text); k++)
    if (*text) fprintf(file, "%s\n\n", text);
  fputs("In the tables, *published* is the restitution that the formula of the law's source "
        "delivers, *delivered* the one by exact calibration; the columns after it belong to the "
        "latter. Tension is cut (tension: cut).\n",
        file);
  for (int i = 0; i < REPORT_SCENES; i++) {
    const cli_scene *scene = &report->scene[i];
    fprintf(file,
            "\n## Impact at %g m/s\n\nAsked: %g of two-phase laws below yield, %g of all "
            "others and of whole impacts.\n\n",
            scene->speed, scene->elastic, scene->plastic);
    cli_table table = compare_table(&scene->rows);
    table_write_markdown(&table, file);
    table_free(&table);
    fputc('\n', file);
    for (int panel = 0; panel < 2; panel++) {
      report_picture_name(scene, panel, name);
      link_picture(file, report, panel == 0 ? "force against overlap" : "force against time", name);
    }
  }
  fputs("\n## Restitution delivered against asked\n\n", file);
  link_picture(file, report, "tension cut", "restitution_asked_cut.svg");
  link_picture(file, report, "tension kept", "restitution_asked_kept.svg");
  fputs("\nNumbers: [restitution_asked.csv](restitution_asked.csv)\n\n"
        "## Restitution against speed\n\n",
        file);
  link_picture(file, report, "restitution against speed", "restitution_speed.svg");
  fputs("\nNumbers: [restitution_speed.csv](restitution_speed.csv)\n", file);
}
