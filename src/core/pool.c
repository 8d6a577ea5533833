/* SPDX-License-Identifier: MIT */
/* The caller begins a loop by publishing a new epoch. Workers that are awake in time join it; when
 * every index is taken, the caller ends the loop, and then waits for the workers that have joined.
 * A worker that comes too late, because other programs occupy its core, is not waited for.
 *
 * Each worker announces in a cache line of its own whether it has joined. It first sets `joined`
 * and then checks that the loop is still open; the caller first closes the loop and then checks who
 * has joined. With sequentially consistent atomics at least one of the two sees the other. */
#include "core/pool.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

#include "core/throttle.h"

enum { LINE = 64, PAUSES = 16 };

/* Upper bound of the time for which a thread spins, ns: about the cost of falling asleep and waking
 * up. */
static const int64_t longest_spin = 50000;

/* The remaining indices of one worker: the next one in the lower half of the word, the end of the
 * range in the upper half. */
typedef struct share {
  _Alignas(LINE) _Atomic(uint64_t) left;
} share;

/* Lets a thread sleep until another one wakes it. */
typedef struct parker {
  atomic_bool asleep;
  pthread_mutex_t mutex;
  pthread_cond_t woken;
} parker;

typedef struct worker {
  _Alignas(LINE) carom_pool *pool;
  int number;
  atomic_bool joined;
  int64_t spin; /* spinning time before it sleeps, ns; adapts to the waiting times observed */
  pthread_t thread;
  parker parker;
} worker;

struct carom_pool {
  int threads;
  void (*body)(void *user, int worker, int64_t index);
  void (*after)(void *user, int worker, int active);
  void *user;
  worker *worker;
  parker parker; /* of the calling thread */
  carom_throttle throttle;
  _Alignas(LINE) atomic_uint_fast64_t epoch; /* twice the number of the loop, plus 1 while workers
                                               may join */
  atomic_int active;                         /* participating threads, including the calling one */
  atomic_int_fast64_t begun;                 /* when the loop began, ns */
  atomic_bool shutdown;
  share share[CAROM_THREADS_MAX];
};

static int64_t nanoseconds(clockid_t clock)
{
  struct timespec t;
  clock_gettime(clock, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

void carom_relax(void)
{
#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
  __builtin_ia32_pause();
#endif
}

static void parker_init(parker *p)
{
  pthread_mutex_init(&p->mutex, NULL);
  pthread_cond_init(&p->woken, NULL);
}

static void parker_destroy(parker *p)
{
  pthread_cond_destroy(&p->woken);
  pthread_mutex_destroy(&p->mutex);
}

/* The sleeper sets `asleep` before it tests the condition; the waker makes the condition true
 * before it reads `asleep`. At least one of the two sees the other, so no wake-up is lost. */
static void unpark(parker *p)
{
  if (!atomic_load(&p->asleep)) return;
  pthread_mutex_lock(&p->mutex);
  pthread_cond_signal(&p->woken);
  pthread_mutex_unlock(&p->mutex);
}

static void park(parker *p, bool (*awaited)(const void *what), const void *what)
{
  pthread_mutex_lock(&p->mutex);
  atomic_store(&p->asleep, true);
  while (!awaited(what))
    pthread_cond_wait(&p->woken, &p->mutex);
  atomic_store(&p->asleep, false);
  pthread_mutex_unlock(&p->mutex);
}

/* Spins for up to `spin` ns, then sleeps. */
static void wait_for(parker *p, bool (*awaited)(const void *what), const void *what, int64_t since,
                     int64_t spin)
{
  do {
    for (int i = 0; i < PAUSES; i++) {
      if (awaited(what)) return;
      carom_relax();
    }
  } while (nanoseconds(CLOCK_MONOTONIC) - since < spin);
  park(p, awaited, what);
}

static uint64_t range(int64_t next, int64_t end)
{
  return (uint64_t)next | (uint64_t)end << 32;
}

/* Takes an index from a range, or returns -1. The owner takes the first index and others take the
 * last one, so the indices that the owner works on next, and their data in its cache, stay with
 * it. */
static int64_t take(share *s, bool own)
{
  uint64_t left = atomic_load_explicit(&s->left, memory_order_relaxed), rest;
  uint32_t next, end;
  do {
    next = (uint32_t)left, end = (uint32_t)(left >> 32);
    if (next >= end) return -1;
    rest = own ? range(next + 1, end) : range(next, end - 1);
  } while (!atomic_compare_exchange_weak_explicit(&s->left, &left, rest, memory_order_relaxed,
                                                  memory_order_relaxed));
  return own ? next : end - 1;
}

static void work_on(carom_pool *p, int number)
{
  const int active = atomic_load_explicit(&p->active, memory_order_relaxed);
  for (int k = 0; k < active; k++) {
    share *s = &p->share[(number + k) % active];
    for (int64_t i = take(s, k == 0); i >= 0; i = take(s, k == 0))
      p->body(p->user, number, i);
  }
  if (p->after) p->after(p->user, number, active);
}

/* What a worker waits for: a loop that it has not seen yet and is to take part in. */
typedef struct next_loop {
  carom_pool *pool;
  int worker;
  uint64_t last;
} next_loop;

static bool has_begun(const void *what)
{
  const next_loop *n = what;
  const uint64_t epoch = atomic_load(&n->pool->epoch);
  return (epoch / 2 != n->last && n->worker < atomic_load(&n->pool->active)) ||
         atomic_load(&n->pool->shutdown);
}

static void leave(worker *w)
{
  atomic_store(&w->joined, false);
  unpark(&w->pool->parker);
}

/* Returns false if this loop has already ended, or if it uses fewer threads than the loop for which
 * the worker woke up. */
static bool join(worker *w, uint64_t loop)
{
  const carom_pool *p = w->pool;
  atomic_store(&w->joined, true);
  if (atomic_load(&p->epoch) == 2 * loop + 1 && w->number < atomic_load(&p->active)) return true;
  leave(w);
  return false;
}

/* Spinning was worthwhile if the loop began soon. */
static int64_t adapt(int64_t spin, int64_t waited)
{
  if (waited > longest_spin) return spin / 2;
  return 2 * spin + 1000 < longest_spin ? 2 * spin + 1000 : longest_spin;
}

static void *serve(void *argument)
{
  worker *w = argument;
  carom_pool *p = w->pool;
  next_loop next = {.pool = p, .worker = w->number};
  for (;;) {
    const int64_t since = nanoseconds(CLOCK_MONOTONIC);
    wait_for(&w->parker, has_begun, &next, since, w->spin);
    if (atomic_load(&p->shutdown)) return NULL;
    w->spin = adapt(w->spin, atomic_load(&p->begun) - since);
    next.last = atomic_load(&p->epoch) / 2;
    if (!join(w, next.last)) continue;
    work_on(p, w->number);
    leave(w);
  }
}

static void begin_loop(carom_pool *p, int active)
{
  atomic_store(&p->active, active);
  atomic_store(&p->begun, nanoseconds(CLOCK_MONOTONIC));
  atomic_store(&p->epoch, atomic_load(&p->epoch) + 3);
  for (int k = 1; k < active; k++)
    unpark(&p->worker[k].parker);
}

static bool all_have_left(const void *what)
{
  const carom_pool *p = what;
  const int active = atomic_load(&p->active);
  for (int k = 1; k < active; k++)
    if (atomic_load(&p->worker[k].joined)) return false;
  return true;
}

/* Returns how long the caller waited for the last workers, ns. */
static int64_t end_loop(carom_pool *p)
{
  atomic_fetch_sub(&p->epoch, 1);
  if (all_have_left(p)) return 0;
  const int64_t since = nanoseconds(CLOCK_MONOTONIC);
  wait_for(&p->parker, all_have_left, p, since, longest_spin);
  return nanoseconds(CLOCK_MONOTONIC) - since;
}

static int64_t run(carom_pool *p, int active, int64_t count,
                   void (*body)(void *user, int worker, int64_t index),
                   void (*after)(void *user, int worker, int active), void *user)
{
  if (active > count) active = count > 1 ? (int)count : 1;
  if (active == 1) {
    for (int64_t i = 0; i < count; i++)
      body(user, 0, i);
    if (after) after(user, 0, 1);
    return 0;
  }
  p->body = body;
  p->after = after;
  p->user = user;
  for (int k = 0; k < active; k++)
    atomic_store_explicit(
        &p->share[k].left,
        range(carom_pool_first(count, active, k), carom_pool_first(count, active, k + 1)),
        memory_order_relaxed);
  begin_loop(p, active);
  work_on(p, 0);
  return end_loop(p);
}

void carom_pool_run(carom_pool *p, int64_t count,
                    void (*body)(void *user, int worker, int64_t index), void *user)
{
  run(p, carom_throttle_threads(&p->throttle), count, body, NULL, user);
}

void carom_pool_repeat(carom_pool *p, int64_t count,
                       void (*body)(void *user, int worker, int64_t index),
                       void (*after)(void *user, int worker, int active), void *user)
{
  const int64_t start = nanoseconds(CLOCK_MONOTONIC);
  const int64_t waited = run(p, carom_throttle_threads(&p->throttle), count, body, after, user);
  const int64_t end = nanoseconds(CLOCK_MONOTONIC);
  if (carom_throttle_note(&p->throttle, end - start, waited))
    carom_throttle_judge(&p->throttle, end, nanoseconds(CLOCK_THREAD_CPUTIME_ID));
}

carom_pool *carom_pool_create(int threads)
{
  if (threads <= 0) threads = carom_cores();
  if (threads > CAROM_THREADS_MAX) return NULL;
  carom_pool *p = aligned_alloc(LINE, (sizeof *p + LINE - 1) / LINE * LINE);
  worker *all = aligned_alloc(LINE, (size_t)threads * sizeof *all);
  if (!p || !all) {
    free(all);
    free(p);
    return NULL;
  }
  *p = (carom_pool){.threads = 1, .worker = all};
  parker_init(&p->parker);
  for (int k = 1; k < threads; k++) {
    worker *w = &all[k];
    *w = (worker){.pool = p, .number = k, .spin = longest_spin};
    parker_init(&w->parker);
    if (pthread_create(&w->thread, NULL, serve, w) != 0) {
      parker_destroy(&w->parker);
      break;
    }
    p->threads++;
  }
  p->throttle = carom_throttle_new(p->threads);
  return p;
}

void carom_pool_destroy(carom_pool *p)
{
  if (!p) return;
  atomic_store(&p->shutdown, true);
  for (int k = 1; k < p->threads; k++)
    unpark(&p->worker[k].parker);
  for (int k = 1; k < p->threads; k++) {
    pthread_join(p->worker[k].thread, NULL);
    parker_destroy(&p->worker[k].parker);
  }
  parker_destroy(&p->parker);
  free(p->worker);
  free(p);
}

int carom_pool_threads(const carom_pool *p)
{
  return p->threads;
}
