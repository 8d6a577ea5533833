/* SPDX-License-Identifier: MIT */
/* Threads that stay: every index once, in every loop, whoever does it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "core/pool.h"

enum { MOST = 1000 };

typedef struct tally {
  int done[MOST];
  int threads;
} tally;

static void count(void *user, int worker, long index)
{
  tally *t = user;
  if (worker >= 0 && worker < t->threads) t->done[index]++;
}

static void every_index_once(void **state)
{
  (void)state;
  for (int threads = 1; threads <= 5; threads++) {
    carom_pool *pool = carom_pool_create(threads);
    assert_non_null(pool);
    assert_int_equal(carom_pool_threads(pool), threads);
    for (int loop = 0; loop < 300; loop++) {
      static tally t;
      const long many = loop % 7 == 0 ? 0 : loop * 37 % MOST;
      memset(&t, 0, sizeof t);
      t.threads = threads;
      carom_pool_run(pool, many, count, &t);
      for (long i = 0; i < MOST; i++)
        assert_int_equal(t.done[i], i < many);
    }
    carom_pool_destroy(pool);
  }
  carom_pool_destroy(NULL);
  assert_null(carom_pool_create(CAROM_THREADS_MAX + 1));
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(every_index_once)};
  return cmocka_run_group_tests_name("pool", tests, NULL, NULL);
}
