/* SPDX-License-Identifier: MIT */
/* The mechanism of a scenario, computed. */
#include "cli/run_mechanism.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/interrupt.h"
#include "cli/run_folder.h"

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
    const double cell[BODY_CELLS] = {b->x,    b->y,  b->angle, b->vx,  b->vy,
                                     b->spin, b->ax, b->ay,    b->turn};
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
  cli_journal_event *event = grow(run, &events, &run->events, &run->event_room, sizeof *event);
  run->event = events;
  if (event)
    *event = (cli_journal_event){clearance, kind, view->time, view->journal[clearance].approach};
}

static double along(const cli_mechanism *run, const carom_motion *b, int derivative)
{
  const cli_coordinate *c = &run->shown;
  if (c->angle) return derivative == 0 ? b->angle : derivative == 1 ? b->spin : b->turn;
  const double x = derivative == 0 ? b->x : derivative == 1 ? b->vx : b->ax;
  const double y = derivative == 0 ? b->y : derivative == 1 ? b->vy : b->ay;
  return c->ux * x + c->uy * y;
}

static void keep_strobe(cli_mechanism *run)
{
  const carom_mechanism_view *view = carom_mechanism_look(run->mechanism);
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

static void show(const cli_mechanism *run, bool progress, bool last)
{
  if (!progress) return;
  if (last)
    fprintf(stderr, "\r%40s\r", "");
  else
    fprintf(stderr, "\r%3.0f %%  %ld steps",
            100 * carom_mechanism_look(run->mechanism)->time / run->scenario->run.until,
            carom_mechanism_steps(run->mechanism));
}

/* In pieces, so that Ctrl-C is noticed: revolutions of the driver, at whose ends the motion is
 * looked at, or parts of the time. */
static carom_status advance(cli_mechanism *run, bool progress, carom_error *err)
{
  enum { PIECES = 100, MOST = 1000000 };
  const double until = run->scenario->run.until;
  const bool strobes = run->period != CAROM_UNSET && until / run->period <= MOST;
  const double piece = strobes ? run->period : until / PIECES;
  double done = 0;
  for (long k = 1; done < until && !run->interrupted; k++) {
    const double next = piece * (double)k;
    const bool last = !(next < until * (1 - 1e-12));
    const carom_status status = carom_mechanism_advance(run->mechanism, last ? until : next, err);
    if (status != CAROM_OK) {
      show(run, progress, true);
      return status;
    }
    done = last ? until : next;
    if (strobes && (!last || next <= until * (1 + 1e-12))) keep_strobe(run);
    run->interrupted = !last && interrupt_seen();
    show(run, progress, false);
  }
  show(run, progress, true);
  return CAROM_OK;
}

/* The end belongs to the series, whether or not it falls on an interval. */
static void keep_end(cli_mechanism *run)
{
  const carom_mechanism_view *view = carom_mechanism_look(run->mechanism);
  const double last = run->rows ? run->row[(run->rows - 1) * run->columns] : -1;
  if (view->time > last) keep_row(run, view);
}

carom_status mechanism_compute(cli_mechanism *run, const carom_scenario *scenario, bool keep,
                               bool progress, carom_error *err)
{
  *run = (cli_mechanism){.scenario = scenario, .def = &scenario->mechanism.def, .keep = keep};
  run->columns = mechanism_energy_cell(run) + ENERGY_CELLS;
  run->period = period_of(run->def);
  run->shown = coordinate(run->def, scenario->mechanism.shown);
  CAROM_TRY(carom_mechanism_create(run->def, &run->mechanism, err));
  carom_mechanism_hear(run->mechanism, keep_event, run);
  if (keep) carom_mechanism_watch(run->mechanism, scenario->record.every, keep_row, run);
  CAROM_TRY(advance(run, progress, err));
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

static int deliver(const cli_run *run, const cli_mechanism *done)
{
  carom_error err = {.code = CAROM_ERR_MEMORY};
  carom_status status = CAROM_OK;
  const bool pictures = (run->plot || run->output) && done->rows > 1 && figure_possible();
  if (run->output) {
    cli_folder folder = {.run = run};
    cli_record record = mechanism_record(done);
    status = folder_write(&folder, "series.csv", mechanism_csv, done, &err);
    if (status == CAROM_OK && pictures)
      status = folder_measured(&folder, &record, &done->misfits, &err);
    record_free(&record);
    if (status == CAROM_OK && done->rows > 1)
      status = folder_write(&folder, "animation.html", mechanism_animation, done, &err);
    if (status == CAROM_OK && pictures) status = draw(&folder, done, &err);
    if (status == CAROM_OK)
      status = folder_finish(&folder, done->scenario, done->interrupted, mechanism_members, done,
                             &err);
  }
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
  enum { OTHERS = 4 };
  const char *names[MECHANISM_FIGURES + OTHERS] = {"series.csv", "run.json", "animation.html",
                                                   "measured.svg"};
  cli_mechanism done;
  carom_error err = {0};
  for (int k = 0; k < MECHANISM_FIGURES; k++)
    names[OTHERS + k] = mechanism_figure_name(k);
  int code = run->output ? folder_check(run, names, MECHANISM_FIGURES + OTHERS) : ENDED_WELL;
  if (code != ENDED_WELL) return code;
  const bool keep = run->output || run->plot || run->measured->curves > 0;
  carom_status status = mechanism_compute(&done, scenario, keep,
                                          isatty(STDERR_FILENO) && !run->json, &err);
  if (status == CAROM_OK) status = mechanism_compare(&done, run->measured, &err);
  if (status != CAROM_OK) {
    code = message_error(&err);
    if (done.mechanism && carom_mechanism_look(done.mechanism)->time > 0) {
      code = ENDED_BADLY; /* what was computed is kept */
      done.interrupted = true;
      if (run->output) deliver(run, &done);
    }
  } else {
    if (run->json)
      code = print_json(&done);
    else
      mechanism_summary(&done);
    if (code == ENDED_WELL) code = deliver(run, &done);
  }
  if (status == CAROM_OK && done.interrupted) {
    message_note("interrupted at %g s of %g s; what was computed is kept",
                 carom_mechanism_look(done.mechanism)->time, scenario->run.until);
    code = ENDED_BADLY;
  }
  mechanism_free(&done);
  return code;
}
