/* SPDX-License-Identifier: MIT */
/* Threads that stay: the same loop many times a second. carom_parallel starts its threads for one
 * call; a step of a scene is too short for that. */
#ifndef CAROM_CORE_POOL_H
#define CAROM_CORE_POOL_H

#include "carom/base.h"

typedef struct carom_pool carom_pool;

/* A pool of `threads` threads, the calling one included (0: one per core); fewer if not all can be
 * started. NULL without memory, or if these are more than CAROM_THREADS_MAX. */
carom_pool *carom_pool_create(int threads);
void carom_pool_destroy(carom_pool *pool);

/* How many threads work, the calling one included. */
int carom_pool_threads(const carom_pool *pool);

/* Runs body(user, worker, i) for i = 0 .. count-1; worker is 0 .. threads-1, and no two bodies run
 * with the same worker at once. Returns when all are done. Each worker begins with its own share of
 * the indices, the same in every call, and takes the last ones of others when it is through. A
 * worker that has no core, because other programs run, is not waited for. */
void carom_pool_run(carom_pool *pool, int64_t count,
                    void (*body)(void *user, int worker, int64_t index), void *user);

/* The same for the loop that is run again and again and takes most of the time: where threads are
 * in each other's way, or other programs in theirs, its times decide how many of them take part in
 * the next loops. `after`, unless NULL, is called by every thread that takes part, once it finds no
 * index left; `active` is how many threads share the indices, worker k the k-th part of them. It
 * may look for what others have finished, but must not wait for them without end: a thread can be
 * kept from its core. */
void carom_pool_repeat(carom_pool *pool, int64_t count,
                       void (*body)(void *user, int worker, int64_t index),
                       void (*after)(void *user, int worker, int active), void *user);

/* To be called in a loop that waits for another thread. */
void carom_relax(void);

/* The part of 0 .. count-1 that worker k of `active` begins with. */
static inline int64_t carom_pool_first(int64_t count, int active, int k)
{
  return count * k / active;
}

#endif
