/* SPDX-License-Identifier: MIT */
#include "cli/text/law_manual.h"

#include "cli/figure/figure.h"
#include "cli/figure/impact_figure.h"
#include "cli/figure/stage_figure.h"
#include "cli/text/law_table.h"
#include "cli/text/law_text.h"
#include "cli/base/output.h"
#include "cli/text/stage_text.h"

/* The pages of the stages and the index follow those of the laws. */
static int pages(void)
{
  int stages = 0;
  while (carom_stage_name(stages))
    stages++;
  return carom_law_count() + stages + 1;
}

static const char *stage_at(int k)
{
  return carom_stage_name(k - carom_law_count());
}

/* "NAME.md" or "NAME.svg" of page number k. */
static void file_name(int k, const char *ending, char name[128])
{
  const carom_law *law = carom_law_at(k);
  const char *other = stage_at(k) ? stage_at(k) : "README";
  snprintf(name, 128, "%s.%s", law ? carom_law_about(law)->name : other, ending);
}

static bool file_path(const char *folder, int k, const char *ending, char path[OUTPUT_PATH])
{
  char name[128];
  file_name(k, ending, name);
  return output_join(path, folder, name);
}

static void write_page(const void *number, FILE *file)
{
  const int k = *(const int *)number;
  char picture[128];
  file_name(k, "svg", picture);
  if (carom_law_at(k))
    law_markdown(carom_law_at(k), picture, file);
  else if (stage_at(k))
    stage_manual(stage_at(k), file);
  else
    law_markdown_index(file);
}

/* Draws force against overlap, and the elastic part if it differs. */
static carom_status draw(const carom_law *law, const char *path, bool force, carom_error *err)
{
  const carom_law_info *info = carom_law_about(law);
  const carom_impact_request trial = law_trial(law);
  carom_outcome outcome;
  if (carom_outcome_find(&trial.contact, &trial.impact, &outcome) != CAROM_OK) {
    *err = outcome.error;
    return outcome.status;
  }
  cli_figure both = impact_figure();
  carom_status status = CAROM_OK;
  if (info->traits & CAROM_LAW_VISCOUS)
    status = impact_figure_elastic(&both, &trial.impact, &outcome, err);
  const cli_look look = {look_of_law(info->name).colour, ""};
  if (status == CAROM_OK)
    status = impact_figure_add(&both, &trial.impact, &outcome, NULL, info->name, look, err);
  both.panel[0].title = NULL; /* the page has the title */
  const cli_figure loop = {.panel = {both.panel[0]}, .panels = 1};
  if (status == CAROM_OK) status = figure_write(&loop, path, force, err);
  figure_free(&both);
  return status;
}

/* Nothing is written unless everything can be. */
static int check_files(const char *folder, bool force)
{
  static const char *const endings[] = {"md", "svg"};
  char path[OUTPUT_PATH];
  int code = output_folder("--output", folder);
  for (int k = 0; code == EXIT_OK && k < pages(); k++)
    for (int i = 0; code == EXIT_OK && i < 2; i++)
      code = file_path(folder, k, endings[i], path) ? output_check("--output", path, force)
                                                    : EXIT_INPUT;
  return code;
}

/* Draws the pictures of the models of a stage. If `drawn` is false, only checks whether they may be
 * written. */
static int stage_pictures(const char *folder, const char *stage, bool drawn, bool force)
{
  char path[OUTPUT_PATH], name[128];
  carom_error err = {.code = CAROM_ERR_MEMORY};
  for (int i = 0; i < carom_stage_models(stage); i++) {
    const carom_stage *model = carom_stage_model(stage, i);
    stage_picture(stage, model, name);
    if (!output_join(path, folder, name)) return EXIT_INPUT;
    const int code = drawn ? EXIT_OK : output_check("--output", path, force);
    if (code != EXIT_OK) return code;
    if (drawn && stage_figure_write(stage, model, path, force, &err) != CAROM_OK)
      return message_error(&err);
  }
  return EXIT_OK;
}

int law_manual(const char *folder, bool force)
{
  char path[OUTPUT_PATH];
  carom_error err = {.code = CAROM_ERR_MEMORY};
  int code = check_files(folder, force);
  for (int k = 0; code == EXIT_OK && carom_stage_name(k); k++)
    code = stage_pictures(folder, carom_stage_name(k), false, force);
  if (code != EXIT_OK) return code;
  const bool pictures = figure_possible();
  for (int k = 0; k < pages(); k++) {
    file_path(folder, k, "md", path);
    if (output_write(path, force, write_page, &k, &err) != CAROM_OK) return message_error(&err);
    file_path(folder, k, "svg", path);
    if (pictures && carom_law_at(k) && draw(carom_law_at(k), path, force, &err) != CAROM_OK)
      return message_error(&err);
    if (pictures && stage_at(k)) code = stage_pictures(folder, stage_at(k), true, force);
    if (code != EXIT_OK) return code;
  }
  printf("%d pages and their index README.md are in %s\n", pages() - 1, folder);
  return EXIT_OK;
}
