/* SPDX-License-Identifier: MIT */
/* Scenarios as a program gets them: read, changed, looked at, checked with all faults at once. */
#define _POSIX_C_SOURCE 200809L

#include "suite.h"

#include <carom/io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "close.h"

/* In JSON, which every build reads. */
static const char impact[] =
    "{\"carom\": 1, \"title\": \"Two\",\n"
    " \"materials\": {\"steel\": {\"young\": \"207 GPa\", \"poisson\": 0.3,"
    " \"density\": \"7800 kg/m3\"}},\n"
    " \"contacts\": [{\"between\": [\"steel\", \"steel\"], \"law\": \"hunt-crossley\"}],\n"
    " \"impact\": {\"a\": {\"radius\": \"20 mm\", \"material\": \"steel\"},"
    " \"b\": {\"radius\": \"20 mm\", \"material\": \"steel\"}, \"speed\": \"1 m/s\"}}\n";

static carom_input *read(const char *text)
{
  carom_input *input = NULL;
  carom_error err = {.code = CAROM_OK};
  if (carom_input_read(text, strlen(text), NULL, &input, &err) != CAROM_OK)
    fail_msg("%d:%d: %s: %s", err.line, err.column, err.where, err.text);
  return input;
}

static void set(carom_input *input, const char *path, const char *value)
{
  carom_error err = {.code = CAROM_OK};
  if (carom_input_set(input, path, value, &err) != CAROM_OK)
    fail_msg("%s: %s", err.where, err.text);
}

static void test_kinds(void **state)
{
  (void)state;
  int impacts = 0;
  assert_true(carom_kind_count() >= 5);
  for (int i = 0; i < carom_kind_count(); i++) {
    impacts += !strcmp(carom_kind_name(i), "impact");
    assert_non_null(strstr(carom_kind_example(i), carom_kind_name(i)));
  }
  assert_int_equal(impacts, 1);
  assert_null(carom_kind_name(-1));
  assert_null(carom_kind_name(carom_kind_count()));
  assert_null(carom_kind_example(-1));
  assert_null(carom_kind_example(carom_kind_count()));
}

static void test_checked(void **state)
{
  (void)state;
  int count = 3;
  carom_input *input = read(impact);
  assert_null(carom_input_kind(input));
  assert_null(carom_input_title(input));
  assert_int_equal(carom_input_combinations(input), 0);
  assert_int_equal(carom_input_check(input, NULL), CAROM_OK);
  assert_string_equal(carom_input_kind(input), "impact");
  assert_string_equal(carom_input_title(input), "Two");
  assert_int_equal(carom_input_combinations(input), 1);
  carom_input_diagnostics(input, &count);
  assert_int_equal(count, 0);
  set(input, "title", "Other");
  assert_null(carom_input_kind(input)); /* what was checked was another text */
  assert_int_equal(carom_input_check(input, NULL), CAROM_OK);
  assert_string_equal(carom_input_title(input), "Other");
  carom_input_destroy(input);
}

static void test_get_and_set(void **state)
{
  (void)state;
  char value[64];
  carom_error err = {.code = CAROM_OK};
  carom_input *input = read(impact);
  assert_int_equal(carom_input_get(input, "impact.speed", value, sizeof value, NULL), CAROM_OK);
  assert_string_equal(value, "1 m/s");
  assert_int_equal(carom_input_get(input, "contacts.0.between.1", value, sizeof value, NULL),
                   CAROM_OK);
  assert_string_equal(value, "steel");
  set(input, "impact.speed", "2 m/s");
  assert_int_equal(carom_input_get(input, "impact.speed", value, sizeof value, NULL), CAROM_OK);
  assert_string_equal(value, "2 m/s");
  set(input, "contacts[0].restitution", "0.5"); /* new */
  assert_int_equal(carom_input_get(input, "contacts.0.restitution", value, sizeof value, NULL),
                   CAROM_OK);
  assert_string_equal(value, "0.5");
  assert_int_equal(carom_input_get(input, "contacts.0", value, 8, NULL), CAROM_OK);
  assert_true(strlen(value) < 8); /* cut to the buffer */
  const char *none[] = {"run.until", "contacts.1", "contacts.x", "impact.speed.more", "nothing"};
  for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
    assert_int_equal(carom_input_get(input, none[i], value, sizeof value, &err), CAROM_ERR_UNKNOWN);
    assert_string_equal(err.where, none[i]);
  }
  assert_int_equal(carom_input_set(input, "contacts.1.law", "hertz", &err), CAROM_ERR_UNKNOWN);
  assert_int_equal(carom_input_set(input, "impact.speed", "[1,", &err), CAROM_ERR_SYNTAX);
  carom_input_destroy(input);
}

/* Three faults and a warning in one text, each with its place. */
static void test_faults(void **state)
{
  (void)state;
  static const char text[] =
      "{\"carom\": 1,\n"
      " \"materials\": {\"steel\": {\"young\": \"207 kg\", \"poisson\": 0.3,"
      " \"density\": \"7800 kg/m3\"}},\n"
      " \"contacts\": [{\"between\": [\"steel\", \"stel\"], \"law\": \"hertz\"}],\n"
      " \"impact\": {\"a\": {\"radius\": \"20 mm\", \"material\": \"steel\"},\n"
      "  \"b\": {\"radius\": \"-1 mm\", \"material\": \"steel\"}, \"speed\": \"1 m/s\"}}\n";
  carom_error err = {.code = CAROM_OK};
  carom_run *run = NULL;
  int count = 0, faults = 0;
  carom_input *input = read(text);
  const carom_status first = carom_input_check(input, &err);
  assert_int_not_equal(first, CAROM_OK);
  assert_int_equal(err.code, first);
  const carom_diagnostic *d = carom_input_diagnostics(input, &count);
  bool seen[3] = {false};
  for (int i = 0; i < count; i++) {
    if (d[i].severity != CAROM_FAULT) continue;
    faults++;
    seen[0] |= d[i].line == 2 && strstr(d[i].where, "young") && d[i].code == CAROM_ERR_UNIT;
    seen[1] |= d[i].line == 3 && strstr(d[i].text, "stel") && d[i].code == CAROM_ERR_UNKNOWN;
    seen[2] |= d[i].line == 5 && strstr(d[i].where, "radius") && d[i].code == CAROM_ERR_RANGE;
    assert_true(d[i].column > 0 && *d[i].text);
  }
  assert_int_equal(faults, 3);
  assert_true(seen[0] && seen[1] && seen[2]);
  assert_int_equal(carom_run_create(input, NULL, &run, &err), first);
  assert_null(run);
  set(input, "materials.steel.young", "207 GPa");
  set(input, "contacts.0.between", "[steel, steel]");
  set(input, "impact.b.radius", "207"); /* metres: allowed, hardly meant */
  assert_int_equal(carom_input_check(input, NULL), CAROM_OK);
  d = carom_input_diagnostics(input, &count);
  assert_int_equal(count, 1);
  assert_int_equal(d->severity, CAROM_WARNING);
  assert_non_null(strstr(d->where, "radius"));
  carom_input_destroy(input);
}

static void test_syntax(void **state)
{
  (void)state;
  static const char text[] = "{\"carom\": 1,\n \"title\" 2}";
  carom_error err = {.code = CAROM_OK};
  carom_input *input = NULL;
  assert_int_equal(carom_input_read(text, strlen(text), NULL, &input, &err), CAROM_ERR_SYNTAX);
  assert_null(input);
  assert_int_equal(err.line, 2);
  assert_int_equal(carom_input_open("/nowhere/at/all.json", &input, &err), CAROM_ERR_IO);
  assert_null(input);
  assert_int_equal(carom_input_open("/nowhere/at/all.json", &input, NULL), CAROM_ERR_IO);
}

static double restitution_of(const carom_input *input)
{
  carom_error err = {.code = CAROM_OK};
  carom_run *run = NULL;
  carom_result e;
  if (carom_run_create(input, NULL, &run, &err) != CAROM_OK ||
      carom_run_advance(run, CAROM_RUN_END, &err) != CAROM_OK ||
      carom_run_result(run, "restitution", &e, &err) != CAROM_OK)
    fail_msg("%s: %s", err.where, err.text);
  const double value = e.number;
  carom_run_destroy(run);
  return value;
}

/* A sweep of two axes, the first varying slowest; groups are values, too. */
static void test_combinations(void **state)
{
  (void)state;
  carom_error err = {.code = CAROM_OK};
  carom_run *run = NULL;
  carom_input *input = read(impact), *one = NULL;
  char value[64];
  set(input, "sweep",
      "{\"contacts.0\": [{\"between\": [\"steel\", \"steel\"], \"law\": \"hertz\"},"
      " {\"between\": [\"steel\", \"steel\"], \"law\": \"tsuji\", \"restitution\": 0.25}],"
      " \"impact.speed\": [\"1 m/s\", \"2 m/s\", \"3 m/s\"]}");
  assert_int_equal(carom_input_combination(input, 0, &one, &err), CAROM_ERR_ARGUMENT);
  assert_int_equal(carom_input_check(input, &err), CAROM_OK);
  assert_int_equal(carom_input_combinations(input), 6);
  assert_int_equal(carom_run_create(input, NULL, &run, &err), CAROM_ERR_CONFLICT);
  assert_string_equal(err.where, "sweep");
  assert_int_equal(carom_input_combination(input, 6, &one, &err), CAROM_ERR_RANGE);
  assert_int_equal(carom_input_combination(input, -1, &one, &err), CAROM_ERR_RANGE);
  assert_null(one);
  assert_int_equal(carom_input_combination(input, 5, &one, &err), CAROM_OK);
  carom_input_destroy(input); /* it does not need the sweep */
  assert_int_equal(carom_input_get(one, "impact.speed", value, sizeof value, NULL), CAROM_OK);
  assert_string_equal(value, "3 m/s");
  assert_int_equal(carom_input_check(one, &err), CAROM_OK);
  assert_int_equal(carom_input_combinations(one), 1);
  assert_close(restitution_of(one), 0.25, 1e-9); /* asked for is delivered */
  carom_input_destroy(one);
}

/* Written out with its defaults, a scenario is the same one. */
static void test_written(void **state)
{
  (void)state;
  char path[] = "/tmp/carom_io_input_XXXXXX", value[64];
  carom_error err = {.code = CAROM_OK};
  carom_input *input = read(impact), *again = NULL;
  assert_true(mkstemp(path) >= 0);
  assert_int_equal(carom_input_write(input, path, &err), CAROM_ERR_ARGUMENT); /* not checked */
  set(input, "contacts.0.restitution", "0.4");
  assert_int_equal(carom_input_check(input, &err), CAROM_OK);
  assert_int_equal(carom_input_write(input, path, &err), CAROM_OK);
  assert_int_equal(carom_input_write(input, "/nowhere/at/all", &err), CAROM_ERR_IO);
  const carom_status status = carom_input_open(path, &again, &err);
  if (status != CAROM_ERR_IO) { /* built with libyaml */
    assert_int_equal(status, CAROM_OK);
    assert_int_equal(carom_input_get(again, "run.integrator", value, sizeof value, &err), CAROM_OK);
    assert_string_equal(value, "dop853"); /* a default */
    assert_close(restitution_of(again), restitution_of(input), 0);
  }
  assert_int_equal(carom_schema(path, &err), CAROM_OK);
  FILE *file = fopen(path, "r");
  assert_int_equal(fgetc(file), '{');
  fseek(file, 0, SEEK_END);
  assert_true(ftell(file) > 10000);
  fclose(file);
  assert_int_equal(carom_schema("/nowhere/at/all", &err), CAROM_ERR_IO);
  assert_int_equal(carom_schema(NULL, &err), CAROM_ERR_ARGUMENT);
  remove(path);
  carom_input_destroy(again);
  carom_input_destroy(input);
}

static void test_arguments(void **state)
{
  (void)state;
  char value[8];
  int count = 7;
  carom_input *input = read(impact), *other = NULL;
  assert_int_equal(carom_input_open(NULL, &other, NULL), CAROM_ERR_ARGUMENT);
  assert_int_equal(carom_input_open("x", NULL, NULL), CAROM_ERR_ARGUMENT);
  assert_int_equal(carom_input_read(NULL, 0, NULL, &other, NULL), CAROM_ERR_ARGUMENT);
  assert_int_equal(carom_input_read("{}", 2, NULL, NULL, NULL), CAROM_ERR_ARGUMENT);
  assert_int_equal(carom_input_set(NULL, "a", "b", NULL), CAROM_ERR_ARGUMENT);
  assert_int_equal(carom_input_set(input, NULL, "b", NULL), CAROM_ERR_ARGUMENT);
  assert_int_equal(carom_input_set(input, "a", NULL, NULL), CAROM_ERR_ARGUMENT);
  assert_int_equal(carom_input_get(NULL, "a", value, 8, NULL), CAROM_ERR_ARGUMENT);
  assert_int_equal(carom_input_get(input, NULL, value, 8, NULL), CAROM_ERR_ARGUMENT);
  assert_int_equal(carom_input_get(input, "a", value, 0, NULL), CAROM_ERR_ARGUMENT);
  assert_int_equal(carom_input_check(NULL, NULL), CAROM_ERR_ARGUMENT);
  assert_int_equal(carom_input_combination(NULL, 0, &other, NULL), CAROM_ERR_ARGUMENT);
  assert_int_equal(carom_input_combination(input, 0, NULL, NULL), CAROM_ERR_ARGUMENT);
  assert_null(carom_input_diagnostics(NULL, &count));
  assert_int_equal(count, 0);
  assert_null(carom_input_kind(NULL));
  carom_input_destroy(NULL);
  carom_input_destroy(input);
}

SUITE("io input", test_kinds, test_checked, test_get_and_set, test_faults, test_syntax,
      test_combinations, test_written, test_arguments)
