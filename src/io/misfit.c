/* SPDX-License-Identifier: MIT */
#include <math.h>

#include "io/measured.h"

static double time_of(carom_trace t, int64_t i)
{
  return t.time[i * t.stride];
}

static double value_of(carom_trace t, int64_t i)
{
  return t.value[i * t.stride];
}

/* The value at a time within the trace, by linear interpolation. */
static double value_at(carom_trace t, double when)
{
  int64_t low = 0, high = t.count - 1;
  while (high - low > 1) {
    const int64_t middle = low + (high - low) / 2;
    if (time_of(t, middle) <= when)
      low = middle;
    else
      high = middle;
  }
  const double a = time_of(t, low), b = time_of(t, high);
  const double share = b > a ? (when - a) / (b - a) : 1; /* a jump: two values at one time */
  return value_of(t, low) + share * (value_of(t, high) - value_of(t, low));
}

/* Iterates over the instants of the trace within a range, with the ends of the range as first and
 * last. */
typedef struct walk {
  carom_trace trace;
  double from, to;
  int64_t i; /* the next instant */
  int end;
} walk;

static bool next(walk *w, double *time, double *value)
{
  if (w->end == 0) {
    w->end = 1;
    while (w->i < w->trace.count && time_of(w->trace, w->i) <= w->from)
      w->i++;
    *time = w->from;
    *value = value_at(w->trace, w->from);
    return true;
  }
  if (w->i < w->trace.count && time_of(w->trace, w->i) < w->to) {
    *time = time_of(w->trace, w->i);
    *value = value_of(w->trace, w->i++);
    return true;
  }
  if (w->end == 2) return false;
  w->end = 2;
  *time = w->to;
  *value = value_at(w->trace, w->to);
  return true;
}

static double peak_of(carom_trace trace, double from, double to)
{
  walk w = {trace, from, to, 0, 0};
  double peak = 0, time, value;
  while (next(&w, &time, &value))
    if (fabs(value) > fabs(peak)) peak = value;
  return peak;
}

/* The time at which the trace first passes `level`, which has the sign of its peak. */
static double arrival_of(carom_trace trace, double from, double to, double level)
{
  walk w = {trace, from, to, 0, 0};
  double time = from, value = 0, before = from, last = 0;
  const double sign = level < 0 ? -1 : 1;
  bool first = true;
  while (next(&w, &time, &value)) {
    if (sign * value >= sign * level)
      return first ? time : before + (time - before) * (level - last) / (value - last);
    before = time;
    last = value;
    first = false;
  }
  return (double)NAN;
}

static double later(double a, double b)
{
  return a > b ? a : b;
}

carom_misfit carom_misfit_of(carom_trace computed, carom_trace measured, double share)
{
  const double nan = (double)NAN;
  carom_misfit m = {nan, nan, 0, nan, nan, nan, nan, nan, nan, nan, nan};
  double sum = 0;
  if (computed.count < 2 || measured.count < 2) return m;
  m.from = later(time_of(computed, 0), time_of(measured, 0));
  m.to = -later(-time_of(computed, computed.count - 1), -time_of(measured, measured.count - 1));
  for (int64_t i = 0; i < measured.count; i++) {
    const double when = time_of(measured, i);
    if (when < m.from || when > m.to) continue;
    const double d = value_at(computed, when) - value_of(measured, i);
    sum += d * d;
    m.points++;
  }
  if (m.points == 0) return m;
  m.peak = peak_of(computed, m.from, m.to);
  m.measured_peak = peak_of(measured, m.from, m.to);
  m.peak_error = m.peak / m.measured_peak - 1;
  m.arrival = arrival_of(computed, m.from, m.to, share * m.peak);
  m.measured_arrival = arrival_of(measured, m.from, m.to, share * m.measured_peak);
  m.arrival_error = m.arrival - m.measured_arrival;
  m.rms = sqrt(sum / (double)m.points);
  m.rms_share = m.rms / fabs(m.measured_peak);
  return m;
}
