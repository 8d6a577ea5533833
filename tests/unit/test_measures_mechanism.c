/* SPDX-License-Identifier: MIT */
/* Mean accelerations of motions that are known, and impacts that are counted by hand. */
#include "setup.h"

enum { ROWS = 401, CELLS = 10 };

static double row[ROWS][CELLS];
static const double every = 1e-3, rate = 40, amplitude = 0.03;

/* A body that swings: along (0.6, 0.8) with one amplitude, about its centre with another. */
static carom_motion_record swinging(bool angle)
{
  for (int k = 0; k < ROWS; k++) {
    const double t = 0.2 + k * every, s = sin(rate * t), c = cos(rate * t);
    const double motion[3] = {amplitude * s, amplitude * rate * c, -amplitude * rate * rate * s};
    row[k][0] = t;
    for (int d = 0; d < 3; d++) {
      row[k][1 + 3 * d] = 0.6 * motion[d];
      row[k][2 + 3 * d] = 0.8 * motion[d];
      row[k][3 + 3 * d] = 5 * motion[d];
    }
  }
  return (carom_motion_record){.time = row[0],
                               .motion = row[0] + 1,
                               .rows = ROWS,
                               .stride = CELLS,
                               .every = every,
                               .angle = angle,
                               .ux = 0.6,
                               .uy = 0.8};
}

/* The mean of A w^2 sin over a window T is the value in its middle times sin(wT/2)/(wT/2). */
static void mean_accelerations(void **state)
{
  (void)state;
  for (int angle = 0; angle < 2; angle++) {
    const carom_motion_record r = swinging(angle);
    const double size = (angle ? 5 : 1) * amplitude * rate * rate;
    for (int steps = 2; steps <= 60; steps += 29) {
      const double window = steps * every, half = 0.5 * rate * window, loss = sin(half) / half;
      int means = 0;
      for (int64_t k = 0; k < ROWS; k++) {
        const double mean = carom_motion_mean_acceleration(&r, k, window);
        /* half a step is found between rows: off by (w dt)^2/8 of the velocity at most */
        const double between = steps % 2
                                   ? 2 * size / rate / window * rate * rate * every * every / 8
                                   : 1e-9 * size;
        if (isnan(mean)) continue;
        means++;
        assert_small(mean + size * loss * sin(rate * row[k][0]), between);
      }
      /* all rows but half a window at both ends; rounding may cost the outermost two */
      const int within = ROWS - 2 * ((steps + 1) / 2);
      assert_true(means <= within && means >= within - 2);
    }
  }
}

static void peak_accelerations(void **state)
{
  (void)state;
  const carom_motion_record r = swinging(false);
  const double size = amplitude * rate * rate, window = 60 * every, half = 0.5 * rate * window;
  /* of 2.5 swings; the row nearest to a peak is half a step away at most */
  const double near = 0.5 * rate * rate * every * every / 4;
  assert_close(carom_motion_peak_acceleration(&r, CAROM_UNSET), size, near);
  assert_close(carom_motion_peak_acceleration(&r, window), size * sin(half) / half, near + 1e-9);
  for (int d = 0; d < 3; d++)
    assert_close(carom_motion_coordinate(&r, 100, d),
                 amplitude * pow(rate, d) * sin(rate * 0.3 + d * acos(0)), 1e-12);
}

static void windows_that_cannot_be_filled(void **state)
{
  (void)state;
  carom_motion_record r = swinging(false);
  assert_true(isnan(carom_motion_mean_acceleration(&r, 200, 1.9 * every))); /* rows too far apart */
  assert_true(isnan(carom_motion_mean_acceleration(&r, 5, 20 * every)));
  assert_true(isnan(carom_motion_mean_acceleration(&r, ROWS - 5, 20 * every)));
  assert_true(isnan(carom_motion_peak_acceleration(&r, 2 * ROWS * every)));
  r.rows = 0;
  assert_true(isnan(carom_motion_peak_acceleration(&r, CAROM_UNSET)));
}

static const carom_journal_note notes[] = {
    {0, CAROM_JOURNAL_TOUCH, 0.1, 0.5},   {0, CAROM_JOURNAL_RELEASE, 0.11, 9},
    {0, CAROM_JOURNAL_PART, 0.12, -0.4},  {1, CAROM_JOURNAL_TOUCH, 0.13, 2},
    {0, CAROM_JOURNAL_TOUCH, 0.2, 0.125}, {1, CAROM_JOURNAL_PART, 0.3, -3},
    {0, CAROM_JOURNAL_TOUCH, 0.4, 1.25},
};

static void impacts_of_journals(void **state)
{
  (void)state;
  const carom_journal_impacts first = carom_journal_summary(notes, COUNT(notes), 0),
                              second = carom_journal_summary(notes, COUNT(notes), 1),
                              none = carom_journal_summary(notes, COUNT(notes), 2);
  assert_true(first.count == 3 && first.fastest == 1.25 && first.mean == 0.625);
  assert_true(second.count == 1 && second.fastest == 2 && second.mean == 2);
  assert_true(none.count == 0 && none.fastest == 0 && none.mean == 0);
}

static void histogram_of_impacts(void **state)
{
  (void)state;
  int64_t count[4];
  assert_true(carom_journal_histogram(notes, COUNT(notes), 4, count) == 2);
  assert_true(count[0] == 1 && count[1] == 1 && count[2] == 1 && count[3] == 1);
  assert_true(carom_journal_histogram(notes, 3, 4, count) == 0.5);
  assert_true(count[0] == 0 && count[1] == 0 && count[2] == 0 && count[3] == 1);
  assert_true(carom_journal_histogram(notes, 0, 4, count) == 0);
  assert_true(count[0] == 0 && count[1] == 0 && count[2] == 0 && count[3] == 0);
}

SUITE_CLOSE("measures of mechanisms", mean_accelerations, peak_accelerations,
            windows_that_cannot_be_filled, impacts_of_journals, histogram_of_impacts)
