/* SPDX-License-Identifier: MIT */
/* carom_parallel with a choice of how threads are started. */
#ifndef CAROM_CORE_PARALLEL_H
#define CAROM_CORE_PARALLEL_H

#include <pthread.h>

#include "carom/base.h"

/* Starts a thread; has the form of pthread_create and returns non-zero if it cannot. */
typedef int carom_thread_start(pthread_t *thread, const pthread_attr_t *attributes,
                               void *(*run)(void *), void *user);

/* carom_parallel on threads started by `start`. When some of them, or all, cannot be started, the
 * work is done by those that were and by the calling thread. */
carom_status carom_parallel_on(carom_thread_start *start, int threads, int64_t count,
                               void (*body)(void *user, int64_t index), void *user);

#endif
