/* SPDX-License-Identifier: MIT */
/* Distributions of sizes: moments of what is drawn against closed forms. */
#include "scene/chance.h"
#include "scene/sizes.h"
#include "setup.h"

enum { DRAWS = 200000 };

static carom_distribution law_of(carom_size_law law, double low, double high)
{
  carom_distribution d = carom_distribution_default();
  d.law = law;
  d.radius_min = low;
  d.radius_max = high;
  return d;
}

typedef struct moments {
  double mean, square, cube, log, log_square, inverse_cube;
  double least, most;
} moments;

/* Of many draws; `by_mass` weighs each by r^3. */
static moments draw(const carom_distribution *d, bool by_mass)
{
  carom_size_curve *curve = malloc(sizeof *curve);
  moments m = {.least = 1e9};
  double sum = 0;
  assert_non_null(curve);
  carom_error err;
  if (carom_distribution_check(d, &err) != CAROM_OK) fail_msg("%s: %s", err.where, err.text);
  carom_size_curve_make(d, curve);
  for (uint64_t i = 0; i < DRAWS; i++) {
    const double r = carom_size_curve_at(curve, carom_chance(6, i, 0));
    const double w = by_mass ? r * r * r : 1;
    sum += w;
    m.mean += w * r;
    m.square += w * r * r;
    m.cube += w * r * r * r;
    m.log += w * log(r);
    m.log_square += w * log(r) * log(r);
    m.least = fmin(m.least, r);
    m.most = fmax(m.most, r);
  }
  m.mean /= sum, m.square /= sum, m.cube /= sum, m.log /= sum, m.log_square /= sum;
  assert_true(m.least >= d->radius_min && m.most <= d->radius_max);
  if (!by_mass) { /* what the curve says of itself */
    assert_close(curve->mean, m.mean, 5e-3);
    assert_close(curve->cube, m.cube, 3e-2);
  }
  free(curve);
  return m;
}

static void uniform(void **state)
{
  (void)state;
  carom_distribution d = law_of(CAROM_SIZES_UNIFORM, 1, 3);
  moments m = draw(&d, false);
  assert_close(m.mean, 2, 2e-3);
  assert_close(m.square - m.mean * m.mean, 4.0 / 12, 1e-2);
  assert_close(m.cube, 10, 5e-3); /* (81 - 1) / 4 / 2 */
  /* evenly by mass: the number falls as r^-3, whose mean is 2 a b / (a + b) */
  d.by_mass = true;
  m = draw(&d, false);
  assert_close(m.mean, 1.5, 3e-3);
  assert_close(draw(&d, true).mean, 2, 5e-3);
}

static void normal(void **state)
{
  (void)state;
  carom_distribution d = law_of(CAROM_SIZES_NORMAL, 0.5, 3.5);
  d.middle = 2;
  d.deviation = 0.2; /* cut at 7.5 deviations */
  const moments m = draw(&d, false);
  assert_close(m.mean, 2, 1e-3);
  assert_close(sqrt(m.square - m.mean * m.mean), 0.2, 1e-2);
  assert_close(m.cube, 8 + 3 * 2 * 0.04, 3e-3);
  d.radius_max = 2; /* one half of it: mean m - s sqrt(2 / pi) */
  assert_close(draw(&d, false).mean, 2 - 0.2 * sqrt(2 / 3.14159265358979), 1e-3);
}

/* Of a log-normal law by mass the number is log-normal with the median m exp(-3 s^2). */
static void log_normal(void **state)
{
  (void)state;
  const double s = 0.3;
  carom_distribution d = law_of(CAROM_SIZES_LOG_NORMAL, 0.1, 20);
  d.middle = 1.5;
  d.deviation = s;
  moments m = draw(&d, false);
  assert_close(m.log, log(1.5), 5e-3);
  assert_close(sqrt(m.log_square - m.log * m.log), s, 1e-2);
  assert_close(m.mean, 1.5 * exp(0.5 * s * s), 3e-3);
  d.by_mass = true;
  m = draw(&d, false);
  assert_close(exp(m.log), 1.5 * exp(-3 * s * s), 3e-3);
  assert_close(sqrt(m.log_square - m.log * m.log), s, 1e-2);
}

static void rosin_rammler(void **state)
{
  (void)state;
  const double n = 2.5;
  carom_distribution d = law_of(CAROM_SIZES_ROSIN_RAMMLER, 1e-3, 6);
  d.middle = 1.2;
  d.exponent = n;
  const moments m = draw(&d, false);
  assert_close(m.mean, 1.2 * tgamma(1 + 1 / n), 3e-3);
  assert_close(m.square, 1.44 * tgamma(1 + 2 / n), 6e-3);
  /* by mass: the mean over the mass is that of the law; a cut keeps few fine ones out */
  d.by_mass = true;
  d.radius_min = 0.1;
  const double cut = exp(-pow(0.1 / 1.2, n));
  assert_close(draw(&d, true).mean * cut, 1.2 * tgamma(1 + 1 / n), 1e-2);
}

static void table(void **state)
{
  (void)state;
  static const double radius[] = {1, 2, 4}, passing[] = {0, 0.25, 1};
  carom_distribution d = law_of(CAROM_SIZES_TABLE, 1, 4);
  d.points = 3;
  d.radius = radius;
  d.passing = passing;
  assert_close(draw(&d, false).mean, 0.25 * 1.5 + 0.75 * 3, 3e-3);
  d.by_mass = true;
  assert_close(draw(&d, true).mean, 0.25 * 1.5 + 0.75 * 3, 6e-3);
  /* numbers below 2: 0.25 (1/1 - 1/4) / 2 against 0.75 (1/4 - 1/16) / 4 */
  carom_size_curve *curve = malloc(sizeof *curve);
  carom_size_curve_make(&d, curve);
  const double fine = 0.25 * 0.75 / 2, coarse = 0.75 / 2 * 0.1875 / 2;
  assert_close(carom_size_curve_at(curve, fine / (fine + coarse)), 2, 1e-5);
  free(curve);
}

static void bad_ones_are_refused(void **state)
{
  (void)state;
  static const double radius[] = {1, 2, 4}, falling[] = {0, 0.25, 0.2};
  carom_error err;
  carom_distribution d = law_of(CAROM_SIZES_NORMAL, 1, 2);
  assert_int_not_equal(carom_distribution_check(&d, &err), CAROM_OK);
  assert_string_equal(err.where, "radius_mean");
  d.middle = 1.5;
  assert_int_not_equal(carom_distribution_check(&d, &err), CAROM_OK);
  assert_string_equal(err.where, "deviation");
  d.deviation = 1e-3;
  d.middle = 5; /* nothing of it is left */
  assert_int_not_equal(carom_distribution_check(&d, &err), CAROM_OK);
  assert_string_equal(err.where, "radius_mean");
  d = law_of(CAROM_SIZES_ROSIN_RAMMLER, 1, 2);
  d.middle = 1;
  assert_int_not_equal(carom_distribution_check(&d, &err), CAROM_OK);
  assert_string_equal(err.where, "exponent");
  d = law_of(CAROM_SIZES_UNIFORM, 2, 1);
  assert_int_not_equal(carom_distribution_check(&d, &err), CAROM_OK);
  assert_string_equal(err.where, "radius");
  d = law_of(CAROM_SIZES_TABLE, 1, 4);
  assert_int_not_equal(carom_distribution_check(&d, &err), CAROM_OK);
  d.points = 3;
  d.radius = radius;
  d.passing = falling;
  assert_int_not_equal(carom_distribution_check(&d, &err), CAROM_OK);
  assert_string_equal(err.where, "table");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(uniform),    cmocka_unit_test(normal),
      cmocka_unit_test(log_normal), cmocka_unit_test(rosin_rammler),
      cmocka_unit_test(table),      cmocka_unit_test(bad_ones_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
