/* SPDX-License-Identifier: MIT */
/* Motions of walls by formula. */
#include "scene/drives.h"

#include <stdio.h>

#include "core/error.h"
#include "law_math.h"
#include "scene/wall_shapes.h"

carom_scene_drive carom_scene_drive_default(void)
{
  return (carom_scene_drive){.kind = CAROM_DRIVE_STEADY, .stop = CAROM_UNSET};
}

static double end_of(const carom_scene_drive *d)
{
  return d->stop == CAROM_UNSET ? 1e300 : d->stop;
}

/* A trapezoid over time: rises from 0 to 1 during the ramp and falls back to 0 at the end. */
static double envelope(const carom_scene_drive *d, double time)
{
  const double begun = time - d->start, left = end_of(d) - time;
  const double least = begun < left ? begun : left;
  if (begun < 0 || left < 0) return 0;
  return least < d->ramp ? least / d->ramp : 1;
}

static double envelope_slope(const carom_scene_drive *d, double time)
{
  const double begun = time - d->start, left = end_of(d) - time;
  if (begun < 0 || left < 0) return 0;
  return begun < d->ramp ? 1 / d->ramp : left < d->ramp ? -1 / d->ramp : 0;
}

/* Length of the intersection of two intervals. */
static double overlap(double from, double to, double low, double high)
{
  const double first = from > low ? from : low, last = to < high ? to : high;
  return last > first ? last - first : 0;
}

/* Area under the trapezoid, as a sum of parts, so that nothing cancels late in a run. */
static double envelope_area(const carom_scene_drive *d, double from, double to)
{
  const double stop = end_of(d), full = d->start + d->ramp, fades = stop - d->ramp;
  double area = overlap(from, to, full, fades);
  if (!(d->ramp > 0)) return area;
  const double up = overlap(from, to, d->start, full), down = overlap(from, to, fades, stop);
  const double up_middle = (from > d->start ? from : d->start) + 0.5 * up;
  const double down_middle = (to < stop ? to : stop) - 0.5 * down;
  if (up > 0) area += up * (up_middle - d->start) / d->ramp;
  if (down > 0) area += down * (stop - down_middle) / d->ramp;
  return area;
}

/* Sine and cosine of an oscillation; whole turns are subtracted first. */
static void phase_at(const carom_scene_drive *d, double time, double *sine, double *cosine)
{
  const double turns = d->frequency * (time - d->start);
  carom_sincos(2 * 3.14159265358979323846 * (turns - CAROM_FLOOR(turns)) + d->phase, sine, cosine);
}

/* Position of an oscillation; outside its time, the position at its start or stop. */
static double elongation(const carom_scene_drive *d, double time)
{
  const double late = time < end_of(d) ? time : end_of(d);
  double sine, cosine;
  phase_at(d, late > d->start ? late : d->start, &sine, &cosine);
  return envelope(d, late > d->start ? late : d->start) * sine;
}

double carom_drive_travel(const carom_scene_drive *d, double from, double to)
{
  return d->kind == CAROM_DRIVE_OSCILLATION ? elongation(d, to) - elongation(d, from)
                                            : envelope_area(d, from, to);
}

double carom_drive_rate(const carom_scene_drive *d, double time)
{
  double sine, cosine;
  if (d->kind != CAROM_DRIVE_OSCILLATION) return envelope(d, time);
  phase_at(d, time, &sine, &cosine);
  return envelope_slope(d, time) * sine +
         envelope(d, time) * 2 * 3.14159265358979323846 * d->frequency * cosine;
}

static bool finite(double x)
{
  return x - x == 0;
}

static bool finite_vector(const double v[3])
{
  return finite(v[0]) && finite(v[1]) && finite(v[2]);
}

carom_status carom_drive_check(const carom_scene_drive *d, const char *wall, int number,
                               carom_error *err)
{
  char where[64];
  snprintf(where, sizeof where, "%s.motion.drive[%d]", wall, number);
  if (d->kind < CAROM_DRIVE_STEADY || d->kind > CAROM_DRIVE_SURFACE)
    return carom_fail(err, CAROM_ERR_RANGE, where, "must be steady, an oscillation or a surface");
  if (!finite_vector(d->linear) || !finite_vector(d->angular) || !finite(d->phase) ||
      !finite(d->start) || !(d->stop == CAROM_UNSET || finite(d->stop)))
    return carom_fail(err, CAROM_ERR_RANGE, where, "its numbers must be finite");
  if (d->kind == CAROM_DRIVE_OSCILLATION && !(d->frequency > 0 && d->frequency < 1e12))
    return carom_fail(err, CAROM_ERR_RANGE, where, "an oscillation needs a frequency above 0");
  if (d->kind == CAROM_DRIVE_SURFACE && carom_dot(d->angular, d->angular) > 0)
    return carom_fail(err, CAROM_ERR_CONFLICT, where,
                      "a surface has a velocity and no spin; let the wall turn about its axis");
  if (!(d->ramp >= 0 && finite(d->ramp)))
    return carom_fail(err, CAROM_ERR_RANGE, where, "a ramp is a time of 0 or more");
  if (d->stop != CAROM_UNSET && !(d->stop > d->start))
    return carom_fail(err, CAROM_ERR_RANGE, where, "it must stop after it starts, at %g s",
                      d->start);
  if (d->stop != CAROM_UNSET && !(d->stop - d->start >= 2 * d->ramp))
    return carom_fail(err, CAROM_ERR_RANGE, where,
                      "two ramps of %g s do not fit between its start and its stop; it takes up "
                      "speed within one and loses it within the other",
                      d->ramp);
  return CAROM_OK;
}
