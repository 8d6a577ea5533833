/* SPDX-License-Identifier: MIT */
#include "cli/text/chain_measures.h"

#include <math.h>
#include <stdio.h>

#include "cli/base/quantity.h"
#include "cli/base/table.h"

static bool has_pulse(const carom_sensor *s)
{
  return s->pulse.first_peak != CAROM_UNSET;
}

double chain_width(cli_chain *run, int i, double force, const double *displacement,
                   const double *velocity)
{
  const double rest = chain_row(run, 0)[chain_bead_column(i) + 2];
  return carom_sensor_width(&run->sensor[i], run->chain, force, rest, displacement, velocity);
}

void chain_measure(cli_chain *run)
{
  const carom_scenario *s = run->scenario;
  for (int i = 0; i < s->record.beads; i++) {
    const carom_sensor_record record = {.time = run->row,
                                        .force = run->row + chain_bead_column(i) + 2,
                                        .width = run->row + 1 + run->columns + i,
                                        .rows = run->rows,
                                        .stride = run->cells};
    carom_sensor_measure(&run->sensor[i], &record, s->record.arrival);
  }
  carom_sensors_widths(run->sensor, s->record.beads);
  run->measured = true;
}

static carom_wave wave(const cli_chain *run, int from, int to)
{
  return carom_sensors_wave(&run->sensor[from], &run->sensor[to]);
}

static double decay(const cli_chain *run)
{
  return carom_sensors_decay(run->sensor, run->scenario->record.beads);
}

static void name_bead(int bead, cli_table *table)
{
  char name[16];
  snprintf(name, sizeof name, "%d", bead);
  table_text(table, name);
}

static void print_pulses(const cli_chain *run)
{
  static const cli_column columns[] = {
      {"sensor in bead", "bead", NULL, 0},    {"first peak", "first_peak_force", "N", 0},
      {"at", "time_of_first_peak", "s", 0},   {"arrival", "arrival", "s", 0},
      {"peak", "peak_force", "N", 0},         {"at", "time_of_peak", "s", 0},
      {"duration", "duration", "s", 0},       {"grains in time", "grains_in_time", "1", 3},
      {"in space", "grains_in_space", "1", 3}};
  cli_table table = table_new(columns, sizeof columns / sizeof *columns);
  for (int i = 0; i < run->scenario->record.beads; i++) {
    const carom_sensor *s = &run->sensor[i];
    if (!has_pulse(s)) continue;
    name_bead(s->bead, &table);
    table_number(&table, s->pulse.first_peak);
    table_number(&table, s->pulse.time_of_first_peak);
    table_number(&table, s->pulse.arrival);
    table_number(&table, s->pulse.peak);
    table_number(&table, s->pulse.time_of_peak);
    table_number(&table, s->pulse.duration);
    table_number(&table, s->grains_in_time);
    table_number(&table, s->grains_in_space);
  }
  if (table_ok(&table)) table_write_text(&table, stdout);
  table_free(&table);
}

static void print_waves(const cli_chain *run)
{
  static const cli_column columns[] = {{"wave from bead", "from", NULL, 0},
                                       {"to bead", "to", NULL, 0},
                                       {"distance", "distance", "m", 0},
                                       {"speed", "speed", "m/s", 0},
                                       {"arrival speed", "arrival_speed", "m/s", 0},
                                       {"transmission", "transmission", "1", 4}};
  cli_table table = table_new(columns, sizeof columns / sizeof *columns);
  for (int i = 0; i + 1 < run->scenario->record.beads; i++) {
    const carom_wave w = wave(run, i, i + 1);
    if (w.transmission == CAROM_UNSET) continue;
    name_bead(run->sensor[i].bead, &table);
    name_bead(run->sensor[i + 1].bead, &table);
    table_number(&table, run->sensor[i + 1].position - run->sensor[i].position);
    table_number(&table, w.speed);
    table_number(&table, w.arrival_speed);
    table_number(&table, w.transmission);
  }
  if (table_ok(&table)) table_write_text(&table, stdout);
  table_free(&table);
}

void chain_print_sensors(const cli_chain *run)
{
  int pulses = 0;
  for (int i = 0; i < run->scenario->record.beads; i++)
    pulses += has_pulse(&run->sensor[i]);
  if (!pulses) return;
  putchar('\n');
  print_pulses(run);
  if (pulses < 2) return;
  putchar('\n');
  print_waves(run);
  const double rate = decay(run);
  if (rate != CAROM_UNSET)
    printf("first peaks %s by %.3g %% from bead to bead\n", rate < 0 ? "grow" : "decay",
           100 * fabs(expm1(-rate)));
}

void chain_write_sensors(carom_json *json, const cli_chain *run)
{
  const int beads = run->measured ? run->scenario->record.beads : 0;
  carom_json_array(json, "sensors");
  for (int i = 0; i < beads; i++) {
    const carom_sensor *s = &run->sensor[i];
    carom_json_object(json, NULL);
    carom_json_integer(json, "bead", s->bead);
    carom_json_number(json, "position", s->position);
    carom_json_number(json, "first_peak_force", s->pulse.first_peak);
    carom_json_number(json, "time_of_first_peak_force", s->pulse.time_of_first_peak);
    carom_json_number(json, "peak_force", s->pulse.peak);
    carom_json_number(json, "time_of_peak_force", s->pulse.time_of_peak);
    carom_json_number(json, "arrival", s->pulse.arrival);
    carom_json_number(json, "duration", s->pulse.duration);
    carom_json_number(json, "grains_in_time", s->grains_in_time);
    carom_json_number(json, "grains_in_space", s->grains_in_space);
    carom_json_end(json);
  }
  carom_json_end(json);
  carom_json_array(json, "waves");
  for (int i = 0; i + 1 < beads; i++) {
    const carom_wave w = wave(run, i, i + 1);
    carom_json_object(json, NULL);
    carom_json_integer(json, "from", run->sensor[i].bead);
    carom_json_integer(json, "to", run->sensor[i + 1].bead);
    carom_json_number(json, "distance", run->sensor[i + 1].position - run->sensor[i].position);
    carom_json_number(json, "speed", w.speed);
    carom_json_number(json, "arrival_speed", w.arrival_speed);
    carom_json_number(json, "transmission", w.transmission);
    carom_json_end(json);
  }
  carom_json_end(json);
  carom_json_number(json, "decay", beads ? decay(run) : CAROM_UNSET);
}
