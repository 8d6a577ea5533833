/* SPDX-License-Identifier: MIT */
/* Curves of a slider-crank, from the rows that were kept. */
#include <math.h>

#include "cli/reproduce/points.h"

static double time_of(const cli_mechanism *run, long k)
{
  return run->row[k * run->columns];
}

carom_status points_slider(const repro_result *result, const carom_call *call, repro_points *out)
{
  const cli_mechanism *run = &result->mechanism;
  const int which = carom_call_word(call, "of");
  for (long k = 0; k < run->rows; k++)
    CAROM_TRY(points_add(out, time_of(run, k), mechanism_shown(run, k, which)));
  return CAROM_OK;
}

/* Every fifth instant: the mean changes slowly. */
carom_status points_slider_mean(const repro_result *result, const carom_call *call,
                                repro_points *out)
{
  const cli_mechanism *run = &result->mechanism;
  (void)call;
  for (long k = 0; k < run->rows; k += 5) {
    const double mean = mechanism_mean(run, k);
    if (!isnan(mean)) CAROM_TRY(points_add(out, time_of(run, k), mean));
  }
  return CAROM_OK;
}

/* Against an ideal joint: the slider would be at x + sqrt(L^2 - y^2) of the crank's pin, where
 * the rod begins. */
carom_status points_slider_deviation(const repro_result *result, const carom_call *call,
                                     repro_points *out)
{
  const cli_mechanism *run = &result->mechanism;
  const int rod = mechanism_body_cell(run, (int)carom_call_value(call, "rod"));
  const double length = carom_call_value(call, "length");
  for (long k = 0; k < run->rows; k++) {
    const double *pin = run->row + k * run->columns + rod;
    const double ideal = pin[0] + sqrt(length * length - pin[1] * pin[1]);
    CAROM_TRY(points_add(out, time_of(run, k), mechanism_shown(run, k, 0) - ideal));
  }
  return CAROM_OK;
}
