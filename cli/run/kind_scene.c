/* SPDX-License-Identifier: MIT */
/* What the command knows about scenes. */
#include <stdlib.h>
#include <string.h>

#include "cli/run/kind.h"
#include "cli/figure/measure_figure.h"
#include "cli/text/scene_text.h"
#include "run/quantity.h"

static void announce(const carom_run *run)
{
  if (*run->scenario->title) printf("%s\n\n", run->scenario->title);
  scene_print_pairings(carom_scene_job_of(run), stdout);
}

static carom_status draw_measure(cli_folder *folder, const carom_scenario_measure *m,
                                 const carom_measure_state *state, carom_error *err)
{
  cli_figure figure = {.panels = 0};
  carom_status status = state->coarse ? profile_figure(state, &figure)
                                      : distribution_figure(m, state, &figure);
  if (status == CAROM_OK) status = folder_draw(folder, state->svg[0], &figure, err);
  figure_free(&figure);
  if (status != CAROM_OK || !state->coarse) return status;
  status = profile_stress_figure(state, &figure);
  if (status == CAROM_OK) status = folder_draw(folder, state->svg[1], &figure, err);
  figure_free(&figure);
  return status;
}

/* Tables of profiles, fields and distributions; those along one direction also as figures. */
static carom_status fill_measures(cli_folder *folder, const carom_run *run, bool draw,
                                  carom_error *err)
{
  const carom_scene_measures *all = &carom_scene_job_of(run)->measures;
  for (int k = 0; k < run->scenario->record.measures; k++) {
    const carom_scenario_measure *m = &run->scenario->record.measure[k];
    const carom_measure_state *state = &all->state[k];
    const carom_measure_table table = {all, k};
    const bool looked = state->coarse ? carom_coarse_looks(state->coarse) > 0 : state->looks > 0;
    if (!carom_measure_has_table(m) || !looked) continue;
    CAROM_TRY(folder_write(folder, state->csv, carom_measure_csv, &table, err));
    if (state->coarse) CAROM_TRY(folder_write(folder, state->vti, carom_measure_vti, &table, err));
    if (draw && m->what != CAROM_MEASURE_FIELD) CAROM_TRY(draw_measure(folder, m, state, err));
  }
  return CAROM_OK;
}

static carom_status fill(cli_folder *folder, const carom_run *run, bool draw, carom_error *err)
{
  cli_figure energies = {.panels = 0};
  CAROM_TRY(fill_measures(folder, run, draw, err));
  if (!draw) return CAROM_OK;
  carom_status status = scene_energies(run, &energies, err);
  if (status == CAROM_OK) status = folder_draw(folder, "energies.svg", &energies, err);
  figure_free(&energies);
  return status;
}

static const cli_column columns[] = {
    {"contacts", "contacts", "1", 0}, {"kinetic", "kinetic", "J", 0}, {"lost", "lost", "J", 0},
    {"budget", "residual", "J", 0},   {"step", "step", "s", 0},       {"note", "note", NULL, 0}};

static void measure(const carom_run *run, double *number)
{
  carom_scene *scene = carom_scene_job_of(run)->scene;
  const carom_scene_energy e = carom_scene_budget(scene);
  number[0] = (double)carom_scene_contacts(scene, NULL, NULL);
  number[1] = e.kinetic + e.rotational;
  number[2] = e.viscous + e.plastic + e.friction + e.rolling_loss + e.twisting_loss +
              e.adhesion_loss + e.stops;
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
