/* SPDX-License-Identifier: MIT */
/* carom_parallel with a choice of how threads are started. */
#ifndef CAROM_CORE_PARALLEL_H
#define CAROM_CORE_PARALLEL_H

#include <pthread.h>

#include "carom/base.h"

/* Starts a thread, with the signature of pthread_create; returns non-zero on failure. */
typedef int carom_thread_start(pthread_t *thread, const pthread_attr_t *attributes,
                               void *(*run)(void *), void *user);

/* Like carom_parallel, with threads started by `start`. If some or all of them cannot be started,
 * the others and the calling thread do the work. */
carom_status carom_parallel_on(carom_thread_start *start, int threads, int64_t count,
                               void (*body)(void *user, int64_t index), void *user);

#endif
