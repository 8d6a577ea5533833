/* SPDX-License-Identifier: MIT */
/* Threads live for one call. They take chunks of indices from one atomic counter, so that a slow
 * index does not delay the others. */
#ifdef __linux__
#define _GNU_SOURCE /* sched_getaffinity */
#include <sched.h>
#endif

#include "core/parallel.h"

#include <stdatomic.h>
#include <unistd.h>

#include "core/quota.h"

#define CHUNKS_PER_THREAD 16

struct work {
  _Atomic(int64_t) next; /* next chunk to take */
  int64_t chunks, chunk, count;
  void (*body)(void *user, int64_t index);
  void *user;
};

static void *work_on(void *argument)
{
  struct work *work = argument;
  for (;;) {
    int64_t taken = atomic_fetch_add_explicit(&work->next, 1, memory_order_relaxed);
    if (taken >= work->chunks) return NULL;
    int64_t first = taken * work->chunk;
    int64_t end = work->count - first > work->chunk ? first + work->chunk : work->count;
    for (int64_t i = first; i < end; i++)
      work->body(work->user, i);
  }
}

/* The cores that this process may use: a batch system or taskset may restrict its affinity, a
 * container its share of CPU time. */
static int64_t usable_cores(void)
{
#ifdef __linux__
  cpu_set_t set;
  const int quota = carom_quota_cores("/proc/self/cgroup", "/sys/fs/cgroup");
  if (sched_getaffinity(0, sizeof set, &set) == 0)
    return quota > 0 && quota < CPU_COUNT(&set) ? quota : CPU_COUNT(&set);
#endif
  return sysconf(_SC_NPROCESSORS_ONLN);
}

int carom_cores(void)
{
  const int64_t cores = usable_cores();
  if (cores < 1) return 1;
  return cores < CAROM_THREADS_MAX ? (int)cores : CAROM_THREADS_MAX;
}

carom_status carom_parallel_on(carom_thread_start *start, int threads, int64_t count,
                               void (*body)(void *user, int64_t index), void *user)
{
  if (!start || !body || count < 0 || threads < 0 || threads > CAROM_THREADS_MAX)
    return CAROM_ERR_ARGUMENT;
  if (count == 0) return CAROM_OK;
  if (threads == 0) threads = carom_cores();
  if (threads > count) threads = (int)count;

  struct work work = {.count = count, .body = body, .user = user};
  atomic_init(&work.next, 0);
  work.chunk = count / ((int64_t)threads * CHUNKS_PER_THREAD);
  if (work.chunk < 1) work.chunk = 1;
  work.chunks = count / work.chunk + (count % work.chunk != 0);

  pthread_t started[CAROM_THREADS_MAX];
  int running = 0;
  while (running < threads - 1 && start(&started[running], NULL, work_on, &work) == 0)
    running++;
  work_on(&work);
  for (int i = 0; i < running; i++)
    pthread_join(started[i], NULL);
  return CAROM_OK;
}

carom_status carom_parallel(int threads, int64_t count, void (*body)(void *user, int64_t index),
                            void *user)
{
  return carom_parallel_on(pthread_create, threads, count, body, user);
}
