/* SPDX-License-Identifier: MIT */
/* Stages of a scenario: each ends at a step that depends on nothing but the physics, whatever is
 * recorded and wherever the run was stopped; what they change; what ended them. */
#define _POSIX_C_SOURCE 200809L
#include <carom/io.h>
#include <stdlib.h>
#include <unistd.h>

#include "scenes.h"

#define HEAD                                                                                       \
  "{\"carom\": 1, \"materials\": {\"g\": {\"young\": \"10 MPa\", \"poisson\": 0.3,"                \
  " \"density\": \"2500 kg/m3\"}}, \"contacts\": [{\"between\": [\"g\", \"g\"], \"law\": "         \
  "\"tsuji\", \"restitution\": 0.4, \"tangential\": {\"model\": \"mindlin\", \"friction\": "       \
  "0.5}}], \"scene\": {\"expected_speed\": \"0.5 m/s\", \"gravity\": [0, 0, \"-9.81 m/s2\"], "
#define TAIL                                                                                       \
  "]}, \"run\": {\"until\": \"1 s\", \"step\": \"10 us\"}, \"record\": {\"every\": \"5 ms\"}}"

/* A bed settles below a lid; the lid is let go, then pressed down; gravity ends; a gate opens. */
static const char sequence[] = HEAD
    "\"particles\": [{\"arrange\": \"cubic\", \"radius\": \"1 mm\", \"material\": \"g\", \"gap\": "
    "\"0.05 mm\", \"jitter\": \"0.02 mm\", \"low\": [0, 0, 0], \"high\": [\"10 mm\", \"10 mm\", "
    "\"10 mm\"]}], \"walls\": {"
    "\"box\": {\"shape\": \"box\", \"low\": [0, 0, \"-1 m\"], \"high\": [\"1 m\", \"10 mm\", \"1 "
    "m\"], \"material\": \"g\"},"
    "\"floor\": {\"material\": \"g\"},"
    "\"gate\": {\"point\": [\"10 mm\", 0, 0], \"direction\": [-1, 0, 0], \"material\": \"g\"},"
    "\"lid\": {\"point\": [0, 0, \"15 mm\"], \"direction\": [0, 0, -1], \"material\": \"g\"}},"
    "\"stages\": ["
    "{\"name\": \"settle\", \"kinetic_below\": \"1e-9 J\", \"every\": \"1 ms\", \"after\": \"5 "
    "ms\"},"
    "{\"name\": \"fall\", \"walls\": {\"lid\": {\"body\": {\"mass\": \"10 g\", \"moves\": \"z\"}}},"
    " \"wall\": \"lid\", \"force_above\": \"0.05 N\", \"every\": \"0.1 ms\"},"
    "{\"name\": \"press\", \"walls\": {\"lid\": {\"servo\": {\"direction\": [0, 0, -1], \"force\": "
    "\"0.5 N\", \"speed\": \"0.05 m/s\"}}}, \"friction\": [{\"between\": [\"g\", \"g\"], "
    "\"value\": 0.1}], \"time\": \"30 ms\"},"
    "{\"walls\": {\"lid\": {\"drives\": [{\"velocity\": [0, 0, \"0.5 m/s\"], \"ramp\": \"4 "
    "ms\"}]}}, \"wall\": \"lid\", "
    "\"position_above\": \"20 mm\", \"every\": \"0.5 ms\"},"
    "{\"name\": \"open\", \"walls\": {\"gate\": {\"present\": false}, \"lid\": {\"present\": "
    "false}}, \"gravity\": [\"1 m/s2\", 0, \"-9.81 m/s2\"], \"time\": \"20 ms\"}" TAIL;

static carom_run *run_of(const char *text, const char *every)
{
  carom_input *input = NULL;
  carom_run *run = NULL;
  carom_error err = {.code = CAROM_OK};
  carom_run_options options = carom_run_default();
  options.threads = 1;
  if (carom_input_read(text, strlen(text), NULL, &input, &err) != CAROM_OK ||
      carom_input_set(input, "record.every", every, &err) != CAROM_OK ||
      carom_run_create(input, &options, &run, &err) != CAROM_OK)
    fail_msg("%s: %s", err.where, err.text);
  carom_input_destroy(input);
  return run;
}

static void advance(carom_run *run, double until)
{
  carom_error err = {.code = CAROM_OK};
  if (carom_run_advance(run, until, &err) != CAROM_OK) fail_msg("%s: %s", err.where, err.text);
}

static double number(carom_run *run, const char *name)
{
  carom_result r;
  carom_error err = {.code = CAROM_OK};
  if (carom_run_result(run, name, &r, &err) != CAROM_OK) fail_msg("%s: %s", err.where, err.text);
  return r.number;
}

static const char *word(carom_run *run, const char *name)
{
  carom_result r;
  carom_error err = {.code = CAROM_OK};
  if (carom_run_result(run, name, &r, &err) != CAROM_OK) fail_msg("%s: %s", err.where, err.text);
  return r.text;
}

/* Whole multiples of an interval after the beginning. */
static void assert_at_looks(double begin, double end, double every)
{
  const double looks = (end - begin) / every;
  assert_small(looks - round(looks), 1e-6);
}

static void stages_end_by_what_is_measured(void **state)
{
  (void)state;
  carom_run *run = run_of(sequence, "5 ms");
  advance(run, CAROM_RUN_END);
  assert_true(carom_run_is_over(run));
  static const char *const why[] = {"kinetic_below", "force_above", "time", "position_above",
                                    "time"};
  double end[5], begin[5];
  for (int k = 0; k < 5; k++) {
    char name[32];
    snprintf(name, sizeof name, "stages.%d.ended_by", k);
    assert_string_equal(word(run, name), why[k]);
    snprintf(name, sizeof name, "stages.%d.end", k);
    end[k] = number(run, name);
    snprintf(name, sizeof name, "stages.%d.begin", k);
    begin[k] = number(run, name);
    assert_true(k == 0 ? begin[k] == 0 : begin[k] == end[k - 1]);
  }
  assert_string_equal(word(run, "stages.0.name"), "settle");
  assert_string_equal(word(run, "stages.3.name"), "stage 4");
  assert_at_looks(begin[0], end[0], 1e-3);
  assert_at_looks(begin[1], end[1], 1e-4);
  assert_at_looks(begin[3], end[3], 5e-4);
  assert_true(end[0] > 5e-3);
  assert_close(end[2] - begin[2], 30e-3, 1e-9);
  /* the lid fell from 15 mm to the bed, four spheres high */
  assert_close(end[1] - begin[1], sqrt(2 * 7e-3 / 9.81), 0.02);
  assert_close(number(run, "time"), end[4], 1e-12);
  assert_small(number(run, "budget_off"), 5e-3);
  const carom_record_view r = carom_run_record(run);
  int column = -1;
  for (int c = 0; c < r.columns; c++)
    if (!strcmp(r.column[c].name, "stage")) column = c;
  assert_true(column >= 0);
  for (int64_t i = 1; i < r.rows; i++) {
    const double *row = r.value + i * r.stride;
    int k = 0;
    while (k < 4 && end[k] < row[0] * (1 - 1e-12))
      k++;
    assert_true(row[column] == k + 1);
  }
  carom_run_destroy(run);
  /* times of a drive count from the beginning of its stage: the ramp costs half of its length */
  run = run_of(sequence, "5 ms");
  advance(run, begin[3]);
  carom_scene_wall_state lid;
  assert_int_equal(carom_scene_sample_wall(carom_run_scene(run), 3, &lid, NULL), CAROM_OK);
  const double lifted = (20e-3 - lid.centre[2]) / 0.5 + 2e-3;
  assert_true(end[3] - begin[3] >= lifted - 1e-5 && end[3] - begin[3] <= lifted + 5.1e-4);
  carom_run_destroy(run);
}

/* The same steps and bits whatever is recorded. */
static void records_do_not_matter(void **state)
{
  (void)state;
  static const char *const every[] = {"5 ms", "0.37 ms", "1 s"};
  uint64_t hash[3];
  double end[3][5];
  for (int k = 0; k < 3; k++) {
    carom_run *run = run_of(sequence, every[k]);
    advance(run, CAROM_RUN_END);
    hash[k] = carom_scene_hash(carom_run_scene(run));
    for (int i = 0; i < 5; i++) {
      char name[32];
      snprintf(name, sizeof name, "stages.%d.end", i);
      end[k][i] = number(run, name);
      assert_true(end[k][i] == end[0][i]);
    }
    assert_true(hash[k] == hash[0]);
    carom_run_destroy(run);
  }
}

/* Stored and taken up again in each of the stages, and at their borders. */
static void checkpoints_know_the_stage(void **state)
{
  (void)state;
  char path[] = "/tmp/carom_phases_XXXXXX";
  const int file = mkstemp(path);
  assert_true(file >= 0);
  close(file);
  carom_run *whole = run_of(sequence, "5 ms");
  advance(whole, CAROM_RUN_END);
  const uint64_t hash = carom_scene_hash(carom_run_scene(whole));
  for (int k = 0; k <= 10; k++) {
    char name[32];
    carom_error err = {.code = CAROM_OK};
    snprintf(name, sizeof name, "stages.%d.%s", k / 2 < 5 ? k / 2 : 4, k % 2 ? "end" : "begin");
    const double at = number(whole, name) + (k % 2 ? -2e-4 : 3e-4);
    carom_run *part = run_of(sequence, "5 ms"), *rest = run_of(sequence, "5 ms");
    advance(part, k == 10 ? number(whole, "stages.2.end") : at);
    const carom_status status = carom_run_checkpoint(part, path, &err);
    if (status == CAROM_ERR_IO) skip(); /* built without HDF5 */
    if (status != CAROM_OK || carom_run_restart(rest, path, &err) != CAROM_OK)
      fail_msg("%s: %s", err.where, err.text);
    advance(rest, CAROM_RUN_END);
    assert_true(carom_scene_hash(carom_run_scene(rest)) == hash);
    assert_string_equal(word(rest, "stages.1.ended_by"), "force_above");
    assert_true(number(rest, "stages.3.end") == number(whole, "stages.3.end"));
    carom_run_destroy(part);
    carom_run_destroy(rest);
  }
  carom_run_destroy(whole);
  remove(path);
}

/* A source fills until there are enough; a sink empties. */
static const char filling[] = HEAD
    "\"particles\": [{\"position\": [0, 0, \"2 mm\"], \"radius\": \"1 mm\", \"material\": \"g\"}], "
    "\"walls\": {\"box\": {\"shape\": \"box\", \"low\": [\"-10 mm\", \"-10 mm\", 0], \"high\": "
    "[\"10 mm\", \"10 mm\", \"1 m\"], \"material\": \"g\"}}, "
    "\"sources\": {\"spout\": {\"shape\": \"box\", \"low\": [\"-8 mm\", \"-8 mm\", \"20 mm\"], "
    "\"high\": [\"8 mm\", \"8 mm\", \"30 mm\"], \"rate\": 2000, \"particles\": [{\"material\": "
    "\"g\", \"radius\": \"1 mm\"}]}}, \"stages\": ["
    "{\"name\": \"fill\", \"particles_above\": 60, \"every\": \"2 ms\"},"
    "{\"name\": \"settle\", \"sources\": {\"spout\": {\"on\": false}}, \"time\": \"20 ms\"}" TAIL;

static void a_count_ends_a_stage(void **state)
{
  (void)state;
  carom_run *run = run_of(filling, "5 ms");
  advance(run, CAROM_RUN_END);
  assert_string_equal(word(run, "stages.0.ended_by"), "particles_above");
  const double filled = number(run, "stages.0.end");
  assert_close(filled, 60 / 2000.0, 0.2);
  assert_true(number(run, "particles") >= 60 && number(run, "particles") < 70);
  assert_close(number(run, "time"), filled + 20e-3, 1e-9);
  carom_run_destroy(run);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(stages_end_by_what_is_measured), cmocka_unit_test(records_do_not_matter),
      cmocka_unit_test(checkpoints_know_the_stage), cmocka_unit_test(a_count_ends_a_stage)};
  return cmocka_run_group_tests_name("stages", tests, NULL, close_report);
}
