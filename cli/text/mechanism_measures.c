/* SPDX-License-Identifier: MIT */
/* The body that is shown, in the rows that were kept. */
#include "cli/run/run_mechanism.h"

static carom_motion_record shown(const cli_mechanism *run)
{
  return (carom_motion_record){.time = run->row,
                               .motion = run->row +
                                         mechanism_body_cell(run, run->scenario->mechanism.shown),
                               .rows = run->rows,
                               .stride = run->columns,
                               .every = run->scenario->record.every,
                               .angle = run->shown.angle,
                               .ux = run->shown.ux,
                               .uy = run->shown.uy};
}

double mechanism_shown(const cli_mechanism *run, long k, int derivative)
{
  const carom_motion_record record = shown(run);
  return carom_motion_coordinate(&record, k, derivative);
}

double mechanism_mean(const cli_mechanism *run, long k)
{
  const carom_motion_record record = shown(run);
  return carom_motion_mean_acceleration(&record, k, run->scenario->record.filter);
}

double mechanism_peak_acceleration(const cli_mechanism *run, bool averaged)
{
  const carom_motion_record record = shown(run);
  return carom_motion_peak_acceleration(&record,
                                        averaged ? run->scenario->record.filter : CAROM_UNSET);
}
