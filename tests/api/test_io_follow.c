/* SPDX-License-Identifier: MIT */
/* Runs that are followed: the series that grows in a file, and how far a run is. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <carom/io.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "close.h"

static carom_run *create(const char *kind, const char *until, const carom_run_options *options)
{
  carom_input *input = NULL;
  carom_run *run = NULL;
  carom_error err = {.code = CAROM_OK};
  int k = 0;
  while (strcmp(carom_kind_name(k), kind) != 0)
    k++;
  const char *text = carom_kind_example(k);
  if (carom_input_read(text, strlen(text), NULL, &input, &err) == CAROM_ERR_IO)
    skip(); /* no YAML */
  if ((until && carom_input_set(input, "run.until", until, &err) != CAROM_OK) ||
      carom_run_create(input, options, &run, &err) != CAROM_OK)
    fail_msg("%s: %s", err.where, err.text);
  carom_input_destroy(input);
  return run;
}

static void advance(carom_run *run, double until)
{
  carom_error err = {.code = CAROM_OK};
  if (carom_run_advance(run, until, &err) != CAROM_OK) fail_msg("%s: %s", err.where, err.text);
}

static char *slurp(const char *path)
{
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  char *text = calloc(1 << 22, 1);
  assert_non_null(text);
  assert_true(fread(text, 1, (1 << 22) - 1, file) > 0);
  fclose(file);
  return text;
}

static int64_t lines(const char *text)
{
  int64_t count = 0;
  for (; *text; text++)
    count += *text == '\n';
  return count;
}

/* At every halt the file holds all rows so far, and at the end it is what is written at once. A
 * mechanism has a column there that is known at the end only. */
static void test_series(void **state)
{
  (void)state;
  static const struct {
    const char *kind, *until;
    double half;
  } runs[] = {{"impact", NULL, 1},
              {"bounce", "0.2 s", 1},
              {"chain", NULL, 50e-6},
              {"mechanism", "20 ms", 10e-3},
              {"scene", "20 ms", 10e-3}};
  char path[] = "/tmp/carom-followXXXXXX", whole[sizeof path + 8];
  close(mkstemp(path));
  snprintf(whole, sizeof whole, "%s.whole", path);
  for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
    carom_run_options options = carom_run_default();
    options.series = path;
    carom_run *run = create(runs[i].kind, runs[i].until, &options);
    advance(run, runs[i].half);
    char *text = slurp(path);
    assert_true(lines(text) > 1);
    assert_int_equal(lines(text), carom_run_record(run).rows + 1);
    free(text);
    advance(run, CAROM_RUN_END);
    assert_int_equal(carom_run_series(run, whole, NULL), CAROM_OK);
    text = slurp(path);
    char *all = slurp(whole);
    assert_string_equal(text, all);
    free(text);
    free(all);
    carom_run_destroy(run);
  }
  remove(path);
  remove(whole);
}

struct watch {
  carom_run *run;
  double last, half; /* half: the time left at half of the way, against what it took */
  int64_t calls;
};

static bool look(void *user)
{
  struct watch *w = user;
  if (!w->run) return false;
  const carom_run_progress p = carom_run_progress_now(w->run);
  assert_true(p.time >= w->last && p.share >= 0 && p.share <= 1);
  assert_true(p.kinetic >= 0 && p.budget >= 0);
  w->last = p.time;
  w->calls++;
  if (p.share < 0.5) w->half = p.seconds / p.left * (1 - p.share) / p.share;
  return false;
}

/* Asked at every step it tells what the results tell, and changes no bit of them. */
static void test_progress(void **state)
{
  (void)state;
  static const char *const kinds[][2] = {
      {"chain", NULL}, {"mechanism", "20 ms"}, {"scene", "60 ms"}};
  for (int i = 0; i < 3; i++) {
    struct watch w = {.run = NULL};
    carom_run_options options = carom_run_default();
    carom_run *quiet = create(kinds[i][0], kinds[i][1], &options);
    options.stop = look;
    options.user = &w;
    carom_run *run = create(kinds[i][0], kinds[i][1], &options);
    carom_run_progress p = carom_run_progress_now(run);
    assert_true(p.time == 0 && p.share == 0 && p.left == CAROM_UNSET && p.rate == CAROM_UNSET);
    w.run = run;
    advance(run, CAROM_RUN_END);
    advance(quiet, CAROM_RUN_END);
    p = carom_run_progress_now(run);
    assert_true(w.calls > 3 && p.share == 1 && p.steps > 0 && p.bodies > 1);
    assert_close(w.half, 1, 1e-6); /* left: as long as what was done, by share */
    assert_close(p.rate * p.seconds, (double)p.steps * (double)p.bodies, 1e-12);
    carom_result r;
    double kinetic = 0;
    assert_int_equal(carom_run_result(run, "energy.kinetic", &r, NULL), CAROM_OK);
    kinetic += r.number;
    if (carom_run_result(run, "energy.rotational", &r, NULL) == CAROM_OK) kinetic += r.number;
    assert_close(p.kinetic, kinetic, 1e-14);
    const carom_record_view a = carom_run_record(run), b = carom_run_record(quiet);
    assert_true(a.rows == b.rows && a.rows == p.rows && a.stride == b.stride);
    assert_memory_equal(a.value, b.value, (size_t)(a.rows * a.stride) * sizeof *a.value);
    carom_run_destroy(run);
    carom_run_destroy(quiet);
  }
}

static double until_of(const char *stages, double at)
{
  carom_input *input = NULL;
  carom_run *run = NULL;
  carom_error err = {.code = CAROM_OK};
  const carom_run_options options = carom_run_default();
  int k = 0;
  while (strcmp(carom_kind_name(k), "scene") != 0)
    k++;
  const char *text = carom_kind_example(k);
  if (carom_input_read(text, strlen(text), NULL, &input, &err) == CAROM_ERR_IO) skip();
  if (carom_input_set(input, "scene.stages", stages, &err) != CAROM_OK ||
      carom_run_create(input, &options, &run, &err) != CAROM_OK)
    fail_msg("%s: %s", err.where, err.text);
  carom_input_destroy(input);
  advance(run, at);
  const double until = carom_run_progress_now(run).until;
  carom_run_destroy(run);
  return until;
}

/* Stages that all have a time end a run at the latest then, and may end earlier: the example would
 * take 0.4 s. */
static void test_stages(void **state)
{
  (void)state;
  assert_close(until_of("[{time: 2 ms}, {kinetic_below: 1e-30 J, time: 1 ms}]", 0), 3e-3, 0.01);
  assert_close(until_of("[{time: 2 ms}, {kinetic_below: 1e-30 J}]", 0), 0.4, 1e-12);
  /* the first one is over at once */
  const char *brief = "[{particles_above: 1, every: 0.1 ms, time: 5 ms}, {time: 1 ms}]";
  assert_close(until_of(brief, 0), 6e-3, 0.01);
  assert_close(until_of(brief, 0.5e-3), 1.1e-3, 0.02);
  assert_close(until_of(brief, CAROM_RUN_END), 1.1e-3, 0.02);
}

/* A file that cannot be begun is an error; one that cannot grow is told, and the run goes on. */
static void test_no_room(void **state)
{
  (void)state;
  carom_error err = {.code = CAROM_OK};
  carom_run_options options = carom_run_default();
  options.series = "/nowhere/at/all.csv";
  carom_run *run = create("chain", NULL, &options);
  assert_int_equal(carom_run_advance(run, CAROM_RUN_END, &err), CAROM_ERR_IO);
  assert_non_null(strstr(err.text, "cannot write"));
  carom_run_destroy(run);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_series), cmocka_unit_test(test_progress),
                                     cmocka_unit_test(test_stages), cmocka_unit_test(test_no_room)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
