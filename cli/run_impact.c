/* SPDX-License-Identifier: MIT */
/* The impact of a scenario. */
#include <stdio.h>

#include "cli/impact_figure.h"
#include "cli/impact_text.h"
#include "cli/run_folder.h"

cli_trial run_trial(const carom_scenario *scenario)
{
  return (cli_trial){.contact = scenario->joint[0].def,
                     .speed = scenario->impact.speed,
                     .tolerance = scenario->run.tolerance,
                     .integrator = (carom_integrator_name)scenario->run.integrator};
}

static void members(carom_json *json, const void *outcome)
{
  impact_members(json, outcome, false);
}

static int print_json(const cli_outcome *outcome)
{
  carom_json json = carom_json_to_file(stdout);
  carom_error err = {0};
  carom_json_object(&json, NULL);
  members(&json, outcome);
  carom_json_end(&json);
  return carom_json_finish(&json, &err) == CAROM_OK ? ENDED_WELL : message_error(&err);
}

static carom_status make_figure(const cli_trial *trial, const cli_outcome *outcome,
                                cli_figure *figure, carom_error *err)
{
  const carom_law_info *law = carom_law_about(outcome->contact.law);
  if (law->traits & CAROM_LAW_VISCOUS)
    CAROM_TRY(impact_figure_elastic(figure, trial, outcome, err));
  return impact_figure_add(figure, trial, outcome, NULL, law->name, look_of_law(law->name), err);
}

static carom_status fill(const cli_run *run, const carom_scenario *scenario, const cli_trial *trial,
                         const cli_outcome *outcome, const cli_figure *figure, carom_error *err)
{
  enum { SAMPLES = 200 };
  cli_folder folder = {.run = run};
  cli_history history = {0};
  const double every = scenario->record.every == CAROM_UNSET ? outcome->impact.duration / SAMPLES
                                                             : scenario->record.every;
  carom_status status = trial_record_every(trial, outcome, NULL, every, &history, err);
  if (status == CAROM_OK)
    status = folder_write(&folder, "series.csv", impact_history_csv, &history, err);
  history_free(&history);
  if (status == CAROM_OK && figure) status = folder_draw(&folder, "forces.svg", figure, err);
  if (status == CAROM_OK) status = folder_finish(&folder, scenario, false, members, outcome, err);
  return status;
}

static int deliver(const cli_run *run, const carom_scenario *scenario, const cli_trial *trial,
                   const cli_outcome *outcome)
{
  carom_error err = {.code = CAROM_ERR_MEMORY};
  carom_status status = CAROM_OK;
  cli_figure figure = impact_figure();
  const bool draw = (run->plot || run->output) && figure_possible();
  if (draw) status = make_figure(trial, outcome, &figure, &err);
  if (status == CAROM_OK && run->output)
    status = fill(run, scenario, trial, outcome, draw ? &figure : NULL, &err);
  if (status == CAROM_OK && draw && run->plot)
    status = figure_write(&figure, run->plot, run->force, &err);
  figure_free(&figure);
  return status == CAROM_OK ? ENDED_WELL : message_error(&err);
}

int run_impact(const cli_run *run, const carom_scenario *scenario)
{
  static const char *const names[] = {"series.csv", "forces.svg", "run.json"};
  const cli_trial trial = run_trial(scenario);
  cli_outcome outcome;
  int code = run->output ? folder_check(run, names, 3) : ENDED_WELL;
  if (code != ENDED_WELL) return code;
  if (trial_run(&trial, &outcome) != CAROM_OK) return message_error(&outcome.error);
  if (run->json) {
    code = print_json(&outcome);
  } else {
    if (*scenario->title) printf("%s\n\n", scenario->title);
    impact_summary(&trial, &outcome, false);
  }
  return code == ENDED_WELL ? deliver(run, scenario, &trial, &outcome) : code;
}
