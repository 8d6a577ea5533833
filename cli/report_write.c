/* SPDX-License-Identifier: MIT */
/* report.html and report.md. */
#include <stdlib.h>
#include <string.h>

#include "cli/output.h"
#include "cli/report_data.h"

static const char style[] =
    ":root{color-scheme:light dark;--paper:#fff;--ink:#1c1c1c;--soft:#5c5c5c;--line:#dcdcdc;"
    "--grid:#e3e3e3}\n"
    "@media (prefers-color-scheme:dark){:root{--paper:#16181b;--ink:#e4e4e2;--soft:#a2a2a0;"
    "--line:#3a3d41;--grid:#303338}}\n"
    "body{margin:0;background:var(--paper);color:var(--ink);"
    "font:1rem/1.55 system-ui,-apple-system,'Segoe UI','DejaVu Sans',sans-serif}\n"
    "main{max-width:66rem;margin:0 auto;padding:2rem 1.2rem 4rem}\n"
    "h1{font-size:1.7rem;line-height:1.2;margin:.5rem 0 .2rem}\n"
    "h2{font-size:1.2rem;margin:2.6rem 0 .6rem;padding-top:.8rem;border-top:1px solid "
    "var(--line)}\n"
    "p{max-width:44rem;margin:.7rem 0}\n"
    ".by,figcaption,.note{color:var(--soft);font-size:.88rem}\n"
    ".pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,27rem),1fr));"
    "gap:1rem 1.6rem}\n"
    "figure{margin:1rem 0;min-width:0}\n"
    "figure.single{max-width:44rem}\n"
    "figure svg{display:block;width:100%;height:auto}\n"
    "figure svg text,figure svg tspan,figure svg g{font-family:inherit}\n"
    ".wide{overflow-x:auto;margin:1rem 0}\n"
    "table{border-collapse:collapse;font-size:.88rem;font-variant-numeric:tabular-nums}\n"
    "th,td{padding:.28rem .8rem .28rem 0;text-align:left;white-space:nowrap;"
    "border-bottom:1px solid var(--line)}\n"
    "th{font-weight:600;border-bottom-color:var(--soft)}\n"
    "th.n,td.n{text-align:right}\n"
    /* the colours that gnuplot wrote, turned into those of the reader's scheme */
    "svg rect[fill=\"#ffffff\"]{fill:none}\n"
    "svg g[color=\"black\"]{color:inherit}\n"
    "svg [stroke=\"black\"],svg [stroke=\"rgb(  0,   0,   0)\"]{stroke:currentColor}\n"
    "svg [fill=\"rgb(0,0,0)\"]{fill:currentColor}\n"
    "svg [stroke=\"rgb(221, 221, 221)\"]{stroke:var(--grid)}\n";

/* Copies text, leaving out definitions that nothing uses and renaming ids, which would repeat. */
static void inline_svg(FILE *file, char *svg, const char *label)
{
  char *start = strstr(svg, "<svg");
  char *defs = start ? strstr(start, "<defs>") : NULL,
       *after = defs ? strstr(defs, "</defs>") : NULL;
  char *title = start ? strstr(start, "<title>") : NULL;
  char *canvas = title ? strstr(title, "<g id=") : NULL;
  if (!start || !after || !canvas) return;
  start += strlen("<svg");
  *title = *defs = '\0';
  fprintf(file, "<svg role=\"img\" aria-label=\"%s\"%s", label, start);
  for (char *part[] = {canvas, after + strlen("</defs>"), NULL}, **p = part; *p; p++) {
    char *text = *p;
    for (char *id = NULL; (id = strstr(text, "<g id=\"")); text = strchr(id + 7, '"') + 1)
      fprintf(file, "%.*s<g ", (int)(id - text), text);
    fputs(text, file);
  }
}

static void put_figure(FILE *file, const char *folder, const char *name, const char *caption,
                       bool single)
{
  char path[OUTPUT_PATH], *text = NULL;
  FILE *picture = output_join(path, folder, name) ? fopen(path, "r") : NULL;
  if (!picture) return;
  if (fseek(picture, 0, SEEK_END) == 0) {
    const long length = ftell(picture);
    rewind(picture);
    text = length > 0 ? calloc((size_t)length + 1, 1) : NULL;
    if (text && fread(text, 1, (size_t)length, picture) == (size_t)length) {
      fprintf(file, "<figure%s>", single ? " class=\"single\"" : "");
      inline_svg(file, text, caption);
      fprintf(file, "<figcaption>%s</figcaption></figure>\n", caption);
    }
  }
  free(text);
  fclose(picture);
}

static void put_paragraph(FILE *file, const char *text)
{
  fputs("<p>", file);
  table_put_html(file, text);
  fputs("</p>\n", file);
}

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
    put_figure(file, folder, name, caption, false);
  }
  fputs("</div>\n", file);
}

void report_html(const void *report_file, FILE *file)
{
  const cli_report_file *f = report_file;
  char text[REPORT_TEXT];
  fprintf(file,
          "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
          "<title>Impact of two steel spheres with every contact law</title>\n"
          "<style>\n%s</style>\n</head>\n<body>\n<main>\n"
          "<h1>Impact of two steel spheres with every contact law</h1>\n"
          "<p class=\"by\">carom %s. Every number on this page was computed for it.</p>\n",
          style, carom_version());
  for (int k = 0; report_paragraph(f->report, k, text); k++)
    if (*text) put_paragraph(file, text);
  if (!f->report->pictures)
    fputs("<p class=\"note\">There are no pictures because gnuplot was not found.</p>\n", file);
  fputs(
      "<p class=\"note\">In the tables, <em>published</em> is the restitution that the formula of "
      "the law's source delivers, <em>delivered</em> the one by exact calibration; the columns "
      "after it belong to the latter. Tension is cut (separation: force).</p>\n",
      file);
  for (int i = 0; i < REPORT_SCENES; i++)
    put_scene(file, f->folder, &f->report->scene[i]);
  fputs("<h2>Restitution delivered against asked</h2>\n<div class=\"pair\">\n", file);
  put_figure(file, f->folder, "restitution_asked_cut.svg",
             "Published formulas against exact calibration, tension cut.", false);
  put_figure(file, f->folder, "restitution_asked_kept.svg",
             "Published formulas against exact calibration, tension kept.", false);
  fputs("</div>\n<h2>Restitution against speed</h2>\n", file);
  put_figure(file, f->folder, "restitution_speed.svg",
             "Restitution against impact speed, damping constants calibrated once.", true);
  fputs("</main>\n</body>\n</html>\n", file);
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
        "latter. Tension is cut (separation: force).\n",
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
