/* SPDX-License-Identifier: MIT */
/* What the command knows about scenes. */
#include <stdlib.h>
#include <string.h>

#include "cli/run/kind.h"
#include "cli/text/scene_text.h"
#include "run/quantity.h"

static void announce(const carom_run *run)
{
  if (*run->scenario->title) printf("%s\n\n", run->scenario->title);
  scene_print_pairings(carom_scene_job_of(run), stdout);
}

static carom_status fill(cli_folder *folder, const carom_run *run, bool draw, carom_error *err)
{
  cli_figure energies = {.panels = 0};
  if (!draw) return CAROM_OK;
  carom_status status = scene_energies(run, &energies, err);
  if (status == CAROM_OK) status = folder_draw(folder, "energies.svg", &energies, err);
  figure_free(&energies);
  return status;
}

static const cli_column columns[] = {
    {"contacts", "contacts", "1", 1}, {"kinetic", "kinetic", "J", 0}, {"lost", "lost", "J", 0},
    {"budget", "residual", "J", 0},   {"step", "step", "s", 0},       {"note", "note", NULL, 0}};

static void measure(const carom_run *run, double *number)
{
  carom_scene *scene = carom_scene_job_of(run)->scene;
  const carom_scene_energy e = carom_scene_budget(scene);
  number[0] = (double)carom_scene_contacts(scene, NULL, NULL);
  number[1] = e.kinetic + e.rotational;
  number[2] = e.viscous + e.plastic + e.friction + e.rolling_loss + e.twisting_loss + e.stops;
  number[3] = e.residual;
  number[4] = carom_scene_step(scene);
}

static void add(cli_table *table, const double *value)
{
  for (int i = 0; i < 5; i++)
    table_number(table, value[i]);
}

/* Every line as a comment. */
static void print_pairings(const carom_scene_job *scene, FILE *file)
{
  char *text = NULL;
  size_t length = 0;
  FILE *memory = open_memstream(&text, &length);
  if (!memory) return;
  scene_print_pairings(scene, memory);
  fclose(memory);
  for (const char *line = text; text && *line;) {
    const size_t width = strcspn(line, "\n");
    if (width) fprintf(file, "# %.*s\n", (int)width, line);
    line += width + (line[width] == '\n');
  }
  free(text);
}

static int derive(const carom_input *input, const carom_scenario *scenario, FILE *file)
{
  int code = EXIT_OK;
  carom_run *run = kind_try(input, scenario, &code);
  if (!run) return code;
  const carom_scene_job *job = carom_scene_job_of(run);
  const carom_scene_counters work = carom_scene_stats(job->scene);
  char q[CAROM_QUANTITY_ROOM];
  print_pairings(job, file);
  scene_print_amounts(job, "# ", file);
  scene_print_pressed(job, "# ", file);
  run->kind->warn(run);
  fprintf(file, "# %s of memory\n", carom_quantity_print((double)work.bytes, "B", q));
  carom_run_destroy(run);
  return code;
}

static const char *const files[] = {"series.csv", "energies.svg", "measured.svg", "run.json",
                                    RUN_CHECKPOINT};

const cli_kind kind_scene = {KIND_PARTS,
                             .announce = announce,
                             .summary = scene_summary,
                             .close = scene_tell_verdicts,
                             .shows_failed = true,
                             .figure = scene_energies,
                             .note = carom_run_validity,
                             .derive = derive};
