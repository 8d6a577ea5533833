/* SPDX-License-Identifier: MIT */
/* Forces that a scenario asks for: columns and results of their work, and what is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <carom/io.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "close.h"

/* One sphere of 1 mm that falls. */
#define HEAD                                                                                       \
  "{\"carom\": 1, \"materials\": {\"glass\": {\"young\": \"1 MPa\", \"poisson\": 0.25,"            \
  " \"density\": \"2500 kg/m3\"}}, \"contacts\": [{\"between\": [\"glass\", \"glass\"],"           \
  " \"law\": \"hertz\"}], \"scene\": {\"particles\": [{\"position\": [0, 0, 0], \"radius\": \"1 "  \
  "mm\", \"material\": \"glass\"}], \"gravity\": [0, 0, \"-10 m/s2\"],"                            \
  " \"groups\": {\"all\": {}, \"none\": {\"size_min\": \"1 m\"}}, \"forces\": {"
#define TAIL "}}, \"run\": {\"until\": \"0.1 s\", \"step\": \"10 us\"}}"

static carom_input *read(const char *forces)
{
  char text[2000];
  carom_input *input = NULL;
  carom_error err = {.code = CAROM_OK};
  snprintf(text, sizeof text, "%s%s%s", HEAD, forces, TAIL);
  if (carom_input_read(text, strlen(text), NULL, &input, &err) != CAROM_OK)
    fail_msg("%s: %s", err.where, err.text);
  return input;
}

static double result(carom_run *run, const char *name)
{
  carom_result r;
  carom_error err = {.code = CAROM_OK};
  if (carom_run_result(run, name, &r, &err) != CAROM_OK) fail_msg("%s: %s", err.where, err.text);
  return r.number;
}

/* Held by a given force against its weight, a fifth is left; the other force has no members. */
static void work(void **state)
{
  (void)state;
  carom_run *run = NULL;
  carom_error err = {.code = CAROM_OK};
  const double weight = 2500 * 4 * 3.14159265358979323846 / 3 * 1e-9 * 10;
  carom_input *input;
  char text[300];
  snprintf(text, sizeof text,
           "\"hold\": {\"kind\": \"given\", \"group\": \"all\", \"force\": [0, 0, %.17g]},"
           "\"water\": {\"kind\": \"buoyancy\", \"density\": \"500 kg/m3\", \"group\": \"none\"}",
           0.8 * weight);
  input = read(text);
  if (carom_run_create(input, NULL, &run, &err) != CAROM_OK ||
      carom_run_advance(run, CAROM_RUN_END, &err) != CAROM_OK)
    fail_msg("%s: %s", err.where, err.text);
  const double fall = 0.5 * 2 * 0.01; /* at 2 m/s2 for 0.1 s */
  const carom_record_view r = carom_run_record(run);
  assert_string_equal(r.column[r.columns - 2].name, "work_hold");
  assert_string_equal(r.column[r.columns - 1].name, "work_water");
  assert_close(r.value[(r.rows - 1) * r.stride + r.columns - 2], -0.8 * weight * fall, 1e-9);
  assert_close(result(run, "forces.hold"), -0.8 * weight * fall, 1e-9);
  assert_true(result(run, "forces.water") == 0);
  assert_true(fabs(result(run, "energy.residual")) < 1e-9 * weight * fall);
  carom_run_destroy(run);
  carom_input_destroy(input);
}

static void refused(void **state)
{
  (void)state;
  static const char *const bad[][3] = {
      {"\"f\": {}", "scene.forces.f", "'kind' is missing"},
      {"\"f\": {\"kind\": \"stoke\"}", "scene.forces.f.kind", "stokes"},
      {"\"f\": {\"kind\": \"stokes\"}", "scene.forces.f", "viscosity"},
      {"\"f\": {\"kind\": \"stokes\", \"viscosity\": 1, \"density\": 1}", "scene.forces.f.density",
       "quadratic"},
      {"\"f\": {\"kind\": \"quadratic\", \"density\": 1}", "scene.forces.f", "coefficient"},
      {"\"f\": {\"kind\": \"damping\", \"coefficient\": 1}", "scene.forces.f.coefficient",
       "below 1"},
      {"\"f\": {\"kind\": \"buoyancy\", \"density\": 1, \"flow\": [1, 0, 0]}",
       "scene.forces.f.flow", "drag"},
      {"\"f\": {\"kind\": \"given\", \"group\": \"some\"}", "scene.forces.f.group", "no group"},
      {"\"f\": {\"kind\": \"given\", \"force\": [1, 0, 0], \"table\": [[0, 0, 0, 0]]}",
       "scene.forces.f.table", "leave 'force' out"},
      {"\"f\": 1", "scene.forces.f", ""},
  };
  for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
    carom_error err = {.code = CAROM_OK};
    carom_input *input = read(bad[k][0]);
    assert_int_not_equal(carom_input_check(input, &err), CAROM_OK);
    if (strcmp(err.where, bad[k][1]) != 0 || !strstr(err.text, bad[k][2]))
      fail_msg("%s: %s: %s", bad[k][0], err.where, err.text);
    carom_input_destroy(input);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(work), cmocka_unit_test(refused)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
