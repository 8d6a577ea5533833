/* SPDX-License-Identifier: MIT */
#include "cli/report/compare_sweep.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/report/compare_points.h"

enum { POINTS_MAX = 1000000 };

static void run_point(void *user, int64_t index)
{
  const cli_points *all = user;
  const int law = (int)(index / all->sweep->count), value = (int)(index % all->sweep->count);
  const carom_assignment one = {all->sweep->name, all->sweep->value[value]};
  cli_point *p = &all->point[index];
  carom_outcome o;
  carom_request_outcome(&all->rows->row[law].trial, &one, &o);
  *p = (cli_point){.status = o.status};
  if (o.status != CAROM_OK) {
    p->error = malloc(sizeof *p->error);
    if (p->error) *p->error = o.error;
    return;
  }
  const carom_impact *r = &o.impact;
  for (int k = 0; k < 2; k++) {
    p->asked[k] = o.contact.asked[k];
    p->intended[k] = o.contact.intended[k];
  }
  p->validity = r->validity;
  p->restitution = r->restitution;
  p->speed_out = r->speed_out;
  p->duration = r->duration;
  p->peak_force = r->peak_force;
  p->peak_overlap = r->peak_overlap;
  p->energy_lost = r->energy_lost;
}

/* What a law cannot do is a result; an error in the input ends the run. */
static bool is_result(carom_status status)
{
  return status == CAROM_OK || status == CAROM_ERR_UNATTAINABLE || status == CAROM_ERR_DIVERGED ||
         status == CAROM_ERR_MISSING;
}

static int judge(const cli_points *all)
{
  const int64_t points = (int64_t)all->rows->count * all->sweep->count;
  int64_t left = 0;
  for (int64_t i = 0; i < points; i++) {
    const cli_point *p = &all->point[i];
    left += p->status == CAROM_OK;
    if (!is_result(p->status) && p->error) return message_error(p->error);
  }
  for (int law = 0; law < all->rows->count; law++) {
    const cli_point *first = NULL;
    int failed = 0;
    for (int k = 0; k < all->sweep->count; k++) {
      const cli_point *p = points_at(all, law, k);
      if (p->status == CAROM_OK) continue;
      if (!first) first = p;
      failed++;
    }
    if (failed)
      message_note("%s: %d of %d values could not be run; the first: %s", points_law(all, law),
                   failed, all->sweep->count, first->error ? first->error->text : "out of memory");
  }
  return left > 0 ? EXIT_OK : EXIT_INPUT;
}

/* Reads the values by the first law that has the setting; it must mean the same to all others. */
static int read_values(const cli_arguments *given, const cli_rows *rows, const char *text,
                       cli_sweep *sweep)
{
  char name[64];
  const carom_impact_request *first = &rows->row[0].trial;
  snprintf(name, sizeof name, "%.*s", (int)strcspn(text, "="), text);
  for (int i = rows->count - 1; i >= 0; i--)
    if (carom_request_field(rows->row[i].trial.law, name)) first = &rows->row[i].trial;
  *sweep = (cli_sweep){.count = 0};
  if (strchr(text, '=') && !carom_request_field(first->law, name))
    return request_unknown(rows->count == 1 ? first->law : NULL, given, name);
  const int code = sweep_read(first, given, text, sweep);
  if (code != EXIT_OK) return code;
  for (int i = 0; i < rows->count; i++) {
    const carom_field *field = carom_request_field(rows->row[i].trial.law, name);
    const char *unit = sweep->field->unit;
    if (field && unit && field->unit && strcmp(field->unit, unit) != 0)
      return message_usage("--sweep", "%s is in %s with %s but in %s with %s; name laws that agree",
                           name, unit, first->contact.law, field->unit,
                           rows->row[i].trial.contact.law);
  }
  if ((int64_t)sweep->count * rows->count > POINTS_MAX)
    return message_usage("--sweep", "%d values of %d laws are more than %d impacts; ask for fewer",
                         sweep->count, rows->count, POINTS_MAX);
  if (arguments_value(given, "plot") && !sweep->field->unit)
    return message_usage("--plot", "'%s' takes words, which have no axis; leave --plot out", name);
  return EXIT_OK;
}

int compare_sweep(const cli_arguments *given, const cli_rows *rows, const char *text, int threads)
{
  cli_sweep sweep;
  int code = read_values(given, rows, text, &sweep);
  const int64_t points = code == EXIT_OK ? (int64_t)rows->count * sweep.count : 0;
  cli_points all = {rows, &sweep, NULL};
  if (code == EXIT_OK) {
    all.point = calloc((size_t)points, sizeof *all.point);
    if (!all.point || carom_parallel(threads, points, run_point, &all) != CAROM_OK) {
      message_usage("--sweep", "out of memory; ask for fewer values");
      code = EXIT_FAILED;
    }
  }
  if (code == EXIT_OK) code = judge(&all);
  if (code == EXIT_OK) code = points_report(given, &all);
  for (int64_t i = 0; all.point && i < points; i++)
    free(all.point[i].error);
  free(all.point);
  sweep_free(&sweep);
  return code;
}
