/* SPDX-License-Identifier: MIT */
#include "cli/report/compare_points.h"

#include <stdio.h>
#include <string.h>

#include "cli/text/impact_text.h"
#include "cli/base/output.h"
#include "run/quantity.h"

enum { SHOWN_MAX = 8 };

cli_point *points_at(const cli_points *all, int law, int value)
{
  return &all->point[(int64_t)law * all->sweep->count + value];
}

const char *points_law(const cli_points *all, int law)
{
  return all->rows->row[law].trial.contact.law;
}

static void add_value(cli_table *table, const cli_sweep *sweep, int k)
{
  const double number = sweep_number(sweep, k);
  if (number - number == 0)
    table_number(table, number);
  else
    table_text(table, sweep->value[k]);
}

/* A contact with as much as its restitutions need; without a law if there are none. */
static carom_contact contact_of(const char *law, const cli_point *p)
{
  return (carom_contact){.law = p->status == CAROM_OK ? carom_law_find(law) : NULL,
                         .asked = {p->asked[0], p->asked[1]},
                         .intended = {p->intended[0], p->intended[1]}};
}

static void add_asked(cli_table *table, const char *law, const cli_point *p)
{
  const carom_contact contact = contact_of(law, p);
  impact_add_asked(table, &contact);
}

enum { COLUMNS = 11 };

static cli_table tidy(const cli_points *all, cli_column columns[COLUMNS])
{
  static const cli_column fixed[COLUMNS] = {{"law", "law", NULL, 0},
                                            {"value", "value", NULL, 0},
                                            IMPACT_ASKED_COLUMNS,
                                            IMPACT_RESULT_COLUMNS(6)};
  memcpy(columns, fixed, sizeof fixed);
  columns[1].unit = all->sweep->field->unit;
  cli_table table = table_new(columns, COLUMNS);
  for (int law = 0; law < all->rows->count; law++)
    for (int k = 0; k < all->sweep->count; k++) {
      const cli_point *p = points_at(all, law, k);
      const bool done = p->status == CAROM_OK;
      const double cell[] = {p->restitution, p->speed_out,    p->duration,
                             p->peak_force,  p->peak_overlap, p->energy_lost};
      char text[320];
      table_text(&table, points_law(all, law));
      add_value(&table, all->sweep, k);
      add_asked(&table, points_law(all, law), p);
      for (size_t i = 0; i < sizeof cell / sizeof *cell; i++)
        table_number(&table, done ? cell[i] : __builtin_nan(""));
      table_text(&table, done       ? carom_validity_name(p->validity)
                         : p->error ? impact_unattainable(p->error, text)
                                    : "not run");
    }
  return table;
}

static int deliver_csv(const cli_points *all, const char *path, bool force)
{
  cli_column columns[COLUMNS];
  cli_table table = tidy(all, columns);
  carom_error err = {0};
  int code = EXIT_OK;
  if (!table_ok(&table)) {
    message_usage("--csv", "out of memory; ask for fewer values");
    code = EXIT_FAILED;
  } else if (!strcmp(path, "-")) {
    table_write_csv(&table, stdout);
  } else if (output_write(path, force, table_write_csv, &table, &err) != CAROM_OK) {
    code = message_error(&err);
  }
  table_free(&table);
  return code;
}

static void write_point(carom_json *json, const cli_points *all, int law, int k)
{
  const cli_point *p = points_at(all, law, k);
  const double number = sweep_number(all->sweep, k);
  const carom_contact contact = contact_of(points_law(all, law), p);
  carom_json_object(json, NULL);
  carom_json_string(json, "law", points_law(all, law));
  if (number - number == 0)
    carom_json_number(json, "value", number);
  else
    carom_json_string(json, "value", all->sweep->value[k]);
  if (p->status != CAROM_OK) {
    carom_json_null(json, "restitution");
    carom_json_string(json, "error", p->error ? p->error->text : "not run");
  } else {
    carom_contact_restitutions(json, &contact);
    carom_json_number(json, "restitution", p->restitution);
    carom_json_number(json, "speed_out", p->speed_out);
    carom_json_number(json, "duration", p->duration);
    carom_json_number(json, "peak_force", p->peak_force);
    carom_json_number(json, "peak_overlap", p->peak_overlap);
    carom_json_number(json, "energy_lost", p->energy_lost);
    carom_json_string(json, "validity", carom_validity_name(p->validity));
  }
  carom_json_end(json);
}

static int deliver_json(const cli_points *all)
{
  carom_json json = carom_json_to_file(stdout);
  carom_error err = {0};
  carom_json_object(&json, NULL);
  carom_json_object(&json, "sweep");
  carom_json_string(&json, "name", all->sweep->name);
  carom_json_string(&json, "unit", all->sweep->field->unit);
  carom_json_end(&json);
  carom_json_array(&json, "impacts");
  for (int law = 0; law < all->rows->count; law++)
    for (int k = 0; k < all->sweep->count; k++)
      write_point(&json, all, law, k);
  carom_json_end(&json);
  if (all->rows->count > 0) carom_request_steel(&json, &all->rows->row[0].trial);
  carom_json_end(&json);
  return carom_json_finish(&json, &err) == CAROM_OK ? EXIT_OK : message_error(&err);
}

/* A law is calibrated for the speed of each impact unless another is given. */
static bool is_calibrated_anew(const cli_arguments *given, const cli_points *all)
{
  bool some = false;
  for (int law = 0; law < all->rows->count; law++) {
    const carom_law *about = all->rows->row[law].trial.law;
    const carom_field *field = carom_request_field(about, "reference_speed");
    bool told = false;
    for (int k = 0; field && k < given->assignments; k++)
      told |= carom_request_field(about, given->assigned[k].name) == field;
    some |= field && !told;
  }
  return some;
}

/* Prints restitutions, a law per line and a value per column: all values, or a selection. */
static void show(const cli_arguments *given, const cli_points *all, bool kept)
{
  const cli_sweep *sweep = all->sweep;
  const int count = sweep->count, shown = count < SHOWN_MAX ? count : SHOWN_MAX;
  cli_column columns[1 + SHOWN_MAX] = {{"law", "law", NULL, 0}};
  char title[SHOWN_MAX][CAROM_QUANTITY_ROOM];
  int pick[SHOWN_MAX];
  for (int i = 0; i < shown; i++) {
    pick[i] = shown < 2 ? 0 : (int)((int64_t)i * (count - 1) / (shown - 1));
    const double number = sweep_number(sweep, pick[i]);
    if (number - number == 0)
      carom_quantity_print(number, sweep->field->unit, title[i]);
    else
      snprintf(title[i], sizeof title[i], "%.40s", sweep->value[pick[i]]);
    columns[1 + i] = (cli_column){title[i], "restitution", "1", 4};
  }
  cli_table table = table_new(columns, 1 + shown);
  for (int law = 0; law < all->rows->count; law++) {
    table_text(&table, points_law(all, law));
    for (int i = 0; i < shown; i++) {
      const cli_point *p = points_at(all, law, pick[i]);
      table_number(&table, p->status == CAROM_OK ? p->restitution : __builtin_nan(""));
    }
  }
  printf("restitution delivered, by %s\n\n", sweep->name);
  table_write_text(&table, stdout);
  table_free(&table);
  if (shown < count)
    printf("\n%d of %d values%s.\n", shown, count, kept ? "" : "; --csv FILE or --json has all");
  if (!strcmp(sweep->name, "speed") && is_calibrated_anew(given, all))
    puts(
        "\nLaws with a reference_speed are calibrated anew at each speed, those of two phases "
        "below\n"
        "yield by their elastic restitution; reference_speed=VALUE keeps one calibration for all.");
}

static int draw(const cli_arguments *given, const cli_points *all)
{
  char label[SWEEP_LABEL];
  cli_figure figure = {.panels = 1, .panel = {sweep_panel(all->sweep, label)}};
  carom_error err = {.code = CAROM_ERR_MEMORY};
  carom_status status = CAROM_OK;
  if (!figure_possible()) return EXIT_OK;
  for (int law = 0; law < all->rows->count && status == CAROM_OK; law++) {
    const char *name = points_law(all, law);
    cli_curve *c = figure_add(&figure.panel[0], name, look_of_law(name), 1.5, all->sweep->count);
    for (int k = 0; c && k < all->sweep->count; k++) {
      const cli_point *p = points_at(all, law, k);
      c->x[k] = sweep_number(all->sweep, k);
      c->y[k] = p->status == CAROM_OK ? p->restitution : CAROM_UNSET;
    }
    if (!c) status = CAROM_ERR_MEMORY;
  }
  if (status == CAROM_OK) status = figure_merge(&figure);
  if (status == CAROM_OK)
    status = figure_write(&figure, arguments_value(given, "plot"), arguments_has(given, "force"),
                          &err);
  figure_free(&figure);
  return status == CAROM_OK ? EXIT_OK : message_error(&err);
}

int points_report(const cli_arguments *given, const cli_points *all)
{
  const char *csv = arguments_value(given, "csv");
  const bool json = arguments_has(given, "json");
  int code = csv ? deliver_csv(all, csv, arguments_has(given, "force")) : EXIT_OK;
  if (code == EXIT_OK && json) code = deliver_json(all);
  if (code == EXIT_OK && !json && !(csv && !strcmp(csv, "-"))) show(given, all, csv != NULL);
  if (code == EXIT_OK && arguments_value(given, "plot")) code = draw(given, all);
  return code;
}
