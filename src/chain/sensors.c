/* SPDX-License-Identifier: MIT */
/* Sensors in beads, and the wave measured from their records: peaks, widths, speeds, decay. */
#include <math.h>
#include <stdlib.h>

#include "chain/stepped.h"

carom_sensor carom_sensor_in(const carom_chain *chain, int bead, double position, double diameter)
{
  return (carom_sensor){
      .bead = bead,
      .position = position,
      .diameter = diameter,
      .loose = carom_chain_is_loose(chain, bead),
      .highest = CAROM_UNSET,
      .pulse = {CAROM_UNSET, CAROM_UNSET, CAROM_UNSET, CAROM_UNSET, CAROM_UNSET, CAROM_UNSET},
      .grains_in_time = CAROM_UNSET,
      .grains_in_space = CAROM_UNSET};
}

double carom_sensor_width(carom_sensor *sensor, const carom_chain *chain, double force, double rest,
                          const double *displacement, const double *velocity)
{
  if (!(force >= sensor->highest)) return CAROM_UNSET;
  sensor->highest = force;
  return carom_chain_pulse_beads(chain, sensor->bead, rest, displacement, velocity);
}

static bool has_pulse(const carom_sensor *s)
{
  return s->pulse.first_peak != CAROM_UNSET;
}

void carom_sensor_measure(carom_sensor *sensor, const carom_sensor_record *record, double share)
{
  int64_t nearest = 0;
  sensor->pulse = carom_pulse_find(record->time, record->force, record->rows, record->stride,
                                   share);
  sensor->grains_in_space = CAROM_UNSET;
  if (!has_pulse(sensor)) return;
  for (int64_t k = 1; k < record->rows; k++) {
    const double off = record->time[k * record->stride] - sensor->pulse.time_of_first_peak;
    const double least = record->time[nearest * record->stride] - sensor->pulse.time_of_first_peak;
    if (fabs(off) < fabs(least)) nearest = k;
  }
  sensor->grains_in_space = record->width[nearest * record->stride];
}

/* A free end and its neighbour are pressed by one and the same contact: nothing runs between them.
 */
static bool share_contact(const carom_sensor *from, const carom_sensor *to)
{
  return (from->loose || to->loose) && abs(to->bead - from->bead) == 1;
}

carom_wave carom_sensors_wave(const carom_sensor *from, const carom_sensor *to)
{
  carom_wave w = carom_wave_between(&from->pulse, &to->pulse, to->position - from->position);
  if (share_contact(from, to)) w.speed = w.arrival_speed = CAROM_UNSET;
  if (from->loose || to->loose) w.transmission = CAROM_UNSET; /* a free end sees half */
  return w;
}

/* The first of the two sensors whose wave gives sensor i its speed. */
static int before(const carom_sensor *sensor, int sensors, int i)
{
  const int from = i > 0 ? i - 1 : 0;
  if (!share_contact(&sensor[from], &sensor[from + 1])) return from;
  if (from + 2 < sensors) return from + 1;
  return from > 0 ? from - 1 : from;
}

void carom_sensors_widths(carom_sensor *sensor, int sensors)
{
  for (int i = 0; i < sensors; i++) {
    carom_sensor *s = &sensor[i];
    s->grains_in_time = CAROM_UNSET;
    if (sensors < 2) return;
    const int from = before(sensor, sensors, i);
    const double speed = carom_sensors_wave(&sensor[from], &sensor[from + 1]).speed;
    if (speed != CAROM_UNSET && s->pulse.duration != CAROM_UNSET)
      s->grains_in_time = s->pulse.duration * fabs(speed) / s->diameter;
  }
}

static bool peak_of(const void *from, int i, double *place, double *value)
{
  const carom_sensor *s = (const carom_sensor *)from + i;
  *place = s->bead;
  *value = s->pulse.first_peak;
  return has_pulse(s) && !s->loose;
}

double carom_sensors_decay(const carom_sensor *sensor, int sensors)
{
  return carom_decay_of(peak_of, sensor, sensors);
}
