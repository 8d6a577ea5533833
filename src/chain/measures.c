/* SPDX-License-Identifier: MIT */
/* Measures of a wave: sensor forces, pulses, speeds, decay. */
#include "chain/stepped.h"

#define ROUNDING 1e-12 /* relative to the initial value: smaller rises are rounding */

static bool has_contact(const carom_chain *c, int contact)
{
  return c->stepped ? carom_stepped_has(c->stepped, carom_chain_place(c, contact))
                    : carom_chain_link(c, contact) != NULL;
}

double carom_chain_overlap(const carom_chain *chain, int contact, const double *displacement)
{
  if (!has_contact(chain, contact)) return CAROM_UNSET;
  if (!chain->stepped) return carom_link_overlap(carom_chain_link(chain, contact), displacement);
  const int link = carom_chain_place(chain, contact); /* between bodies link - 1 and link */
  const double left = link > 0 ? displacement[link - 1] : 0,
               right = link < chain->beads ? displacement[link] : 0;
  return left - right - chain->stepped->at.gap[link];
}

/* The contact force on one side of a bead; 0 at a free end. */
static double beside(const carom_chain *c, int bead, bool right, const double *u, const double *v)
{
  const bool end = right ? bead == c->beads - 1 : bead == 0;
  const int contact = !end ? bead - !right : right ? CAROM_RIGHT_WALL : CAROM_LEFT_WALL;
  if (!has_contact(c, contact)) return 0;
  const carom_force f = carom_chain_force(c, contact, u, v);
  return f.elastic + f.dissipative;
}

double carom_chain_sensor(const carom_chain *chain, int bead, const double *displacement,
                          const double *velocity)
{
  if (bead < 0 || bead >= chain->beads) return 0;
  return 0.5 * (beside(chain, bead, false, displacement, velocity) +
                beside(chain, bead, true, displacement, velocity));
}

bool carom_chain_is_loose(const carom_chain *c, int bead)
{
  return (bead == 0 && !has_contact(c, CAROM_LEFT_WALL)) ||
         (bead == c->beads - 1 && !has_contact(c, CAROM_RIGHT_WALL));
}

/* The distance from a bead, in one direction, at which the force falls to `half`. */
static double reach(const carom_chain *c, int bead, int step, double here, double half,
                    const double *u, const double *v)
{
  double before = here;
  for (int i = bead + step; i >= 0 && i < c->beads && !carom_chain_is_loose(c, i); i += step) {
    const double force = carom_chain_sensor(c, i, u, v);
    if (force <= half) return (i - bead) * step - 1 + (before - half) / (before - force);
    before = force;
  }
  return CAROM_UNSET;
}

double carom_chain_pulse_beads(const carom_chain *chain, int bead, double rest,
                               const double *displacement, const double *velocity)
{
  const double here = carom_chain_sensor(chain, bead, displacement, velocity);
  const double half = 0.5 * (here + rest);
  if (!(here > rest) || carom_chain_is_loose(chain, bead)) return CAROM_UNSET;
  const double left = reach(chain, bead, -1, here, half, displacement, velocity);
  const double right = reach(chain, bead, 1, here, half, displacement, velocity);
  return left == CAROM_UNSET || right == CAROM_UNSET ? CAROM_UNSET : left + right;
}

/* A time series. */
typedef struct series {
  const double *time, *value;
  int64_t count, stride;
} series;

static double time_at(const series *s, int64_t i)
{
  return s->time[i * s->stride];
}

static double value_at(const series *s, int64_t i)
{
  return s->value[i * s->stride];
}

/* The time at which the value passes a level between two neighbouring instants. */
static double passage(const series *s, int64_t i, int64_t k, double level)
{
  const double a = value_at(s, i), b = value_at(s, k);
  return time_at(s, i) + (level - a) / (b - a) * (time_at(s, k) - time_at(s, i));
}

/* Height and time of the maximum around instant i. */
static double top(const series *s, int64_t i, double *when)
{
  *when = time_at(s, i);
  if (i == 0 || i == s->count - 1) return value_at(s, i);
  const double middle = value_at(s, i), before = time_at(s, i - 1) - *when,
               after = time_at(s, i + 1) - *when;
  const double left = (value_at(s, i - 1) - middle) / before,
               right = (value_at(s, i + 1) - middle) / after;
  const double slope = (left * after - right * before) / (after - before),
               bend = (right - left) / (after - before);
  const double offset = bend < 0 ? -0.5 * slope / bend : 0;
  *when += offset;
  return middle + 0.5 * slope * offset;
}

static bool is_maximum(const series *s, int64_t i)
{
  return i > 0 && i + 1 < s->count && value_at(s, i) >= value_at(s, i - 1) &&
         value_at(s, i) > value_at(s, i + 1);
}

/* Arrival and duration of the maximum at instant i, relative to the initial value. */
static void measure(const series *s, int64_t i, double share, carom_pulse *pulse)
{
  const double base = value_at(s, 0), rise = pulse->first_peak - base;
  const double arrived = base + share * rise, half = base + 0.5 * rise;
  int64_t k = 0, from = i, to = i;
  while (k < i && value_at(s, k) < arrived)
    k++;
  if (k > 0) pulse->arrival = passage(s, k - 1, k, arrived);
  while (from > 0 && value_at(s, from) > half)
    from--;
  while (to < s->count - 1 && value_at(s, to) > half)
    to++;
  if (value_at(s, from) <= half && value_at(s, to) <= half && from < i && to > i)
    pulse->duration = passage(s, to - 1, to, half) - passage(s, from, from + 1, half);
}

carom_pulse carom_pulse_find(const double *time, const double *value, int64_t count, int64_t stride,
                             double share)
{
  const series s = {time, value, count, stride};
  carom_pulse pulse = {CAROM_UNSET, CAROM_UNSET, CAROM_UNSET,
                       CAROM_UNSET, CAROM_UNSET, CAROM_UNSET};
  int64_t largest = 0, first = 0;
  for (int64_t i = 1; i < count; i++)
    if (value_at(&s, i) > value_at(&s, largest)) largest = i;
  if (count < 3 || largest == 0) return pulse;
  const double base = value_at(&s, 0), rise = value_at(&s, largest) - base;
  const double least = base + share * rise;
  if (rise < ROUNDING * (base < 0 ? -base : base)) return pulse;
  pulse.peak = top(&s, largest, &pulse.time_of_peak);
  while (first < count && !(is_maximum(&s, first) && value_at(&s, first) >= least))
    first++;
  if (first == count) return pulse;
  pulse.first_peak = top(&s, first, &pulse.time_of_first_peak);
  measure(&s, first, share, &pulse);
  return pulse;
}

static double speed(double from, double to, double distance)
{
  return from == CAROM_UNSET || to == CAROM_UNSET || from == to ? CAROM_UNSET
                                                                : distance / (to - from);
}

carom_wave carom_wave_between(const carom_pulse *from, const carom_pulse *to, double distance)
{
  const bool both = from->first_peak != CAROM_UNSET && to->first_peak != CAROM_UNSET;
  return (carom_wave){.speed = speed(from->time_of_first_peak, to->time_of_first_peak, distance),
                      .arrival_speed = speed(from->arrival, to->arrival, distance),
                      .transmission = both ? to->first_peak / from->first_peak : CAROM_UNSET};
}

double carom_decay_of(carom_decay_point *point, const void *from, int count)
{
  double x = 0, y = 0, xx = 0, xy = 0, place, value;
  int points = 0;
  for (int i = 0; i < count; i++) {
    if (!point(from, i, &place, &value)) continue;
    if (!(value > 0)) return CAROM_UNSET;
    x += place;
    y += carom_log(value);
    points++;
  }
  if (points < 2) return CAROM_UNSET;
  for (int i = 0; i < count; i++) {
    if (!point(from, i, &place, &value)) continue;
    const double dx = place - x / points;
    xx += dx * dx;
    xy += dx * (carom_log(value) - y / points);
  }
  return xx > 0 ? -xy / xx : CAROM_UNSET;
}

typedef struct padded {
  const double *place, *value;
} padded;

static bool at_place(const void *from, int i, double *place, double *value)
{
  const padded *p = from;
  *place = p->place[i];
  *value = p->value[i];
  return true;
}

double carom_wave_decay(const double *place, const double *value, int count)
{
  const padded p = {place, value};
  return carom_decay_of(at_place, &p, count);
}
