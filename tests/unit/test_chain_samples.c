/* SPDX-License-Identifier: MIT */
/* Peaks between the instants of a chain without events: the parabola through three of them, however
 * long the steps are. */
#include "chain/chain.h"
#include "setup.h"

static double overlap_at(double t)
{
  return 5 - 2 * (t - 1.3) * (t - 1.3);
}

static double force_at(double t)
{
  return 7 - 3 * (t - 1.1) * (t - 1.1);
}

static void a_parabola_is_found(void **state)
{
  (void)state;
  static const double time[][3] = {{0.3, 1.3, 2.3}, {0, 1, 1.8}, {0.7, 1.2, 2.9}, {0.2, 1.25, 1.6}};
  for (int i = 0; i < COUNT(time); i++) {
    carom_samples past = {.count = 0};
    carom_chain_contact peak = {.time_of_first_peak_overlap = CAROM_UNSET,
                                .time_of_first_peak_force = CAROM_UNSET,
                                .time_of_peak_force = CAROM_UNSET};
    for (int k = 0; k < 3; k++)
      carom_samples_note(&past, &peak, time[i][k], overlap_at(time[i][k]), force_at(time[i][k]));
    assert_close(peak.time_of_first_peak_overlap, 1.3, 1e-14);
    assert_close(peak.first_peak_overlap, 5, 1e-14);
    assert_close(peak.force_at_first_peak_overlap, force_at(1.3), 1e-14);
    assert_close(peak.time_of_first_peak_force, 1.1, 1e-14);
    assert_close(peak.first_peak_force, 7, 1e-14);
    assert_close(peak.peak_force, 7, 1e-14);
    assert_close(peak.time_of_peak_force, 1.1, 1e-14);
  }
}

SUITE_CLOSE("samples of a chain", a_parabola_is_found)
