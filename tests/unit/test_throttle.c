/* SPDX-License-Identifier: MIT */
/* How many threads take part: fewer where they are in each other's way, all where they are not. */
#include "suite.h"

#include "core/throttle.h"

/* A machine: what a loop takes with so many threads, and the share of it that the calling thread
 * works, ns. */
typedef struct machine {
  double took[17], works;
  int64_t clock, cpu, slow; /* slow: ns in loops that took longer than with the best number */
} machine;

static int64_t best(const machine *m, int threads)
{
  double least = m->took[1];
  for (int k = 2; k <= threads; k++)
    least = m->took[k] < least ? m->took[k] : least;
  return (int64_t)least;
}

static void loop_for(machine *m, carom_throttle *t, double seconds)
{
  const int64_t end = m->clock + (int64_t)(1e9 * seconds);
  while (m->clock < end) {
    const int64_t took = (int64_t)m->took[carom_throttle_threads(t)];
    m->clock += took;
    m->cpu += (int64_t)(m->works * (double)took);
    m->slow += took - best(m, t->threads);
    if (carom_throttle_note(t, took, 0)) carom_throttle_judge(t, m->clock, m->cpu);
  }
}

/* Nothing is lost: no trial ever. */
static void quiet(void **state)
{
  (void)state;
  machine m = {.works = 1, .clock = 1};
  for (int k = 1; k <= 16; k++)
    m.took[k] = 1e6 / k;
  carom_throttle t = carom_throttle_new(16);
  loop_for(&m, &t, 20);
  assert_int_equal(carom_throttle_threads(&t), 16);
  assert_true(m.slow == 0);
}

/* Time is lost, but all threads are still the fastest: trials become rare. */
static void uneven(void **state)
{
  (void)state;
  machine m = {.works = 0.7, .clock = 1};
  for (int k = 1; k <= 16; k++)
    m.took[k] = 1e6 / k;
  carom_throttle t = carom_throttle_new(8);
  loop_for(&m, &t, 1);
  const int64_t first = m.slow;
  loop_for(&m, &t, 20);
  assert_int_equal(carom_throttle_threads(&t), 8);
  assert_true(first > 0 && first < (int64_t)0.1e9);
  assert_true(m.slow - first < (int64_t)(0.02 * 20e9));
}

/* Others have the cores: two threads take ten times as long as one. */
static void busy(void **state)
{
  (void)state;
  machine m = {.works = 0.3, .clock = 1, .took = {0, 2e5, 2e6}};
  carom_throttle t = carom_throttle_new(2);
  loop_for(&m, &t, 0.2);
  assert_int_equal(carom_throttle_threads(&t), 1);
  const int64_t before = m.slow;
  loop_for(&m, &t, 20);
  assert_true(m.slow - before < (int64_t)(0.05 * 20e9)); /* trials are short and become rare */

  m.works = 1; /* they are gone */
  m.took[2] = 1e5;
  loop_for(&m, &t, 30);
  assert_int_equal(carom_throttle_threads(&t), 2);
}

/* Eight are best of sixteen, and found from sixteen. */
static void the_middle(void **state)
{
  (void)state;
  machine m = {.works = 0.5, .clock = 1};
  for (int k = 1; k <= 16; k++)
    m.took[k] = k <= 8 ? 1e6 / k : 1e6;
  carom_throttle t = carom_throttle_new(16);
  loop_for(&m, &t, 2);
  const int64_t before = m.slow;
  loop_for(&m, &t, 20);
  assert_true(m.slow - before < (int64_t)(0.02 * 20e9));
}

/* One thread has nothing to decide. */
static void alone(void **state)
{
  (void)state;
  carom_throttle t = carom_throttle_new(1);
  for (int i = 0; i < 100; i++)
    assert_false(carom_throttle_note(&t, 1000000000, 0));
}

/* More threads must gain a tenth: for less the cores are left to others. */
static void little_is_gained(void **state)
{
  (void)state;
  for (int worth = 0; worth < 2; worth++) {
    machine m = {.works = 0.3, .clock = 1, .took = {0, 2e5, 2e6}};
    carom_throttle t = carom_throttle_new(2);
    loop_for(&m, &t, 0.2);
    assert_int_equal(carom_throttle_threads(&t), 1);
    m.works = 1;
    m.took[2] = (worth ? 0.89 : 0.91) * m.took[1];
    int64_t with_two = 0;
    for (int k = 0; k < 400; k++) {
      loop_for(&m, &t, 0.05);
      with_two += carom_throttle_threads(&t) == 2;
    }
    assert_true(worth ? with_two > 300 : with_two < 100);
  }
}

SUITE("throttle", little_is_gained, quiet, uneven, busy, the_middle, alone)
