/* SPDX-License-Identifier: MIT */
#include "cli/text/tangential_text.h"

#include "cli/text/law_text.h"
#include "cli/base/table.h"

enum { WIDTH = 96 };

void tangential_list(FILE *file)
{
  static const cli_column columns[] = {{"model", "model", NULL, 0},
                                       {"settings", "settings", NULL, 0},
                                       {"what it is", "summary", NULL, 0}};
  cli_table table = table_new(columns, sizeof columns / sizeof *columns);
  for (int i = 0; i < carom_tangential_count(); i++) {
    const carom_tangential *model = carom_tangential_at(i);
    table_text(&table, carom_tangential_about(model)->name);
    table_number(&table, carom_tangential_fields(model).count);
    table_text(&table, carom_tangential_about(model)->summary);
  }
  table_write_text(&table, file);
  table_free(&table);
}

void tangential_page(const carom_tangential *model, FILE *file)
{
  const carom_tangential_info *info = carom_tangential_about(model);
  fprintf(file, "%s: %s\n\n  a tangential model, for contacts of scenes\n", info->name,
          info->summary);
  law_print_body(info->aliases, info->equation, carom_tangential_fields(model), file);
  fputs("\nSource\n", file);
  table_paragraph(file, info->source, 2, WIDTH);
  fprintf(file,
          "\nIn a scenario file\n  contacts:\n    - {between: [glass, glass], law: tsuji, "
          "restitution: 0.6,\n       tangential: {model: %s, friction: 0.5}}\n",
          info->name);
}

void tangential_section(const carom_tangential *model, FILE *file)
{
  const carom_tangential_info *info = carom_tangential_about(model);
  fprintf(file, "## %s\n\n%s", info->name, info->summary);
  law_markdown_body(info->aliases, info->equation, "", carom_tangential_fields(model), file);
  fprintf(file, "\nSource: %s\n", info->source);
}

void tangential_manual(FILE *file)
{
  fputs(
      "<!-- Written by 'carom law --markdown': change the headers of the models instead. -->\n"
      "# Tangential models\n\nContacts of [scenes](../scenes.md) take one beside their law, as in "
      "`tangential: {model: mindlin, friction: 0.5}`; without one they are smooth.\n",
      file);
  for (int i = 0; i < carom_tangential_count(); i++) {
    fputc('\n', file);
    tangential_section(carom_tangential_at(i), file);
  }
}
