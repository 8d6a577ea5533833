/* SPDX-License-Identifier: MIT */
#include "cli/text/law_text.h"

#include <string.h>

#include "cli/text/impact_text.h"
#include "cli/text/law_table.h"
#include "cli/base/table.h"
#include "cli/text/stage_text.h"
#include "core/fields.h"

enum { WIDTH = 96 };

static const char *keeps(unsigned traits)
{
  if (traits & CAROM_LAW_ADHERES) return "touch";
  if (traits & CAROM_LAW_REMEMBERS) return "largest overlap";
  return traits & CAROM_LAW_STORES_IMPACT_SPEED ? "touch speed" : "nothing";
}

static cli_table list(void)
{
  static const cli_column columns[] = {
      {"law", "law", NULL, 0},           {"family", "family", NULL, 0},
      {"keeps", "keeps", NULL, 0},       {"needs", "needs", NULL, 0},
      {"settings", "settings", NULL, 0}, {"what it is", "summary", NULL, 0}};
  cli_table table = table_new(columns, sizeof columns / sizeof *columns);
  for (int i = 0; i < carom_law_count(); i++) {
    const carom_law *law = carom_law_at(i);
    const carom_law_info *info = carom_law_about(law);
    table_text(&table, info->name);
    table_text(&table, info->family);
    table_text(&table, keeps(info->traits));
    table_text(&table, info->traits & CAROM_LAW_YIELDS ? "yield stress" : "-");
    table_number(&table, carom_law_fields(law).count);
    table_text(&table, info->summary);
  }
  return table;
}

void law_list(FILE *file)
{
  cli_table table = list();
  table_write_text(&table, file);
  table_free(&table);
  stage_lists(file);
  fputs("\n'carom law NAME' tells more about one.\n", file);
}

static void print_aliases(const char *aliases, FILE *file)
{
  for (; *aliases; aliases++) {
    if (*aliases == '|')
      fputs(", ", file);
    else
      fputc(*aliases, file);
  }
}

static void print_lines(const char *text, const char *indent, FILE *file)
{
  while (*text) {
    const size_t length = strcspn(text, "\n");
    fprintf(file, "%s%.*s\n", indent, (int)length, text);
    text += length + (text[length] == '\n');
  }
}

static void print_settings(carom_fields fields, FILE *file)
{
  for (int i = 0; i < fields.count; i++) {
    const carom_field *f = &fields.field[i];
    char value[96], accepts[200];
    carom_field_print(f, f->fallback, value, sizeof value);
    fprintf(file, "  %-24s %-12s %s\n", f->name, value, law_accepts(f, accepts));
    table_paragraph(file, f->text, 6, WIDTH);
  }
}

void law_print_body(const char *aliases, const char *equation, carom_fields fields, FILE *file)
{
  if (*aliases) {
    fputs("  also    ", file);
    print_aliases(aliases, file);
    fputc('\n', file);
  }
  fputs("\nEquation\n", file);
  print_lines(equation, "  ", file);
  fputs("\nSettings: name, default, what is accepted\n", file);
  print_settings(fields, file);
}

void law_page(const carom_law *law, FILE *file)
{
  const carom_law_info *info = carom_law_about(law);
  char text[320];
  fprintf(file, "%s: %s\n\n  family  %s\n", info->name, info->summary, info->family);
  law_print_body(info->aliases, info->equation, carom_law_fields(law), file);
  fputs("\nFacts\n", file);
  for (int k = 0; law_fact(law, k, text); k++)
    table_paragraph(file, law_fact(law, k, text), 2, WIDTH);
  fputs("\nValidity\n", file);
  table_paragraph(file, info->validity, 2, WIDTH);
  fputs("\nSource\n", file);
  table_paragraph(file, info->source, 2, WIDTH);
  fputs("\nStatus\n", file);
  table_paragraph(file, info->status, 2, WIDTH);
}

static void put_markdown(cli_table table, FILE *file)
{
  table_write_markdown(&table, file);
  table_free(&table);
}

static void put_settings(carom_fields fields, FILE *file)
{
  static const cli_column columns[] = {{"setting", "", NULL, 0},
                                       {"default", "", NULL, 0},
                                       {"accepts", "", NULL, 0},
                                       {"meaning", "", NULL, 0}};
  cli_table table = table_new(columns, sizeof columns / sizeof *columns);
  for (int i = 0; i < fields.count; i++) {
    const carom_field *f = &fields.field[i];
    char name[64], value[96], accepts[200];
    snprintf(name, sizeof name, "`%s`", f->name);
    carom_field_print(f, f->fallback, value, sizeof value);
    table_text(&table, name);
    table_text(&table, value);
    table_text(&table, law_accepts(f, accepts));
    table_text(&table, f->text);
  }
  put_markdown(table, file);
}

void law_markdown_body(const char *aliases, const char *equation, const char *heading,
                       carom_fields fields, FILE *file)
{
  if (*aliases) {
    fputs(" Also called: ", file);
    print_aliases(aliases, file);
    fputc('.', file);
  }
  fputs("\n\n```\n", file);
  print_lines(equation, "", file);
  fprintf(file, "```\n\n%s", heading);
  put_settings(fields, file);
}

/* Results on two steel spheres, or on grains small and soft enough to adhere. */
static void put_results(const carom_law *law, const char *picture, FILE *file)
{
  const carom_law_info *info = carom_law_about(law);
  const bool adheres = (info->traits & CAROM_LAW_ADHERES) != 0;
  const char *bodies = adheres ? "wo spheres of 50 um radius (E 10 MPa, 1500 kg/m3)"
                               : "wo steel spheres of 20 mm radius";
  const carom_impact_request trial = law_trial(law);
  if (picture)
    fprintf(file, "## Loop\n\n![Force against overlap](%s)\n\nT%s at %g m/s%s.\n\n", picture,
            bodies, trial.impact.speed,
            info->traits & CAROM_LAW_VISCOUS ? "; dashed: the elastic part alone" : "");
  fputs("## Restitution\n\n", file);
  if (info->dampings == 0) {
    fputs("Delivered by two steel spheres of 20 mm radius:\n\n", file);
    put_markdown(law_speed_table(law), file);
    fputc('\n', file);
  }
  for (int which = 0; which < info->dampings; which++) {
    fprintf(file, "Delivered when asked%s, t%s at %.3g m/s; - where it cannot be had:\n\n",
            info->dampings < 2 ? ""
            : which == 0       ? " of an impact below yield"
                               : " of an impact beyond yield",
            bodies, law_row_speed(&trial, which));
    put_markdown(law_asked_table(&trial, which), file);
    fputc('\n', file);
  }
}

void law_markdown(const carom_law *law, const char *picture, FILE *file)
{
  const carom_law_info *info = carom_law_about(law);
  char text[320];
  fprintf(file,
          "<!-- Written by 'carom law --markdown': change the header of the law instead. "
          "-->\n# %s\n\n%s\n\nFamily: %s.",
          info->name, info->summary, info->family);
  law_markdown_body(info->aliases, info->equation, "## Settings\n\n", carom_law_fields(law), file);
  fputs("\n## Facts\n\n", file);
  for (int k = 0; law_fact(law, k, text); k++)
    fprintf(file, "- %s\n", law_fact(law, k, text));
  fputc('\n', file);
  put_results(law, picture, file);
  fprintf(file, "## Validity\n\n%s\n\n## Source\n\n%s\n\n## Status\n\n%s\n\n", info->validity,
          info->source, info->status);
  fprintf(file, "## Try it\n\n```\ncarom impact %s\n```\n", info->name);
}

void law_markdown_index(FILE *file)
{
  fputs("<!-- Written by 'carom law --markdown': change the headers of the laws instead. -->\n"
        "# Contact laws\n\n[Which law should I use?](../which_law.md)\n\n"
        "| law | family | what it is |\n|---|---|---|\n",
        file);
  for (int i = 0; i < carom_law_count(); i++) {
    const carom_law_info *info = carom_law_about(carom_law_at(i));
    fprintf(file, "| [%s](%s.md) | %s | %s |\n", info->name, info->name, info->family,
            info->summary);
  }
  fputs("\nContacts of scenes take a [tangential model](tangential.md) beside their law, models of "
        "[rolling](rolling.md) and\n[twisting](twisting.md) resistance, and of "
        "[adhesion](adhesion.md).\n",
        file);
}
