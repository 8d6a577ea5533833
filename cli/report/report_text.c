/* SPDX-License-Identifier: MIT */
/* The text of the report; every number in it is taken from the results. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli/text/impact_text.h"
#include "run/quantity.h"
#include "cli/report/report_data.h"

static const char *name_of(const cli_row *row)
{
  return row->trial.contact.law;
}

static const carom_law_info *about(const cli_row *row)
{
  return carom_law_about(carom_law_find(name_of(row)));
}

static bool done(const carom_outcome *outcome)
{
  return outcome->status == CAROM_OK;
}

/* Builds "a, b and c", one name at a time. */
static void list(char *text, const char *name, int *count, int total)
{
  const char *before = *count == 0 ? "" : *count == total - 1 ? " and " : ", ";
  carom_append(text, REPORT_TEXT, "%s%s", before, name);
  (*count)++;
}

static void introduce(const cli_report *report, char *text)
{
  char overlap[CAROM_QUANTITY_ROOM], hardness[COMPARE_HARDNESS];
  int elastic = 0;
  for (int i = 0; i < REPORT_SCENES; i++)
    elastic += report->scene[i].speed < report->yield_speed;
  carom_append(
      text, REPORT_TEXT,
      "Two steel spheres of 20 mm radius (Young's modulus 207 GPa, Poisson's ratio 0.3, "
      "density 7800 kg/m3, yield stress 1.03 GPa) meet at %g, %g and %g m/s, once with each "
      "of the %d contact laws. The steel begins to yield at an overlap of %s, which an "
      "elastic impact reaches at %.3g m/s: %s of the three impacts stays elastic.",
      report->scene[0].speed, report->scene[1].speed, report->scene[2].speed, report->laws,
      carom_quantity_print(report->yield_overlap, "m", overlap), report->yield_speed,
      elastic == 0   ? "none"
      : elastic == 1 ? "one"
                     : "more than one");
  if (compare_hardness(&report->scene[0].rows, hardness))
    carom_append(text, REPORT_TEXT, " %s", hardness);
}

/* The restitution asked of a whole impact: below yield, the elastic one. */
static double wanted(const cli_row *row)
{
  const double *asked = row->outcome.contact.asked;
  return about(row)->dampings == 2 && asked[1] != CAROM_UNSET ? asked[1] : asked[0];
}

static void judge_exact(const cli_report *report, char *text)
{
  double worst = 0;
  int impacts = 0, delivered = 0;
  for (int i = 0; i < REPORT_SCENES; i++) {
    const cli_rows *rows = &report->scene[i].rows;
    for (int k = 0; k < rows->count; k++) {
      const cli_row *row = &rows->row[k];
      if (about(row)->dampings == 0) continue;
      impacts++;
      if (!done(&row->outcome)) continue;
      delivered++;
      const double miss = fabs(row->outcome.impact.restitution - wanted(row));
      worst = miss > worst ? miss : worst;
    }
  }
  carom_append(text, REPORT_TEXT,
               "Of the %d impacts with laws that are asked for a restitution, exact calibration "
               "delivers it in %d, the largest difference being %.1e.",
               impacts, delivered, worst);
  for (int i = 0; i < REPORT_SCENES; i++) {
    const cli_rows *rows = &report->scene[i].rows;
    for (int k = 0; k < rows->count; k++) {
      const cli_row *row = &rows->row[k];
      char reason[320];
      if (row->outcome.status != CAROM_ERR_UNATTAINABLE) continue;
      carom_append(text, REPORT_TEXT, " With %s at %g m/s %g is %s%s.", name_of(row),
                   report->scene[i].speed, report->scene[i].plastic,
                   impact_unattainable(&row->outcome.error, reason),
                   report->scene[i].speed < report->yield_speed
                       ? ", because the impact never reaches the plastic phase that would be damped"
                       : "");
    }
  }
}

static void judge_published(const cli_report *report, char *text)
{
  carom_append(text, REPORT_TEXT, "The published formulas, with tension cut, do less well.");
  for (int k = 0; k < report->laws; k++) {
    double worst = -1;
    const cli_row *at = NULL;
    for (int i = 0; i < REPORT_SCENES; i++) {
      const cli_row *row = &report->scene[i].rows.row[k];
      const double published = compare_published(row);
      if (isnan(published) || !done(&row->outcome)) continue;
      const double miss = fabs(published - wanted(row));
      if (miss > worst) worst = miss, at = row;
    }
    if (!at || worst < 5e-4) continue; /* as good as exact */
    carom_append(text, REPORT_TEXT, " %s, asked for %.2f at %g m/s, delivers %.3f;", name_of(at),
                 wanted(at), at->trial.impact.speed, at->published.impact.restitution);
  }
  carom_append(text, REPORT_TEXT, " each of these is the law's largest miss at the three speeds.");
}

/* The same impact: force and time, and what is left of the speed. */
static bool is_twin(const carom_outcome *a, const carom_outcome *b)
{
  const carom_impact *p = &a->impact, *q = &b->impact;
  return done(a) && done(b) && fabs(p->peak_force - q->peak_force) < 1e-9 * p->peak_force &&
         fabs(p->duration - q->duration) < 1e-9 * p->duration &&
         fabs(p->restitution - q->restitution) < 1e-9;
}

static bool differ(double a, double b)
{
  return isnan(a) != isnan(b) || fabs(a - b) > 1e-9;
}

/* Laws that give the same impact under exact calibration. */
static void find_twins(const cli_report *report, char *text)
{
  const cli_rows *rows = &report->scene[1].rows;
  for (int k = 0; k < rows->count; k++) {
    const cli_row *row = &rows->row[k];
    int twins = 0, listed = 0;
    bool first = true, published = false;
    for (int m = 0; m < rows->count; m++) {
      if (!is_twin(&row->outcome, &rows->row[m].outcome)) continue;
      twins++;
      first = first && m >= k;
      published = published || differ(compare_published(row), compare_published(&rows->row[m]));
    }
    if (!first || twins < 2) continue;
    carom_append(text, REPORT_TEXT, "Calibrated exactly for this speed, ");
    for (int m = k; m < rows->count; m++)
      if (is_twin(&row->outcome, &rows->row[m].outcome))
        list(text, name_of(&rows->row[m]), &listed, twins);
    carom_append(text, REPORT_TEXT, " give the same impact: their curves lie on each other%s. ",
                 published ? ", though their published formulas differ" : "");
  }
}

static void compare_forces(const cli_report *report, char *text)
{
  const cli_scene *s = &report->scene[1];
  const cli_row *high = NULL, *low = NULL;
  char a[CAROM_QUANTITY_ROOM], b[CAROM_QUANTITY_ROOM];
  for (int k = 0; k < s->rows.count; k++) {
    const cli_row *row = &s->rows.row[k];
    if (!done(&row->outcome) || about(row)->dampings == 0) continue;
    if (!high || row->outcome.impact.peak_force > high->outcome.impact.peak_force) high = row;
    if (!low || row->outcome.impact.peak_force < low->outcome.impact.peak_force) low = row;
  }
  if (!high) return;
  carom_append(text, REPORT_TEXT,
               "At %g m/s the peak force of laws with the same restitution lies between %s (%s) "
               "and %s (%s): equal restitution does "
               "not mean equal force. ",
               s->speed, carom_quantity_print(low->outcome.impact.peak_force, "N", a), name_of(low),
               carom_quantity_print(high->outcome.impact.peak_force, "N", b), name_of(high));
  find_twins(report, text);
}

static void tell_memory(const cli_report *report, char *text)
{
  for (int k = 0; k < report->laws; k++) {
    const carom_law_info *info = about(&report->scene[0].rows.row[k]);
    if (!(info->traits & CAROM_LAW_REMEMBERS) || info->dampings) continue;
    carom_append(text, REPORT_TEXT,
                 "%s has no restitution to ask for: it loses energy by plastic "
                 "deformation only and delivers ",
                 name_of(&report->scene[0].rows.row[k]));
    for (int i = 0; i < REPORT_SCENES; i++) {
      const carom_outcome *o = &report->scene[i].rows.row[k].outcome;
      char dent[CAROM_QUANTITY_ROOM];
      if (!done(o)) continue;
      carom_append(text, REPORT_TEXT, "%s%.3f at %g m/s (dent %s)",
                   i == 0                   ? ""
                   : i == REPORT_SCENES - 1 ? " and "
                                            : ", ",
                   o->impact.restitution, report->scene[i].speed,
                   carom_quantity_print(o->impact.residual_overlap, "m", dent));
    }
    carom_append(text, REPORT_TEXT, ". ");
  }
}

static void tell_speeds(const cli_report *report, char *text)
{
  int steady = 0, listed = 0;
  bool is_steady[COMPARE_MAX] = {false};
  double low[COMPARE_MAX], high[COMPARE_MAX];
  for (int k = 0; k < report->laws && k < COMPARE_MAX; k++) {
    low[k] = 2, high[k] = 0;
    for (int i = 0; i < REPORT_SPEEDS; i++) {
      const double e = report->at_speed[(int64_t)k * REPORT_SPEEDS + i];
      if (e < low[k]) low[k] = e;
      if (e > high[k]) high[k] = e;
    }
    is_steady[k] = high[k] - low[k] < 1e-6;
    steady += is_steady[k];
  }
  carom_append(text, REPORT_TEXT, "Calibrated at %g m/s and run from %g to %.3g m/s, ",
               report->calibration_speed, report->speed[0], report->speed[REPORT_SPEEDS - 1]);
  for (int k = 0; k < report->laws && k < COMPARE_MAX; k++)
    if (is_steady[k]) list(text, name_of(&report->scene[0].rows.row[k]), &listed, steady);
  carom_append(text, REPORT_TEXT, " deliver%s the same restitution at every speed.",
               steady == 1 ? "s" : "");
  for (int k = 0; k < report->laws && k < COMPARE_MAX; k++) {
    if (is_steady[k] || high[k] < low[k]) continue;
    carom_append(text, REPORT_TEXT, " %s goes from %.3f at the slowest to %.3f at the fastest.",
                 name_of(&report->scene[0].rows.row[k]),
                 report->at_speed[(int64_t)k * REPORT_SPEEDS],
                 report->at_speed[(int64_t)(k + 1) * REPORT_SPEEDS - 1]);
  }
}

const char *report_paragraph(const cli_report *report, int k, char text[REPORT_TEXT])
{
  static void (*const paragraphs[])(const cli_report *, char *) = {
      introduce, judge_exact, judge_published, compare_forces, tell_memory, tell_speeds};
  if (k < 0 || k >= (int)(sizeof paragraphs / sizeof *paragraphs)) return NULL;
  text[0] = '\0';
  paragraphs[k](report, text);
  for (size_t length = strlen(text); length > 0 && text[length - 1] == ' '; length--)
    text[length - 1] = '\0';
  return text;
}
