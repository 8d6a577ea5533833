/* SPDX-License-Identifier: MIT */
#include "cli/text/chain_text.h"

#include <math.h>
#include <stdlib.h>

#include "run/quantity.h"
#include "cli/base/table.h"

static bool has_pulse(const carom_sensor *s)
{
  return s->pulse.first_peak != CAROM_UNSET;
}

static void name_bead(int bead, cli_table *table)
{
  char name[16];
  snprintf(name, sizeof name, "%d", bead);
  table_text(table, name);
}

static void print_pulses(const carom_chain_job *run)
{
  static const cli_column columns[] = {
      {"sensor in bead", "bead", NULL, 0},    {"first peak", "first_peak_force", "N", 0},
      {"at", "time_of_first_peak", "s", 0},   {"arrival", "arrival", "s", 0},
      {"peak", "peak_force", "N", 0},         {"at", "time_of_peak", "s", 0},
      {"duration", "duration", "s", 0},       {"grains in time", "grains_in_time", "1", 3},
      {"in space", "grains_in_space", "1", 3}};
  cli_table table = table_new(columns, sizeof columns / sizeof *columns);
  for (int i = 0; i < run->base.scenario->record.beads; i++) {
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

static void print_waves(const carom_chain_job *run)
{
  static const cli_column columns[] = {{"wave from bead", "from", NULL, 0},
                                       {"to bead", "to", NULL, 0},
                                       {"distance", "distance", "m", 0},
                                       {"speed", "speed", "m/s", 0},
                                       {"arrival speed", "arrival_speed", "m/s", 0},
                                       {"transmission", "transmission", "1", 4}};
  cli_table table = table_new(columns, sizeof columns / sizeof *columns);
  int rows = 0;
  for (int i = 0; i + 1 < run->base.scenario->record.beads; i++) {
    const carom_wave w = carom_sensors_wave(&run->sensor[i], &run->sensor[i + 1]);
    if (w.transmission == CAROM_UNSET && w.speed == CAROM_UNSET) continue;
    name_bead(run->sensor[i].bead, &table);
    name_bead(run->sensor[i + 1].bead, &table);
    table_number(&table, run->sensor[i + 1].position - run->sensor[i].position);
    table_number(&table, w.speed);
    table_number(&table, w.arrival_speed);
    table_number(&table, w.transmission);
    rows++;
  }
  if (table_ok(&table) && rows > 0) {
    putchar('\n');
    table_write_text(&table, stdout);
  }
  table_free(&table);
}

void chain_print_sensors(const carom_chain_job *run)
{
  int pulses = 0;
  for (int i = 0; i < run->base.scenario->record.beads; i++)
    pulses += has_pulse(&run->sensor[i]);
  if (!pulses) return;
  putchar('\n');
  print_pulses(run);
  if (pulses < 2) return;
  print_waves(run);
  const double rate = carom_sensors_decay(run->sensor, run->base.scenario->record.beads);
  if (rate != CAROM_UNSET)
    printf("first peaks %s by %.3g %% from bead to bead\n", rate < 0 ? "grow" : "decay",
           100 * fabs(expm1(-rate)));
}
