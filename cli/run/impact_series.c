/* SPDX-License-Identifier: MIT */
#include "cli/run/impact_series.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/figure/figure.h"
#include "cli/figure/impact_figure.h"
#include "cli/text/impact_text.h"
#include "cli/base/output.h"
#include "cli/run/sweep.h"
#include "cli/base/table.h"

/* The columns that all series have behind their first one. */
#define COLUMNS                                                                                    \
  {"restitution", "restitution", "1", 6}, {"speed in", "speed_in", "m/s", 0},                      \
      {"speed out", "speed_out", "m/s", 0}, {"duration", "duration", "s", 0},                      \
      {"peak force", "peak_force", "N", 0}, {"peak overlap", "peak_overlap", "m", 0},              \
      {"residual", "residual_overlap", "m", 0}, {"energy lost", "energy_lost", "J", 0},            \
  {                                                                                                \
    "validity", "validity", NULL, 0                                                                \
  }

static void add_impact(cli_table *table, const carom_outcome *o)
{
  const carom_impact *r = &o->impact;
  if (o->status != CAROM_OK) {
    char text[320];
    for (int i = 0; i < 8; i++)
      table_text(table, NULL);
    table_text(table, impact_unattainable(&o->error, text));
    return;
  }
  table_number(table, r->restitution);
  table_number(table, r->speed_in);
  table_number(table, r->speed_out);
  table_number(table, r->duration);
  table_number(table, r->peak_force);
  table_number(table, r->peak_overlap);
  table_number(table, r->residual_overlap);
  impact_add_loss(table, r->energy_lost, r->energy.kinetic_in);
  table_text(table, carom_validity_name(r->validity));
}

static void print_table(const cli_series *series, const cli_table *table)
{
  char steel[REQUEST_STEEL];
  table_write_text(table, stdout);
  if (request_steel(series->trial, steel)) printf("\nMaterial: %s.\n", steel);
}

/* Writes the table to standard output or to a file, or text to one and CSV to the other. */
static int deliver(const cli_series *series, const cli_table *table)
{
  carom_error err = {0};
  if (!table_ok(table)) {
    message_usage(NULL, "out of memory");
    return EXIT_FAILED;
  }
  if (series->csv && !strcmp(series->csv, "-"))
    table_write_csv(table, stdout);
  else if (series->csv &&
           output_write(series->csv, series->force, table_write_csv, table, &err) != CAROM_OK)
    return message_error(&err);
  else if (!series->json)
    print_table(series, table);
  return EXIT_OK;
}

static int finish_json(carom_json *json)
{
  carom_error err = {0};
  return carom_json_finish(json, &err) == CAROM_OK ? EXIT_OK : message_error(&err);
}

static int draw(const cli_series *series, const cli_figure *figure)
{
  carom_error err = {0};
  if (!figure_possible()) return EXIT_OK;
  return figure_write(figure, series->plot, series->force, &err) == CAROM_OK ? EXIT_OK
                                                                             : message_error(&err);
}

/* One pair, hit `count` times. */
struct repeated {
  carom_outcome *outcome;
  carom_state *before;
  int count;
};

static int strike(const cli_series *series, struct repeated *all, bool rebound)
{
  carom_impact_request trial = *series->trial;
  carom_outcome *first = &all->outcome[0];
  const int wanted = all->count;
  all->count = 0;
  first->status = carom_contact_prepare(&trial.contact, &first->contact, &first->error);
  if (first->status != CAROM_OK) return message_error(&first->error);
  carom_state state = carom_contact_virgin(&first->contact);
  for (int i = 0; i < wanted; i++) {
    carom_outcome *o = &all->outcome[i];
    o->contact = first->contact;
    all->before[i] = state;
    carom_impact_def def = trial.impact;
    def.contact = &o->contact;
    def.state = &state;
    o->status = carom_impact_resolve(&def, &o->impact, &o->error);
    if (o->status != CAROM_OK) return message_error(&o->error);
    all->count++;
    if (rebound) trial.impact.speed = o->impact.speed_out;
    if (!(trial.impact.speed >= 1e-9)) break; /* at rest */
  }
  return EXIT_OK;
}

static int repeat_json(const cli_series *series, const struct repeated *all)
{
  carom_json json = carom_json_to_file(stdout);
  carom_json_object(&json, NULL);
  carom_json_string(&json, "law", series->trial->contact.law);
  carom_json_array(&json, "impacts");
  for (int i = 0; i < all->count; i++) {
    carom_json_object(&json, NULL);
    impact_members(&json, &all->outcome[i], series->scaled);
    carom_json_end(&json);
  }
  carom_json_end(&json);
  carom_request_steel(&json, series->trial);
  carom_json_end(&json);
  return finish_json(&json);
}

static int repeat_figure(const cli_series *series, const struct repeated *all)
{
  cli_figure figure = impact_figure();
  carom_error err = {0};
  carom_status status = CAROM_OK;
  enum { TITLED = 12 };
  char title[TITLED][32];
  for (int i = 0; i < all->count && status == CAROM_OK; i++) {
    if (i < TITLED) snprintf(title[i], sizeof title[i], "impact %d", i + 1);
    status = impact_figure_add(&figure, &series->trial->impact, &all->outcome[i], &all->before[i],
                               i < TITLED ? title[i] : NULL, look_number(i), &err);
  }
  const int code = status == CAROM_OK ? draw(series, &figure) : message_error(&err);
  figure_free(&figure);
  return code;
}

static int report_repeat(const cli_series *series, const struct repeated *all)
{
  static const cli_column columns[] = {{"impact", "impact", NULL, 0}, COLUMNS};
  cli_table table = table_new(columns, sizeof columns / sizeof *columns);
  for (int i = 0; i < all->count; i++) {
    table_number(&table, i + 1);
    add_impact(&table, &all->outcome[i]);
  }
  int code = series->json ? repeat_json(series, all) : EXIT_OK;
  if (code == EXIT_OK) code = deliver(series, &table);
  if (code == EXIT_OK && series->plot) code = repeat_figure(series, all);
  table_free(&table);
  return code;
}

int series_repeat(const cli_series *series, int count, bool rebound)
{
  struct repeated all = {calloc((size_t)count, sizeof *all.outcome),
                         calloc((size_t)count, sizeof *all.before), count};
  int code = EXIT_FAILED;
  if (all.outcome && all.before)
    code = strike(series, &all, rebound);
  else
    message_usage("--repeat", "out of memory; ask for fewer impacts");
  if (code == EXIT_OK) code = report_repeat(series, &all);
  free(all.outcome);
  free(all.before);
  return code;
}

/* One setting, varied. */
struct swept {
  const cli_series *series;
  const cli_sweep *sweep;
  carom_outcome *outcome;
};

static void run_point(void *user, int64_t index)
{
  const struct swept *all = user;
  const carom_assignment one = {all->sweep->name, all->sweep->value[index]};
  carom_request_outcome(all->series->trial, &one, &all->outcome[index]);
}

/* An unattainable restitution, or bodies that stick or do not separate, are rows of the table; any
 * other error ends the run. */
static int judge(const struct swept *all)
{
  int failed = 0, endless = 0;
  for (int i = 0; i < all->sweep->count; i++) {
    const carom_outcome *o = &all->outcome[i];
    if (o->status == CAROM_ERR_UNATTAINABLE)
      failed++;
    else if (o->status == CAROM_ERR_DIVERGED)
      endless++;
    else if (o->status != CAROM_OK)
      return message_error(&o->error);
  }
  if (failed)
    message_note("%d of %d values ask for a restitution that the law cannot deliver", failed,
                 all->sweep->count);
  if (endless)
    message_note("%d of %d impacts have no end; their rows tell why", endless, all->sweep->count);
  return EXIT_OK;
}

static int sweep_json(const struct swept *all)
{
  const cli_sweep *sweep = all->sweep;
  carom_json json = carom_json_to_file(stdout);
  carom_json_object(&json, NULL);
  carom_json_string(&json, "law", all->series->trial->contact.law);
  carom_json_object(&json, "sweep");
  carom_json_string(&json, "name", sweep->name);
  carom_json_string(&json, "unit", sweep->field->unit);
  carom_json_end(&json);
  carom_json_array(&json, "impacts");
  for (int i = 0; i < sweep->count; i++) {
    const carom_outcome *o = &all->outcome[i];
    const double number = sweep_number(sweep, i);
    carom_json_object(&json, NULL);
    if (number - number == 0)
      carom_json_number(&json, "value", number);
    else
      carom_json_string(&json, "value", sweep->value[i]);
    if (o->status == CAROM_OK)
      impact_members(&json, o, all->series->scaled);
    else
      carom_json_string(&json, "error", o->error.text);
    carom_json_end(&json);
  }
  carom_json_end(&json);
  carom_request_steel(&json, all->series->trial);
  carom_json_end(&json);
  return finish_json(&json);
}

static int sweep_figure(const struct swept *all)
{
  const cli_sweep *sweep = all->sweep;
  char label[SWEEP_LABEL];
  cli_figure figure = {.panels = 1, .panel = {sweep_panel(sweep, label)}};
  const char *law = all->series->trial->contact.law;
  const cli_look look = {look_of_law(law).colour, ""}; /* a single curve needs no dashes */
  cli_curve *c = figure_add(&figure.panel[0], law, look, 2, sweep->count);
  if (!c) return EXIT_FAILED;
  for (int i = 0; i < sweep->count; i++) {
    const bool done = all->outcome[i].status == CAROM_OK;
    c->x[i] = sweep_number(sweep, i);
    c->y[i] = done ? all->outcome[i].impact.restitution : CAROM_UNSET;
  }
  const int code = draw(all->series, &figure);
  figure_free(&figure);
  return code;
}

static int report_sweep(const struct swept *all)
{
  const cli_sweep *sweep = all->sweep;
  /* the restitution asked for is shown beside the one delivered */
  const bool asked = !strcmp(sweep->field->name, "restitution");
  const cli_column columns[] = {{asked ? "asked" : sweep->name,
                                 asked ? "asked_restitution" : sweep->name, sweep->field->unit, 0},
                                COLUMNS};
  cli_table table = table_new(columns, sizeof columns / sizeof *columns);
  for (int i = 0; i < sweep->count; i++) {
    const double number = sweep_number(sweep, i);
    if (number - number == 0)
      table_number(&table, number);
    else
      table_text(&table, sweep->value[i]);
    add_impact(&table, &all->outcome[i]);
  }
  int code = all->series->json ? sweep_json(all) : EXIT_OK;
  if (code == EXIT_OK) code = deliver(all->series, &table);
  if (code == EXIT_OK && all->series->plot) code = sweep_figure(all);
  table_free(&table);
  return code;
}

int series_sweep(const cli_series *series, const char *text)
{
  cli_sweep sweep;
  carom_impact_request trial = *series->trial;
  cli_series varied = *series;
  int code = sweep_read(series->trial, series->given, text, &sweep);
  struct swept all = {&varied, &sweep, NULL};
  if (code == EXIT_OK) carom_request_vary(&trial, sweep.name);
  varied.trial = &trial;
  if (code == EXIT_OK && series->plot && !sweep.field->unit)
    code = message_usage("--plot", "'%s' takes words, which have no axis; leave --plot out",
                         sweep.name);
  if (code == EXIT_OK) {
    all.outcome = calloc((size_t)sweep.count, sizeof *all.outcome);
    if (!all.outcome || carom_parallel(series->threads, sweep.count, run_point, &all) != CAROM_OK) {
      message_usage("--sweep", "out of memory; ask for fewer values");
      code = EXIT_FAILED;
    }
  }
  if (code == EXIT_OK) code = judge(&all);
  if (code == EXIT_OK) code = report_sweep(&all);
  free(all.outcome);
  sweep_free(&sweep);
  return code;
}
