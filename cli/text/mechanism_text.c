/* SPDX-License-Identifier: MIT */
/* The outcome of a mechanism for people and for programs. */
#include <math.h>
#include <stdlib.h>

#include "cli/text/impact_text.h"
#include "cli/text/mechanism_verdict.h"
#include "cli/base/quantity.h"
#include "cli/run/run_mechanism.h"
#include "cli/base/table.h"

enum { BINS = 20, FIRST_IMPACTS = 8 };

static const char *clearance_name(const cli_mechanism *run, int clearance)
{
  return run->def->clearance[clearance].name;
}

static void write_events(carom_json *json, const cli_mechanism *run, const char *key,
                         carom_journal_event kind)
{
  carom_json_array(json, key);
  for (long k = 0; k < run->events; k++) {
    const carom_journal_note *e = &run->event[k];
    if (e->kind != kind) continue;
    carom_json_object(json, NULL);
    carom_json_string(json, "joint", clearance_name(run, e->clearance));
    carom_json_number(json, "time", e->time);
    carom_json_number(json, "speed", fabs(e->speed));
    carom_json_end(json);
  }
  carom_json_end(json);
}

static void write_clearance(carom_json *json, const cli_mechanism *run,
                            const carom_mechanism_view *view, int c)
{
  const carom_journal *j = &view->journal[c];
  const carom_journal_impacts impacts = carom_journal_summary(run->event, run->events, c);
  carom_contact contact;
  carom_json_object(json, NULL);
  carom_json_string(json, "name", clearance_name(run, c));
  if (carom_mechanism_prepared(run->mechanism, c, &contact, NULL) == CAROM_OK) {
    carom_json_string(json, "law", carom_law_about(contact.law)->name);
    impact_restitutions(json, &contact);
    impact_by_phase(json, "damping_ratio", &contact, contact.damping);
  }
  carom_json_integer(json, "impacts", impacts.count);
  carom_json_number(json, "impacts_per_revolution",
                    run->period != CAROM_UNSET && view->time > 0
                        ? (double)impacts.count * run->period / view->time
                        : NAN);
  carom_json_number(json, "fastest_impact", impacts.fastest);
  carom_json_number(json, "mean_impact_speed", impacts.count ? impacts.mean : NAN);
  carom_json_number(json, "contact_share", j->contact_time / view->time);
  carom_json_number(json, "flight_share", 1 - j->contact_time / view->time);
  carom_json_number(json, "peak_overlap", j->peak_overlap);
  carom_json_number(json, "peak_force", j->peak_force);
  carom_json_number(json, "x", j->x);
  carom_json_number(json, "y", j->y);
  cli_verdict verdict;
  if (mechanism_verdict(run, c, &verdict)) verdict_members(json, &verdict);
  carom_json_end(json);
}

static void write_histogram(carom_json *json, const cli_mechanism *run)
{
  long count[BINS];
  const double top = carom_journal_histogram(run->event, run->events, BINS, count);
  carom_json_object(json, "impact_speeds");
  carom_json_row(json, "edges");
  for (int b = 0; b <= BINS; b++)
    carom_json_number(json, NULL, top * b / BINS);
  carom_json_end(json);
  carom_json_row(json, "counts");
  for (int b = 0; b < BINS; b++)
    carom_json_integer(json, NULL, count[b]);
  carom_json_end(json);
  carom_json_end(json);
}

static void write_strobes(carom_json *json, const cli_mechanism *run)
{
  carom_json_array(json, "poincare");
  for (long k = 0; k < run->strobes; k++) {
    const cli_strobe *s = &run->strobe[k];
    carom_json_row(json, NULL);
    carom_json_number(json, NULL, s->x);
    carom_json_number(json, NULL, s->y);
    carom_json_number(json, NULL, s->displacement);
    carom_json_number(json, NULL, s->velocity);
    carom_json_end(json);
  }
  carom_json_end(json);
}

static void write_bodies(carom_json *json, const cli_mechanism *run,
                         const carom_mechanism_view *view)
{
  carom_json_array(json, "bodies");
  for (int i = 0; i < view->bodies; i++) {
    const carom_motion *b = &view->body[i];
    carom_json_object(json, NULL);
    carom_json_string(json, "name", run->def->body[i].name);
    carom_json_number(json, "x", b->x);
    carom_json_number(json, "y", b->y);
    carom_json_number(json, "angle", b->angle);
    carom_json_number(json, "vx", b->vx);
    carom_json_number(json, "vy", b->vy);
    carom_json_number(json, "spin", b->spin);
    carom_json_number(json, "ax", b->ax);
    carom_json_number(json, "ay", b->ay);
    carom_json_number(json, "turn", b->alpha);
    carom_json_end(json);
  }
  carom_json_end(json);
  carom_json_array(json, "joints");
  for (int i = 0; i < view->joints; i++) {
    carom_json_object(json, NULL);
    carom_json_string(json, "name", run->def->joint[i].name);
    carom_json_number(json, "fx", view->joint[i].fx);
    carom_json_number(json, "fy", view->joint[i].fy);
    carom_json_number(json, "moment", view->joint[i].moment);
    carom_json_end(json);
  }
  carom_json_end(json);
}

static void write_energy(carom_json *json, const cli_mechanism *run,
                         const carom_mechanism_energy *e)
{
  const cli_budget budget = mechanism_budget(run);
  carom_json_object(json, "energy");
  carom_json_number(json, "kinetic", e->kinetic);
  carom_json_number(json, "elastic", e->elastic);
  carom_json_number(json, "viscous", e->viscous);
  carom_json_number(json, "plastic", e->plastic);
  carom_json_number(json, "friction", e->friction);
  carom_json_number(json, "gravity", e->gravity);
  carom_json_number(json, "work", e->work);
  carom_json_number(json, "residual", e->residual);
  carom_json_end(json);
  carom_json_number(json, "budget_off", budget_off(&budget));
}

void mechanism_members(carom_json *json, const void *user)
{
  const cli_mechanism *run = user;
  const carom_mechanism_view *view = carom_mechanism_sample(run->mechanism);
  const carom_mechanism_closure closure = carom_mechanism_check(run->mechanism);
  carom_json_number(json, "time", view->time);
  carom_json_integer(json, "freedoms", closure.freedoms);
  carom_json_integer(json, "redundant", closure.redundant);
  carom_json_number(json, "open_joints", closure.position);
  write_events(json, run, "impacts", CAROM_JOURNAL_TOUCH);
  write_events(json, run, "releases", CAROM_JOURNAL_RELEASE);
  write_events(json, run, "separations", CAROM_JOURNAL_PART);
  carom_json_array(json, "clearances");
  for (int c = 0; c < view->clearances; c++)
    write_clearance(json, run, view, c);
  carom_json_end(json);
  if (view->clearances > 0) write_histogram(json, run);
  write_strobes(json, run);
  if (run->rows > 0) {
    carom_json_object(json, "acceleration");
    carom_json_string(json, "body", run->def->body[run->scenario->mechanism.shown].name);
    carom_json_number(json, "peak", mechanism_peak_acceleration(run, false));
    carom_json_number(json, "peak_of_means", mechanism_peak_acceleration(run, true));
    carom_json_number(json, "filter", run->scenario->record.filter);
    carom_json_number(json, "every", run->scenario->record.every);
    carom_json_end(json);
  }
  write_bodies(json, run, view);
  write_energy(json, run, &view->energy);
  carom_json_integer(json, "steps", carom_mechanism_steps(run->mechanism));
  measured_members(json, &run->misfits);
}

/* For people: what is less than the rounding of the largest value of its kind is 0. */
static double rounded(double value, double largest)
{
  return fabs(value) <= 1e-13 * largest ? 0 : value;
}

static void print_bodies(const cli_mechanism *run, const carom_mechanism_view *view)
{
  static const cli_column columns[] = {{"body", "body", NULL, 0},   {"x", "x", "m", 0},
                                       {"y", "y", "m", 0},          {"angle", "angle", "rad", 0},
                                       {"vx", "vx", "m/s", 0},      {"vy", "vy", "m/s", 0},
                                       {"spin", "spin", "rad/s", 0}};
  cli_table table = table_new(columns, sizeof columns / sizeof *columns);
  double length = 0, angle = 0, speed = 0, spin = 0;
  for (int i = 0; i < view->bodies; i++) {
    const carom_motion *b = &view->body[i];
    length = fmax(length, fmax(fabs(b->x), fabs(b->y)));
    angle = fmax(angle, fabs(b->angle));
    speed = fmax(speed, fmax(fabs(b->vx), fabs(b->vy)));
    spin = fmax(spin, fabs(b->spin));
  }
  for (int i = 0; i < view->bodies; i++) {
    const carom_motion *b = &view->body[i];
    table_text(&table, run->def->body[i].name);
    table_number(&table, rounded(b->x, length));
    table_number(&table, rounded(b->y, length));
    table_number(&table, rounded(b->angle, angle));
    table_number(&table, rounded(b->vx, speed));
    table_number(&table, rounded(b->vy, speed));
    table_number(&table, rounded(b->spin, spin));
  }
  if (table_ok(&table)) table_write_text(&table, stdout);
  table_free(&table);
}

static void print_clearances(const cli_mechanism *run, const carom_mechanism_view *view)
{
  static const cli_column columns[] = {{"clearance", "clearance", NULL, 0},
                                       {"impacts", "impacts", NULL, 0},
                                       {"per revolution", "impacts_per_revolution", "1", 2},
                                       {"fastest", "fastest_impact", "m/s", 0},
                                       {"contact", "contact_share", "1", 4},
                                       {"flight", "flight_share", "1", 4},
                                       {"peak force", "peak_force", "N", 0},
                                       {"overlap", "peak_overlap", "m", 0}};
  cli_table table = table_new(columns, sizeof columns / sizeof *columns);
  for (int c = 0; c < view->clearances; c++) {
    const carom_journal *j = &view->journal[c];
    const carom_journal_impacts impacts = carom_journal_summary(run->event, run->events, c);
    const double share = j->contact_time / view->time;
    char count[24];
    snprintf(count, sizeof count, "%ld", impacts.count);
    table_text(&table, clearance_name(run, c));
    table_text(&table, count);
    table_number(&table, run->period != CAROM_UNSET
                             ? (double)impacts.count * run->period / view->time
                             : NAN);
    table_number(&table, impacts.fastest);
    table_number(&table, share);
    table_number(&table, 1 - share);
    table_number(&table, j->peak_force);
    table_number(&table, j->peak_overlap);
  }
  if (table_ok(&table)) table_write_text(&table, stdout);
  table_free(&table);
}

static void print_verdicts(const cli_mechanism *run, const carom_mechanism_view *view)
{
  cli_verdict *list = mechanism_verdicts(run, view->clearances);
  if (!list) return;
  putchar('\n');
  verdict_table(list, view->clearances, "clearance", stdout, false);
  verdict_print(list, view->clearances, stdout, false);
  free(list);
}

static void print_impacts(const cli_mechanism *run)
{
  static const cli_column columns[] = {{"impact", "clearance", NULL, 0},
                                       {"at", "time", "s", 0},
                                       {"speed", "speed", "m/s", 0},
                                       {"parts at", "parts", "s", 0},
                                       {"speed", "speed_out", "m/s", 0}};
  cli_table table = table_new(columns, sizeof columns / sizeof *columns);
  int shown = 0;
  for (long k = 0; k < run->events && shown < FIRST_IMPACTS; k++) {
    const carom_journal_note *e = &run->event[k], *part = NULL;
    if (e->kind != CAROM_JOURNAL_TOUCH) continue;
    for (long i = k + 1; i < run->events && !part; i++)
      if (run->event[i].clearance == e->clearance && run->event[i].kind == CAROM_JOURNAL_PART)
        part = &run->event[i];
    table_text(&table, clearance_name(run, e->clearance));
    table_number(&table, e->time);
    table_number(&table, e->speed);
    table_number(&table, part ? part->time : NAN);
    table_number(&table, part ? -part->speed : NAN);
    shown++;
  }
  if (shown > 0 && table_ok(&table)) {
    printf("\nFirst impacts\n");
    table_write_text(&table, stdout);
  }
  table_free(&table);
}

/* Heights are counted from the origin, so that only their change is energy; where it was regained
 * by the end, the instants between them show it. */
cli_budget mechanism_budget(const cli_mechanism *run)
{
  const carom_mechanism_energy *e = &carom_mechanism_sample(run->mechanism)->energy;
  double work = fabs(e->work) + fmax(run->start.gravity - e->gravity, 0);
  for (long i = 0; i < run->rows; i++)
    work = fmax(work, run->row[i * run->columns + mechanism_energy_cell(run)]);
  return (cli_budget){.residual = e->residual,
                      .start = run->start.kinetic + run->start.elastic + fabs(run->start.gravity),
                      .end = e->kinetic + e->elastic + fmax(e->gravity - run->start.gravity, 0),
                      .work = work,
                      .remedy = "take a smaller tolerance (run.tolerance), or a law whose form is "
                                "sound"};
}

static void print_energy(const cli_mechanism *run, const carom_mechanism_energy *e)
{
  const cli_budget budget = mechanism_budget(run);
  const struct {
    const char *name;
    double value;
  } channel[] = {{"kinetic", e->kinetic},           {"elastic", e->elastic},
                 {"lost by damping", e->viscous},   {"lost by plastic deformation", e->plastic},
                 {"lost by friction", e->friction}, {"of height", e->gravity},
                 {"done by drivers", e->work}};
  char q[QUANTITY_ROOM];
  printf("\nenergy   ");
  for (size_t i = 0; i < sizeof channel / sizeof *channel; i++) {
    if (channel[i].value != 0)
      printf(" %s %s,", quantity_print(channel[i].value, "J", q), channel[i].name);
  }
  printf("\n          budget closes within %.1e\n", budget_off(&budget));
}

static void print_acceleration(const cli_mechanism *run)
{
  char q[3][QUANTITY_ROOM];
  if (run->rows < 2) return;
  printf(
      "\nlargest acceleration of %s %s every %s",
      run->def->body[run->scenario->mechanism.shown].name,
      quantity_print(mechanism_peak_acceleration(run, false), run->shown.acceleration_unit, q[0]),
      quantity_print(run->scenario->record.every, "s", q[1]));
  const double mean = mechanism_peak_acceleration(run, true);
  if (isfinite(mean))
    printf(", %s as a mean over %s", quantity_print(mean, run->shown.acceleration_unit, q[0]),
           quantity_print(run->scenario->record.filter, "s", q[1]));
  putchar('\n');
}

void mechanism_summary(const cli_mechanism *run)
{
  const carom_mechanism_view *view = carom_mechanism_sample(run->mechanism);
  const carom_mechanism_closure closure = carom_mechanism_check(run->mechanism);
  char q[QUANTITY_ROOM];
  if (*run->scenario->title) printf("%s\n\n", run->scenario->title);
  printf("Mechanism of %d bod%s with %d degree%s of freedom after %s (%ld steps)\n", view->bodies,
         view->bodies == 1 ? "y" : "ies", closure.freedoms, closure.freedoms == 1 ? "" : "s",
         quantity_print(view->time, "s", q), carom_mechanism_steps(run->mechanism));
  if (closure.redundant > 0)
    printf("%d equations were redundant and left out, the first of joint '%s'\n", closure.redundant,
           closure.redundant_name);
  if (run->period != CAROM_UNSET)
    printf("%.4g revolutions of %s each\n", view->time / run->period,
           quantity_print(run->period, "s", q));
  putchar('\n');
  print_bodies(run, view);
  if (view->clearances > 0) {
    putchar('\n');
    print_clearances(run, view);
    print_verdicts(run, view);
    print_impacts(run);
  }
  print_acceleration(run);
  print_energy(run, &view->energy);
  measured_print(&run->misfits);
}

/* Columns of one thing each: its name comes behind theirs. */
static void add_columns(cli_record *record, const char *const (*column)[2], int count,
                        const char *name)
{
  for (int k = 0; k < count; k++)
    record_add(record, column[k][1], "%s_%s", column[k][0], name);
}

void mechanism_columns(const carom_scenario *scenario, cli_record *record)
{
  static const char *const body[BODY_CELLS][2] = {
      {"x", "m"},        {"y", "m"},     {"angle", "rad"}, {"vx", "m/s"},     {"vy", "m/s"},
      {"spin", "rad/s"}, {"ax", "m/s2"}, {"ay", "m/s2"},   {"turn", "rad/s2"}};
  static const char *const joint[JOINT_CELLS][2] = {{"fx", "N"}, {"fy", "N"}, {"moment", "N m"}};
  static const char *const journal[JOURNAL_CELLS][2] = {
      {"ex", "m"},        {"ey", "m"},     {"overlap", "m"}, {"approach", "m/s"},
      {"sliding", "m/s"}, {"normal", "N"}, {"friction", "N"}};
  static const char *const energy[ENERGY_CELLS] = {"kinetic", "gravity",  "elastic", "viscous",
                                                   "plastic", "friction", "work",    "residual"};
  const carom_mechanism_def *def = &scenario->mechanism.def;
  record_add(record, "s", "time");
  for (int i = 0; i < def->bodies; i++)
    add_columns(record, body, BODY_CELLS, def->body[i].name);
  for (int i = 0; i < def->joints; i++)
    add_columns(record, joint, JOINT_CELLS, def->joint[i].name);
  for (int i = 0; i < def->drivers; i++) {
    const bool turns = def->driver[i].kind == CAROM_DRIVE_SPIN ||
                       def->driver[i].kind == CAROM_DRIVE_TORQUE;
    record_add(record, turns ? "N m" : "N", "%s", def->driver[i].name);
  }
  for (int i = 0; i < def->clearances; i++)
    add_columns(record, journal, JOURNAL_CELLS, def->clearance[i].name);
  for (int i = 0; i < ENERGY_CELLS; i++)
    record_add(record, "J", "%s", energy[i]);
}

cli_record mechanism_record(const cli_mechanism *run)
{
  cli_record record = {.rows = run->rows, .value = run->row, .stride = run->columns};
  mechanism_columns(run->scenario, &record);
  return record;
}

void mechanism_csv(const void *user, FILE *file)
{
  const cli_mechanism *run = user;
  cli_record record = mechanism_record(run);
  record_add(&record, run->shown.acceleration_unit, "mean_acceleration_%s",
             run->def->body[run->scenario->mechanism.shown].name);
  record_header(&record, file);
  record_free(&record);
  fputc('\n', file);
  for (long k = 0; k < run->rows; k++) {
    const double *row = run->row + k * run->columns, mean = mechanism_mean(run, k);
    for (int i = 0; i < run->columns; i++)
      fprintf(file, "%s%.12g", i ? "," : "", row[i]);
    if (isfinite(mean))
      fprintf(file, ",%.12g\n", mean);
    else
      fputs(",\n", file);
  }
}
