/* SPDX-License-Identifier: MIT */
/* Threads that stay: every index once, in every loop, whoever does it. */
#define _POSIX_C_SOURCE 200809L /* nanosleep */
#include <stdatomic.h>
#include <string.h>
#include <time.h>
#include "suite.h"

#include "core/pool.h"

enum { MOST = 1000 };

typedef struct tally {
  int done[MOST];
  int threads;
} tally;

static void count(void *user, int worker, int64_t index)
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
      const int64_t many = loop % 7 == 0 ? 0 : loop * 37 % MOST;
      memset(&t, 0, sizeof t);
      t.threads = threads;
      carom_pool_run(pool, many, count, &t);
      for (int64_t i = 0; i < MOST; i++)
        assert_int_equal(t.done[i], i < many);
    }
    carom_pool_destroy(pool);
  }
  carom_pool_destroy(NULL);
  assert_null(carom_pool_create(CAROM_THREADS_MAX + 1));
}

/* Workers at work: no two bodies with one number at once. */
typedef struct crowd {
  atomic_int inside[MOST], twice;
  _Atomic(int64_t) sum, after;
} crowd;

static void crowd_in(void *user, int worker, int64_t index)
{
  crowd *c = user;
  if (atomic_fetch_add(&c->inside[worker], 1) != 0) atomic_fetch_add(&c->twice, 1);
  for (volatile int i = 0; i < 200; i++) {}
  atomic_fetch_add(&c->sum, index);
  atomic_fetch_sub(&c->inside[worker], 1);
}

static void crowd_out(void *user, int worker, int active)
{
  crowd *c = user;
  if (worker < active) atomic_fetch_add(&c->after, 1);
}

/* Many more threads than cores, and loops that come with no pause, after one, and in repetition:
 * whoever is late or left out, everything is done when the loop returns. */
static void a_crowd(void **state)
{
  (void)state;
  static crowd c;
  for (int threads = 2; threads <= 64; threads *= 2) {
    carom_pool *pool = carom_pool_create(threads);
    assert_non_null(pool);
    for (int loop = 0; loop < 400; loop++) {
      const int64_t many = 1 + loop % 97;
      atomic_store(&c.sum, 0);
      atomic_store(&c.after, 0);
      if (loop % 3)
        carom_pool_repeat(pool, many, crowd_in, crowd_out, &c);
      else
        carom_pool_run(pool, many, crowd_in, &c);
      const int64_t through = atomic_load(&c.after); /* each thread that took part, once */
      assert_true(loop % 3 ? through >= 1 && through <= threads : through == 0);
      assert_int_equal(atomic_load(&c.sum), many * (many - 1) / 2);
      for (int k = 0; k < threads; k++)
        assert_int_equal(atomic_load(&c.inside[k]), 0);
      if (loop % 50 == 0) nanosleep(&(struct timespec){.tv_nsec = 300000}, NULL);
    }
    carom_pool_destroy(pool);
  }
  assert_int_equal(atomic_load(&c.twice), 0);
}

SUITE("pool", every_index_once, a_crowd)
