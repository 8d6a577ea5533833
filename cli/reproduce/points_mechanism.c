/* SPDX-License-Identifier: MIT */
/* Curves of a slider-crank, from the rows that were kept. */
#include <math.h>

#include "cli/reproduce/points.h"

static double time_of(const carom_mechanism_job *run, int64_t k)
{
  return *carom_mechanism_row(run, k);
}

carom_status points_slider(const repro_result *result, const carom_call *call, repro_points *out)
{
  const carom_mechanism_job *run = result->mechanism;
  const int which = carom_call_word(call, "of");
  for (int64_t k = 0; k < run->base.record.rows; k++)
    CAROM_TRY(points_add(out, time_of(run, k), carom_mechanism_shown(run, k, which)));
  return CAROM_OK;
}

/* Every fifth instant: the mean changes slowly. */
carom_status points_slider_mean(const repro_result *result, const carom_call *call,
                                repro_points *out)
{
  const carom_mechanism_job *run = result->mechanism;
  (void)call;
  for (int64_t k = 0; k < run->base.record.rows; k += 5) {
    const double mean = carom_mechanism_mean(run, k);
    if (!isnan(mean)) CAROM_TRY(points_add(out, time_of(run, k), mean));
  }
  return CAROM_OK;
}

/* Against an ideal joint: the slider would be at x + sqrt(L^2 - y^2) of the crank's pin, where
 * the rod begins. */
carom_status points_slider_deviation(const repro_result *result, const carom_call *call,
                                     repro_points *out)
{
  const carom_mechanism_job *run = result->mechanism;
  const int rod = carom_mechanism_body_cell((int)carom_call_value(call, "rod"));
  const double length = carom_call_value(call, "length");
  for (int64_t k = 0; k < run->base.record.rows; k++) {
    const double *pin = carom_mechanism_row(run, k) + rod;
    const double ideal = pin[0] + sqrt(length * length - pin[1] * pin[1]);
    CAROM_TRY(points_add(out, time_of(run, k), carom_mechanism_shown(run, k, 0) - ideal));
  }
  return CAROM_OK;
}
