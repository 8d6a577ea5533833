/* SPDX-License-Identifier: MIT */
/* The impact of a scenario, computed. */
#include "cli/run/run_impact.h"

#include <stdio.h>
#include <stdlib.h>

#include "cli/text/defaults.h"
#include "cli/figure/impact_figure.h"
#include "cli/text/impact_text.h"
#include "cli/run/run_folder.h"

enum { COLUMNS = 9, SAMPLES = 200 };

void impact_columns(const carom_scenario *scenario, cli_record *record)
{
  static const struct {
    const char *name, *unit;
  } column[COLUMNS] = {{"time", "s"},   {"overlap", "m"}, {"approach", "m/s"},
                       {"force", "N"},  {"elastic", "N"}, {"dissipative", "N"},
                       {"stored", "J"}, {"viscous", "J"}, {"plastic", "J"}};
  (void)scenario;
  for (int i = 0; i < COLUMNS; i++)
    record_add(record, column[i].unit, "%s", column[i].name);
}

cli_record impact_record(const cli_impact_run *run)
{
  cli_record record = {.rows = run->rows, .value = run->row};
  impact_columns(run->scenario, &record);
  return record;
}

static carom_status keep_rows(cli_impact_run *run, carom_error *err)
{
  const double every = run->scenario->record.every;
  cli_history history = {0};
  carom_status status = trial_record_every(
      &run->trial, &run->outcome, NULL,
      every == CAROM_UNSET ? run->outcome.impact.duration / SAMPLES : every, &history, err);
  if (status == CAROM_OK)
    run->row = malloc(((size_t)history.count * COLUMNS + 1) * sizeof *run->row);
  if (status == CAROM_OK && !run->row)
    status = carom_fail(err, CAROM_ERR_MEMORY, NULL, "out of memory");
  for (long i = 0; status == CAROM_OK && i < history.count; i++) {
    const carom_impact_sample *s = &history.sample[i];
    const double row[COLUMNS] = {s->time,          s->overlap,
                                 s->approach,      s->force.elastic + s->force.dissipative,
                                 s->force.elastic, s->force.dissipative,
                                 s->energy.stored, s->viscous,
                                 s->energy.plastic};
    for (int k = 0; k < COLUMNS; k++)
      run->row[COLUMNS * i + k] = row[k];
    run->rows++;
  }
  history_free(&history);
  return status;
}

cli_trial impact_trial(const carom_scenario *scenario)
{
  return (cli_trial){.contact = carom_scenario_joint_def(scenario, &scenario->joint[0]),
                     .speed = scenario->impact.speed,
                     .tolerance = scenario->run.tolerance,
                     .integrator = (carom_integrator_name)scenario->run.integrator,
                     .described = true};
}

carom_status impact_compute(cli_impact_run *run, const carom_scenario *scenario, bool keep,
                            const cli_measured *measured, carom_error *err)
{
  *run = (cli_impact_run){.scenario = scenario, .trial = impact_trial(scenario)};
  const carom_status status = trial_run(&run->trial, &run->outcome);
  if (status != CAROM_OK) {
    *err = run->outcome.error;
    return status;
  }
  if (!keep && measured->curves == 0) return CAROM_OK;
  CAROM_TRY(keep_rows(run, err));
  cli_record record = impact_record(run);
  const bool judged = !record.out_of_memory && measured_judge(measured, &record, &run->misfits);
  record_free(&record);
  return judged ? CAROM_OK : carom_fail(err, CAROM_ERR_MEMORY, NULL, "out of memory");
}

void impact_free(cli_impact_run *run)
{
  free(run->row);
  misfits_free(&run->misfits);
  run->row = NULL;
}

void impact_run_members(carom_json *json, const void *user)
{
  const cli_impact_run *run = user;
  impact_members(json, &run->outcome, false);
  measured_members(json, &run->misfits);
}

static int print_json(const cli_impact_run *done)
{
  carom_json json = carom_json_to_file(stdout);
  carom_error err = {0};
  carom_json_object(&json, NULL);
  impact_run_members(&json, done);
  defaults_members(&json, done->scenario);
  carom_json_end(&json);
  return carom_json_finish(&json, &err) == CAROM_OK ? ENDED_WELL : message_error(&err);
}

static carom_status make_figure(const cli_impact_run *done, cli_figure *figure, carom_error *err)
{
  const carom_law_info *law = carom_law_about(done->outcome.contact.law);
  if (law->traits & CAROM_LAW_VISCOUS)
    CAROM_TRY(impact_figure_elastic(figure, &done->trial, &done->outcome, err));
  return impact_figure_add(figure, &done->trial, &done->outcome, NULL, law->name,
                           look_of_law(law->name), err);
}

static carom_status fill(const cli_run *run, const cli_impact_run *done, const cli_record *record,
                         const cli_figure *figure, carom_error *err)
{
  cli_folder folder = {
      .run = run, .scenario = done->scenario, .members = impact_run_members, .user = done};
  CAROM_TRY(folder_begin(&folder, err));
  carom_status status = folder_record(&folder, record, &done->misfits, figure != NULL, err);
  if (status == CAROM_OK && figure) status = folder_draw(&folder, "forces.svg", figure, err);
  return folder_finish(&folder, status, err);
}

static int deliver(const cli_run *run, const cli_impact_run *done)
{
  carom_error err = {.code = CAROM_ERR_MEMORY};
  carom_status status = CAROM_OK;
  cli_figure figure = impact_figure();
  cli_record record = impact_record(done);
  const bool draw = (run->plot || run->output) && figure_possible();
  if (draw) status = make_figure(done, &figure, &err);
  if (status == CAROM_OK && run->output)
    status = fill(run, done, &record, draw ? &figure : NULL, &err);
  if (status == CAROM_OK && draw && run->plot)
    status = folder_plot(run, &record, &done->misfits, &figure, &err);
  record_free(&record);
  figure_free(&figure);
  return status == CAROM_OK ? ENDED_WELL : message_error(&err);
}

int run_impact(const cli_run *run, const carom_scenario *scenario)
{
  static const char *const names[] = {"series.csv", "forces.svg", "measured.svg", "run.json"};
  cli_impact_run done;
  carom_error err = {0};
  int code = run->output ? folder_check(run, names, 4) : ENDED_WELL;
  if (code != ENDED_WELL) return code;
  if (impact_compute(&done, scenario, run->output != NULL, run->measured, &err) != CAROM_OK) {
    code = message_error(&err);
  } else if (run->json) {
    code = print_json(&done);
  } else {
    if (*scenario->title) printf("%s\n\n", scenario->title);
    impact_summary(&done.trial, &done.outcome, false);
    measured_print(&done.misfits);
  }
  if (code == ENDED_WELL) {
    const cli_budget budget = impact_budget(&done.outcome.impact);
    run_close(run, scenario, &budget);
    code = budget_judge(budget_off(&budget), deliver(run, &done));
  }
  impact_free(&done);
  return code;
}
