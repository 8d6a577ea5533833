/* SPDX-License-Identifier: MIT */
/* A pool of persistent threads for loops that are repeated many times a second. carom_parallel
 * starts threads for each call, for which a step of a scene is too short. */
#ifndef CAROM_CORE_POOL_H
#define CAROM_CORE_POOL_H

#include "carom/base.h"

typedef struct carom_pool carom_pool;

/* Creates a pool of `threads` threads including the calling one (0: one per core), or fewer if not
 * all can be started. NULL if memory runs out or `threads` exceeds CAROM_THREADS_MAX. */
carom_pool *carom_pool_create(int threads);
void carom_pool_destroy(carom_pool *pool);

/* The number of threads, including the calling one. */
int carom_pool_threads(const carom_pool *pool);

/* Runs body(user, worker, i) for i = 0 .. count-1; worker is 0 .. threads-1, and no two bodies run
 * with the same worker concurrently. Returns when all are done. Each worker begins with its own
 * range of indices, the same in every call, and then steals from the ends of the others' ranges.
 * The call does not wait for a worker that has not started because other programs occupy its
 * core. */
void carom_pool_run(carom_pool *pool, int64_t count,
                    void (*body)(void *user, int worker, int64_t index), void *user);

/* Like carom_pool_run, for the one loop that is repeated and takes most of the time. If threads
 * compete with each other or with other programs for cores, its timing decides how many threads
 * take part in the next loops. `after`, unless NULL, is called by every participating thread when
 * no index is left; `active` is the number of participating threads, and worker k owns the k-th
 * part of the indices. `after` may check what others have finished, but must not wait for them
 * indefinitely: a thread can be preempted at any time. */
void carom_pool_repeat(carom_pool *pool, int64_t count,
                       void (*body)(void *user, int worker, int64_t index),
                       void (*after)(void *user, int worker, int active), void *user);

/* Call this in a loop that spins until another thread makes progress. */
void carom_relax(void);

/* The first index of worker k's range when `active` workers share 0 .. count-1. */
static inline int64_t carom_pool_first(int64_t count, int active, int k)
{
  return count * k / active;
}

#endif
