/* SPDX-License-Identifier: MIT */
#include <limits.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "suite.h"

#include "core/parallel.h"

/* Counts without atomics: the promise is that nobody else touches this index. */
static void count_up(void *user, int64_t index)
{
  ((int *)user)[index]++;
}

static void each_index_runs_once(void **state)
{
  (void)state;
  static const int threads[] = {0, 1, 2, 3, 8, 64, CAROM_THREADS_MAX};
  static const int64_t counts[] = {0, 1, 2, 3, 7, 8, 63, 64, 65, 1000, 4097, 100003};
  for (size_t t = 0; t < sizeof threads / sizeof threads[0]; t++) {
    for (size_t c = 0; c < sizeof counts / sizeof counts[0]; c++) {
      int64_t count = counts[c];
      if (threads[t] > 64 && count > 1000) continue;
      int *times = calloc((size_t)count + 2, sizeof *times);
      assert_non_null(times);
      assert_int_equal(carom_parallel(threads[t], count, count_up, times + 1), CAROM_OK);
      assert_int_equal(times[0], 0);
      assert_int_equal(times[count + 1], 0);
      for (int64_t i = 0; i < count; i++)
        assert_int_equal(times[i + 1], 1);
      free(times);
    }
  }
}

/* Starts so many threads and then no more, whoever asks. */
static atomic_int allowed;

static int start_some(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                      void *user)
{
  if (atomic_fetch_sub(&allowed, 1) <= 0) return 11;
  return pthread_create(thread, attributes, run, user);
}

static void work_is_done_with_fewer_threads(void **state)
{
  (void)state;
  for (int can = 0; can < 8; can++) {
    int times[1000] = {0};
    atomic_store(&allowed, can);
    assert_int_equal(carom_parallel_on(start_some, 8, 1000, count_up, times), CAROM_OK);
    for (int i = 0; i < 1000; i++)
      assert_int_equal(times[i], 1);
    assert_int_equal(atomic_load(&allowed), can < 7 ? -1 : 0);
  }
}

static void one_thread_starts_none(void **state)
{
  (void)state;
  int times[50] = {0};
  atomic_store(&allowed, 9);
  assert_int_equal(carom_parallel_on(start_some, 1, 50, count_up, times), CAROM_OK);
  assert_int_equal(atomic_load(&allowed), 9);
  assert_int_equal(carom_parallel_on(start_some, 8, 1, count_up, times), CAROM_OK);
  assert_int_equal(atomic_load(&allowed), 9);
  assert_int_equal(carom_parallel_on(start_some, 8, 3, count_up, times), CAROM_OK);
  assert_int_equal(atomic_load(&allowed), 7);
}

struct meeting {
  atomic_int present;
  atomic_int together;
};

/* Waits a while for a second thread to come. */
static void meet(void *user, int64_t index)
{
  struct meeting *meeting = user;
  (void)index;
  atomic_fetch_add(&meeting->present, 1);
  for (int64_t spin = 0; spin < 200000000 && atomic_load(&meeting->present) < 2; spin++) {}
  if (atomic_load(&meeting->present) >= 2) atomic_store(&meeting->together, 1);
}

static void threads_do_run_side_by_side(void **state)
{
  (void)state;
  struct meeting meeting;
  atomic_init(&meeting.present, 0);
  atomic_init(&meeting.together, 0);
  assert_int_equal(carom_parallel(2, 2, meet, &meeting), CAROM_OK);
  assert_int_equal(atomic_load(&meeting.together), 1);
}

struct nest {
  int times[20][30];
};

struct row {
  struct nest *nest;
  int64_t index;
};

static void inner(void *user, int64_t index)
{
  struct row *row = user;
  row->nest->times[row->index][index]++;
}

static void outer(void *user, int64_t index)
{
  struct row row = {user, index};
  carom_parallel(3, 30, inner, &row);
}

static void loops_may_be_nested(void **state)
{
  (void)state;
  struct nest nest = {0};
  assert_int_equal(carom_parallel(3, 20, outer, &nest), CAROM_OK);
  for (int i = 0; i < 20; i++) {
    for (int j = 0; j < 30; j++)
      assert_int_equal(nest.times[i][j], 1);
  }
}

static void bad_arguments_are_refused(void **state)
{
  (void)state;
  int times[1] = {0};
  assert_int_equal(carom_parallel(-1, 1, count_up, times), CAROM_ERR_ARGUMENT);
  assert_int_equal(carom_parallel(CAROM_THREADS_MAX + 1, 1, count_up, times), CAROM_ERR_ARGUMENT);
  assert_int_equal(carom_parallel(1, -1, count_up, times), CAROM_ERR_ARGUMENT);
  assert_int_equal(carom_parallel(1, INT64_MIN, count_up, times), CAROM_ERR_ARGUMENT);
  assert_int_equal(carom_parallel(1, 1, NULL, times), CAROM_ERR_ARGUMENT);
  assert_int_equal(times[0], 0);
  assert_true(carom_cores() >= 1);
}

SUITE("parallel", each_index_runs_once, work_is_done_with_fewer_threads, one_thread_starts_none,
      threads_do_run_side_by_side, loops_may_be_nested, bad_arguments_are_refused)
