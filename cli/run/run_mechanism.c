/* SPDX-License-Identifier: MIT */
/* The mechanism of a scenario, computed. */
#include "cli/run/run_mechanism.h"

#include <math.h>
#include <stdlib.h>

#include "cli/text/defaults.h"
#include "cli/run/run_folder.h"
#include "core/archive.h"

enum { MOST_ITEMS = 1 << 30 };

int mechanism_body_cell(const cli_mechanism *run, int body)
{
  (void)run;
  return 1 + BODY_CELLS * body;
}

static int joint_cell(const cli_mechanism *run, int joint)
{
  return mechanism_body_cell(run, run->def->bodies) + JOINT_CELLS * joint;
}

static int driver_cell(const cli_mechanism *run, int driver)
{
  return joint_cell(run, run->def->joints) + driver;
}

int mechanism_journal_cell(const cli_mechanism *run, int clearance)
{
  return driver_cell(run, run->def->drivers) + JOURNAL_CELLS * clearance;
}

int mechanism_energy_cell(const cli_mechanism *run)
{
  return mechanism_journal_cell(run, run->def->clearances);
}

/* One more item of an array that grows; NULL, and noted, without memory. */
static void *grow(cli_mechanism *run, void **array, long *count, long *room, size_t size)
{
  if (*count == *room) {
    const long more = *room ? 2 * *room : 1024;
    void *grown = run->out_of_memory ? NULL : realloc(*array, (size_t)more * size);
    if (!grown) {
      run->out_of_memory = true;
      return NULL;
    }
    *array = grown;
    *room = more;
  }
  return (char *)*array + (size_t)(*count)++ * size;
}

static double total(carom_force force)
{
  return force.elastic + force.dissipative;
}

static void keep_row(void *user, const carom_mechanism_view *view)
{
  cli_mechanism *run = user;
  void *rows = run->row;
  double *row = grow(run, &rows, &run->rows, &run->room, (size_t)run->columns * sizeof *row);
  run->row = rows;
  if (!row) return;
  *row++ = view->time;
  for (int i = 0; i < view->bodies; i++) {
    const carom_motion *b = &view->body[i];
    const double cell[BODY_CELLS] = {b->x,    b->y,  b->angle, b->vx,   b->vy,
                                     b->spin, b->ax, b->ay,    b->alpha};
    for (int k = 0; k < BODY_CELLS; k++)
      *row++ = cell[k];
  }
  for (int i = 0; i < view->joints; i++) {
    *row++ = view->joint[i].fx;
    *row++ = view->joint[i].fy;
    *row++ = view->joint[i].moment;
  }
  for (int i = 0; i < view->drivers; i++)
    *row++ = view->driver[i];
  for (int i = 0; i < view->clearances; i++) {
    const carom_journal *j = &view->journal[i];
    const double cell[JOURNAL_CELLS] = {
        j->x, j->y, j->overlap, j->approach, j->sliding, total(j->normal), j->friction};
    for (int k = 0; k < JOURNAL_CELLS; k++)
      *row++ = cell[k];
  }
  const carom_mechanism_energy *e = &view->energy;
  const double cell[ENERGY_CELLS] = {e->kinetic, e->gravity,  e->elastic, e->viscous,
                                     e->plastic, e->friction, e->work,    e->residual};
  for (int k = 0; k < ENERGY_CELLS; k++)
    *row++ = cell[k];
}

static void keep_event(void *user, int clearance, carom_journal_event kind,
                       const carom_mechanism_view *view)
{
  cli_mechanism *run = user;
  void *events = run->event;
  carom_journal_note *event = grow(run, &events, &run->events, &run->event_room, sizeof *event);
  run->event = events;
  if (event)
    *event = (carom_journal_note){clearance, kind, view->time, view->journal[clearance].approach};
}

static double along(const cli_mechanism *run, const carom_motion *b, int derivative)
{
  const cli_coordinate *c = &run->shown;
  if (c->angle) return derivative == 0 ? b->angle : derivative == 1 ? b->spin : b->alpha;
  const double x = derivative == 0 ? b->x : derivative == 1 ? b->vx : b->ax;
  const double y = derivative == 0 ? b->y : derivative == 1 ? b->vy : b->ay;
  return c->ux * x + c->uy * y;
}

static void keep_strobe(cli_mechanism *run)
{
  const carom_mechanism_view *view = carom_mechanism_sample(run->mechanism);
  void *strobes = run->strobe;
  cli_strobe *s = grow(run, &strobes, &run->strobes, &run->strobe_room, sizeof *s);
  run->strobe = strobes;
  if (!s) return;
  const carom_motion *body = &view->body[run->scenario->mechanism.shown];
  *s = (cli_strobe){
      .time = view->time, .displacement = along(run, body, 0), .velocity = along(run, body, 1)};
  if (view->clearances == 0) return;
  s->x = view->journal[0].x;
  s->y = view->journal[0].y;
}

/* A slider is drawn along its guide, what turns about the ground by its angle, the rest along x. */
static cli_coordinate coordinate(const carom_mechanism_def *def, int body)
{
  cli_coordinate c = {.ux = 1, .name = "x", .unit = "m"};
  for (int i = 0; i < def->joints; i++) {
    const carom_joint *j = &def->joint[i];
    if (j->b.body != body || j->a.body != CAROM_GROUND) continue;
    if (j->kind == CAROM_PRISMATIC) {
      c.ux = cos(j->direction);
      c.uy = sin(j->direction);
      c.name = "displacement";
    } else if (j->kind == CAROM_REVOLUTE) {
      c.angle = true;
      c.name = "angle";
    }
  }
  c.unit = c.angle ? "rad" : "m";
  c.rate_unit = c.angle ? "rad/s" : "m/s";
  c.acceleration_unit = c.angle ? "rad/s2" : "m/s2";
  return c;
}

static double period_of(const carom_mechanism_def *def)
{
  for (int i = 0; i < def->drivers; i++) {
    const carom_driver *d = &def->driver[i];
    if (d->kind == CAROM_DRIVE_SPIN && d->points == 1 && d->value[0] != 0)
      return 2 * 3.14159265358979323846 / fabs(d->value[0]);
  }
  return CAROM_UNSET;
}

static double time_of(const void *user)
{
  return carom_mechanism_sample(((const cli_mechanism *)user)->mechanism)->time;
}

/* An array that grows, with its length in front. */
static carom_status visit_list(cli_mechanism *run, carom_archive *archive, const char *name,
                               void **list, long *count, long *room, size_t size, carom_error *err)
{
  long stored = *count;
  CAROM_TRY(carom_archive_array(archive, name, "count", CAROM_LONGS, &stored, 1, err));
  if (stored < 0 || stored > MOST_ITEMS)
    return carom_fail(err, CAROM_ERR_RANGE, name, "%ld is no number of them", stored);
  if (!archive->loading) return CAROM_OK;
  for (*count = 0; *count < stored;)
    if (!grow(run, list, count, room, size))
      return carom_fail(err, CAROM_ERR_MEMORY, NULL, "out of memory");
  return CAROM_OK;
}

/* What was kept belongs to the state, or else it would begin at the restart. */
static carom_status visit(void *user, carom_archive *archive, carom_error *err)
{
  static const carom_column event_column[] = {
      CAROM_COLUMN(carom_journal_note, clearance, CAROM_INTS),
      CAROM_COLUMN(carom_journal_note, kind, CAROM_INTS),
      CAROM_COLUMN(carom_journal_note, time, CAROM_DOUBLES),
      CAROM_COLUMN(carom_journal_note, speed, CAROM_DOUBLES)};
  static const carom_column strobe_column[] = {
      CAROM_COLUMNS(cli_strobe, time, CAROM_DOUBLES, sizeof(cli_strobe) / sizeof(double))};
  cli_mechanism *run = user;
  void *rows = run->row, *events = run->event, *strobes = run->strobe;
  const size_t width = (size_t)run->columns;
  carom_status status = visit_list(run, archive, "series", &rows, &run->rows, &run->room,
                                   width * sizeof(double), err);
  run->row = rows;
  if (status == CAROM_OK)
    status = visit_list(run, archive, "events", &events, &run->events, &run->event_room,
                        sizeof *run->event, err);
  run->event = events;
  if (status == CAROM_OK)
    status = visit_list(run, archive, "strobes", &strobes, &run->strobes, &run->strobe_room,
                        sizeof *run->strobe, err);
  run->strobe = strobes;
  CAROM_TRY(status);
  CAROM_TRY(archive->array(archive, "pieces", CAROM_LONGS, &run->pieces, 1, err));
  CAROM_TRY(carom_archive_array(archive, "series", "row", CAROM_DOUBLES, run->row,
                                width * (size_t)run->rows, err));
  CAROM_TRY(carom_archive_table(archive, "events", event_column, 4, run->event, sizeof *run->event,
                                (size_t)run->events, err));
  CAROM_TRY(carom_archive_table(archive, "strobes", strobe_column, 1, run->strobe,
                                sizeof *run->strobe, (size_t)run->strobes, err));
  return carom_mechanism_archive(run->mechanism, archive, err);
}

/* Revolutions of the driver, at whose ends the motion is looked at; or all at once. */
static carom_status advance(cli_mechanism *run, cli_keeper *keeper, carom_error *err)
{
  enum { MOST = 1000000 };
  const double until = run->scenario->run.until;
  const bool strobes = run->period != CAROM_UNSET && until / run->period <= MOST;
  const double piece = strobes ? run->period : until;
  for (bool last = false; !last && !run->interrupted;) {
    const double next = piece * (double)(run->pieces + 1);
    last = !(next < until * (1 - 1e-12));
    const double end = last ? until : next;
    CAROM_TRY(carom_mechanism_advance(run->mechanism, end, err));
    run->interrupted = keeper->interrupted && time_of(run) < end;
    if (run->interrupted) break;
    run->pieces++;
    if (strobes && (!last || next <= until * (1 + 1e-12))) keep_strobe(run);
    run->interrupted = keeper->interrupted && !last;
  }
  return CAROM_OK;
}

/* The end belongs to the series, whether or not it falls on an interval. */
static void keep_end(cli_mechanism *run)
{
  const carom_mechanism_view *view = carom_mechanism_sample(run->mechanism);
  const double last = run->rows ? run->row[(run->rows - 1) * run->columns] : -1;
  if (view->time > last) keep_row(run, view);
}

static carom_status prepare(cli_mechanism *run, cli_keeper *keeper, carom_error *err)
{
  run->columns = mechanism_energy_cell(run) + ENERGY_CELLS;
  run->period = period_of(run->def);
  run->shown = coordinate(run->def, run->scenario->mechanism.shown);
  keeper->about = (carom_checkpoint){.module = "mechanism", .version = CAROM_MECHANISM_STATE};
  keeper->visit = visit;
  keeper->time = time_of;
  keeper->user = run;
  CAROM_TRY(carom_mechanism_create(run->def, &run->mechanism, err));
  run->start = carom_mechanism_sample(run->mechanism)->energy;
  carom_mechanism_set_contact_callback(run->mechanism, keep_event, run);
  if (run->keep)
    carom_mechanism_set_sampler(run->mechanism, run->scenario->record.every, keep_row, run);
  CAROM_TRY(keeper_restore(keeper, err));
  carom_mechanism_set_stop(run->mechanism, keeper_pause, keeper);
  return CAROM_OK;
}

carom_status mechanism_compute(cli_mechanism *run, const carom_scenario *scenario,
                               cli_keeper *keeper, bool keep, carom_error *err)
{
  *run = (cli_mechanism){.scenario = scenario, .def = &scenario->mechanism.def, .keep = keep};
  CAROM_TRY(prepare(run, keeper, err));
  run->started = true;
  const carom_status status = advance(run, keeper, err);
  keeper_end(keeper, status);
  carom_mechanism_set_stop(run->mechanism, NULL, NULL); /* the keeper may go before it */
  CAROM_TRY(status);
  if (keep) keep_end(run);
  if (run->out_of_memory)
    return carom_fail(err, CAROM_ERR_MEMORY, "record.every",
                      "out of memory; record at longer intervals");
  return CAROM_OK;
}

carom_status mechanism_compare(cli_mechanism *run, const cli_measured *measured, carom_error *err)
{
  cli_record record = mechanism_record(run);
  const bool judged = !record.out_of_memory && measured_judge(measured, &record, &run->misfits);
  record_free(&record);
  return judged ? CAROM_OK : carom_fail(err, CAROM_ERR_MEMORY, NULL, "out of memory");
}

void mechanism_free(cli_mechanism *run)
{
  carom_mechanism_destroy(run->mechanism);
  free(run->row);
  free(run->event);
  free(run->strobe);
  misfits_free(&run->misfits);
  *run = (cli_mechanism){.mechanism = NULL};
}

static int print_json(const cli_mechanism *done)
{
  carom_json json = carom_json_to_file(stdout);
  carom_error err = {0};
  carom_json_object(&json, NULL);
  mechanism_members(&json, done);
  defaults_members(&json, done->scenario);
  carom_json_end(&json);
  return carom_json_finish(&json, &err) == CAROM_OK ? ENDED_WELL : message_error(&err);
}

static carom_status draw(cli_folder *folder, const cli_mechanism *done, carom_error *err)
{
  for (int k = 0; k < MECHANISM_FIGURES; k++) {
    cli_figure figure = {.panels = 0};
    carom_status status = mechanism_figure(done, k, &figure);
    if (status == CAROM_OK && figure.panels > 0)
      status = folder_draw(folder, mechanism_figure_name(k), &figure, err);
    figure_free(&figure);
    CAROM_TRY(status);
  }
  return CAROM_OK;
}

static carom_status fill(const cli_run *run, const cli_mechanism *done, bool pictures,
                         carom_error *err)
{
  cli_folder folder = {.run = run,
                       .scenario = done->scenario,
                       .interrupted = done->interrupted,
                       .error = done->error,
                       .members = mechanism_members,
                       .user = done};
  CAROM_TRY(folder_begin(&folder, err));
  cli_record record = mechanism_record(done);
  carom_status status = folder_write(&folder, "series.csv", mechanism_csv, done, err);
  if (status == CAROM_OK && pictures)
    status = folder_measured(&folder, &record, &done->misfits, err);
  record_free(&record);
  if (status == CAROM_OK && done->rows > 1)
    status = folder_write(&folder, "animation.html", mechanism_animation, done, err);
  if (status == CAROM_OK && pictures) status = draw(&folder, done, err);
  return folder_finish(&folder, status, err);
}

static int deliver(const cli_run *run, const cli_mechanism *done)
{
  carom_error err = {.code = CAROM_ERR_MEMORY};
  carom_status status = CAROM_OK;
  const bool pictures = (run->plot || run->output) && done->rows > 1 && figure_possible();
  if (run->output) status = fill(run, done, pictures, &err);
  if (status == CAROM_OK && pictures && run->plot) {
    cli_figure motion = {.panels = 0};
    cli_record record = mechanism_record(done);
    status = mechanism_figure(done, 0, &motion);
    if (status == CAROM_OK) status = folder_plot(run, &record, &done->misfits, &motion, &err);
    record_free(&record);
    figure_free(&motion);
  }
  return status == CAROM_OK ? ENDED_WELL : message_error(&err);
}

int run_mechanism(const cli_run *run, const carom_scenario *scenario)
{
  enum { OTHERS = 5 };
  const char *names[MECHANISM_FIGURES + OTHERS] = {"series.csv", "run.json", "animation.html",
                                                   "measured.svg", KEEPER_FILE};
  cli_mechanism done;
  carom_error err = {0};
  for (int k = 0; k < MECHANISM_FIGURES; k++)
    names[OTHERS + k] = mechanism_figure_name(k);
  int code = run->output ? folder_check(run, names, MECHANISM_FIGURES + OTHERS) : ENDED_WELL;
  if (code != ENDED_WELL) return code;
  cli_keeper keeper = keeper_of(run, scenario);
  const bool keep = run->output || run->plot || run->measured->curves > 0;
  carom_status status = mechanism_compute(&done, scenario, &keeper, keep, &err);
  if (status == CAROM_OK) status = mechanism_compare(&done, run->measured, &err);
  if (status != CAROM_OK) {
    code = done.started ? message_error(&err) : file_fault_in(run->file, scenario, &err);
    if (done.started && carom_mechanism_sample(done.mechanism)->time > 0) {
      code = ENDED_BADLY; /* what was computed is kept */
      done.interrupted = true;
      done.error = &err;
      if (run->output) deliver(run, &done);
    }
  } else {
    if (run->json)
      code = print_json(&done);
    else
      mechanism_summary(&done);
    const cli_budget budget = mechanism_budget(&done);
    run_close(run, scenario, &budget);
    if (code == ENDED_WELL) code = deliver(run, &done);
    code = budget_judge(budget_off(&budget), code);
  }
  if (status == CAROM_OK && done.interrupted) {
    keeper_tell(&keeper, carom_mechanism_sample(done.mechanism)->time);
    code = ENDED_BADLY;
  }
  mechanism_free(&done);
  return code;
}
