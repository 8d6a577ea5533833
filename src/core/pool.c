/* SPDX-License-Identifier: MIT */
#include "core/pool.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { LINE = 64, SPINS = 2000 };

/* The indices of one worker that are still to be taken. */
typedef struct share {
  _Alignas(LINE) atomic_long next;
  long end;
} share;

typedef struct worker {
  carom_pool *pool;
  int number;
  pthread_t thread;
} worker;

struct carom_pool {
  int threads, spins;
  atomic_uint job;     /* counts the loops that were begun */
  atomic_int unready;  /* workers that have not finished the current one */
  atomic_int sleepers; /* workers that wait for `begun` */
  atomic_bool over;
  pthread_mutex_t mutex;
  pthread_cond_t begun;
  void (*body)(void *user, int worker, long index);
  void *user;
  worker *worker;
  share share[CAROM_THREADS_MAX];
};

static void relax(void)
{
#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
  __builtin_ia32_pause();
#endif
}

static void work_on(carom_pool *p, int number)
{
  for (int k = 0; k < p->threads; k++) {
    share *s = &p->share[(number + k) % p->threads];
    for (;;) {
      const long i = atomic_fetch_add_explicit(&s->next, 1, memory_order_relaxed);
      if (i >= s->end) break;
      p->body(p->user, number, i);
    }
  }
}

/* Waits a little in place, then asleep, until another loop has begun. */
static unsigned next_job(carom_pool *p, unsigned last)
{
  for (int i = 0; i < p->spins; i++) {
    const unsigned job = atomic_load_explicit(&p->job, memory_order_acquire);
    if (job != last) return job;
    relax();
  }
  pthread_mutex_lock(&p->mutex);
  atomic_fetch_add(&p->sleepers, 1);
  while (atomic_load(&p->job) == last)
    pthread_cond_wait(&p->begun, &p->mutex);
  atomic_fetch_sub(&p->sleepers, 1);
  pthread_mutex_unlock(&p->mutex);
  return atomic_load(&p->job);
}

static void *serve(void *argument)
{
  worker *w = argument;
  carom_pool *p = w->pool;
  unsigned job = 0;
  for (;;) {
    job = next_job(p, job);
    if (atomic_load(&p->over)) return NULL;
    work_on(p, w->number);
    atomic_fetch_sub_explicit(&p->unready, 1, memory_order_release);
  }
}

static void begin(carom_pool *p)
{
  atomic_fetch_add(&p->job, 1);
  if (atomic_load(&p->sleepers) == 0) return;
  pthread_mutex_lock(&p->mutex);
  pthread_cond_broadcast(&p->begun);
  pthread_mutex_unlock(&p->mutex);
}

void carom_pool_run(carom_pool *p, long count, void (*body)(void *user, int worker, long index),
                    void *user)
{
  if (p->threads == 1) {
    for (long i = 0; i < count; i++)
      body(user, 0, i);
    return;
  }
  p->body = body;
  p->user = user;
  for (int k = 0; k < p->threads; k++) {
    atomic_store_explicit(&p->share[k].next, count * k / p->threads, memory_order_relaxed);
    p->share[k].end = count * (k + 1) / p->threads;
  }
  atomic_store(&p->unready, p->threads - 1);
  begin(p);
  work_on(p, 0);
  for (int i = 0; atomic_load_explicit(&p->unready, memory_order_acquire) > 0; i++)
    if (i < p->spins)
      relax();
    else
      sched_yield();
}

carom_pool *carom_pool_create(int threads)
{
  if (threads <= 0) threads = carom_cores();
  if (threads > CAROM_THREADS_MAX) return NULL;
  carom_pool *p = aligned_alloc(LINE, (sizeof *p + LINE - 1) / LINE * LINE);
  if (!p) return NULL;
  *p = (carom_pool){.threads = 1, .spins = threads <= carom_cores() ? SPINS : 1};
  p->worker = calloc((size_t)threads, sizeof *p->worker);
  if (!p->worker) {
    free(p);
    return NULL;
  }
  pthread_mutex_init(&p->mutex, NULL);
  pthread_cond_init(&p->begun, NULL);
  for (int k = 1; k < threads; k++) {
    worker *w = &p->worker[k];
    *w = (worker){.pool = p, .number = k};
    if (pthread_create(&w->thread, NULL, serve, w) != 0) break;
    p->threads++;
  }
  return p;
}

void carom_pool_destroy(carom_pool *p)
{
  if (!p) return;
  atomic_store(&p->over, true);
  begin(p);
  for (int k = 1; k < p->threads; k++)
    pthread_join(p->worker[k].thread, NULL);
  pthread_cond_destroy(&p->begun);
  pthread_mutex_destroy(&p->mutex);
  free(p->worker);
  free(p);
}

int carom_pool_threads(const carom_pool *p)
{
  return p->threads;
}
