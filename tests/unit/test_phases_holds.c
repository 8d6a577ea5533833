/* SPDX-License-Identifier: MIT */
/* Groups and holds in stages of a scenario: who is held when, and that runs go on with the same
 * bits wherever they were stopped. */
#define _POSIX_C_SOURCE 200809L
#include <carom/io.h>
#include <stdlib.h>
#include <unistd.h>

#include "scenes.h"

/* Two spheres fall side by side. The left one is held for a while, then both, moving; then none. */
static const char text[] =
    "{\"carom\": 1, \"materials\": {\"g\": {\"young\": \"10 MPa\", \"poisson\": 0.3, \"density\": "
    "\"2500 kg/m3\"}}, \"contacts\": [{\"between\": [\"g\", \"g\"], \"law\": \"hertz\"}],"
    "\"scene\": {\"gravity\": [0, 0, \"-10 m/s2\"], \"particles\": ["
    "{\"position\": [0, 0, 0], \"radius\": \"1 mm\", \"material\": \"g\"},"
    "{\"position\": [\"10 mm\", 0, 0], \"radius\": \"1 mm\", \"material\": \"g\"}],"
    "\"groups\": {\"some\": {\"shape\": \"sphere\", \"point\": [0, 0, 0], \"radius\": \"5 mm\"}},"
    "\"holds\": {\"hand\": {\"group\": \"some\", \"on\": false}},"
    "\"stages\": [{\"name\": \"fall\", \"time\": \"10 ms\"},"
    "{\"name\": \"hold\", \"holds\": {\"hand\": {}}, \"time\": \"10 ms\"},"
    "{\"name\": \"lift\", \"groups\": {\"some\": {}}, \"holds\": {\"hand\": {\"velocity\": [0, 0, "
    "\"0.5 m/s\"]}}, \"time\": \"10 ms\"},"
    "{\"name\": \"go\", \"holds\": {\"hand\": {\"on\": false}}, \"time\": \"10 ms\"}]},"
    "\"run\": {\"until\": \"1 s\", \"step\": \"10 us\"}, \"record\": {\"every\": \"1 ms\"}}";

static carom_run *made_of(const char *scenario)
{
  carom_input *input = NULL;
  carom_run *run = NULL;
  carom_error err = {.code = CAROM_OK};
  if (carom_input_read(scenario, strlen(scenario), NULL, &input, &err) != CAROM_OK ||
      carom_run_create(input, NULL, &run, &err) != CAROM_OK)
    fail_msg("%s: %s", err.where, err.text);
  carom_input_destroy(input);
  return run;
}

static carom_run *made(void)
{
  return made_of(text);
}

static void advance(carom_run *run, double until)
{
  carom_error err = {.code = CAROM_OK};
  if (carom_run_advance(run, until, &err) != CAROM_OK) fail_msg("%s: %s", err.where, err.text);
}

static carom_scene_grain grain(carom_run *run, int k)
{
  return carom_scene_sample(carom_run_scene(run)).grain[k];
}

static double number(carom_run *run, const char *name)
{
  carom_result result;
  carom_error err = {.code = CAROM_OK};
  if (carom_run_result(run, name, &result, &err) != CAROM_OK) fail_msg("%s", err.text);
  return result.number;
}

static void who_is_held_when(void **state)
{
  (void)state;
  const double g = 10, t = 0.01;
  carom_run *run = made();
  advance(run, 0.015);
  assert_true(grain(run, 0).fixed && !grain(run, 1).fixed);
  assert_close(number(run, "holds.hand.particles"), 1, 0);
  assert_close(grain(run, 0).position[2], -0.5 * g * t * t, 1e-9);
  advance(run, 0.025);
  assert_true(grain(run, 0).fixed && grain(run, 1).fixed); /* all of them are some */
  assert_close(number(run, "holds.hand.particles"), 2, 0);
  assert_close(grain(run, 1).velocity[2], 0.5, 1e-12);
  assert_close(grain(run, 1).position[2], -2 * g * t * t + 0.5 * 0.005, 1e-9);
  advance(run, CAROM_RUN_END);
  assert_close(carom_run_time(run), 0.04, 1e-9);
  assert_close(grain(run, 0).velocity[2], 0.5 - g * t, 1e-9);
  assert_close(grain(run, 0).position[2], -0.5 * g * t * t + 1 * t - 0.5 * g * t * t, 1e-9);
  /* stopped at 0.1 and 0.2 m/s, let go at 0.5 m/s */
  const double m = grain(run, 0).mass;
  assert_close(number(run, "prescribed"), 0.5 * m * (2 * 0.25 - 0.01 - 0.04), 1e-6);
  assert_small(carom_run_budget(run).off, 1e-9);
  const carom_record_view record = carom_run_record(run);
  int column = 0;
  while (strcmp(record.column[column].name, "prescribed") != 0)
    column++;
  assert_close(record.value[(record.rows - 1) * record.stride + column], number(run, "prescribed"),
               1e-12);
  carom_run_destroy(run);
}

static void stopped_anywhere(void **state)
{
  (void)state;
  static const double at[] = {0.004, 0.01, 0.0101, 0.015, 0.02, 0.025, 0.03, 0.035};
  char path[] = "/tmp/carom_holds_XXXXXX";
  carom_run *whole = made();
  advance(whole, CAROM_RUN_END);
  const uint64_t wanted = carom_scene_hash(carom_run_scene(whole));
  const double work = number(whole, "prescribed");
  const int file = mkstemp(path);
  assert_true(file >= 0);
  for (size_t k = 0; k < sizeof at / sizeof *at; k++) {
    carom_run *first = made(), *rest = made();
    carom_error err = {.code = CAROM_OK};
    advance(first, at[k]);
    const carom_status status = carom_run_checkpoint(first, path, &err);
    if (status == CAROM_ERR_IO) skip(); /* a library without HDF5 */
    if (status != CAROM_OK || carom_run_restart(rest, path, &err) != CAROM_OK)
      fail_msg("%s: %s", err.where, err.text);
    advance(rest, CAROM_RUN_END);
    assert_true(carom_scene_hash(carom_run_scene(rest)) == wanted);
    assert_true(number(rest, "prescribed") == work);
    carom_run_destroy(first);
    carom_run_destroy(rest);
  }
  carom_run_destroy(whole);
  close(file);
  unlink(path);
}

/* Many fixed spheres do not calm the one that moves, nor does one that is held and moves keep a
 * stage from its end. */
static void energy_of_those_that_are_free(void **state)
{
  (void)state;
  static const char scene[] =
      "{\"carom\": 1, \"materials\": {\"g\": {\"young\": \"10 MPa\", \"poisson\": 0.3, "
      "\"density\": \"2500 kg/m3\"}}, \"contacts\": [{\"between\": [\"g\", \"g\"], \"law\": "
      "\"hertz\"}], \"scene\": {\"particles\": ["
      "{\"position\": [0, 0, 0], \"radius\": \"1 mm\", \"material\": \"g\", %s},"
      "{\"position\": [\"10 mm\", 0, 0], \"radius\": \"1 mm\", \"material\": \"g\"%s}],"
      "\"groups\": {\"some\": {\"id_min\": 2}}, \"holds\": {\"hand\": {\"group\": \"some\", "
      "\"velocity\": [0, 0, \"1 m/s\"]}}, \"stages\": [{\"kinetic_below\": \"8e-6 J\", "
      "\"time\": \"5 ms\", \"every\": \"1 ms\"}]}, \"run\": {\"until\": \"1 s\", \"step\": "
      "\"10 us\"}, \"record\": {\"every\": \"1 ms\"}}";
  char own[2000];
  /* 1e-5 J, beside one that is fixed; at rest beside one that is held and moves */
  snprintf(own, sizeof own, scene, "\"velocity\": [\"1.4 m/s\", 0, 0]", ", \"fixed\": true");
  carom_run *run = made_of(own);
  advance(run, CAROM_RUN_END);
  assert_close(number(run, "time"), 5e-3, 1e-9);
  carom_run_destroy(run);
  snprintf(own, sizeof own, scene, "\"velocity\": [0, 0, 0]", "");
  run = made_of(own);
  advance(run, CAROM_RUN_END);
  assert_close(number(run, "time"), 1e-3, 1e-9);
  carom_run_destroy(run);
}

SUITE("holds in stages", who_is_held_when, stopped_anywhere, energy_of_those_that_are_free)
