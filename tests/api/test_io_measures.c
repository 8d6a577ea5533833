/* SPDX-License-Identifier: MIT */
/* Measures that a scenario asks for: their columns and results against the scene itself, over a
 * stop and for any number of threads; what is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <carom/io.h>
#include <carom/measure.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "close.h"

#define HEAD                                                                                       \
  "{\"carom\": 1, \"materials\": {\"glass\": {\"young\": \"10 MPa\", \"poisson\": 0.25,"           \
  " \"density\": \"2500 kg/m3\"}}, \"contacts\": [{\"between\": [\"glass\", \"glass\"],"           \
  " \"law\": \"tsuji\", \"restitution\": 0.5, \"tangential\": {\"model\": \"mindlin\","            \
  " \"friction\": 0.4}}], \"scene\": {\"particles\": [{\"arrange\": \"cubic\", \"radius\": \"1 "   \
  "mm\", \"material\": \"glass\", \"low\": [0, 0, 0], \"high\": [\"16.1 mm\", \"16.1 mm\", "       \
  "\"20.1 mm\"], \"velocity\": [\"0.3 m/s\", 0, 0]}],"                                             \
  " \"groups\": {\"low\": {\"shape\": \"below\", \"point\": [0, 0, \"8 mm\"]}},"                   \
  " \"walls\": {\"floor\": {\"shape\": \"plane\", \"material\": \"glass\"}},"                      \
  " \"domain\": {\"low\": [0, 0, \"-1 mm\"], \"high\": [\"16.1 mm\", \"16.1 mm\", \"30 mm\"],"     \
  " \"periodic\": \"xy\"}, \"gravity\": [0, 0, \"-9.81 m/s2\"]},"                                  \
  " \"run\": {\"until\": \"20 ms\"}, \"record\": {\"every\": \"1 ms\", \"measure\": {"

static const char measured[] = HEAD
    "\"bed\": {\"what\": \"stress\"}, \"fabric\": {\"what\": \"fabric\"},"
    " \"filling\": {\"what\": \"solid_fraction\", \"shape\": \"box\", \"low\": [0, 0, 0],"
    " \"high\": [\"16.1 mm\", \"16.1 mm\", \"10 mm\"]},"
    " \"z\": {\"what\": \"coordination\", \"group\": \"low\"},"
    " \"motion\": {\"what\": \"motion\", \"from\": \"10 ms\"},"
    " \"number\": {\"what\": \"inertial_number\"},"
    " \"through\": {\"what\": \"mass_flow\", \"point\": [\"8 mm\", 0, 0], \"direction\": [1, 0, "
    "0]},"
    " \"mixed\": {\"what\": \"mixing\", \"marked\": \"low\", \"shape\": \"box\", \"low\": [0, 0,"
    " 0], \"high\": [\"16.1 mm\", \"16.1 mm\", \"30 mm\"], \"cells\": [2, 2, 2]},"
    " \"quarter\": {\"what\": \"quadrants\", \"point\": [\"8 mm\", 0, \"8 mm\"]},"
    " \"angle\": {\"what\": \"surface\"},"
    " \"g\": {\"what\": \"radial\", \"reach\": \"5 mm\"}, \"f\": {\"what\": \"forces\"},"
    " \"height\": {\"what\": \"profile\", \"from\": \"10 ms\", \"shape\": \"box\","
    " \"low\": [0, 0, 0], \"high\": [\"16.1 mm\", \"16.1 mm\", \"30 mm\"], \"cells\": [1, 1, 20]}"
    "}}}";

static carom_run *start(const char *text, int threads)
{
  carom_input *input = NULL;
  carom_run *run = NULL;
  carom_error err = {.code = CAROM_OK};
  carom_run_options options = carom_run_default();
  options.threads = threads;
  if (carom_input_read(text, strlen(text), NULL, &input, &err) != CAROM_OK ||
      carom_run_create(input, &options, &run, &err) != CAROM_OK)
    fail_msg("%s: %s", err.where, err.text);
  carom_input_destroy(input);
  return run;
}

static void go(carom_run *run, double until)
{
  carom_error err = {.code = CAROM_OK};
  if (carom_run_advance(run, until, &err) != CAROM_OK) fail_msg("%s: %s", err.where, err.text);
}

static int column(const carom_record_view *record, const char *name)
{
  for (int k = 0; k < record->columns; k++)
    if (!strcmp(record->column[k].name, name)) return k;
  fail_msg("there is no column %s", name);
  return -1;
}

static double last(carom_run *run, const char *name)
{
  const carom_record_view r = carom_run_record(run);
  return r.value[(r.rows - 1) * r.stride + column(&r, name)];
}

static double result(carom_run *run, const char *name)
{
  carom_result r;
  carom_error err = {.code = CAROM_OK};
  if (carom_run_result(run, name, &r, &err) != CAROM_OK) fail_msg("%s: %s", err.where, err.text);
  return r.number;
}

/* Against the scene's own calls, and against what a fall of 8 x 8 x 10 spheres must be. */
static void columns_and_results(void **state)
{
  (void)state;
  carom_run *run = start(measured, 1);
  carom_bulk b;
  const carom_selection all = carom_selection_default();
  go(run, CAROM_RUN_END);
  carom_scene *scene = carom_run_scene(run);
  assert_int_equal(carom_measure_bulk(scene, &all, CAROM_BULK_ALL, &b, NULL), CAROM_OK);
  assert_true(last(run, "bed_zz") == b.contact_stress[8] && b.contact_stress[8] > 0);
  assert_true(last(run, "bed_kinetic_xx") == b.kinetic_stress[0]);
  assert_true(last(run, "bed_pressure") == b.pressure);
  assert_true(last(run, "fabric_zz") == b.fabric[8]);
  assert_true(last(run, "number") == b.inertial_number);
  assert_true(last(run, "motion_velocity_x") == b.velocity[0]);
  assert_true(last(run, "motion_particles") == 640);
  carom_selection low = carom_selection_default();
  carom_bulk part;
  low.within = true;
  for (int k = 0; k < 3; k++)
    low.region.high[k] = k < 2 ? 16.1e-3 : 0.01;
  assert_int_equal(carom_measure_bulk(scene, &low, CAROM_BULK_SOLID, &part, NULL), CAROM_OK);
  assert_close(last(run, "filling"), part.solid_fraction,
               1e-14); /* "16.1 mm" may differ by a bit */
  assert_close(part.solid_fraction, 0.52, 0.1);
  assert_true(last(run, "z") > 0.9);
  assert_close(last(run, "quarter_1") + last(run, "quarter_2") + last(run, "quarter_3") +
                   last(run, "quarter_4"),
               640, 1e-15);
  /* 6 mm at 0.3 m/s, less what friction on the floor takes: three of eight layers */
  assert_close(last(run, "through_particles"), 3 * 80, 0.1);
  assert_close(last(run, "through_mass"), last(run, "through_particles") * b.mass / 640, 1e-12);
  carom_selection marked = carom_selection_default();
  const double origin[3] = {0}, top[3] = {16.1e-3, 16.1e-3, 0.03};
  const int cells[3] = {2, 2, 2};
  double index;
  marked.group = 0;
  assert_int_equal(carom_measure_mixing(scene, &all, &marked, origin, top, cells, &index, NULL),
                   CAROM_OK);
  assert_close(last(run, "mixed"), index, 1e-13);
  assert_true(index > 0.1 && index < 0.9);
  const carom_record_view r = carom_run_record(run);
  const int vx = column(&r, "motion_velocity_x");
  double mean = 0;
  int rows = 0;
  for (int64_t i = 0; i < r.rows; i++)
    if (r.value[i * r.stride] >= 0.01) mean += r.value[i * r.stride + vx], rows++;
  assert_close(result(run, "measures.motion.velocity_x.mean"), mean / rows, 1e-13);
  assert_true(result(run, "measures.bed.pressure.last") == b.pressure);
  assert_true(result(run, "measures.height.looks") == rows);
  assert_true(result(run, "measures.g.looks") == (double)r.rows);
  carom_run_destroy(run);
}

static void assert_same_rows(carom_run *a, carom_run *b)
{
  const carom_record_view x = carom_run_record(a), y = carom_run_record(b);
  assert_int_equal(x.rows, y.rows);
  assert_int_equal(x.columns, y.columns);
  for (int64_t i = 0; i < x.rows; i++)
    assert_memory_equal(x.value + i * x.stride, y.value + i * y.stride,
                        (size_t)x.columns * sizeof *x.value);
}

static void threads_and_restarts(void **state)
{
  (void)state;
  const char *file = "test_io_measures.h5";
  carom_error err = {.code = CAROM_OK};
  carom_run *one = start(measured, 1), *three = start(measured, 3), *again = start(measured, 2);
  go(one, CAROM_RUN_END);
  go(three, 0.0123);
  const carom_status stored = carom_run_checkpoint(three, file, &err);
  if (stored == CAROM_ERR_IO) skip(); /* built without HDF5 */
  assert_int_equal(stored, CAROM_OK);
  if (carom_run_restart(again, file, &err) != CAROM_OK) fail_msg("%s: %s", err.where, err.text);
  remove(file);
  go(three, CAROM_RUN_END);
  go(again, CAROM_RUN_END);
  assert_same_rows(one, three);
  assert_same_rows(one, again);
  assert_true(result(one, "measures.height.looks") == result(again, "measures.height.looks"));
  assert_true(result(one, "measures.f.mean_force") == result(again, "measures.f.mean_force"));
  carom_run_destroy(one);
  carom_run_destroy(three);
  carom_run_destroy(again);
}

/* Each with the place of the fault. */
static void refused(void **state)
{
  (void)state;
  static const char *const bad[][3] = {
      {"\"a\": {}}}}", "record.measure.a", "'what' is missing"},
      {"\"a\": {\"what\": \"stres\"}}}}", "record.measure.a.what", "stress"},
      {"\"a\": {\"what\": \"stress\", \"group\": \"high\"}}}}", "record.measure.a.group",
       "no group 'high'"},
      {"\"a\": {\"what\": \"stress\", \"shape\": \"sphere\"}}}}", "record.measure.a", "radius"},
      {"\"a\": {\"what\": \"stress\", \"radius\": \"1 mm\"}}}}", "record.measure.a.radius",
       "shape"},
      {"\"a\": {\"what\": \"profile\"}}}}", "record.measure.a", "box"},
      {"\"a\": {\"what\": \"radial\"}}}}", "record.measure.a", "reach"},
      {"\"a\": {\"what\": \"mixing\", \"shape\": \"box\", \"low\": [0, 0, 0], \"high\": [1, 1, 1],"
       " \"cells\": [1, 2, 2.5]}}}}",
       "record.measure.a.cells", "whole"},
      {"\"a\": 3}}}", "record.measure.a", ""},
  };
  for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
    char text[4000];
    carom_input *input = NULL;
    carom_error err = {.code = CAROM_OK};
    snprintf(text, sizeof text, "%s%s", HEAD, bad[k][0]);
    assert_int_equal(carom_input_read(text, strlen(text), NULL, &input, &err), CAROM_OK);
    assert_int_not_equal(carom_input_check(input, &err), CAROM_OK);
    if (strcmp(err.where, bad[k][1]) != 0 || !strstr(err.text, bad[k][2]))
      fail_msg("%s: %s: %s", bad[k][0], err.where, err.text);
    carom_input_destroy(input);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(columns_and_results),
                                     cmocka_unit_test(threads_and_restarts),
                                     cmocka_unit_test(refused)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
