/* SPDX-License-Identifier: MIT */
/* The bounce of a scenario, computed. */
#include "cli/run/run_bounce.h"

#include <stdlib.h>

#include "cli/text/defaults.h"
#include "cli/base/interrupt.h"
#include "cli/run/run_folder.h"

/* One more item of an array that doubles; NULL: out of memory. */
static void *grow(void *items, long count, long *room, size_t size)
{
  if (count < *room) return items;
  const long more = *room ? 2 * *room : 256;
  void *grown = realloc(items, (size_t)more * size);
  if (grown) *room = more;
  return grown;
}

static void keep_contact(void *user, const carom_bounce_contact *contact)
{
  cli_bounce *run = user;
  carom_bounce_contact *list = grow(run->contact, run->contacts, &run->contact_room, sizeof *list);
  if (!list) {
    run->out_of_memory = true;
    return;
  }
  run->contact = list;
  list[run->contacts++] = *contact;
}

static void keep_row(void *user, const carom_bounce_sample *s)
{
  cli_bounce *run = user;
  double *row = grow(run->row, run->rows, &run->room, BOUNCE_COLUMNS * sizeof *row);
  if (!row) {
    run->out_of_memory = true;
    return;
  }
  run->row = row;
  row += BOUNCE_COLUMNS * run->rows++;
  row[0] = s->time;
  row[1] = s->height;
  row[2] = s->velocity;
  row[3] = s->force.elastic + s->force.dissipative;
}

static bool stop(void *user)
{
  cli_bounce *run = user;
  run->interrupted = run->interrupted || interrupt_seen();
  return run->interrupted || run->out_of_memory;
}

void bounce_columns(const carom_scenario *scenario, cli_record *record)
{
  (void)scenario;
  record_add(record, "s", "time");
  record_add(record, "m", "height");
  record_add(record, "m/s", "velocity");
  record_add(record, "N", "force");
}

cli_record bounce_record(const cli_bounce *run)
{
  cli_record record = {.rows = run->rows, .value = run->row};
  bounce_columns(run->scenario, &record);
  return record;
}

carom_status bounce_compute(cli_bounce *run, const carom_scenario *scenario, bool keep,
                            const cli_measured *measured, carom_error *err)
{
  const cli_trial trial = {.contact = carom_scenario_joint_def(scenario, &scenario->joint[0]),
                           .speed = scenario->joint[0].speed,
                           .tolerance = scenario->run.tolerance,
                           .integrator = (carom_integrator_name)scenario->run.integrator};
  *run = (cli_bounce){.scenario = scenario, .keep = keep || measured->curves > 0};
  CAROM_TRY(carom_contact_prepare(&trial.contact, &run->first.contact, err));
  trial_run(&trial, &run->first); /* may fail: a body that sticks at once */
  carom_contact contact;
  CAROM_TRY(carom_contact_prepare(&trial.contact, &contact, err));
  carom_bounce_def def = carom_bounce_default();
  def.contact = &contact;
  def.height = scenario->bounce.height;
  def.speed = scenario->bounce.speed;
  def.gravity = scenario->bounce.gravity;
  def.rest = scenario->bounce.rest;
  def.until = scenario->run.until;
  def.tolerance = trial.tolerance;
  def.integrator = trial.integrator;
  def.every = scenario->record.every;
  def.contact_over = keep_contact;
  def.record = run->keep ? keep_row : NULL;
  def.stop = stop;
  def.user = run;
  CAROM_TRY(carom_bounce_resolve(&def, &run->result, err));
  cli_record record = bounce_record(run);
  run->out_of_memory |= record.out_of_memory || !measured_judge(measured, &record, &run->misfits);
  record_free(&record);
  if (run->out_of_memory)
    return carom_fail(err, CAROM_ERR_MEMORY, "record.every",
                      "out of memory; record at longer intervals");
  return CAROM_OK;
}

void bounce_free(cli_bounce *run)
{
  free(run->contact);
  free(run->row);
  misfits_free(&run->misfits);
  *run = (cli_bounce){.contact = NULL};
}

static carom_status fill(const cli_run *run, const cli_bounce *done, const cli_figure *figure,
                         carom_error *err)
{
  cli_folder folder = {.run = run,
                       .scenario = done->scenario,
                       .interrupted = done->interrupted,
                       .members = bounce_members,
                       .user = done};
  CAROM_TRY(folder_begin(&folder, err));
  cli_record record = bounce_record(done);
  carom_status status = folder_record(&folder, &record, &done->misfits, figure != NULL, err);
  record_free(&record);
  if (status == CAROM_OK)
    status = folder_write(&folder, "contacts.csv", bounce_contacts_csv, done, err);
  if (status == CAROM_OK && figure) status = folder_draw(&folder, "bounce.svg", figure, err);
  return folder_finish(&folder, status, err);
}

static int deliver(const cli_run *run, const cli_bounce *done)
{
  carom_error err = {.code = CAROM_ERR_MEMORY};
  carom_status status = CAROM_OK;
  cli_figure figure = {.panels = 2};
  const bool draw = (run->plot || run->output) && done->rows > 1 && figure_possible();
  if (draw) status = bounce_figure(done, &figure);
  if (status == CAROM_OK && run->output) status = fill(run, done, draw ? &figure : NULL, &err);
  if (status == CAROM_OK && draw && run->plot) {
    cli_record record = bounce_record(done);
    status = folder_plot(run, &record, &done->misfits, &figure, &err);
    record_free(&record);
  }
  figure_free(&figure);
  return status == CAROM_OK ? ENDED_WELL : message_error(&err);
}

static int print_json(const cli_bounce *done)
{
  carom_json json = carom_json_to_file(stdout);
  carom_error err = {0};
  carom_json_object(&json, NULL);
  bounce_members(&json, done);
  defaults_members(&json, done->scenario);
  carom_json_end(&json);
  return carom_json_finish(&json, &err) == CAROM_OK ? ENDED_WELL : message_error(&err);
}

int run_bounce(const cli_run *run, const carom_scenario *scenario)
{
  static const char *const names[] = {"series.csv", "contacts.csv", "bounce.svg", "measured.svg",
                                      "run.json"};
  cli_bounce done;
  carom_error err = {0};
  int code = run->output ? folder_check(run, names, 5) : ENDED_WELL;
  if (code != ENDED_WELL) return code;
  const carom_status status = bounce_compute(&done, scenario, run->output || run->plot,
                                             run->measured, &err);
  if (status != CAROM_OK) {
    code = message_error(&err);
  } else {
    if (run->json)
      code = print_json(&done);
    else
      bounce_summary(&done);
    const cli_budget budget = bounce_budget(&done);
    run_close(run, scenario, &budget);
    if (code == ENDED_WELL) code = deliver(run, &done);
    code = budget_judge(budget_off(&budget), code);
  }
  if (status == CAROM_OK && done.interrupted) {
    message_note("interrupted at %g s of %g s; what was computed is kept", done.result.time,
                 scenario->run.until);
    code = ENDED_BADLY;
  }
  bounce_free(&done);
  return code;
}
