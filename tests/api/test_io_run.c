/* SPDX-License-Identifier: MIT */
/* Runs as a program gets them: in pieces, stopped, stored and taken up again, with the same bits;
 * records, samples, results, verdicts. */
#define _POSIX_C_SOURCE 200809L

#include "suite.h"

#include <carom/io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "close.h"

/* Two equal elastic balls: the second leaves with the velocity of the first. */
static const char balls[] =
    "{\"carom\": 1, \"materials\": {\"steel\": {\"young\": \"207 GPa\", \"poisson\": 0.3,"
    " \"density\": \"7800 kg/m3\"}},"
    " \"contacts\": [{\"between\": [\"steel\", \"steel\"], \"law\": \"hertz\"}],"
    " \"chain\": {\"beads\": [{\"radius\": \"5 mm\", \"material\": \"steel\","
    " \"velocity\": \"2 m/s\"}, {\"radius\": \"5 mm\", \"material\": \"steel\"}]},"
    " \"run\": {\"until\": \"100.5 us\"},"
    " \"record\": {\"every\": \"1 us\", \"beads\": [0, 1], \"contacts\": [0]}}";

/* Grains in a box, as `carom new scene` has them, or a mechanism; these need YAML. */
static carom_input *example(const char *kind, const char *until)
{
  carom_input *input = NULL;
  carom_error err = {.code = CAROM_OK};
  int k = 0;
  while (strcmp(carom_kind_name(k), kind) != 0)
    k++;
  const char *text = carom_kind_example(k);
  const carom_status status = carom_input_read(text, strlen(text), NULL, &input, &err);
  if (status == CAROM_ERR_IO) skip(); /* built without libyaml */
  if (status != CAROM_OK || carom_input_set(input, "run.until", until, &err) != CAROM_OK ||
      carom_input_set(input, "record.every", "0.2 ms", &err) != CAROM_OK)
    fail_msg("%s: %s", err.where, err.text);
  return input;
}

static carom_input *read(const char *text)
{
  carom_input *input = NULL;
  carom_error err = {.code = CAROM_OK};
  if (carom_input_read(text, strlen(text), NULL, &input, &err) != CAROM_OK)
    fail_msg("%s: %s", err.where, err.text);
  return input;
}

static carom_run *create(const carom_input *input, const carom_run_options *options)
{
  carom_run *run = NULL;
  carom_error err = {.code = CAROM_OK};
  if (carom_run_create(input, options, &run, &err) != CAROM_OK)
    fail_msg("%s: %s", err.where, err.text);
  return run;
}

static void advance(carom_run *run, double until)
{
  carom_error err = {.code = CAROM_OK};
  if (carom_run_advance(run, until, &err) != CAROM_OK) fail_msg("%s: %s", err.where, err.text);
}

static double number(carom_run *run, const char *name, const char *unit)
{
  carom_result r;
  carom_error err = {.code = CAROM_OK};
  if (carom_run_result(run, name, &r, &err) != CAROM_OK) fail_msg("%s: %s", err.where, err.text);
  assert_int_equal(r.type, CAROM_RESULT_NUMBER);
  assert_string_equal(r.unit, unit);
  return r.number;
}

/* Records and results are the same to the bit, but for times of the clock. */
static void assert_same(carom_run *a, carom_run *b)
{
  const carom_record_view x = carom_run_record(a), y = carom_run_record(b);
  int n = 0, m = 0;
  assert_true(x.rows > 2);
  assert_int_equal(x.rows, y.rows);
  assert_int_equal(x.columns, y.columns);
  for (int64_t i = 0; i < x.rows; i++)
    assert_memory_equal(x.value + i * x.stride, y.value + i * y.stride,
                        (size_t)x.columns * sizeof *x.value);
  const carom_result *p = carom_run_results(a, &n, NULL), *q = carom_run_results(b, &m, NULL);
  assert_int_equal(n, m);
  assert_true(n > 20);
  for (int i = 0; i < n; i++) {
    assert_string_equal(p[i].name, q[i].name);
    if (!strncmp(p[i].name, "timing.", 7)) continue;
    assert_int_equal(p[i].type, q[i].type);
    assert_memory_equal(&p[i].number, &q[i].number, sizeof p[i].number);
    assert_string_equal(p[i].text, q[i].text);
  }
}

static void test_balls(void **state)
{
  (void)state;
  carom_error err = {.code = CAROM_OK};
  carom_input *input = read(balls);
  carom_run *run = create(input, NULL);
  double row[9];
  carom_input_destroy(input); /* the run has its own */
  assert_true(carom_run_time(run) == 0);
  assert_close(carom_run_until(run), 1.005e-4, 1e-15);
  assert_false(carom_run_is_over(run));
  assert_int_equal(carom_run_sample(run, row, 9, &err), CAROM_OK);
  assert_true(row[0] == 0 && row[2] == 2 && row[5] == 0);
  advance(run, CAROM_RUN_END);
  assert_true(carom_run_is_over(run));
  advance(run, CAROM_RUN_END); /* once more changes nothing */
  assert_close(number(run, "beads.1.velocity", "m/s"), 2, 1e-9);
  assert_true(fabs(number(run, "beads.0.velocity", "m/s")) < 2e-9);
  assert_close(carom_chain_velocity(carom_run_chain(run))[1], 2, 1e-9);
  assert_null(carom_run_scene(run));
  assert_null(carom_run_mechanism(run));
  assert_int_equal(carom_run_frames(run), 0);
  const carom_record_view view = carom_run_record(run);
  const char *names[] = {"time",         "displacement_0",  "velocity_0",
                         "bead_force_0", "displacement_1",  "velocity_1",
                         "bead_force_1", "contact_force_0", "contact_overlap_0"};
  assert_int_equal(view.columns, 9);
  assert_int_equal(view.rows, 102); /* 0 to 100 us, and the end */
  for (int i = 0; i < 9; i++)
    assert_string_equal(view.column[i].name, names[i]);
  assert_string_equal(view.column[2].unit, "m/s");
  assert_string_equal(view.column[7].unit, "N");
  assert_int_equal(carom_run_sample(run, row, 9, &err), CAROM_OK);
  assert_memory_equal(row, view.value + 101 * view.stride, sizeof row);
  const carom_run_energy energy = carom_run_budget(run);
  assert_true(energy.off < 1e-9 && *energy.remedy);
  /* m v^2/2 of a ball */
  assert_close(energy.start, 0.5 * 4.0 / 3.0 * 3.14159265358979323846 * 125e-9 * 7800 * 4, 1e-9);
  carom_run_destroy(run);
}

static void test_results(void **state)
{
  (void)state;
  carom_error err = {.code = CAROM_OK};
  carom_result r;
  int count = 0;
  carom_input *input = read(balls);
  carom_run *run = create(input, NULL);
  advance(run, CAROM_RUN_END);
  assert_int_equal(carom_run_result(run, "laws.0.law", &r, &err), CAROM_OK);
  assert_int_equal(r.type, CAROM_RESULT_TEXT);
  assert_string_equal(r.text, "hertz");
  assert_string_equal(r.unit, "");
  assert_int_equal(carom_run_result(run, "laws.0.yield_judged", &r, &err), CAROM_OK);
  assert_int_equal(r.type, CAROM_RESULT_BOOL);
  assert_true(r.number == 0); /* no yield stress is given */
  assert_int_equal(carom_run_result(run, "laws.0.asked", &r, &err), CAROM_OK);
  assert_int_equal(r.type, CAROM_RESULT_NONE);
  assert_int_equal(carom_run_result(run, "nothing", &r, &err), CAROM_ERR_UNKNOWN);
  assert_string_equal(err.where, "nothing");
  const char *json = carom_run_json(run, &err);
  assert_non_null(json);
  assert_true(json[0] == '{' && json[strlen(json) - 1] == '\n');
  assert_non_null(strstr(json, "\"peak_force\""));
  const carom_run_verdict *v = carom_run_verdicts(run, &count, &err);
  assert_int_equal(count, 1);
  assert_string_equal(v->law, "hertz");
  assert_int_equal(v->contacts, 1);
  assert_int_equal(v->encounters.touches, 1);
  assert_close(v->encounters.fastest, 2, 1e-9);
  assert_close(v->judged.delivered, 1, 1e-9);
  assert_true(v->at_step == CAROM_UNSET);
  carom_run_destroy(run);
  carom_input_destroy(input);
}

/* An impact: computed at once, judged like the others, its record from touch to separation. */
static void test_impact(void **state)
{
  (void)state;
  static const char text[] =
      "{\"carom\": 1, \"materials\": {\"steel\": {\"young\": \"207 GPa\", \"poisson\": 0.3,"
      " \"density\": \"7800 kg/m3\", \"yield\": \"1 GPa\"}},"
      " \"contacts\": [{\"between\": [\"steel\", \"steel\"], \"law\": \"tsuji\","
      " \"restitution\": 0.5}],"
      " \"impact\": {\"a\": {\"radius\": \"20 mm\", \"material\": \"steel\"},"
      " \"b\": {\"radius\": \"20 mm\", \"material\": \"steel\"}, \"speed\": \"8 m/s\"}}";
  carom_error err = {.code = CAROM_OK};
  int count = 0;
  double row[9];
  carom_input *input = read(text);
  carom_run_options options = carom_run_default();
  carom_run *run = create(input, &options);
  assert_int_equal(carom_run_sample(run, row, 9, &err), CAROM_ERR_MISSING);
  assert_int_equal(carom_run_checkpoint(run, "/tmp/x", &err), CAROM_ERR_CONFLICT);
  assert_int_equal(carom_run_restart(run, "/tmp/x", &err), CAROM_ERR_CONFLICT);
  advance(run, 0);
  assert_true(carom_run_is_over(run));
  assert_close(carom_run_time(run), number(run, "duration", "s"), 1e-15);
  const carom_record_view view = carom_run_record(run);
  assert_true(view.rows > 200 && view.value[0] == 0);
  assert_close(view.value[2], 8, 1e-12); /* approach at touch */
  assert_int_equal(carom_run_sample(run, row, 9, &err), CAROM_OK);
  assert_close(row[2], -4, 1e-9);
  const carom_run_verdict *v = carom_run_verdicts(run, &count, &err);
  assert_int_equal(count, 1);
  assert_int_equal(v->encounters.touches, 1);
  assert_close(v->encounters.fastest, 8, 1e-12);
  assert_close(v->encounters.deepest, number(run, "peak_overlap", "m"), 1e-15);
  assert_int_equal(v->judged.validity, CAROM_BEYOND_YIELD);
  carom_run_destroy(run);
  options.record = false;
  run = create(input, &options);
  advance(run, CAROM_RUN_END);
  assert_int_equal(carom_run_record(run).rows, 0);
  assert_close(number(run, "restitution", "1"), 0.5, 1e-9);
  carom_run_destroy(run);
  carom_input_destroy(input);
}

/* Halted at many times, a run gives what it gives without a halt. */
static void in_pieces(carom_input *input, int pieces)
{
  carom_run *whole = create(input, NULL), *parts = create(input, NULL);
  const double until = carom_run_until(whole);
  int halts = 0;
  advance(whole, CAROM_RUN_END);
  for (int i = 1; i < pieces; i++) {
    const double time = until * i / pieces;
    advance(parts, time);
    halts += !carom_run_is_over(parts);
    assert_true(carom_run_time(parts) >= time * (1 - 1e-12));
  }
  assert_true(halts > pieces / 2);
  advance(parts, CAROM_RUN_END);
  assert_same(whole, parts);
  carom_run_destroy(parts);
  carom_run_destroy(whole);
  carom_input_destroy(input);
}

static void test_chain_in_pieces(void **state)
{
  (void)state;
  in_pieces(read(balls), 10);
}

static void test_mechanism_in_pieces(void **state)
{
  (void)state;
  in_pieces(example("mechanism", "20 ms"), 7);
}

static void test_scene_in_pieces(void **state)
{
  (void)state;
  in_pieces(example("scene", "3 ms"), 7);
}

struct asked {
  int calls, after; /* so far; says stop from this one on */
};

static bool ask(void *user)
{
  struct asked *asked = user;
  return ++asked->calls >= asked->after;
}

/* Told to stop, it keeps what was computed and goes on later. */
static void test_stop(void **state)
{
  (void)state;
  carom_error err = {.code = CAROM_OK};
  carom_input *input = read(balls);
  struct asked asked = {.after = 40};
  carom_run_options options = carom_run_default();
  options.stop = ask;
  options.user = &asked;
  carom_run *whole = create(input, NULL), *stopped = create(input, &options);
  advance(whole, CAROM_RUN_END);
  advance(stopped, CAROM_RUN_END);
  assert_int_equal(asked.calls, 40);
  assert_false(carom_run_is_over(stopped));
  assert_true(carom_run_time(stopped) > 0 && carom_run_time(stopped) < 1e-4);
  const int64_t rows = carom_run_record(stopped).rows;
  assert_true(rows > 2 && rows < 102);
  assert_close(number(stopped, "time", "s"), carom_run_time(stopped), 1e-15);
  asked.after = 1 << 30;
  advance(stopped, CAROM_RUN_END);
  assert_same(whole, stopped);
  carom_run_destroy(stopped);

  /* concluded instead, the last instant is kept, and that is all */
  asked = (struct asked){.after = 40};
  stopped = create(input, &options);
  advance(stopped, CAROM_RUN_END);
  const double now = carom_run_time(stopped);
  assert_int_equal(carom_run_conclude(stopped, &err), CAROM_OK);
  assert_int_equal(carom_run_conclude(stopped, &err), CAROM_OK);
  const carom_record_view view = carom_run_record(stopped);
  assert_int_equal(view.rows, rows + 1);
  assert_true(view.value[rows * view.stride] == now);
  assert_int_equal(carom_run_advance(stopped, CAROM_RUN_END, &err), CAROM_ERR_CONFLICT);
  carom_run_destroy(stopped);
  carom_run_destroy(whole);
  carom_input_destroy(input);
}

/* A bounce that is stopped stays where it is. */
static void test_stopped_bounce(void **state)
{
  (void)state;
  carom_error err = {.code = CAROM_OK};
  struct asked asked = {.after = 3};
  carom_run_options options = carom_run_default();
  carom_input *input = example("bounce", "1 s");
  options.stop = ask;
  options.user = &asked;
  carom_run *run = create(input, &options);
  advance(run, CAROM_RUN_END);
  assert_false(carom_run_is_over(run));
  assert_true(carom_run_time(run) > 0 && carom_run_time(run) < 1);
  assert_int_equal(carom_run_advance(run, CAROM_RUN_END, &err), CAROM_ERR_CONFLICT);
  carom_run_destroy(run);
  carom_input_destroy(input);
}

/* Stored in the middle and taken up by another run; the file of options.checkpoint likewise. */
static void stored(carom_input *input, const char *later)
{
  char path[] = "/tmp/carom_io_run_XXXXXX";
  carom_error err = {.code = CAROM_OK};
  struct asked asked = {.after = 3};
  carom_run_options options = carom_run_default();
  const int file = mkstemp(path);
  assert_true(file >= 0);
  carom_run *whole = create(input, NULL), *first = create(input, NULL);
  const double until = carom_run_until(whole);
  advance(whole, CAROM_RUN_END);
  advance(first, 0.4 * until);
  const carom_status status = carom_run_checkpoint(first, path, &err);
  const double time = carom_run_time(first);
  carom_run_destroy(first);
  if (status == CAROM_ERR_IO && strstr(err.text, "HDF5")) {
    carom_run_destroy(whole);
    carom_input_destroy(input);
    skip();
  }
  assert_int_equal(status, CAROM_OK);
  carom_run *second = create(input, NULL);
  assert_int_equal(carom_run_restart(second, path, &err), CAROM_OK);
  assert_true(carom_run_time(second) == time);
  advance(second, CAROM_RUN_END);
  assert_same(whole, second);
  assert_int_equal(carom_run_restart(second, path, &err), CAROM_ERR_CONFLICT); /* it has begun */
  carom_run_destroy(second);

  options.stop = ask;
  options.user = &asked;
  options.checkpoint = path;
  first = create(input, &options);
  advance(first, CAROM_RUN_END);
  assert_false(carom_run_is_over(first));
  carom_run_destroy(first);
  second = create(input, NULL);
  assert_int_equal(carom_run_restart(second, path, &err), CAROM_OK);
  advance(second, CAROM_RUN_END);
  assert_same(whole, second);
  carom_run_destroy(second);

  /* another scenario, and an end before the state */
  assert_int_equal(carom_input_set(input, "run.until", later, &err), CAROM_OK);
  second = create(input, NULL);
  assert_int_equal(carom_run_restart(second, path, &err), CAROM_ERR_CONFLICT);
  assert_string_equal(err.where, "run.until");
  carom_run_destroy(second);
  second = create(input, NULL);
  assert_int_equal(carom_run_restart(second, "/nowhere/at/all", &err), CAROM_ERR_IO);
  carom_run_destroy(second);
  remove(path);
  carom_run_destroy(whole);
  carom_input_destroy(input);
}

static void test_chain_stored(void **state)
{
  (void)state;
  stored(read(balls), "1 ns");
}

static void test_mechanism_stored(void **state)
{
  (void)state;
  stored(example("mechanism", "20 ms"), "1 ns");
}

static void test_scene_stored(void **state)
{
  (void)state;
  stored(example("scene", "3 ms"), "1 ns");
}

struct told {
  int count;
  carom_diagnostic last;
};

static void hear(void *user, const carom_diagnostic *diagnostic)
{
  struct told *told = user;
  told->count++;
  told->last = *diagnostic;
}

/* Bodies pressed into each other at the start: a warning, told at once and kept. */
static void test_diagnostics(void **state)
{
  (void)state;
  struct told told = {.count = 0};
  carom_run_options options = carom_run_default();
  carom_input *input = read(balls);
  int count = 0;
  assert_int_equal(carom_input_set(input, "chain.beads.1.gap", "-1 mm", NULL), CAROM_OK);
  options.tell = hear;
  options.user = &told;
  carom_run *run = create(input, &options);
  const carom_diagnostic *d = carom_run_diagnostics(run, &count);
  assert_int_equal(count, 1);
  assert_int_equal(told.count, 1);
  assert_int_equal(d->severity, CAROM_WARNING);
  assert_string_equal(d->where, "chain.beads");
  assert_string_equal(d->text, told.last.text);
  carom_run_destroy(run);
  carom_input_destroy(input);
}

/* Frames as the scenario asks for them, in a folder that is there. */
static void test_frames(void **state)
{
  (void)state;
  char folder[] = "/tmp/carom_io_frames_XXXXXX", path[64];
  carom_run_options options = carom_run_default();
  carom_input *input = example("scene", "2 ms");
  assert_int_equal(carom_input_set(input, "record.frames", "1 ms", NULL), CAROM_OK);
  assert_int_equal(carom_input_set(input, "record.format", "xyz", NULL), CAROM_OK);
  assert_non_null(mkdtemp(folder));
  options.frames = folder;
  carom_run *run = create(input, &options);
  advance(run, 1.5e-3);
  assert_int_equal(carom_run_frames(run), 2);
  advance(run, CAROM_RUN_END);
  assert_int_equal(carom_run_frames(run), 3);
  assert_close(number(run, "frames.count", "1"), 3, 0);
  assert_true(carom_scene_particles(carom_run_scene(run)) > 1);
  for (int i = 0; i < 4; i++) {
    snprintf(path, sizeof path, "%s/frame_%06d.xyz", folder, i);
    FILE *file = fopen(path, "r");
    assert_int_equal(file != NULL, i < 3);
    if (file) fclose(file);
    remove(path);
  }
  remove(folder);
  carom_run_destroy(run);
  carom_input_destroy(input);
}

static void test_series(void **state)
{
  (void)state;
  char path[] = "/tmp/carom_io_series_XXXXXX", line[256] = "";
  carom_error err = {.code = CAROM_OK};
  carom_input *input = read(balls);
  carom_run *run = create(input, NULL);
  assert_true(mkstemp(path) >= 0);
  advance(run, CAROM_RUN_END);
  assert_int_equal(carom_run_series(run, path, &err), CAROM_OK);
  FILE *file = fopen(path, "r");
  assert_non_null(fgets(line, sizeof line, file));
  assert_true(!strncmp(line, "time[s],displacement_0[m],", 26));
  int rows = 0;
  while (fgets(line, sizeof line, file))
    rows++;
  assert_int_equal(rows, 102);
  fclose(file);
  remove(path);
  assert_int_equal(carom_run_series(run, "/nowhere/at/all", &err), CAROM_ERR_IO);
  carom_run_destroy(run);
  carom_input_destroy(input);
}

/* Overlaps beyond what is allowed: the run fails, and what was computed can be looked at. */
static void test_failure(void **state)
{
  (void)state;
  carom_error err = {.code = CAROM_OK}, again = {.code = CAROM_OK};
  carom_input *input = example("scene", "1 s");
  assert_int_equal(carom_input_set(input, "scene.overlap_limit", "1e-6", NULL), CAROM_OK);
  carom_run *run = create(input, NULL);
  const carom_status status = carom_run_advance(run, CAROM_RUN_END, &err);
  assert_int_equal(status, CAROM_ERR_DIVERGED);
  assert_false(carom_run_is_over(run));
  assert_int_equal(carom_run_advance(run, CAROM_RUN_END, &again), status);
  assert_string_equal(again.text, err.text);
  carom_result r;
  assert_int_equal(carom_run_result(run, "error", &r, NULL), CAROM_OK);
  assert_string_equal(r.text, err.text);
  assert_close(number(run, "time", "s"), carom_run_time(run), 1e-15);
  carom_run_destroy(run);
  carom_input_destroy(input);
}

static void test_arguments(void **state)
{
  (void)state;
  carom_error err = {.code = CAROM_OK};
  carom_run *run = NULL;
  carom_result r;
  int count = 5;
  double row[9];
  carom_input *input = read(balls);
  carom_run_options bad = carom_run_default();
  assert_int_equal(carom_run_create(NULL, NULL, &run, &err), CAROM_ERR_ARGUMENT);
  assert_int_equal(carom_run_create(input, NULL, NULL, &err), CAROM_ERR_ARGUMENT);
  bad.cookie = 0;
  assert_int_equal(carom_run_create(input, &bad, &run, &err), CAROM_ERR_ARGUMENT);
  bad = carom_run_default();
  bad.threads = CAROM_THREADS_MAX + 1;
  assert_int_equal(carom_run_create(input, &bad, &run, &err), CAROM_ERR_RANGE);
  assert_null(run);
  run = create(input, NULL);
  assert_int_equal(carom_run_advance(NULL, 1, &err), CAROM_ERR_ARGUMENT);
  assert_int_equal(carom_run_advance(run, -1, &err), CAROM_ERR_RANGE);
  assert_int_equal(carom_run_advance(run, __builtin_nan(""), &err), CAROM_ERR_RANGE);
  assert_int_equal(carom_run_sample(run, row, 8, &err), CAROM_ERR_RANGE);
  assert_int_equal(carom_run_sample(run, NULL, 9, &err), CAROM_ERR_ARGUMENT);
  assert_int_equal(carom_run_sample(NULL, row, 9, &err), CAROM_ERR_ARGUMENT);
  assert_int_equal(carom_run_restart(run, NULL, &err), CAROM_ERR_ARGUMENT);
  assert_int_equal(carom_run_checkpoint(NULL, "x", &err), CAROM_ERR_ARGUMENT);
  assert_int_equal(carom_run_series(run, NULL, &err), CAROM_ERR_ARGUMENT);
  assert_int_equal(carom_run_conclude(NULL, &err), CAROM_ERR_ARGUMENT);
  assert_int_equal(carom_run_result(run, NULL, &r, &err), CAROM_ERR_ARGUMENT);
  assert_int_equal(carom_run_result(run, "time", NULL, &err), CAROM_ERR_ARGUMENT);
  assert_null(carom_run_results(NULL, &count, &err));
  assert_int_equal(count, 0);
  assert_null(carom_run_json(NULL, &err));
  assert_null(carom_run_verdicts(NULL, &count, &err));
  assert_null(carom_run_chain(NULL));
  assert_null(carom_run_results(run, NULL, &err));
  assert_string_equal(err.where, "count");
  assert_null(carom_run_verdicts(run, NULL, &err));
  assert_null(carom_run_diagnostics(NULL, &count));
  carom_run_diagnostics(run, NULL);
  carom_input_diagnostics(input, NULL);
  carom_run_destroy(run);
  carom_run_destroy(NULL);
  carom_input_destroy(input);
}

SUITE("io run", test_balls, test_results, test_impact, test_chain_in_pieces,
      test_mechanism_in_pieces, test_scene_in_pieces, test_stop, test_stopped_bounce,
      test_chain_stored, test_mechanism_stored, test_scene_stored, test_diagnostics, test_frames,
      test_series, test_failure, test_arguments)
