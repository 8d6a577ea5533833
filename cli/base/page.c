/* SPDX-License-Identifier: MIT */
#include "cli/base/page.h"

#include <stdlib.h>
#include <string.h>

#include <carom/base.h>

#include "cli/base/output.h"
#include "cli/base/table.h"

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
    /* maps the colours written by gnuplot to the reader's colour scheme */
    "svg rect[fill=\"#ffffff\"]{fill:none}\n"
    "svg g[color=\"black\"]{color:inherit}\n"
    "svg [stroke=\"black\"],svg [stroke=\"rgb(  0,   0,   0)\"]{stroke:currentColor}\n"
    "svg [fill=\"rgb(0,0,0)\"]{fill:currentColor}\n"
    "svg [stroke=\"rgb(221, 221, 221)\"]{stroke:var(--grid)}\n";

void page_begin(FILE *file, const char *title, const char *line, const char *more_style)
{
  fprintf(file,
          "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
          "<title>%s</title>\n<style>\n%s%s</style>\n</head>\n<body>\n<main>\n<h1>%s</h1>\n"
          "<p class=\"by\">carom %s. %s</p>\n",
          title, style, more_style, title, carom_version(), line);
}

void page_end(FILE *file)
{
  fputs("</main>\n</body>\n</html>\n", file);
}

/* Writes a part of a picture without ids, which would repeat on the page. Ids of dots are made
 * unique by the name of the picture. */
static void put_part(FILE *file, const char *text, size_t length, const char *name)
{
  static const char group[] = "<g id=\"", dot[] = "gpPt";
  const char *end = text + length;
  while (text < end) {
    if (!strncmp(text, group, strlen(group))) {
      fputs("<g ", file);
      text = strchr(text + strlen(group), '"') + 1;
    } else if (!strncmp(text, dot, strlen(dot))) {
      fprintf(file, "dot-%s-", name);
      text += strlen(dot);
    } else {
      fputc(*text++, file);
    }
  }
}

/* Definitions are left out unless dots need them. */
static void inline_svg(FILE *file, const char *svg, const char *name, const char *label)
{
  const char *start = strstr(svg, "<svg");
  const char *title = start ? strstr(start, "<title>") : NULL;
  const char *canvas = title ? strstr(title, "<g id=") : NULL;
  const char *defs = canvas ? strstr(canvas, "<defs>") : NULL;
  const char *filter = defs ? strstr(defs, "<filter") : NULL;
  const char *after = defs ? strstr(defs, "</defs>") : NULL;
  if (!after || !filter) return;
  const char *rest = after + strlen("</defs>");
  start += strlen("<svg");
  /* all pictures get the same scale, so that letters on a page have one size */
  const char *box = strstr(start, "viewBox=\"");
  double width = 0;
  if (box && box < title && sscanf(box, "viewBox=\"%*f %*f %lf", &width) != 1) width = 0;
  fprintf(file, "<svg role=\"img\" aria-label=\"%s\"", label);
  if (width > 0) fprintf(file, " style=\"max-width:%.0fpx\"", width);
  put_part(file, start, (size_t)(title - start), name);
  put_part(file, canvas, (size_t)(defs - canvas), name);
  if (strstr(rest, "#gpPt")) {
    put_part(file, defs, (size_t)(filter - defs), name);
    fputs("</defs>", file);
  }
  put_part(file, rest, strlen(rest), name);
}

void page_figure(FILE *file, const char *folder, const char *name, const char *caption, bool single)
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
      inline_svg(file, text, name, caption);
      fprintf(file, "<figcaption>%s</figcaption></figure>\n", caption);
    }
  }
  free(text);
  fclose(picture);
}

void page_paragraph(FILE *file, const char *text)
{
  fputs("<p>", file);
  table_put_html(file, text);
  fputs("</p>\n", file);
}
