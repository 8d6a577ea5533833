/* SPDX-License-Identifier: MIT */
#include "integrate/drive.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Index of the last corner at or before t, or -1. */
static int stretch(const carom_drive *d, double t)
{
  int i = -1;
  while (i + 1 < d->points && d->time[i + 1] <= t)
    i++;
  return i;
}

static double slope(const carom_drive *d, int i)
{
  if (i < 0 || i == d->points - 1) return 0;
  return (d->value[i + 1] - d->value[i]) / (d->time[i + 1] - d->time[i]);
}

static double value(const carom_drive *d, int i, double t)
{
  const int corner = i < 0 ? 0 : i;
  return d->value[corner] + (t - d->time[corner]) * slope(d, i);
}

/* The integral from corner i (the first one if i is -1) to t. */
static double area(const carom_drive *d, int i, double t)
{
  const int corner = i < 0 ? 0 : i;
  const double span = t - d->time[corner];
  return span * (d->value[corner] + 0.5 * span * slope(d, i));
}

/* The integral is zero at time 0, wherever the corners are. */
static void add_up(carom_drive *d)
{
  d->area[0] = 0;
  for (int i = 0; i + 1 < d->points; i++)
    d->area[i + 1] = d->area[i] + area(d, i, d->time[i + 1]);
  const int start = stretch(d, 0);
  const double lead = d->area[start < 0 ? 0 : start] + area(d, start, 0);
  for (int i = 0; i < d->points; i++)
    d->area[i] -= lead;
}

bool carom_drive_create(carom_drive *d, int points, const double *time, const double *values)
{
  const size_t bytes = (size_t)points * sizeof(double);
  *d = (carom_drive){.points = points, .now = -1};
  d->time = malloc(3 * bytes);
  if (!d->time) return false;
  d->value = d->time + points;
  d->area = d->value + points;
  memcpy(d->time, time, bytes);
  memcpy(d->value, values, bytes);
  add_up(d);
  return true;
}

void carom_drive_free(carom_drive *d)
{
  free(d->time);
  d->time = NULL;
}

double carom_drive_value(const carom_drive *d, double t)
{
  return value(d, stretch(d, t), t);
}

double carom_drive_slope(const carom_drive *d, double t)
{
  return slope(d, stretch(d, t));
}

double carom_drive_corner(const carom_drive *d, double t)
{
  const int i = stretch(d, t);
  return i + 1 < d->points ? d->time[i + 1] : HUGE_VAL;
}

void carom_drive_enter(carom_drive *d, double t)
{
  d->now = stretch(d, t);
}

double carom_drive_frozen_slope(const carom_drive *d)
{
  return slope(d, d->now);
}

double carom_drive_frozen_value(const carom_drive *d, double t)
{
  return value(d, d->now, t);
}

double carom_drive_frozen_area(const carom_drive *d, double t)
{
  return d->area[d->now < 0 ? 0 : d->now] + area(d, d->now, t);
}

double carom_drive_distance(const carom_drive *d, double from, double to)
{
  double sum = 0;
  while (from < to) {
    const double corner = carom_drive_corner(d, from), end = corner < to ? corner : to;
    const double a = carom_drive_slope(d, from), v = carom_drive_value(d, from);
    sum += (end - from) * (v + 0.5 * a * (end - from));
    from = end;
  }
  return sum;
}
