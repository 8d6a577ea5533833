/* SPDX-License-Identifier: MIT */
#include "cli/text/stage_text.h"

#include <string.h>

#include "cli/text/law_text.h"
#include "cli/base/table.h"

enum { WIDTH = 96 };

/* The stages in words. */
static const struct words {
  const char *stage, *title, *without, *example, *curves;
} words[] = {
    {"tangential", "Tangential models", "without one they are smooth", "mindlin, friction: 0.5",
     "Curves: two spheres of 4 mm and 10 MPa under a constant load slide to one side, to the other "
     "and back, with the defaults of the model."},
    {"rolling", "Rolling models", "without one they do not resist rolling",
     "elastic-plastic, friction: 0.1",
     "Curves: two spheres of 4 mm and 10 MPa under a constant load roll to one side, to the other "
     "and back within 0.1 s, with the defaults of the model."},
    {"twisting", "Twisting models", "without one they do not resist twisting",
     "marshall, friction: 0.5",
     "Curves: two spheres of 4 mm and 10 MPa under a constant load twist to one side, to the other "
     "and back within 0.1 s, with the defaults of the model."},
    {"adhesion", "Adhesion models", "without one only laws that adhere by themselves pull",
     "dmt, work_of_adhesion: 50 mJ/m2",
     "Curves: the force of Hertz and of the model between spheres of 0.1 mm and 10 MPa that touch "
     "and part, with its defaults; negative overlaps are gaps."},
};

static const struct words *words_of(const char *stage)
{
  const struct words *w = words;
  while (strcmp(w->stage, stage) != 0)
    w++;
  return w;
}

const carom_stage *stage_model_named(const char *name, const char **stage)
{
  const carom_stage *model = NULL;
  for (int k = 0; carom_stage_name(k); k++) {
    *stage = carom_stage_name(k);
    if (carom_stage_named(*stage, name, &model, NULL) == CAROM_OK) return model;
  }
  return NULL;
}

static void list(const char *stage, FILE *file)
{
  static const cli_column columns[] = {{"model", "model", NULL, 0},
                                       {"settings", "settings", NULL, 0},
                                       {"what it is", "summary", NULL, 0}};
  cli_table table = table_new(columns, sizeof columns / sizeof *columns);
  for (int i = 0; i < carom_stage_models(stage); i++) {
    const carom_stage *model = carom_stage_model(stage, i);
    table_text(&table, carom_stage_about(model)->name);
    table_number(&table, carom_stage_fields(model).count);
    table_text(&table, carom_stage_about(model)->summary);
  }
  table_write_text(&table, file);
  table_free(&table);
}

void stage_lists(FILE *file)
{
  for (int k = 0; carom_stage_name(k); k++) {
    const char *stage = carom_stage_name(k);
    fprintf(file, "\n%s, for contacts of scenes (%s: {model: NAME}):\n\n", words_of(stage)->title,
            stage);
    list(stage, file);
  }
}

void stage_page(const char *stage, const carom_stage *model, FILE *file)
{
  const carom_stage_info *info = carom_stage_about(model);
  const carom_field *first = carom_stage_fields(model).field;
  fprintf(file, "%s: %s\n\n  one of the %s models, for contacts of scenes\n", info->name,
          info->summary, stage);
  law_print_body(info->aliases, info->equation, carom_stage_fields(model), file);
  if (info->validity) {
    fputs("\nValidity\n", file);
    table_paragraph(file, info->validity, 2, WIDTH);
  }
  fputs("\nSource\n", file);
  table_paragraph(file, info->source, 2, WIDTH);
  fprintf(file,
          "\nIn a scenario file\n  contacts:\n    - {between: [glass, glass], law: tsuji, "
          "restitution: 0.6,\n       %s: {model: %s, %s: %.4g%s%s}}\n",
          stage, info->name, first->name, first->fallback, strcmp(first->unit, "1") ? " " : "",
          strcmp(first->unit, "1") ? first->unit : "");
}

void stage_picture(const char *stage, const carom_stage *model, char name[128])
{
  snprintf(name, 128, "%s-%s.svg", stage, carom_stage_about(model)->name);
}

void stage_section(const carom_stage *model, FILE *file)
{
  const carom_stage_info *info = carom_stage_about(model);
  fprintf(file, "## %s\n\n%s", info->name, info->summary);
  law_markdown_body(info->aliases, info->equation, "", carom_stage_fields(model), file);
  if (info->validity) fprintf(file, "\nValidity: %s\n", info->validity);
  fprintf(file, "\nSource: %s\n", info->source);
}

void stage_manual(const char *stage, FILE *file)
{
  const struct words *w = words_of(stage);
  char picture[128];
  fprintf(file,
          "<!-- Written by 'carom law --markdown': change the headers of the models instead. -->\n"
          "# %s\n\nContacts of [scenes](../scenes.md) take one beside their law, as in "
          "`%s: {model: %s}`; %s. %s\n",
          w->title, stage, w->example, w->without, w->curves);
  for (int i = 0; i < carom_stage_models(stage); i++) {
    const carom_stage *model = carom_stage_model(stage, i);
    fputc('\n', file);
    stage_section(model, file);
    stage_picture(stage, model, picture);
    fprintf(file, "\n![%s](%s)\n", carom_stage_about(model)->name, picture);
  }
}
