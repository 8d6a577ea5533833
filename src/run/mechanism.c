/* SPDX-License-Identifier: MIT */
#include "run/mechanism.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/archive.h"
#include "law_math.h"

/* Laid out as a user would write it; every line can be changed and the file still runs. */
static const char example[] =
    "carom: 1\n"
    "title: A slider-crank with clearance at the wrist pin\n"
    "\n"
    "materials:\n"
    "  steel: {young: 207 GPa, poisson: 0.3, density: 7800 kg/m3, yield: 1.03 GPa}\n"
    "\n"
    "contacts:                      # 'carom law' lists the laws, 'carom law flores' the settings\n"
    "  - {between: [steel, steel], law: flores, restitution: 0.46}\n"
    "\n"
    "mechanism:\n"
    "  bodies:                      # x, y, angle: approximate start; the joints correct it\n"
    "    crank: {mass: 1 kg, inertia: 0.01 kg m2, points: {pin: {x: 50 mm}}}\n"
    "    rod: {mass: 1.13 kg, inertia: 0.0153 kg m2, x: 50 mm, centre: {x: 150 mm},\n"
    "          points: {end: {x: 300 mm}}}\n"
    "    slider: {mass: 1.013 kg, inertia: 0.001 kg m2, x: 350 mm}\n"
    "  joints:                      # type: revolute | prismatic | fixed | distance\n"
    "    pivot: {a: ground, b: crank}\n"
    "    pin: {a: crank.pin, b: rod}\n"
    "    guide: {type: prismatic, a: ground, b: slider, direction: 0 deg}\n"
    "  clearances:                  # for an ideal joint write joints: {wrist: {a: rod.end, b: "
    "slider}}\n"
    "    wrist: {bearing: rod.end, journal: slider, bearing_radius: 10 mm, journal_radius: 9.5 "
    "mm,\n"
    "            bearing_material: steel, journal_material: steel, friction: 0.01,\n"
    "            expected_speed: 0.1 m/s}   # of impacts: laws are calibrated for it\n"
    "  drivers:                     # speed | torque; of a prismatic joint velocity | force\n"
    "    motor: {joint: pivot, speed: 200 rpm}\n"
    "  # springs: {s: {a: ground, b: slider, stiffness: 100 N/m, damping: 1 N s/m}}\n"
    "  gravity: 9.81 m/s2           # downwards\n"
    "\n"
    "run: {until: 0.6 s, tolerance: 1e-10}\n"
    "record: {every: 20 us, body: slider, filter: 1 ms}\n"
    "# sweep: {mechanism.drivers.motor.speed: [100 rpm, 200 rpm, 300 rpm]}\n";

enum { MOST_ITEMS = 1 << 30 };

int carom_mechanism_body_cell(int body)
{
  return 1 + CAROM_BODY_CELLS * body;
}

static int joint_cell(const carom_mechanism_job *run, int joint)
{
  return carom_mechanism_body_cell(run->def->bodies) + CAROM_JOINT_CELLS * joint;
}

static int driver_cell(const carom_mechanism_job *run, int driver)
{
  return joint_cell(run, run->def->joints) + driver;
}

int carom_mechanism_journal_cell(const carom_mechanism_job *run, int clearance)
{
  return driver_cell(run, run->def->drivers) + CAROM_JOURNAL_CELLS * clearance;
}

int carom_mechanism_energy_cell(const carom_mechanism_job *run)
{
  return carom_mechanism_journal_cell(run, run->def->clearances);
}

/* Adds an item to a growing array; NULL if memory runs out, which is recorded. */
static void *grow(carom_mechanism_job *run, void **array, int64_t *count, int64_t *room,
                  size_t size)
{
  if (*count == *room) {
    const int64_t more = *room ? 2 * *room : 1024;
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

static void fill_row(const carom_mechanism_view *view, double *row)
{
  *row++ = view->time;
  for (int i = 0; i < view->bodies; i++) {
    const carom_motion *b = &view->body[i];
    const double cell[CAROM_BODY_CELLS] = {b->x,    b->y,  b->angle, b->vx,   b->vy,
                                           b->spin, b->ax, b->ay,    b->alpha};
    for (int k = 0; k < CAROM_BODY_CELLS; k++)
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
    const double cell[CAROM_JOURNAL_CELLS] = {
        j->x, j->y, j->overlap, j->approach, j->sliding, total(j->normal), j->friction};
    for (int k = 0; k < CAROM_JOURNAL_CELLS; k++)
      *row++ = cell[k];
  }
  const carom_mechanism_energy *e = &view->energy;
  const double cell[CAROM_ENERGY_CELLS] = {e->kinetic, e->gravity,  e->elastic, e->viscous,
                                           e->plastic, e->friction, e->work,    e->residual};
  for (int k = 0; k < CAROM_ENERGY_CELLS; k++)
    *row++ = cell[k];
}

static void keep_row(void *user, const carom_mechanism_view *view)
{
  carom_mechanism_job *run = user;
  double *row = carom_record_extend(&run->base.record);
  if (row) fill_row(view, row);
}

static void keep_event(void *user, int clearance, carom_journal_event kind,
                       const carom_mechanism_view *view)
{
  carom_mechanism_job *run = user;
  void *events = run->event;
  carom_journal_note *event = grow(run, &events, &run->events, &run->event_room, sizeof *event);
  run->event = events;
  if (event)
    *event = (carom_journal_note){clearance, kind, view->time, view->journal[clearance].approach};
}

static double along(const carom_mechanism_job *run, const carom_motion *b, int derivative)
{
  const carom_shown_coordinate *c = &run->shown;
  if (c->angle) return derivative == 0 ? b->angle : derivative == 1 ? b->spin : b->alpha;
  const double x = derivative == 0 ? b->x : derivative == 1 ? b->vx : b->ax;
  const double y = derivative == 0 ? b->y : derivative == 1 ? b->vy : b->ay;
  return c->ux * x + c->uy * y;
}

static void keep_strobe(carom_mechanism_job *run)
{
  const carom_mechanism_view *view = carom_mechanism_sample(run->mechanism);
  void *strobes = run->strobe;
  carom_strobe *s = grow(run, &strobes, &run->strobes, &run->strobe_room, sizeof *s);
  run->strobe = strobes;
  if (!s) return;
  const carom_motion *body = &view->body[run->base.scenario->mechanism.shown];
  *s = (carom_strobe){
      .time = view->time, .displacement = along(run, body, 0), .velocity = along(run, body, 1)};
  if (view->clearances == 0) return;
  s->x = view->journal[0].x;
  s->y = view->journal[0].y;
}

/* Chooses the displayed coordinate: along the guide for a slider, the angle for a body that rotates
 * about the ground, otherwise x. */
static carom_shown_coordinate coordinate(const carom_mechanism_def *def, int body)
{
  carom_shown_coordinate c = {.ux = 1, .name = "x", .unit = "m"};
  for (int i = 0; i < def->joints; i++) {
    const carom_joint *j = &def->joint[i];
    if (j->b.body != body || j->a.body != CAROM_GROUND) continue;
    if (j->kind == CAROM_PRISMATIC) {
      carom_sincos(j->direction, &c.uy, &c.ux);
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

static double time_of(const carom_run *run)
{
  return carom_mechanism_sample(carom_mechanism_job_of(run)->mechanism)->time;
}

/* Archives a growing array, preceded by its length. */
static carom_status visit_list(carom_mechanism_job *run, carom_archive *archive, const char *name,
                               void **list, int64_t *count, int64_t *room, size_t size,
                               carom_error *err)
{
  int64_t stored = *count;
  CAROM_TRY(carom_archive_array(archive, name, "count", CAROM_INT64S, &stored, 1, err));
  if (stored < 0 || stored > MOST_ITEMS)
    return carom_fail(err, CAROM_ERR_RANGE, name, "%" PRId64 " is no number of them", stored);
  if (!archive->loading) return CAROM_OK;
  for (*count = 0; *count < stored;)
    if (!grow(run, list, count, room, size))
      return carom_fail(err, CAROM_ERR_MEMORY, NULL, "out of memory");
  return CAROM_OK;
}

/* The record is part of the state; otherwise it would begin at the restart. */
static carom_status archive(carom_run *base, carom_archive *archive, carom_error *err)
{
  static const carom_column event_column[] = {
      CAROM_COLUMN(carom_journal_note, clearance, CAROM_INTS),
      CAROM_COLUMN(carom_journal_note, kind, CAROM_INTS),
      CAROM_COLUMN(carom_journal_note, time, CAROM_DOUBLES),
      CAROM_COLUMN(carom_journal_note, speed, CAROM_DOUBLES)};
  static const carom_column strobe_column[] = {
      CAROM_COLUMNS(carom_strobe, time, CAROM_DOUBLES, sizeof(carom_strobe) / sizeof(double))};
  carom_mechanism_job *run = (carom_mechanism_job *)base;
  void *events = run->event, *strobes = run->strobe;
  CAROM_TRY(carom_record_archive(&base->record, "count", archive, err));
  carom_status status = visit_list(run, archive, "events", &events, &run->events, &run->event_room,
                                   sizeof *run->event, err);
  run->event = events;
  if (status == CAROM_OK)
    status = visit_list(run, archive, "strobes", &strobes, &run->strobes, &run->strobe_room,
                        sizeof *run->strobe, err);
  run->strobe = strobes;
  CAROM_TRY(status);
  CAROM_TRY(archive->array(archive, "pieces", CAROM_INT64S, &run->pieces, 1, err));
  CAROM_TRY(carom_archive_table(archive, "events", event_column, 4, run->event, sizeof *run->event,
                                (size_t)run->events, err));
  CAROM_TRY(carom_archive_table(archive, "strobes", strobe_column, 1, run->strobe,
                                sizeof *run->strobe, (size_t)run->strobes, err));
  return carom_mechanism_archive(run->mechanism, archive, err);
}

/* Adds columns for named objects; the name follows that of the column. */
static void add_columns(carom_record *record, const char *const (*column)[2], int count,
                        const char *name)
{
  for (int k = 0; k < count; k++)
    carom_record_add(record, column[k][1], "%s_%s", column[k][0], name);
}

static void columns(const carom_scenario *scenario, carom_record *record)
{
  static const char *const body[CAROM_BODY_CELLS][2] = {
      {"x", "m"},        {"y", "m"},     {"angle", "rad"}, {"vx", "m/s"},     {"vy", "m/s"},
      {"spin", "rad/s"}, {"ax", "m/s2"}, {"ay", "m/s2"},   {"turn", "rad/s2"}};
  static const char *const joint[CAROM_JOINT_CELLS][2] = {
      {"fx", "N"}, {"fy", "N"}, {"moment", "N m"}};
  static const char *const journal[CAROM_JOURNAL_CELLS][2] = {
      {"ex", "m"},        {"ey", "m"},     {"overlap", "m"}, {"approach", "m/s"},
      {"sliding", "m/s"}, {"normal", "N"}, {"friction", "N"}};
  static const char *const energy[CAROM_ENERGY_CELLS] = {
      "kinetic", "gravity", "elastic", "viscous", "plastic", "friction", "work", "residual"};
  const carom_mechanism_def *def = &scenario->mechanism.def;
  carom_record_add(record, "s", "time");
  for (int i = 0; i < def->bodies; i++)
    add_columns(record, body, CAROM_BODY_CELLS, def->body[i].name);
  for (int i = 0; i < def->joints; i++)
    add_columns(record, joint, CAROM_JOINT_CELLS, def->joint[i].name);
  for (int i = 0; i < def->drivers; i++) {
    const bool turns = def->driver[i].kind == CAROM_DRIVE_SPIN ||
                       def->driver[i].kind == CAROM_DRIVE_TORQUE;
    carom_record_add(record, turns ? "N m" : "N", "%s", def->driver[i].name);
  }
  for (int i = 0; i < def->clearances; i++)
    add_columns(record, journal, CAROM_JOURNAL_CELLS, def->clearance[i].name);
  for (int i = 0; i < CAROM_ENERGY_CELLS; i++)
    carom_record_add(record, "J", "%s", energy[i]);
}

/* Advances by revolutions of the driver, at whose ends the motion is sampled; or all at once. */
static carom_status advance(carom_run *base, carom_error *err)
{
  enum { MOST = 1000000 };
  carom_mechanism_job *run = (carom_mechanism_job *)base;
  const double until = base->scenario->run.until;
  const bool strobes = run->period != CAROM_UNSET && until / run->period <= MOST;
  const double piece = strobes ? run->period : until;
  for (bool last = false; !last;) {
    const double next = piece * (double)(run->pieces + 1);
    last = !(next < until * (1 - 1e-12));
    const double end = last ? until : next;
    CAROM_TRY(carom_mechanism_advance(run->mechanism, end, err));
    if (time_of(base) < end) return CAROM_OK; /* halted within the revolution */
    run->pieces++;
    if (strobes && (!last || next <= until * (1 + 1e-12))) keep_strobe(run);
    if (base->monitor.stopped || time_of(base) >= base->monitor.halt) return CAROM_OK;
  }
  return run->out_of_memory ? carom_run_no_room(err) : CAROM_OK;
}

static bool is_over(const carom_run *run)
{
  return time_of(run) >= run->scenario->run.until;
}

static carom_status sample(carom_run *run, double *row, carom_error *err)
{
  (void)err;
  fill_row(carom_mechanism_sample(carom_mechanism_job_of(run)->mechanism), row);
  return CAROM_OK;
}

/* The final instant is part of the series, whether or not it falls on an interval. */
static carom_status keep_end(carom_run *base, carom_error *err)
{
  carom_mechanism_job *run = (carom_mechanism_job *)base;
  const carom_mechanism_view *view = carom_mechanism_sample(run->mechanism);
  const carom_record *r = &base->record;
  (void)err;
  if (base->options.record && view->time > (r->rows ? *carom_record_row(r, r->rows - 1) : -1))
    keep_row(run, view);
  return CAROM_OK;
}

static carom_status create(carom_run *base, carom_error *err)
{
  carom_mechanism_job *run = (carom_mechanism_job *)base;
  const carom_scenario *s = base->scenario;
  run->def = &s->mechanism.def;
  run->period = period_of(run->def);
  run->shown = coordinate(run->def, s->mechanism.shown);
  snprintf(run->mean_name, sizeof run->mean_name, "mean_acceleration_%s",
           run->def->body[s->mechanism.shown].name);
  CAROM_TRY(carom_mechanism_create(run->def, &run->mechanism, err));
  const carom_mechanism_view *view = carom_mechanism_sample(run->mechanism);
  run->start = view->energy;
  run->assembled = malloc((size_t)view->bodies * sizeof *run->assembled);
  if (!run->assembled) return carom_fail(err, CAROM_ERR_MEMORY, "mechanism", "out of memory");
  memcpy(run->assembled, view->body, (size_t)view->bodies * sizeof *run->assembled);
  carom_mechanism_set_contact_callback(run->mechanism, keep_event, run);
  if (base->options.record)
    carom_mechanism_set_sampler(run->mechanism, s->record.every, keep_row, run);
  carom_mechanism_set_stop(run->mechanism, carom_monitor_pause, base);
  return CAROM_OK;
}

static double mean_at(const void *job, int64_t row)
{
  return carom_mechanism_mean(job, (int64_t)row);
}

static carom_record_tail tail(const carom_run *base)
{
  const carom_mechanism_job *run = carom_mechanism_job_of(base);
  return (carom_record_tail){run->mean_name, run->shown.acceleration_unit, mean_at, run};
}

static void destroy(carom_run *base)
{
  carom_mechanism_job *run = (carom_mechanism_job *)base;
  carom_mechanism_destroy(run->mechanism);
  free(run->assembled);
  free(run->event);
  free(run->strobe);
}

static void progress(const carom_run *run, carom_run_progress *p)
{
  carom_mechanism *mechanism = carom_mechanism_job_of(run)->mechanism;
  const carom_mechanism_view *view = carom_mechanism_sample(mechanism);
  p->bodies = view->bodies;
  p->steps = carom_mechanism_steps(mechanism);
  p->kinetic = view->energy.kinetic;
}

carom_mechanism *carom_run_mechanism(carom_run *run)
{
  return run && run->kind == &carom_kind_mechanism ? ((carom_mechanism_job *)run)->mechanism : NULL;
}

const carom_run_kind carom_kind_mechanism = {.size = sizeof(carom_mechanism_job),
                                             .module = "mechanism",
                                             .version = CAROM_MECHANISM_STATE,
                                             .example = example,
                                             .columns = columns,
                                             .create = create,
                                             .advance = advance,
                                             .time = time_of,
                                             .is_over = is_over,
                                             .sample = sample,
                                             .keep_end = keep_end,
                                             .archive = archive,
                                             .members = carom_mechanism_members,
                                             .budget = carom_mechanism_job_budget,
                                             .verdicts = carom_mechanism_verdicts,
                                             .tail = tail,
                                             .progress = progress,
                                             .destroy = destroy};
