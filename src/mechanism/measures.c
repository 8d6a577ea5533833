/* SPDX-License-Identifier: MIT */
/* Measures from the record of a mechanism: averaged accelerations, impacts of journals. */
#include <math.h>

#include "mechanism/mechanism.h"

double carom_motion_coordinate(const carom_motion_record *record, int64_t row, int derivative)
{
  const double *cell = record->motion + row * record->stride + 3L * derivative;
  return record->angle ? cell[2] : record->ux * cell[0] + record->uy * cell[1];
}

static double time_at(const carom_motion_record *r, int64_t row)
{
  return r->time[row * r->stride];
}

/* The velocity at a time between two rows, of which `row` is the second. */
static double velocity_at(const carom_motion_record *r, double t, int64_t row)
{
  const double from = time_at(r, row - 1), to = time_at(r, row);
  const double a = carom_motion_coordinate(r, row - 1, 1), b = carom_motion_coordinate(r, row, 1);
  return a + (b - a) * (t - from) / (to - from);
}

/* The mean acceleration over a window is the difference of the velocities at its ends over its
 * length. */
double carom_motion_mean_acceleration(const carom_motion_record *record, int64_t row, double window)
{
  const double half = 0.5 * window, t = time_at(record, row);
  if (record->every > half || t - half < time_at(record, 0) ||
      t + half > time_at(record, record->rows - 1))
    return CAROM_NONE;
  int64_t low = row, high = row;
  while (low > 1 && time_at(record, low - 1) > t - half)
    low--;
  while (high < record->rows - 1 && time_at(record, high) < t + half)
    high++;
  if (low < 1) return CAROM_NONE;
  return (velocity_at(record, t + half, high) - velocity_at(record, t - half, low)) / (2 * half);
}

double carom_motion_peak_acceleration(const carom_motion_record *record, double window)
{
  double most = CAROM_NONE;
  for (int64_t k = 0; k < record->rows; k++) {
    const double a = window == CAROM_UNSET ? carom_motion_coordinate(record, k, 2)
                                           : carom_motion_mean_acceleration(record, k, window);
    if (fabs(a) > most || most != most) most = fabs(a);
  }
  return most;
}

carom_journal_impacts carom_journal_summary(const carom_journal_note *note, int64_t notes,
                                            int clearance)
{
  carom_journal_impacts i = {0, 0, 0};
  for (int64_t k = 0; k < notes; k++) {
    if (note[k].kind != CAROM_JOURNAL_TOUCH || note[k].clearance != clearance) continue;
    i.count++;
    i.mean += note[k].speed;
    i.fastest = note[k].speed > i.fastest ? note[k].speed : i.fastest;
  }
  if (i.count > 0) i.mean /= (double)i.count;
  return i;
}

double carom_journal_histogram(const carom_journal_note *note, int64_t notes, int bins,
                               int64_t *count)
{
  double top = 0;
  for (int64_t k = 0; k < notes; k++)
    if (note[k].kind == CAROM_JOURNAL_TOUCH && note[k].speed > top) top = note[k].speed;
  for (int b = 0; b < bins; b++)
    count[b] = 0;
  for (int64_t k = 0; top > 0 && k < notes; k++) {
    if (note[k].kind != CAROM_JOURNAL_TOUCH) continue;
    const int bin = (int)(note[k].speed / top * bins);
    count[bin < 0 ? 0 : bin < bins ? bin : bins - 1]++;
  }
  return top;
}
