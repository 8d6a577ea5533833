/* SPDX-License-Identifier: MIT */
/* Measured data: reading tables of it, and how far a computed series is from them. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "suite.h"

#include "io/measured.h"

static const char *unit_of(const void *user, const char *name)
{
  (void)user;
  return !strcmp(name, "force") ? "N" : !strcmp(name, "velocity") ? "m/s" : NULL;
}

static carom_status reading(const char *text, double shift, carom_measured *m, carom_error *err)
{
  *err = (carom_error){.code = CAROM_OK};
  return carom_measured_read(text, strlen(text), shift, unit_of, NULL, m, err);
}

static void tables(void **state)
{
  (void)state;
  carom_measured m;
  carom_error err;
  const char text[] = "# from an oscilloscope\r\nforce[kN], time[us],velocity\n"
                      "1,10,-2\n\n# a gap\n,20,3\n2e-3,30,\n";
  assert_int_equal(reading(text, 5e-6, &m, &err), CAROM_OK);
  assert_int_equal(m.curves, 2);
  assert_string_equal(m.curve[0].name, "force");
  assert_string_equal(m.curve[0].unit, "N");
  assert_int_equal(m.curve[0].points, 2);
  assert_true(fabs(m.curve[0].time[0] - 15e-6) < 1e-20 && m.curve[0].value[0] == 1000);
  assert_true(fabs(m.curve[0].time[1] - 35e-6) < 1e-20 && m.curve[0].value[1] == 2);
  assert_int_equal(m.curve[1].points, 2);
  assert_true(m.curve[1].value[0] == -2 && m.curve[1].value[1] == 3);
  assert_string_equal(m.bare, "velocity in m/s"); /* what was taken for want of a unit */
  carom_measured_free(&m);
}

static void semicolons_and_tabs(void **state)
{
  (void)state;
  static const char *const texts[] = {"time;force[kN]\n0;1\n1;2\n",
                                      "time\tforce[kN]\n0\t1\n1\t2\n"};
  for (int i = 0; i < 2; i++) {
    carom_measured m;
    carom_error err;
    assert_int_equal(reading(texts[i], 0, &m, &err), CAROM_OK);
    assert_true(m.curves == 1 && m.curve[0].points == 2 && m.curve[0].value[1] == 2000);
    assert_string_equal(m.bare, "time in s");
    carom_measured_free(&m);
  }
}

static void faults_have_a_place(void **state)
{
  (void)state;
  static const struct {
    const char *text;
    int line, column;
    const char *says;
  } cases[] = {
      {"", 1, 1, "empty"},
      {"# nothing\n", 1, 11, "empty"},
      {"force[N]\n1\n", 1, 1, "no column 'time'"},
      {"\n# t\ntime[s]\n1\n", 3, 1, "beside the time"},
      {"time[kg],force[N]\n0,1\n", 1, 1, "time"},
      {"time[s],force[m]\n0,1\n1,1\n", 1, 9, "force"},
      {"time[s],weight[N]\n0,1\n1,1\n", 1, 9, "'weight'"},
      {"time[s],force[N]\n0,1\n", 1, 9, "fewer than two"},
      {"time[s],force[N]\n0,1\n\n# so\n0,2\n", 5, 1, "grow"},
      {"time[s],force[N]\n0,1\n,2\n", 3, 1, "no time"},
      {"time[s],force[N]\n0,1\n1,one\n", 3, 3, "number"},
      {"time[s],force[N]\n0,1,2\n", 2, 5, "more cells"},
      {"time[s],force[N]\n0\n", 2, 2, "fewer cells"},
      {"time[s],force[N],force[N]\n0,1,1\n", 1, 18, "two columns"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    carom_measured m;
    carom_error err;
    assert_int_not_equal(reading(cases[i].text, 0, &m, &err), CAROM_OK);
    assert_int_equal(m.curves, 0);
    if (err.line != cases[i].line || err.column != cases[i].column ||
        !strstr(err.text, cases[i].says))
      fail_msg("'%s': %d:%d: %s", cases[i].text, err.line, err.column, err.text);
  }
}

static void near(double value, double reference)
{
  if (!(fabs(value - reference) <= 1e-12 * (1 + fabs(reference))))
    fail_msg("%.17g instead of %.17g", value, reference);
}

/* A triangle of height 10 between 2 and 6 s, and one that is 20 % higher and half a second late. */
static void triangles(void **state)
{
  (void)state;
  static const double t1[] = {0, 2, 4, 6, 9}, v1[] = {0, 0, 10, 0, 0};
  static const double t2[] = {1, 2.5, 4.5, 6.5, 8}, v2[] = {0, 0, 12, 0, 0};
  const carom_trace measured = {t1, v1, 5, 1}, computed = {t2, v2, 5, 1};
  const carom_misfit m = carom_misfit_of(computed, measured, 0.5);
  near(m.from, 1);
  near(m.to, 8);
  assert_int_equal(m.points, 3); /* at 2, 4 and 6 s */
  near(m.peak, 12);
  near(m.measured_peak, 10);
  near(m.peak_error, 0.2);
  near(m.arrival, 3.5);
  near(m.measured_arrival, 3);
  near(m.arrival_error, 0.5);
  near(m.rms, sqrt((0 + 1 + 9) / 3.0)); /* 0 - 0, 9 - 10, 3 - 0 */
  near(m.rms_share, m.rms / 10);
  const carom_misfit late = carom_misfit_of(computed, measured, 0.9);
  near(late.arrival, 2.5 + 0.9 * 2);
  const carom_misfit same = carom_misfit_of(measured, measured, 0.5);
  near(same.rms, 0);
  near(same.peak_error, 0);
  near(same.arrival_error, 0);
}

/* A pull counts as a peak, too; jumps have two values at one time; rows may be wide. */
static void signs_and_jumps(void **state)
{
  (void)state;
  static const double rows[] = {0, 0, 1, 0, 1, -4, 2, -4, 2, 1, 3, 1};
  static const double t[] = {0.5, 1.5, 2.5}, v[] = {0, -5, 1};
  const carom_trace computed = {rows, rows + 1, 6, 2}, measured = {t, v, 3, 1};
  const carom_misfit m = carom_misfit_of(computed, measured, 0.5);
  near(m.peak, -4);
  near(m.peak_error, -0.2);
  near(m.arrival, 1);
  near(m.measured_arrival, 1);
  near(m.rms, sqrt(1 / 3.0));
}

static void nothing_in_common(void **state)
{
  (void)state;
  static const double t1[] = {0, 1}, t2[] = {2, 3}, v[] = {1, 2};
  const carom_trace a = {t1, v, 2, 1}, b = {t2, v, 2, 1}, one = {t1, v, 1, 1};
  assert_true(carom_misfit_of(a, b, 0.5).points == 0 && isnan(carom_misfit_of(a, b, 0.5).rms));
  assert_true(carom_misfit_of(one, a, 0.5).points == 0);
}

SUITE("measured", tables, semicolons_and_tabs, faults_have_a_place, triangles, signs_and_jumps,
      nothing_in_common)
