/* SPDX-License-Identifier: MIT */
/* Means over seeds and the bands that they are compared with (src/verify). */
#include <math.h>
#include <string.h>

#include "close.h"
#include "suite.h"
#include "verify/bulk.h"

static carom_verify_row last;

static void keep(void *user, const carom_verify_row *row)
{
  (void)user;
  last = *row;
}

static void means_and_errors(void **state)
{
  (void)state;
  carom_verify_mean m = {0};
  assert_true(isnan(carom_verify_error(&m)));
  for (int k = 1; k <= 4; k++)
    carom_verify_sample(&m, 1e6 + k);
  assert_int_equal(m.count, 4);
  assert_close(m.mean, 1e6 + 2.5, 1e-15);
  /* deviations -1.5 -0.5 0.5 1.5: variance 5/3, of the mean a fourth of it */
  assert_close(carom_verify_error(&m), sqrt(5.0 / 12), 1e-12);
}

static bool passes(double low, double high, const carom_verify_mean *m)
{
  carom_verify v = {.tell = keep, .name = "test"};
  carom_verify_band(&v, "1", low, high, m, "nobody", "a number");
  assert_int_equal(v.rows, 1);
  assert_int_equal(v.failed, !last.passed);
  assert_int_equal(last.samples, m->count);
  return last.passed;
}

static void bands(void **state)
{
  (void)state;
  carom_verify_mean m = {0}, one = {0}, none = {0};
  carom_verify_sample(&m, 0.9);
  carom_verify_sample(&m, 1.1); /* 1 +- 0.1 */
  assert_true(passes(0.8, 1.2, &m));
  assert_close(last.reference, 1, 1e-15);
  assert_close(last.error, 0.1, 1e-12);
  assert_false(passes(1.01, 2, &m));
  assert_false(passes(0, 0.99, &m));
  assert_false(passes(0.92, 1.08, &m)); /* in the band, but not known well enough */
  carom_verify_sample(&one, 1);
  assert_true(passes(0.99, 1.01, &one));
  assert_false(passes(-1, 1, &none));
}

static void lines_through_points(void **state)
{
  (void)state;
  const double x[] = {1, 2, 4}, y[] = {5, 8, 14};
  double offset;
  assert_close(bulk_slope(3, x, y, &offset), 3, 1e-14);
  assert_close(offset, 2, 1e-13);
}

/* Sets do not share cases, and names are unique: the command is told either. */
static void names_of_cases(void **state)
{
  (void)state;
  const int count = carom_verify_cases();
  assert_null(carom_verify_case_at(-1));
  assert_null(carom_verify_case_at(count));
  for (int i = 0; i < count; i++) {
    const char *name = carom_verify_case_at(i)->name;
    for (int set = 0; set < CAROM_VERIFY_SETS; set++)
      assert_string_not_equal(name, carom_verify_set_name((carom_verify_set)set));
    for (int k = 0; k < i; k++)
      assert_string_not_equal(name, carom_verify_case_at(k)->name);
  }
  assert_int_equal(carom_verify_set_of(carom_verify_case_at(0)), CAROM_VERIFY_CONTACTS);
  assert_int_equal(carom_verify_set_of(carom_verify_case_at(count - 1)), CAROM_VERIFY_BULK);
}

SUITE("verify bands", means_and_errors, bands, lines_through_points, names_of_cases)
