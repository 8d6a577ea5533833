/* SPDX-License-Identifier: MIT */
/* The chain of a scenario, computed. */
#include "cli/run/run_chain.h"

#include <math.h>
#include <stdlib.h>

#include "cli/text/chain_measures.h"
#include "cli/figure/chain_picture.h"
#include "cli/text/chain_start.h"
#include "cli/text/defaults.h"
#include "cli/run/run_folder.h"

enum { MOST_ROWS = 1 << 30 };

static double total(carom_force force)
{
  return force.elastic + force.dissipative;
}

static double *new_row(cli_chain *run)
{
  if (run->rows == run->room) {
    const long room = run->room ? 2 * run->room : 1024;
    double *grown = realloc(run->row, (size_t)room * (size_t)run->cells * sizeof *run->row);
    if (!grown) {
      run->out_of_memory = true;
      return NULL;
    }
    run->row = grown;
    run->room = room;
  }
  return run->row + run->rows++ * run->cells;
}

static double kinetic(const carom_scenario *s, const double *v)
{
  double sum = 0;
  for (int i = 0; i < s->chain.beads; i++)
    if (v[i] != 0) sum += 0.5 * carom_body_mass(&s->chain.bead[i].body) * v[i] * v[i];
  return sum;
}

static void keep_row(void *user, double time, const double *x, const double *v)
{
  cli_chain *run = user;
  const carom_scenario *s = run->scenario;
  run->liveliest = fmax(run->liveliest, kinetic(s, v));
  double *row = run->out_of_memory ? NULL : new_row(run);
  if (!row) return;
  double *width = row + run->columns + 1;
  *row++ = time;
  for (int i = 0; i < s->record.beads; i++) {
    const int bead = s->record.bead[i];
    *row++ = x[bead];
    *row++ = v[bead];
    *row++ = carom_chain_sensor(run->chain, bead, x, v);
    width[i] = chain_width(run, i, row[-1], x, v);
  }
  for (int i = 0; i < s->record.contacts; i++)
    *row++ = total(carom_chain_force(run->chain, s->record.contact[i], x, v));
  for (int i = 0; i < s->record.contacts; i++)
    *row++ = carom_chain_overlap(run->chain, s->record.contact[i], x);
  picture_note(run, time, x, v);
}

/* The end belongs to the series, whether or not it falls on an interval. */
static void keep_end(cli_chain *run)
{
  const double now = carom_chain_time(run->chain);
  const double last = run->rows ? *chain_row(run, run->rows - 1) : -1;
  if (now > last)
    keep_row(run, now, carom_chain_displacement(run->chain), carom_chain_velocity(run->chain));
}

carom_status chain_create(cli_chain *run, carom_error *err)
{
  const carom_scenario *s = run->scenario;
  carom_chain_def def = carom_chain_default();
  carom_contact_def *contact = calloc((size_t)s->contacts + 1, sizeof *contact);
  if (!contact) return carom_fail(err, CAROM_ERR_MEMORY, NULL, "out of memory");
  for (int i = 0; i < s->contacts; i++)
    contact[i] = s->contact[i].def;
  def.bead = s->chain.bead;
  def.beads = s->chain.beads;
  def.contact = contact;
  def.contacts = s->contacts;
  if (s->chain.left.present)
    def.left = (carom_chain_wall){.present = true,
                                  .material = s->material[s->chain.left.material].material,
                                  .contact = s->chain.left.contact};
  if (s->chain.right.present)
    def.right = (carom_chain_wall){.present = true,
                                   .material = s->material[s->chain.right.material].material,
                                   .gap = s->chain.right.gap,
                                   .contact = s->chain.right.contact};
  def.gravity = s->chain.gravity;
  def.settled = s->chain.settled;
  def.integrator = (carom_chain_integrator)s->run.integrator;
  def.tolerance = s->run.tolerance;
  def.step = s->run.step == CAROM_UNSET ? 0 : s->run.step;
  def.any_step = s->run.any_step;
  def.corrector_tolerance = s->run.corrector_tolerance;
  def.follow_all = s->record.all_peaks;
  def.followed = s->record.contact;
  def.follow = s->record.contacts;
  const carom_status status = carom_chain_create(&def, &run->chain, err);
  free(contact);
  if (status == CAROM_OK) chain_note_start(run);
  if (status == CAROM_OK) chain_warn_overlap(run);
  if (status == CAROM_OK) chain_warn_step(run);
  return status;
}

/* Bodies from left to right; the left wall, or the left side of the first body, is at 0. */
static bool place(cli_chain *run)
{
  const carom_scenario *s = run->scenario;
  double edge = 0;
  run->start = calloc((size_t)s->chain.beads, sizeof *run->start);
  for (int i = 0; run->start && i < s->chain.beads; i++) {
    const carom_bead *bead = &s->chain.bead[i];
    const double half = bead->body.shape == CAROM_FLAT ? 0 : bead->body.radius;
    if (i > 0 || s->chain.left.present) edge += bead->gap;
    run->start[i] = edge + half;
    edge += 2 * half;
  }
  return run->start != NULL;
}

static double time_of(const void *user)
{
  return carom_chain_time(((const cli_chain *)user)->chain);
}

/* The rows that were kept belong to the state, or else series.csv would begin at the restart. */
static carom_status visit_series(cli_chain *run, carom_archive *archive, carom_error *err)
{
  long rows = run->rows;
  CAROM_TRY(archive->array(archive, "series/liveliest", CAROM_DOUBLES, &run->liveliest, 1, err));
  CAROM_TRY(archive->array(archive, "series/rows", CAROM_LONGS, &rows, 1, err));
  if (rows < 0 || rows > MOST_ROWS)
    return carom_fail(err, CAROM_ERR_RANGE, "series", "%ld is no number of rows", rows);
  for (run->rows = archive->loading ? 0 : rows; run->rows < rows;)
    if (!new_row(run)) return carom_fail(err, CAROM_ERR_MEMORY, NULL, "out of memory");
  CAROM_TRY(archive->array(archive, "series/row", CAROM_DOUBLES, run->row,
                           (size_t)(rows * run->cells), err));
  for (int i = 0; i < run->scenario->record.beads; i++) {
    char name[32];
    snprintf(name, sizeof name, "series/highest_%d", i);
    CAROM_TRY(archive->array(archive, name, CAROM_DOUBLES, &run->sensor[i].highest, 1, err));
  }
  return CAROM_OK;
}

static carom_status visit(void *user, carom_archive *archive, carom_error *err)
{
  cli_chain *run = user;
  CAROM_TRY(visit_series(run, archive, err));
  CAROM_TRY(picture_archive(run, archive, err));
  return carom_chain_archive(run->chain, archive, err);
}

static carom_status prepare(cli_chain *run, cli_keeper *keeper, bool picture, carom_error *err)
{
  const carom_scenario *scenario = run->scenario;
  run->columns = 3 * scenario->record.beads + 2 * scenario->record.contacts;
  run->cells = 1 + run->columns + scenario->record.beads;
  run->sensor = calloc((size_t)scenario->record.beads + 1, sizeof *run->sensor);
  if (!run->sensor || !place(run) ||
      (picture && scenario->record.picture != CAROM_PICTURE_NONE && !picture_start(run)))
    return carom_fail(err, CAROM_ERR_MEMORY, NULL, "out of memory");
  keeper->about = (carom_checkpoint){.module = "chain", .version = CAROM_CHAIN_STATE};
  keeper->visit = visit;
  keeper->time = time_of;
  keeper->user = run;
  CAROM_TRY(chain_create(run, err));
  for (int i = 0; i < scenario->record.beads; i++) {
    const int bead = scenario->record.bead[i];
    run->sensor[i] = carom_sensor_in(run->chain, bead, run->start[bead],
                                     2 * scenario->chain.bead[bead].body.radius);
  }
  carom_chain_set_sampler(run->chain, scenario->record.every, keep_row, run);
  CAROM_TRY(keeper_restore(keeper, err));
  carom_chain_set_stop(run->chain, keeper_pause, keeper);
  return CAROM_OK;
}

/* Fixed steps end at the one nearest to the end. */
static bool is_over(const cli_chain *run)
{
  const double step = run->scenario->run.step;
  return carom_chain_time(run->chain) + (step > 0 ? 0.5 * step : 0) >= run->scenario->run.until;
}

carom_status chain_compute(cli_chain *run, const carom_scenario *scenario, cli_keeper *keeper,
                           bool picture, const cli_measured *measured, carom_error *err)
{
  *run = (cli_chain){.scenario = scenario};
  CAROM_TRY(prepare(run, keeper, picture, err));
  run->started = true;
  const carom_status status = carom_chain_advance(run->chain, scenario->run.until, err);
  run->interrupted = keeper->interrupted && !is_over(run);
  keeper_end(keeper, status);
  carom_chain_set_stop(run->chain, NULL, NULL); /* the keeper may go before the chain */
  CAROM_TRY(status);
  keep_end(run);
  chain_measure(run);
  cli_record record = chain_record(run);
  run->out_of_memory |= record.out_of_memory || !measured_judge(measured, &record, &run->misfits);
  record_free(&record);
  if (run->out_of_memory)
    return carom_fail(err, CAROM_ERR_MEMORY, "record.every",
                      "out of memory; record at longer intervals, or fewer beads");
  return CAROM_OK;
}

void chain_free(cli_chain *run)
{
  carom_chain_destroy(run->chain);
  free(run->start);
  free(run->row);
  free(run->sensor);
  free(run->picture.image.value);
  misfits_free(&run->misfits);
  *run = (cli_chain){.chain = NULL};
}

static int print_json(const cli_chain *done)
{
  carom_json json = carom_json_to_file(stdout);
  carom_error err = {0};
  carom_json_object(&json, NULL);
  chain_members(&json, done);
  defaults_members(&json, done->scenario);
  carom_json_end(&json);
  return carom_json_finish(&json, &err) == CAROM_OK ? ENDED_WELL : message_error(&err);
}

/* The figures of a folder; one without curves is left out. */
static const struct {
  const char *name;
  carom_status (*draw)(cli_chain *run, cli_figure *figure);
} figures[] = {{"forces.svg", chain_forces},
               {"sensors.svg", chain_sensor_forces},
               {"velocities.svg", chain_velocities},
               {"loops.svg", chain_loops}};

static carom_status draw_all(cli_folder *folder, cli_chain *done, carom_error *err)
{
  carom_status status = CAROM_OK;
  for (size_t i = 0; status == CAROM_OK && i < sizeof figures / sizeof *figures; i++) {
    cli_figure figure = {.panels = 1};
    status = figures[i].draw(done, &figure);
    if (status == CAROM_OK && figure.panel[0].curves)
      status = folder_draw(folder, figures[i].name, &figure, err);
    figure_free(&figure);
  }
  cli_figure picture = {.panels = 0};
  if (status == CAROM_OK && picture_draw(done, &picture))
    status = folder_draw(folder, "picture.svg", &picture, err);
  return status;
}

static carom_status fill(const cli_run *run, cli_chain *done, bool draw, carom_error *err)
{
  cli_folder folder = {.run = run,
                       .scenario = done->scenario,
                       .interrupted = done->interrupted,
                       .error = done->error,
                       .members = chain_members,
                       .user = done};
  CAROM_TRY(folder_begin(&folder, err));
  cli_record record = chain_record(done);
  carom_status status = folder_record(&folder, &record, &done->misfits, draw, err);
  record_free(&record);
  if (status == CAROM_OK && draw) status = draw_all(&folder, done, err);
  return folder_finish(&folder, status, err);
}

static carom_status plot(const cli_run *run, cli_chain *done, carom_error *err)
{
  cli_figure forces = {.panels = 1};
  carom_status status = chain_forces(done, &forces);
  cli_record record = chain_record(done);
  if (status == CAROM_OK && (forces.panel[0].curves || done->misfits.count))
    status = folder_plot(run, &record, &done->misfits, &forces, err);
  record_free(&record);
  figure_free(&forces);
  return status;
}

static int deliver(const cli_run *run, cli_chain *done)
{
  carom_error err = {.code = CAROM_ERR_MEMORY};
  carom_status status = CAROM_OK;
  const bool draw = (run->plot || run->output) && done->rows > 1 && figure_possible();
  if (run->output) status = fill(run, done, draw, &err);
  if (status == CAROM_OK && draw && run->plot) status = plot(run, done, &err);
  return status == CAROM_OK ? ENDED_WELL : message_error(&err);
}

int run_chain(const cli_run *run, const carom_scenario *scenario)
{
  static const char *const names[] = {"series.csv",     "forces.svg", "sensors.svg",
                                      "velocities.svg", "loops.svg",  "picture.svg",
                                      "measured.svg",   "run.json",   KEEPER_FILE};
  cli_chain done;
  carom_error err = {0};
  int code = run->output ? folder_check(run, names, 9) : ENDED_WELL;
  if (code != ENDED_WELL) return code;
  cli_keeper keeper = keeper_of(run, scenario);
  const carom_status status = chain_compute(&done, scenario, &keeper, run->output != NULL,
                                            run->measured, &err);
  if (status != CAROM_OK) {
    code = done.started ? message_error(&err) : file_fault_in(run->file, scenario, &err);
    if (done.started && carom_chain_time(done.chain) > 0) { /* what was computed is kept */
      code = ENDED_BADLY;
      done.interrupted = true;
      done.error = &err;
      if (run->output) deliver(run, &done);
    }
  } else {
    if (run->json)
      code = print_json(&done);
    else
      chain_summary(&done);
    const cli_budget budget = chain_budget(&done);
    run_close(run, scenario, &budget);
    if (code == ENDED_WELL) code = deliver(run, &done);
    code = budget_judge(budget_off(&budget), code);
  }
  if (status == CAROM_OK && done.interrupted) {
    keeper_tell(&keeper, carom_chain_time(done.chain));
    code = ENDED_BADLY;
  }
  chain_free(&done);
  return code;
}
