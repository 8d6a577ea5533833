/* SPDX-License-Identifier: MIT */
#include "cli/report/compare_rows.h"

#include "cli/figure/impact_figure.h"
#include "cli/text/impact_text.h"
#include "core/fields.h"
#include "core/text.h"

/* Elastic laws and laws whose constants are given otherwise have no formula to compare. */
static bool calibrated(const cli_row *row)
{
  const carom_law *law = carom_law_find(row->trial.contact.law);
  return carom_law_about(law)->dampings > 0 &&
         carom_field_find(carom_law_fields(law), "calibration") >= 0;
}

static void run(void *user, int64_t index)
{
  cli_row *row = &((cli_row *)user)[index / 2];
  if (index % 2 == 0) {
    carom_outcome_find(&row->trial.contact, &row->trial.impact, &row->outcome);
  } else if (calibrated(row)) {
    carom_impact_request trial = row->trial;
    carom_contact_set(&trial.contact, "calibration", CAROM_WORD(1));
    carom_outcome_find(&trial.contact, &trial.impact, &row->published);
  }
}

carom_status compare_run(cli_rows *rows, int threads)
{
  return carom_parallel(threads, 2L * rows->count, run, rows->row);
}

double compare_published(const cli_row *row)
{
  const bool done = calibrated(row) && row->published.status == CAROM_OK;
  return done ? row->published.impact.restitution : __builtin_nan("");
}

static void add_results(cli_table *table, const carom_outcome *outcome)
{
  const carom_impact *r = &outcome->impact;
  char text[320];
  if (outcome->status != CAROM_OK) {
    const bool known = outcome->status == CAROM_ERR_UNATTAINABLE;
    table_text(table, known ? impact_unattainable(&outcome->error, text) : "not run");
    for (int i = 0; i < 6; i++)
      table_text(table, NULL);
    return;
  }
  table_number(table, r->restitution);
  table_number(table, r->speed_out);
  table_number(table, r->duration);
  table_number(table, r->peak_force);
  table_number(table, r->peak_overlap);
  impact_add_loss(table, r->energy_lost, r->energy.kinetic_in);
  table_text(table, carom_validity_name(r->validity));
}

cli_table compare_table(const cli_rows *rows)
{
  static const cli_column columns[] = {{"law", "law", NULL, 0},
                                       IMPACT_ASKED_COLUMNS,
                                       {"published", "published_restitution", "1", 4},
                                       IMPACT_RESULT_COLUMNS(4)};
  cli_table table = table_new(columns, sizeof columns / sizeof *columns);
  for (int i = 0; i < rows->count; i++) {
    const cli_row *row = &rows->row[i];
    /* the value asked for is known even if it cannot be attained */
    const bool known = row->outcome.status == CAROM_OK;
    const carom_outcome *asked = known ? &row->outcome : &row->published;
    table_text(&table, row->trial.contact.law);
    impact_add_asked(&table, &asked->contact);
    table_number(&table, compare_published(row));
    add_results(&table, &row->outcome);
  }
  return table;
}

/* The value of a setting with this law, given or default; NaN if the law has none. */
static double setting_of(const cli_row *row, const char *name)
{
  const carom_contact_def *def = &row->trial.contact;
  const carom_fields fields = carom_law_fields(carom_law_find(def->law));
  const int field = carom_field_find(fields, name);
  if (field < 0) return __builtin_nan("");
  for (int i = 0; i < def->settings; i++)
    if (carom_same_name(def->setting[i].name, name)) return def->setting[i].value;
  return fields.field[field].fallback;
}

/* Names the laws from `row` on with this value of the setting; none if an earlier one has it. */
static int add_laws(const cli_rows *rows, const char *setting, int row, char *text)
{
  const double value = setting_of(&rows->row[row], setting);
  int count = 0;
  for (int i = 0; i < row; i++)
    if (setting_of(&rows->row[i], setting) == value) return 0;
  for (int i = row; i < rows->count; i++) {
    if (setting_of(&rows->row[i], setting) != value) continue;
    if (count++ == 0)
      carom_append(text, COMPARE_HARDNESS, "%s%s %g in ",
                   *text ? "; " : "Of the yield stress: ", setting, value);
    carom_append(text, COMPARE_HARDNESS, "%s%s", count > 1 ? ", " : "",
                 rows->row[i].trial.contact.law);
  }
  return count;
}

const char *compare_hardness(const cli_rows *rows, char text[COMPARE_HARDNESS])
{
  static const char *const setting[] = {"hardness_ratio", "pressure_ratio"};
  int laws = 0;
  text[0] = '\0';
  for (int k = 0; k < 2; k++)
    for (int i = 0; i < rows->count; i++)
      laws += add_laws(rows, setting[k], i, text);
  carom_append(text, COMPARE_HARDNESS, ".");
  return laws > 1 ? text : NULL;
}

void compare_members(carom_json *json, const cli_row *row)
{
  carom_json_number(json, "published_restitution", compare_published(row));
  if (row->outcome.status == CAROM_OK) {
    impact_members(json, &row->outcome, false);
  } else {
    carom_json_string(json, "law", row->trial.contact.law);
    carom_json_null(json, "restitution");
    carom_json_string(json, "error", row->outcome.error.text);
  }
}

carom_status compare_figure(const cli_rows *rows, cli_figure *figure, carom_error *err)
{
  *figure = impact_figure();
  for (int i = 0; i < rows->count; i++) {
    const cli_row *row = &rows->row[i];
    const char *law = row->trial.contact.law;
    if (row->outcome.status != CAROM_OK) continue;
    CAROM_TRY(impact_figure_add(figure, &row->trial.impact, &row->outcome, NULL, law,
                                look_of_law(law), err));
  }
  return CAROM_OK;
}
