/* SPDX-License-Identifier: MIT */
/* Measures of the displayed body from the recorded rows. */
#include "run/mechanism.h"

static carom_motion_record shown(const carom_mechanism_job *run)
{
  const carom_record *record = &run->base.record;
  const carom_scenario *s = run->base.scenario;
  return (carom_motion_record){.time = record->value,
                               .motion = record->value +
                                         carom_mechanism_body_cell(s->mechanism.shown),
                               .rows = (int64_t)record->rows,
                               .stride = record->stride,
                               .every = s->record.every,
                               .angle = run->shown.angle,
                               .ux = run->shown.ux,
                               .uy = run->shown.uy};
}

double carom_mechanism_shown(const carom_mechanism_job *run, int64_t k, int derivative)
{
  const carom_motion_record record = shown(run);
  return carom_motion_coordinate(&record, k, derivative);
}

double carom_mechanism_mean(const carom_mechanism_job *run, int64_t k)
{
  const carom_motion_record record = shown(run);
  return carom_motion_mean_acceleration(&record, k, run->base.scenario->record.filter);
}

double carom_mechanism_peak_acceleration(const carom_mechanism_job *run, bool averaged)
{
  const carom_motion_record record = shown(run);
  return carom_motion_peak_acceleration(&record,
                                        averaged ? run->base.scenario->record.filter : CAROM_UNSET);
}
