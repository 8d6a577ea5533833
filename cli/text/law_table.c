/* SPDX-License-Identifier: MIT */
#include "cli/text/law_table.h"

#include <math.h>
#include <stdio.h>

#include "cli/text/impact_text.h"
#include "core/fields.h"

static const char *restitution_name(const carom_law *law, int which)
{
  if (carom_law_about(law)->dampings == 1) return "restitution";
  return which == 0 ? "restitution_elastic" : "restitution_plastic";
}

double law_row_speed(const carom_impact_request *trial, int which)
{
  carom_contact contact;
  const carom_law *law = carom_law_find(trial->contact.law);
  if (carom_law_about(law)->dampings < 2 || which == 1 ||
      carom_contact_prepare(&trial->contact, &contact, NULL) != CAROM_OK)
    return trial->impact.speed;
  /* half the speed at which a Hertzian impact would just reach yield */
  const double yield = carom_contact_yield_speed(&contact);
  return yield > 0 && 0.5 * yield < trial->impact.speed ? 0.5 * yield : trial->impact.speed;
}

/* Laws that adhere have no rule: their tension is always kept. */
static bool has_rule(const carom_law *law)
{
  return !(carom_law_about(law)->traits & CAROM_LAW_ADHERES);
}

/* Laws without a published formula are calibrated exactly. */
static bool has_formula(const carom_law *law)
{
  return carom_field_find(carom_law_fields(law), "calibration") >= 0;
}

static carom_impact_request asking(const carom_impact_request *trial, int which, double e,
                                   double tension, double calibration)
{
  carom_impact_request t = *trial;
  const carom_law *law = carom_law_find(t.contact.law);
  t.impact.speed = t.contact.speed = law_row_speed(trial, which);
  carom_contact_set(&t.contact, restitution_name(law, which), e);
  if (has_rule(law)) carom_contact_set(&t.contact, "tension", tension);
  if (has_formula(law)) carom_contact_set(&t.contact, "calibration", calibration);
  return t;
}

double law_delivered(const carom_impact_request *trial, int which, double e, double tension,
                     int calibration)
{
  const carom_impact_request t = asking(trial, which, e, tension, CAROM_WORD(calibration));
  carom_outcome outcome;
  if (calibration == LAW_PUBLISHED && !has_formula(carom_law_find(t.contact.law)))
    return __builtin_nan("");
  if (tension == CAROM_CUT && !has_rule(carom_law_find(t.contact.law))) return __builtin_nan("");
  return carom_outcome_find(&t.contact, &t.impact, &outcome) == CAROM_OK
             ? outcome.impact.restitution
             : __builtin_nan("");
}

/* The closed form, or the constant found by preparing a contact. */
static double exact_constant(const carom_impact_request *trial, cli_law_row *row, int which,
                             double tension)
{
  const carom_law *law = carom_law_find(trial->contact.law);
  const double known = carom_law_exact(law, which, row->asked, tension);
  if (known == known) return known;
  const carom_impact_request t = asking(trial, which, row->asked, tension, CAROM_WORD(0));
  carom_contact contact;
  carom_error err = {0};
  if (carom_contact_prepare(&t.contact, &contact, &err) == CAROM_OK) return contact.damping[which];
  char text[320];
  snprintf(row->note, sizeof row->note, "%.63s", impact_unattainable(&err, text));
  return __builtin_nan("");
}

struct job {
  const carom_impact_request *trial;
  cli_law_row *row;
  int which;
};

static void fill(void *user, int64_t index)
{
  const struct job *job = user;
  const carom_law *law = carom_law_find(job->trial->contact.law);
  cli_law_row *row = &job->row[index];
  row->published = carom_law_published(law, job->which, row->asked) + 0.0; /* no -0 */
  row->delivered[0] = row->exact[0] = __builtin_nan("");
  for (int rule = has_rule(law) ? 0 : 1; rule < 2; rule++) {
    const double tension = rule == 0 ? CAROM_CUT : CAROM_KEEP;
    row->delivered[rule] = law_delivered(job->trial, job->which, row->asked, tension,
                                         LAW_PUBLISHED);
    row->exact[rule] = exact_constant(job->trial, row, job->which, tension) + 0.0;
  }
  const bool stuck = (has_rule(law) && row->delivered[0] != row->delivered[0]) ||
                     row->delivered[1] != row->delivered[1];
  if (stuck && row->published == row->published && !row->note[0])
    snprintf(row->note, sizeof row->note, "tension kept: does not part again");
}

carom_status law_rows(const carom_impact_request *trial, int which, int threads,
                      cli_law_row row[LAW_ROWS])
{
  for (int i = 0; i < LAW_ROWS; i++)
    row[i] = (cli_law_row){.asked = i < 19    ? (5 * i + 5) / 100.0
                                    : i == 19 ? 0.98
                                    : i == 20 ? 0.99
                                              : 1};
  struct job job = {trial, row, which};
  return carom_parallel(threads, LAW_ROWS, fill, &job);
}

#define ROW_COLUMNS                                                                                \
  {"asked", "asked", "1", 2}, {"published", "published", "1", 6},                                  \
      {"gives (cut)", "delivered_force", "1", 6}, {"gives (kept)", "delivered_overlap", "1", 6},   \
      {"exact (cut)", "exact_force", "1", 6},                                                      \
  {                                                                                                \
    "exact (kept)", "exact_overlap", "1", 6                                                        \
  }
#define NOTE_COLUMN                                                                                \
  {                                                                                                \
    "", "note", NULL, 0                                                                            \
  }

cli_table law_rows_table(const cli_law_row row[LAW_ROWS], const carom_dashpot *power)
{
  static const cli_column plain[] = {ROW_COLUMNS, NOTE_COLUMN},
                          cut[] = {ROW_COLUMNS, {"C (cut)", "coefficient", "1", 0}, NOTE_COLUMN},
                          kept[] = {ROW_COLUMNS, {"C (kept)", "coefficient", "1", 0}, NOTE_COLUMN};
  const int count = sizeof plain / sizeof *plain;
  cli_table table = !power       ? table_new(plain, count)
                    : power->cut ? table_new(cut, count + 1)
                                 : table_new(kept, count + 1);
  for (int i = 0; i < LAW_ROWS; i++) {
    const double cell[] = {row[i].asked,        row[i].published, row[i].delivered[0],
                           row[i].delivered[1], row[i].exact[0],  row[i].exact[1]};
    for (size_t k = 0; k < sizeof cell / sizeof *cell; k++)
      table_number(&table, cell[k]);
    if (power) table_number(&table, row[i].exact[power->cut ? 0 : 1] * power->per_ratio);
    table_text(&table, row[i].note);
  }
  return table;
}

carom_impact_request law_trial(const carom_law *law)
{
  const carom_law_info *info = carom_law_about(law);
  carom_impact_request trial = carom_request_default(law);
  trial.impact.speed = info->dampings == 2 ? 8 : info->traits & CAROM_LAW_ELASTIC ? 0.05 : 1;
  if (info->traits & CAROM_LAW_ADHERES) {
    const carom_material soft = {.young = 10e6, .poisson = 0.3, .density = 1500, .yield = 1e6};
    trial.contact.a.material = trial.contact.b.material = soft;
    trial.contact.a.radius = trial.contact.b.radius = 50e-6;
    trial.impact.speed = 0.15;
  }
  trial.contact.speed = trial.impact.speed;
  return trial;
}

cli_table law_asked_table(const carom_impact_request *trial, int which)
{
  static const cli_column columns[] = {{"asked", "", "1", 1},
                                       {"published, tension cut", "", "1", 4},
                                       {"published, tension kept", "", "1", 4},
                                       {"exact, tension cut", "", "1", 4},
                                       {"exact, tension kept", "", "1", 4}};
  cli_table table = table_new(columns, sizeof columns / sizeof *columns);
  for (int tenths = 1; tenths < 10; tenths += 2) {
    const double e = tenths / 10.0;
    table_number(&table, e);
    for (int calibration = LAW_PUBLISHED; calibration >= LAW_EXACT; calibration--) {
      table_number(&table, law_delivered(trial, which, e, CAROM_CUT, calibration));
      table_number(&table, law_delivered(trial, which, e, CAROM_KEEP, calibration));
    }
  }
  return table;
}

cli_table law_speed_table(const carom_law *law)
{
  static const double speeds[] = {0.05, 0.2, 1, 5, 25};
  static const cli_column columns[] = {
      {"speed", "", "m/s", 0}, {"restitution", "", "1", 4}, {"dent", "", "m", 0}};
  cli_table table = table_new(columns, sizeof columns / sizeof *columns);
  for (size_t i = 0; i < sizeof speeds / sizeof *speeds; i++) {
    carom_impact_request trial = carom_request_default(law);
    carom_outcome o;
    trial.impact.speed = trial.contact.speed = speeds[i];
    const bool done = carom_outcome_find(&trial.contact, &trial.impact, &o) == CAROM_OK;
    table_number(&table, speeds[i]);
    table_number(&table, done ? o.impact.restitution : __builtin_nan(""));
    table_number(&table, done ? o.impact.residual_overlap : __builtin_nan(""));
  }
  return table;
}
