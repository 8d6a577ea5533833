/* SPDX-License-Identifier: MIT */
/* When a trace arrives: where it passes a share of its peak, on a straight line between instants;
 * at once where it begins above that. */
#include "close.h"
#include "io/measured.h"

static const double times[] = {1, 2, 4, 5, 8};

static carom_misfit of(const double *computed, const double *measured, double share)
{
  const carom_trace a = {times, computed, 5, 1}, b = {times, measured, 5, 1};
  return carom_misfit_of(a, b, share);
}

static void a_trace_that_begins_above_the_level(void **state)
{
  (void)state;
  const double high[] = {6, 3, 10, 2, 0}, rising[] = {0, 2, 10, 2, 0};
  const carom_misfit m = of(high, rising, 0.5);
  assert_true(m.arrival == 1);
  assert_close(m.measured_arrival, 2 + 2 * (5 - 2) / 8.0, 1e-15);
  assert_close(m.arrival_error, 1 - 2.75, 1e-15);
  const double low[] = {-6, -3, -10, -2, 0}; /* the same below 0 */
  assert_true(of(low, rising, 0.5).arrival == 1);
  assert_true(of(high, rising, 0.6).arrival == 1); /* exactly at the level */
  assert_close(of(high, rising, 0.61).arrival, 2 + 2 * (6.1 - 3) / 7, 1e-14);
  /* a positive value is not above a negative level */
  const double swing[] = {6, -3, -10, -2, 0};
  assert_close(of(swing, rising, 0.5).arrival, 2 + 2 * (-5 + 3) / -7.0, 1e-14);
}

/* What both cover begins between two instants of one of them: its value there counts. */
static void a_trace_that_begins_before_the_other(void **state)
{
  (void)state;
  const double values[] = {0, 8, 10, 2, 0}, late[] = {1.75, 3, 5, 6, 7}, any[] = {0, 1, 5, 2, 1};
  const carom_trace a = {times, values, 5, 1}, b = {late, any, 5, 1};
  assert_true(carom_misfit_of(a, b, 0.5).arrival == 1.75); /* 6 of 10 */
  assert_close(carom_misfit_of(a, b, 0.7).arrival, 1.875, 1e-15);
}

SUITE("arrival of traces", a_trace_that_begins_above_the_level,
      a_trace_that_begins_before_the_other)
