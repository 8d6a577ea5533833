/* SPDX-License-Identifier: MIT */
/* The report as one self-contained page, and the errata as Markdown. */
#include <string.h>

#include "cli/base/page.h"
#include "cli/reproduce/study.h"

static const char style[] =
    "main{max-width:76rem}\n"
    "nav{display:flex;flex-wrap:wrap;gap:.3rem 1.2rem;margin:1rem 0}\n"
    "a{color:inherit}\n"
    "h2{font-size:1.35rem}\nh3{font-size:1.02rem;margin:1.8rem 0 .4rem}\n"
    "pre{overflow-x:auto;font:.84rem/1.5 ui-monospace,'DejaVu Sans Mono',monospace;"
    "margin:.3rem 0 1rem;padding:.6rem .8rem;border-left:3px solid var(--line)}\n"
    ".wide td,.wide th{vertical-align:top}.summary td.t{min-width:0}\n"
    "td.t{white-space:normal;min-width:13rem}\n"
    "td em{display:block}td em::first-letter{text-transform:uppercase}\n"
    "tr.or td{border-bottom-style:dotted;color:var(--soft)}\n"
    "tr.or td.q{padding-left:1.2rem}\n"
    ".v{display:inline-block;min-width:4.6rem;font-weight:600}\n"
    ".v::before{display:inline-block;width:1.2rem;text-align:left}\n"
    ".v0{color:#00734f}.v0::before{content:'\\2713'}\n"
    ".v1{color:#0060a8}.v1::before{content:'\\2248'}\n"
    ".v2,.v4{color:#b34700}.v2::before,.v4::before{content:'\\2260'}\n"
    ".v3{color:var(--soft)}.v3::before{content:'\\2205'}\n"
    "@media (prefers-color-scheme:dark){.v0{color:#4cc9a0}.v1{color:#6ab8f0}"
    ".v2,.v4{color:#f09050}}\n"
    "ul{padding-left:1.2rem;max-width:52rem}li{margin:.35rem 0}\n"
    "dl{max-width:60rem}dt{margin-top:.8rem;font-weight:600}dd{margin:.1rem 0 0 1.2rem}\n"
    "code{font:.84rem ui-monospace,'DejaVu Sans Mono',monospace}\n"
    ".figures{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,24rem),1fr));"
    "gap:1rem 1.6rem;align-items:start}\n"
    ".figures figure{margin:.4rem 0}.figures figure.single{grid-column:span 2;max-width:none}\n"
    "@media (max-width:54rem){.figures figure.single{grid-column:1/-1;overflow-x:auto}"
    ".figures figure.single svg{width:200%}}\n"
    "@media (max-width:46rem){"
    ".numbers thead{display:none}.numbers tbody,.numbers table{display:block}\n"
    ".numbers tr{display:grid;grid-template-columns:1fr 1fr 1fr;gap:.1rem .6rem;padding:.5rem 0;"
    "border-bottom:1px solid var(--line)}\n"
    ".numbers tr.or{padding-left:1rem}\n"
    ".numbers td{border:0;padding:0;text-align:left;white-space:normal;min-width:0}\n"
    ".numbers td.w{grid-column:1/3;color:var(--soft)}.numbers td.vd{grid-area:1/3}\n"
    ".numbers td.q,.numbers td.r{grid-column:1/-1}.numbers tr.or td.q{display:none}\n"
    ".numbers td.m:empty{display:none}.numbers td.u{display:none}\n"
    ".summary th,.summary td{padding-right:.2rem}.summary th{white-space:normal}\n"
    ".numbers td[data-n]::before{content:attr(data-n);display:block;color:var(--soft);"
    "font-size:.76rem}\n"
    ".summary .by{display:none}}\n"
    "@media print{nav{display:none}h2{break-before:page}figure,tr{break-inside:avoid}}\n";

static void put(FILE *file, const char *open, const char *text, const char *close)
{
  fputs(open, file);
  table_put_html(file, text);
  fputs(close, file);
}

static void put_attribute(FILE *file, const char *text)
{
  for (; *text; text++)
    fputs(*text == '&' ? "&amp;" : *text == '"' ? "&quot;" : (char[]){*text, '\0'}, file);
}

/* The classes place the cells on narrow screens, where a row is a card. */
static void put_row(FILE *file, const repro_row *row, const char *measured)
{
  char value[32], difference[32];
  const bool again = row->number->reading > 0;
  fputs(again ? "<tr class=\"or\">" : "<tr>", file);
  put(file, "<td class=\"w\">", again ? "" : row->number->where, "</td>");
  put(file, "<td class=\"t q\">", again ? "or" : row->number->quantity, "</td>");
  put(file, "<td class=\"u\">", strcmp(row->number->unit, "1") ? row->number->unit : "", "</td>");
  put(file, "<td class=\"n\" data-n=\"published\">", row->number->printed, "</td>");
  put(file, "<td class=\"n\" data-n=\"computed\">", study_value(row, value), "</td>");
  put(file, "<td class=\"n\" data-n=\"difference\">", study_difference(row, difference), "</td>");
  fprintf(file, "<td class=\"vd\"><span class=\"v v%d\">%s</span></td>", (int)row->verdict,
          verdict_text(row->verdict));
  fputs("<td class=\"n m\" data-n=\"", file);
  put_attribute(file, measured);
  put(file, "\">", row->number->measured ? row->number->measured : "", "</td>");
  put(file, "<td class=\"t r\">", row->number->as, "");
  if (row->number->reason && row->verdict != REPRO_MATCH)
    put(file, "<em>", row->number->reason, "</em>");
  fputs("</td></tr>\n", file);
}

static void put_numbers(FILE *file, const repro_study *study, int p)
{
  const char *measured = study->paper[p]->measured;
  put(file,
      "<h3>Numbers</h3>\n<div class=\"wide "
      "numbers\"><table>\n<thead><tr><th>where</th><th>quantity</th>"
      "<th>unit</th><th class=\"n\">published</th><th class=\"n\">computed</th>"
      "<th class=\"n\">difference</th><th>verdict</th><th class=\"n\">",
      measured, "</th><th>computed as; remark</th></tr></thead>\n<tbody>");
  for (int i = 0; i < study->paper[p]->numbers; i++)
    put_row(file, &study->row[p][i], measured);
  fputs("</tbody></table></div>\n", file);
}

static void put_equations(FILE *file, const carom_paper *paper)
{
  fputs("<h3>Equations used, corrected where needed</h3>\n", file);
  for (int i = 0; i < paper->equations; i++) {
    put(file, "<p class=\"note\">", paper->equation[i].name, "</p>\n");
    put(file, "<pre>", paper->equation[i].text, "</pre>\n");
  }
}

static void put_errata(FILE *file, const carom_paper *paper)
{
  fputs(
      "<h3>Corrections</h3>\n<div class=\"wide\"><table>\n<thead><tr><th>where</th><th>printed</th>"
      "<th>read here as</th><th>why</th></tr></thead>\n<tbody>",
      file);
  for (int i = 0; i < paper->errata; i++) {
    const carom_paper_erratum *e = &paper->erratum[i];
    put(file, "<tr><td>", e->where, "</td>");
    put(file, "<td class=\"t\">", e->printed, "</td>");
    put(file, "<td class=\"t\">", e->instead, "</td>");
    put(file, "<td class=\"t\">", e->why, "</td></tr>\n");
  }
  fputs("</tbody></table></div>\n<h3>What could not be reproduced, and why</h3>\n<ul>\n", file);
  for (int i = 0; i < paper->opens; i++)
    put(file, "<li>", paper->open[i], "</li>\n");
  fputs("</ul>\n", file);
}

static void put_figures(FILE *file, const repro_page *page, const carom_paper *paper)
{
  fputs("<h3>Figures, drawn from our own runs</h3>\n<div class=\"figures\">\n", file);
  for (int i = 0; i < paper->panels; i++) {
    const carom_paper_panel *panel = &paper->panel[i];
    char name[64], caption[600];
    if (!study_wants(page->study, panel)) continue;
    panel_file(paper, panel, name);
    snprintf(caption, sizeof caption, "Fig. %s. %s%s%s", panel->name, panel->caption,
             panel->missing ? " " : "", panel->missing ? panel->missing : "");
    page_figure(file, page->folder, name, caption, panel->wide);
  }
  fputs("</div>\n", file);
}

static void put_counts(FILE *file, const char *reading, const int count[REPRO_COUNTED])
{
  fprintf(file, "<td>%s</td>", reading);
  for (int v = 0; v < REPRO_COUNTED; v++)
    fprintf(file, "<td class=\"n\">%d</td>", count[v]);
  fputs("</tr>\n", file);
}

/* Two rows per paper, so that the table fits on a phone. */
static void put_summary(FILE *file, const repro_study *study)
{
  static const char *const titles[REPRO_COUNTED] = {"match", "close", "differ", "not a property"};
  fputs("<div class=\"wide summary\"><table>\n<thead><tr><th>paper</th><th class=\"n "
        "by\">numbers</th>"
        "<th>reading</th>",
        file);
  for (int k = 0; k < REPRO_COUNTED; k++)
    fprintf(file, "<th class=\"n\">%s</th>", titles[k]);
  fputs("</tr></thead>\n<tbody>", file);
  for (int p = 0; p < study->papers; p++) {
    const repro_counts c = study_counts(study, p);
    fprintf(file, "<tr><td class=\"t\" rowspan=\"2\"><a href=\"#p%s\">%s</a> ",
            study->paper[p]->name, study->paper[p]->name);
    put(file, "<span class=\"by\">", study->paper[p]->authors, "</span></td>");
    fprintf(file, "<td class=\"n by\" rowspan=\"2\">%d</td>", c.numbers);
    put_counts(file, "as stated", c.stated);
    fputs("<tr>", file);
    put_counts(file, "best", c.best);
  }
  fputs("</tbody></table></div>\n", file);
}

static void put_paper(FILE *file, const repro_page *page, int p)
{
  const carom_paper *paper = page->study->paper[p];
  fprintf(file, "<h2 id=\"p%s\">%s. ", paper->name, paper->name);
  put(file, "", paper->title, "</h2>\n");
  put(file, "<p class=\"by\">", paper->authors, "</p>\n");
  page_paragraph(file, paper->setting);
  put_equations(file, paper);
  put_numbers(file, page->study, p);
  if (page->study->pictures)
    put_figures(file, page, paper);
  else
    fputs("<p class=\"note\">There are no figures because gnuplot was not found.</p>\n", file);
  put_errata(file, paper);
}

void study_html(const void *user, FILE *file)
{
  const repro_page *page = user;
  page_begin(file, "Five papers on contact and impact, recomputed",
             "Every computed number and every figure on this page was computed for it.", style);
  page_paragraph(
      file, "Every number and figure that the papers print, computed anew from scenario files. "
            "The verdict is computed from the printed text and the value: match, the value "
            "rounds to the printed digits; close, within 1.5 %; differs. Not a property: what is "
            "printed depends on the solver and not on the model. The first line of a number is "
            "what the paper states, by the conventions told above its table, whether it agrees or "
            "not; lines below it (or) are other readings of the same number, such as another "
            "separation rule or a corrected constant. Measured and finite-element values are the "
            "papers' own.");
  put_summary(file, page->study);
  for (int p = 0; p < page->study->papers; p++)
    put_paper(file, page, p);
  page_end(file);
}

/* A cell of a Markdown table. */
static void put_cell(FILE *file, const char *text)
{
  fputs("| ", file);
  for (; *text; text++) {
    if (strchr("|*_<", *text)) fputc('\\', file);
    fputc(*text, file);
  }
  fputc(' ', file);
}

static void put_item(FILE *file, const char *text)
{
  fputs("- ", file);
  for (; *text; text++) {
    if (strchr("*_<", *text)) fputc('\\', file);
    fputc(*text, file);
  }
  fputc('\n', file);
}

void study_errata(const repro_study *study, FILE *file)
{
  fputs(
      "# Errata\n\n"
      "What was found wrong, or could not be reproduced, in the five papers whose numbers `carom\n"
      "reproduce` computes anew, with the evidence. Papers of this kind are written by hand and\n"
      "survive many revisions; most of what follows are slips of the pen that change no "
      "conclusion.\nThe numbers themselves, with their verdicts, are printed by `carom reproduce`. "
      "This page is\nwritten by `carom reproduce --errata` (`make docs`).\n",
      file);
  for (int p = 0; p < study->papers; p++) {
    const carom_paper *paper = study->paper[p];
    fprintf(file,
            "\n## %s\n\n%s: %s\n\n| where | printed | read here as | why |\n|---|---|---|---|\n",
            paper->name, paper->authors, paper->title);
    for (int i = 0; i < paper->errata; i++) {
      const carom_paper_erratum *e = &paper->erratum[i];
      put_cell(file, e->where);
      put_cell(file, e->printed);
      put_cell(file, e->instead);
      put_cell(file, e->why);
      fputs("|\n", file);
    }
    fputs("\nNot reproduced, or not given:\n\n", file);
    for (int i = 0; i < paper->opens; i++)
      put_item(file, paper->open[i]);
  }
}
