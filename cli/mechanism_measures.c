/* SPDX-License-Identifier: MIT */
/* Numbers that sum up a mechanism's motion. */
#include <math.h>

#include "cli/run_mechanism.h"

double mechanism_shown(const cli_mechanism *run, long k, int derivative)
{
  const double *cell = run->row + k * run->columns +
                       mechanism_body_cell(run, run->scenario->mechanism.shown) + 3 * derivative;
  const cli_coordinate *c = &run->shown;
  return c->angle ? cell[2] : c->ux * cell[0] + c->uy * cell[1];
}

/* The velocity at a time between two rows, the second of which is number k. */
static double velocity_at(const cli_mechanism *run, double t, long k)
{
  const double *row = run->row;
  const double from = row[(k - 1) * run->columns], to = row[k * run->columns];
  const double a = mechanism_shown(run, k - 1, 1), b = mechanism_shown(run, k, 1);
  return a + (b - a) * (t - from) / (to - from);
}

/* The mean of an acceleration is a difference of velocities. */
double mechanism_mean(const cli_mechanism *run, long k)
{
  const double half = 0.5 * run->scenario->record.filter, t = run->row[k * run->columns];
  const double end = run->row[(run->rows - 1) * run->columns];
  if (run->scenario->record.every > half || t - half < run->row[0] || t + half > end) return NAN;
  long low = k, high = k;
  while (low > 1 && run->row[(low - 1) * run->columns] > t - half)
    low--;
  while (high < run->rows - 1 && run->row[high * run->columns] < t + half)
    high++;
  if (low < 1) return NAN;
  return (velocity_at(run, t + half, high) - velocity_at(run, t - half, low)) / (2 * half);
}

double mechanism_peak_acceleration(const cli_mechanism *run, bool averaged)
{
  double most = NAN;
  for (long k = 0; k < run->rows; k++) {
    const double a = fabs(averaged ? mechanism_mean(run, k) : mechanism_shown(run, k, 2));
    most = a > most || isnan(most) ? a : most;
  }
  return most;
}

cli_impacts mechanism_impacts(const cli_mechanism *run, int clearance)
{
  cli_impacts i = {0, 0, 0};
  for (long k = 0; k < run->events; k++) {
    const cli_journal_event *e = &run->event[k];
    if (e->kind != CAROM_JOURNAL_TOUCH || e->clearance != clearance) continue;
    i.count++;
    i.mean += e->speed;
    i.fastest = e->speed > i.fastest ? e->speed : i.fastest;
  }
  if (i.count > 0) i.mean /= (double)i.count;
  return i;
}

void mechanism_histogram(const cli_mechanism *run, int bins, long *count, double *top)
{
  *top = 0;
  for (int c = 0; c < run->def->clearances; c++) {
    const double fastest = mechanism_impacts(run, c).fastest;
    *top = fastest > *top ? fastest : *top;
  }
  for (int b = 0; b < bins; b++)
    count[b] = 0;
  for (long k = 0; k<run->events && * top> 0; k++) {
    if (run->event[k].kind != CAROM_JOURNAL_TOUCH) continue;
    const int bin = (int)(run->event[k].speed / *top * bins);
    count[bin < 0 ? 0 : bin < bins ? bin : bins - 1]++;
  }
}
