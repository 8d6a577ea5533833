/* SPDX-License-Identifier: MIT */
#include "cli/report/report_data.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/fields.h"
#include "core/root.h"

/* Below this speed the spheres stay elastic, so no restitution is asked of a plastic phase. */
static const double slowest_plastic = 0.0765;

/* The default spheres are those of the viscous paper; asks for the restitutions that the law
 * has. */
static carom_impact_request spheres(const carom_law *law, double speed, double elastic,
                                    double plastic)
{
  carom_impact_request t = carom_request_default(law);
  t.impact.speed = t.contact.speed = speed;
  const int dampings = carom_law_about(law)->dampings;
  if (dampings == 1) carom_contact_set(&t.contact, "restitution", plastic);
  if (dampings == 2) carom_contact_set(&t.contact, "restitution_elastic", elastic);
  if (dampings == 2 && speed > slowest_plastic)
    carom_contact_set(&t.contact, "restitution_plastic", plastic);
  return t;
}

static double delivered(const carom_impact_request *trial)
{
  carom_outcome outcome;
  return carom_outcome_find(&trial->contact, &trial->impact, &outcome) == CAROM_OK
             ? outcome.impact.restitution
             : __builtin_nan("");
}

static bool has(const carom_law *law, const char *setting)
{
  return carom_field_find(carom_law_fields(law), setting) >= 0;
}

/* One restitution and one law: with both rules, published and exact. */
static void ask(void *user, int64_t index)
{
  cli_report *report = user;
  const carom_law *law = carom_law_at((int)(index / REPORT_ASKED));
  const double e = report->asked[index % REPORT_ASKED];
  for (int rule = 0; rule < 2; rule++) {
    report->published[rule][index] = report->exact[rule][index] = __builtin_nan("");
    if (carom_law_about(law)->dampings == 0) continue;
    carom_impact_request t = spheres(law, report->calibration_speed, report->scene[1].elastic, e);
    if (has(law, "tension")) /* others do as they do by either rule */
      carom_contact_set(&t.contact, "tension", rule == 0 ? CAROM_CUT : CAROM_KEEP);
    report->exact[rule][index] = delivered(&t);
    if (!has(law, "calibration")) continue; /* no formula */
    carom_contact_set(&t.contact, "calibration", CAROM_WORD(1));
    report->published[rule][index] = delivered(&t);
  }
}

/* One law at all speeds, calibrated at one. */
static void vary_speed(void *user, int64_t index)
{
  cli_report *report = user;
  const cli_scene *s = &report->scene[1];
  const carom_law *law = carom_law_at((int)index);
  const carom_impact_request trial = spheres(law, report->calibration_speed, s->elastic,
                                             s->plastic);
  carom_contact contact;
  const bool ready = carom_contact_prepare(&trial.contact, &contact, NULL) == CAROM_OK;
  for (int k = 0; k < REPORT_SPEEDS; k++) {
    double *place = &report->at_speed[index * REPORT_SPEEDS + k];
    carom_impact impact;
    *place = __builtin_nan("");
    if (!ready) continue;
    carom_impact_def def = trial.impact;
    def.contact = &contact;
    def.speed = report->speed[k];
    if (carom_impact_resolve(&def, &impact, NULL) == CAROM_OK) *place = impact.restitution;
  }
}

static void fill_grids(cli_report *report)
{
  const double ratio = carom_nth_root(10, 10); /* ten speeds per decade */
  double speed = 1e-3;
  for (int k = 0; k < REPORT_ASKED; k++)
    report->asked[k] = (25 * k + 50) / 1000.0;
  for (int k = 0; k < REPORT_SPEEDS; k++, speed *= ratio)
    report->speed[k] = speed;
}

static bool make_room(cli_report *report)
{
  const size_t laws = (size_t)report->laws;
  for (int i = 0; i < REPORT_SCENES; i++) {
    report->scene[i].rows.row = calloc(laws, sizeof *report->scene[i].rows.row);
    if (!report->scene[i].rows.row) return false;
  }
  for (int rule = 0; rule < 2; rule++) {
    report->published[rule] = calloc(laws * REPORT_ASKED, sizeof(double));
    report->exact[rule] = calloc(laws * REPORT_ASKED, sizeof(double));
    if (!report->published[rule] || !report->exact[rule]) return false;
  }
  report->at_speed = calloc(laws * REPORT_SPEEDS, sizeof(double));
  return report->at_speed != NULL;
}

/* Finds where the material first yields, and the speed of a Hertzian impact that just reaches
 * it. */
static void find_yield(cli_report *report)
{
  const carom_impact_request trial = spheres(carom_law_find("hertz"), 1, 1, 1);
  carom_contact c;
  if (carom_contact_prepare(&trial.contact, &c, NULL) != CAROM_OK) return;
  report->yield_overlap = carom_contact_yield_overlap(&c);
  report->yield_speed = carom_contact_yield_speed(&c);
}

carom_status report_compute(cli_report *report, int threads)
{
  *report = (cli_report){.laws = carom_law_count(),
                         .scene = {{.speed = 0.05, .elastic = 0.95, .plastic = 0.90},
                                   {.speed = 8, .elastic = 0.86, .plastic = 0.70},
                                   {.speed = 25, .elastic = 0.84, .plastic = 0.65}},
                         .calibration_speed = 8};
  if (!make_room(report)) return CAROM_ERR_MEMORY;
  fill_grids(report);
  find_yield(report);
  for (int i = 0; i < REPORT_SCENES; i++) {
    cli_scene *s = &report->scene[i];
    for (int k = 0; k < report->laws; k++)
      s->rows.row[s->rows.count++].trial = spheres(carom_law_at(k), s->speed, s->elastic,
                                                   s->plastic);
    CAROM_TRY(compare_run(&s->rows, threads));
  }
  CAROM_TRY(carom_parallel(threads, (int64_t)report->laws * REPORT_ASKED, ask, report));
  return carom_parallel(threads, report->laws, vary_speed, report);
}

void report_free(cli_report *report)
{
  for (int i = 0; i < REPORT_SCENES; i++)
    free(report->scene[i].rows.row);
  for (int rule = 0; rule < 2; rule++) {
    free(report->published[rule]);
    free(report->exact[rule]);
  }
  free(report->at_speed);
}

static const char *law_name(int k)
{
  return carom_law_about(carom_law_at(k))->name;
}

static carom_status add_curve(cli_panel *panel, const char *title, cli_look look, double width,
                              const double *x, const double *y, int64_t count)
{
  cli_curve *c = figure_add(panel, title, look, width, count);
  if (!c) return CAROM_ERR_MEMORY;
  for (int64_t k = 0; k < count; k++) {
    c->x[k] = x[k];
    c->y[k] = y[k];
  }
  return CAROM_OK;
}

/* Of all laws that deliver at all, the one farthest from what was asked. */
static void farthest_exact(const cli_report *report, int rule, double *exact)
{
  for (int i = 0; i < REPORT_ASKED; i++) {
    exact[i] = __builtin_nan("");
    for (int k = 0; k < report->laws; k++) {
      const double e = report->exact[rule][(int64_t)k * REPORT_ASKED + i];
      if (!isnan(e) && !(fabs(e - report->asked[i]) <= fabs(exact[i] - report->asked[i])))
        exact[i] = e;
    }
  }
}

static bool any_finite(const double *value)
{
  for (int i = 0; i < REPORT_ASKED; i++)
    if (isfinite(value[i])) return true;
  return false;
}

carom_status report_asked_figure(const cli_report *report, int rule, cli_figure *figure)
{
  const cli_look grey = {"#999999", ""};
  double exact[REPORT_ASKED];
  *figure = (cli_figure){.panels = 1};
  cli_panel *panel = &figure->panel[0];
  *panel = (cli_panel){.title = rule == 0 ? "Tension cut (tension: cut)"
                                          : "Tension kept (tension: keep)",
                       .x_label = "restitution asked",
                       .y_label = "restitution delivered",
                       .unit_x = true,
                       .unit_y = true};
  farthest_exact(report, rule, exact);
  CAROM_TRY(add_curve(panel, "exact calibration", grey, 4, report->asked, exact, REPORT_ASKED));
  for (int k = 0; k < report->laws; k++) {
    const double *published = report->published[rule] + (int64_t)k * REPORT_ASKED;
    if (!any_finite(published)) continue;
    CAROM_TRY(add_curve(panel, law_name(k), look_of_law(law_name(k)), 2, report->asked, published,
                        REPORT_ASKED));
  }
  return figure_merge(figure);
}

carom_status report_speed_figure(const cli_report *report, cli_figure *figure)
{
  *figure = (cli_figure){.panels = 1, .panel_width = 640, .panel_height = 400};
  cli_panel *panel = &figure->panel[0];
  *panel = (cli_panel){.title = "Restitution against speed",
                       .x_label = "impact speed",
                       .x_unit = "m/s",
                       .y_label = "restitution delivered",
                       .log_x = true,
                       .unit_y = true};
  for (int k = 0; k < report->laws; k++)
    CAROM_TRY(add_curve(panel, law_name(k), look_of_law(law_name(k)), 2, report->speed,
                        report->at_speed + (int64_t)k * REPORT_SPEEDS, REPORT_SPEEDS));
  return figure_merge(figure);
}

cli_table report_asked_table(const cli_report *report)
{
  static const cli_column columns[] = {{"law", "law", NULL, 0},
                                       {"asked", "asked", "1", 3},
                                       {"published, cut", "published_force", "1", 6},
                                       {"exact, cut", "exact_force", "1", 6},
                                       {"published, kept", "published_overlap", "1", 6},
                                       {"exact, kept", "exact_overlap", "1", 6}};
  cli_table table = table_new(columns, sizeof columns / sizeof *columns);
  for (int64_t i = 0; i < (int64_t)report->laws * REPORT_ASKED; i++) {
    const int law = (int)(i / REPORT_ASKED);
    if (carom_law_about(carom_law_at(law))->dampings == 0) continue;
    table_text(&table, law_name(law));
    table_number(&table, report->asked[i % REPORT_ASKED]);
    for (int rule = 0; rule < 2; rule++) {
      table_number(&table, report->published[rule][i]);
      table_number(&table, report->exact[rule][i]);
    }
  }
  return table;
}

cli_table report_speed_table(const cli_report *report)
{
  static const cli_column columns[] = {{"law", "law", NULL, 0},
                                       {"speed", "speed", "m/s", 0},
                                       {"restitution", "restitution", "1", 6}};
  cli_table table = table_new(columns, sizeof columns / sizeof *columns);
  for (int64_t i = 0; i < (int64_t)report->laws * REPORT_SPEEDS; i++) {
    table_text(&table, law_name((int)(i / REPORT_SPEEDS)));
    table_number(&table, report->speed[i % REPORT_SPEEDS]);
    table_number(&table, report->at_speed[i]);
  }
  return table;
}

void report_picture_name(const cli_scene *scene, int panel, char name[64])
{
  snprintf(name, 64, "force_%s_%g.svg", panel == 0 ? "overlap" : "time", scene->speed);
}
