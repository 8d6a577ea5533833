/* SPDX-License-Identifier: MIT */
/* Prints the outcome of a mechanism. */
#include "cli/text/mechanism_text.h"

#include <inttypes.h>
#include <math.h>

#include "cli/base/table.h"
#include "cli/text/budget.h"
#include "cli/text/measured_text.h"
#include "cli/text/verdict_text.h"
#include "run/quantity.h"

enum { FIRST_IMPACTS = 8 };

/* Text shows values below the rounding of the largest of their kind as 0. */
static double rounded(double value, double largest)
{
  return fabs(value) <= 1e-13 * largest ? 0 : value;
}

static void print_bodies(const carom_mechanism_job *run, const carom_mechanism_view *view)
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

static void print_clearances(const carom_mechanism_job *run, const carom_mechanism_view *view)
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
    snprintf(count, sizeof count, "%" PRId64, impacts.count);
    table_text(&table, run->def->clearance[c].name);
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

static void print_verdicts(const carom_mechanism_job *run)
{
  carom_verdicts list;
  if (!carom_mechanism_verdicts(&run->base, &list)) return;
  putchar('\n');
  verdict_table(list.item, list.count, "clearance", stdout, false);
  verdict_print(list.item, list.count, stdout, false);
  carom_verdicts_free(&list);
}

static void print_impacts(const carom_mechanism_job *run)
{
  static const cli_column columns[] = {{"impact", "clearance", NULL, 0},
                                       {"at", "time", "s", 0},
                                       {"speed", "speed", "m/s", 0},
                                       {"parts at", "parts", "s", 0},
                                       {"speed", "speed_out", "m/s", 0}};
  cli_table table = table_new(columns, sizeof columns / sizeof *columns);
  int shown = 0;
  for (int64_t k = 0; k < run->events && shown < FIRST_IMPACTS; k++) {
    const carom_journal_note *e = &run->event[k], *part = NULL;
    if (e->kind != CAROM_JOURNAL_TOUCH) continue;
    for (int64_t i = k + 1; i < run->events && !part; i++)
      if (run->event[i].clearance == e->clearance && run->event[i].kind == CAROM_JOURNAL_PART)
        part = &run->event[i];
    table_text(&table, run->def->clearance[e->clearance].name);
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

static void print_energy(const carom_mechanism_job *run, const carom_mechanism_energy *e)
{
  const budget_channel channel[] = {
      {"kinetic", e->kinetic},           {"elastic", e->elastic},
      {"lost by damping", e->viscous},   {"lost by plastic deformation", e->plastic},
      {"lost by friction", e->friction}, {"of height", e->gravity},
      {"done by drivers", e->work}};
  putchar('\n');
  budget_print(channel, sizeof channel / sizeof *channel, carom_run_budget(&run->base).off);
}

static void print_acceleration(const carom_mechanism_job *run)
{
  char q[3][CAROM_QUANTITY_ROOM];
  if (run->base.record.rows < 2) return;
  printf("\nlargest acceleration of %s %s every %s",
         run->def->body[run->base.scenario->mechanism.shown].name,
         carom_quantity_print(carom_mechanism_peak_acceleration(run, false),
                              run->shown.acceleration_unit, q[0]),
         carom_quantity_print(run->base.scenario->record.every, "s", q[1]));
  const double mean = carom_mechanism_peak_acceleration(run, true);
  if (isfinite(mean))
    printf(", %s as a mean over %s", carom_quantity_print(mean, run->shown.acceleration_unit, q[0]),
           carom_quantity_print(run->base.scenario->record.filter, "s", q[1]));
  putchar('\n');
}

/* How large a mechanism is: the farthest of its points from the origin of their frame, or bodies.
 */
static double extent(const carom_mechanism_def *def)
{
  double far = 0;
  for (int i = 0; i < def->bodies; i++)
    far = fmax(far, hypot(def->body[i].x, def->body[i].y));
  for (int i = 0; i < def->joints; i++) {
    far = fmax(far, hypot(def->joint[i].a.x, def->joint[i].a.y));
    far = fmax(far, hypot(def->joint[i].b.x, def->joint[i].b.y));
  }
  return far;
}

static bool is_kept(double given, double start)
{
  return given == 0 || fabs(start - given) <= 1e-6 * fabs(given);
}

void mechanism_start_changes(const carom_mechanism_def *def, const carom_motion *start,
                             int freedoms, const char *before, FILE *file)
{
  const double rough_angle = 0.02, rough_length = 0.02 * extent(def);
  char q[4][CAROM_QUANTITY_ROOM];
  for (int i = 0; i < def->bodies; i++) {
    const carom_mechanism_body *b = &def->body[i];
    const carom_motion *s = &start[i];
    const double turned = s->angle - b->angle, moved = hypot(s->x - b->x, s->y - b->y);
    if (freedoms > 0 && fabs(turned) > rough_angle)
      fprintf(file, "%s%s starts at an angle of %s instead of %s, to close the joints\n", before,
              b->name, carom_quantity_print(s->angle, "rad", q[0]),
              carom_quantity_print(b->angle, "rad", q[1]));
    if (freedoms > 0 && moved > rough_length)
      fprintf(file, "%s%s starts at (%s, %s) instead of (%s, %s), to close the joints\n", before,
              b->name, carom_quantity_print(s->x, "m", q[0]), carom_quantity_print(s->y, "m", q[1]),
              carom_quantity_print(b->x, "m", q[2]), carom_quantity_print(b->y, "m", q[3]));
    if (!is_kept(b->spin, s->spin))
      fprintf(file,
              "%s%s starts with a spin of %s instead of %s, to agree with joints and drivers\n",
              before, b->name, carom_quantity_print(s->spin, "rad/s", q[0]),
              carom_quantity_print(b->spin, "rad/s", q[1]));
    if (!is_kept(b->vx, s->vx) || !is_kept(b->vy, s->vy))
      fprintf(
          file,
          "%s%s starts with a velocity of (%s, %s) instead of (%s, %s), to agree with joints and "
          "drivers\n",
          before, b->name, carom_quantity_print(s->vx, "m/s", q[0]),
          carom_quantity_print(s->vy, "m/s", q[1]), carom_quantity_print(b->vx, "m/s", q[2]),
          carom_quantity_print(b->vy, "m/s", q[3]));
  }
}

void mechanism_summary(const carom_run *base)
{
  const carom_mechanism_job *run = carom_mechanism_job_of(base);
  const carom_mechanism_view *view = carom_mechanism_sample(run->mechanism);
  const carom_mechanism_closure closure = carom_mechanism_check(run->mechanism);
  char q[CAROM_QUANTITY_ROOM];
  if (*run->base.scenario->title) printf("%s\n\n", run->base.scenario->title);
  printf("Mechanism of %d bod%s with %d degree%s of freedom after %s (%" PRId64 " steps)\n",
         view->bodies, view->bodies == 1 ? "y" : "ies", closure.freedoms,
         closure.freedoms == 1 ? "" : "s", carom_quantity_print(view->time, "s", q),
         carom_mechanism_steps(run->mechanism));
  if (closure.redundant > 0)
    printf(
        "%d redundant equation%s dropped, the first of joint '%s': forces in joints that share a "
        "load are\nnot unique, and none is reported for what was dropped\n",
        closure.redundant, closure.redundant == 1 ? "" : "s", closure.redundant_name);
  if (run->period != CAROM_UNSET)
    printf("%.4g revolutions of %s each\n", view->time / run->period,
           carom_quantity_print(run->period, "s", q));
  mechanism_start_changes(run->def, run->assembled, closure.freedoms, "", stdout);
  putchar('\n');
  print_bodies(run, view);
  if (view->clearances > 0) {
    putchar('\n');
    print_clearances(run, view);
    print_verdicts(run);
    print_impacts(run);
  }
  print_acceleration(run);
  print_energy(run, &view->energy);
  measured_print(&run->base.misfits);
}
