/* SPDX-License-Identifier: MIT */
#include "cli/chain_measures.h"

#include <math.h>
#include <stdlib.h>

#include "cli/quantity.h"
#include "cli/table.h"

static bool has_pulse(const cli_sensor *s)
{
  return s->pulse.first_peak != CAROM_UNSET;
}

double chain_width(cli_chain *run, int i, double force, const double *displacement,
                   const double *velocity)
{
  cli_sensor *s = &run->sensor[i];
  const bool first = run->rows == 1;
  if (!first && !(force >= s->highest)) return CAROM_UNSET;
  s->highest = force;
  const double rest = chain_row(run, 0)[chain_bead_column(i) + 2];
  return first ? CAROM_UNSET
               : carom_chain_pulse_beads(run->chain, s->bead, rest, displacement, velocity);
}

/* The width across neighbours at the recorded instant nearest to the first peak, which is the
 * highest so far. */
static double width_in_space(const cli_chain *run, int i)
{
  const double when = run->sensor[i].pulse.time_of_first_peak;
  long nearest = 0;
  for (long k = 1; k < run->rows; k++)
    if (fabs(*chain_row(run, k) - when) < fabs(*chain_row(run, nearest) - when)) nearest = k;
  return chain_row(run, nearest)[1 + run->columns + i];
}

static carom_wave wave(const cli_chain *run, int from, int to)
{
  const cli_sensor *a = &run->sensor[from], *b = &run->sensor[to];
  return carom_wave_between(&a->pulse, &b->pulse, b->position - a->position);
}

/* Duration times the speed from the sensor before, or to the one after the first. */
static double width_in_time(const cli_chain *run, int i)
{
  const carom_scenario *s = run->scenario;
  if (s->record.beads < 2) return CAROM_UNSET;
  const double speed = wave(run, i > 0 ? i - 1 : 0, i > 0 ? i : 1).speed;
  const double diameter = 2 * s->chain.bead[run->sensor[i].bead].body.radius;
  const double duration = run->sensor[i].pulse.duration;
  return speed == CAROM_UNSET || duration == CAROM_UNSET ? CAROM_UNSET
                                                         : duration * fabs(speed) / diameter;
}

void chain_measure(cli_chain *run)
{
  const carom_scenario *s = run->scenario;
  for (int i = 0; i < s->record.beads; i++) {
    cli_sensor *sensor = &run->sensor[i];
    sensor->position = run->start[sensor->bead];
    sensor->pulse = carom_pulse_find(run->row, run->row + chain_bead_column(i) + 2, run->rows,
                                     run->cells, s->record.arrival);
    sensor->grains_in_space = has_pulse(sensor) ? width_in_space(run, i) : CAROM_UNSET;
  }
  for (int i = 0; i < s->record.beads; i++)
    run->sensor[i].grains_in_time = width_in_time(run, i);
  run->measured = true;
}

/* A bead with a free side sees half of what others do. */
static bool is_end(const cli_chain *run, int bead)
{
  const carom_scenario *s = run->scenario;
  return (bead == 0 && !s->chain.left.present) ||
         (bead == s->chain.beads - 1 && !s->chain.right.present);
}

/* Decay of the first peaks from bead to bead. */
static double decay(const cli_chain *run)
{
  const int beads = run->scenario->record.beads;
  double *place = calloc(2 * (size_t)beads + 1, sizeof *place), result = CAROM_UNSET;
  int count = 0;
  for (int i = 0; place && i < beads; i++)
    if (has_pulse(&run->sensor[i]) && !is_end(run, run->sensor[i].bead)) {
      place[count] = run->sensor[i].bead;
      place[beads + count++] = run->sensor[i].pulse.first_peak;
    }
  if (place) result = carom_wave_decay(place, place + beads, count);
  free(place);
  return result;
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
    const cli_sensor *s = &run->sensor[i];
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
    const cli_sensor *s = &run->sensor[i];
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
