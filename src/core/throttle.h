/* SPDX-License-Identifier: MIT */
/* Adapts the number of threads to the load of the machine. On a busy machine two threads that wait
 * for each other can take ten times as long as one, because each is preempted in turn. When time is
 * being lost, half as many threads are tried for a while, and kept if they are as fast; later, more
 * threads are tried again. Results do not depend on the number of threads. */
#ifndef CAROM_CORE_THROTTLE_H
#define CAROM_CORE_THROTTLE_H

#include <stdbool.h>
#include <stdint.h>

/* One measuring window: number of loops, their duration, and how long the calling thread waited for
 * others. */
typedef struct carom_window {
  int64_t loops;
  int64_t took, waited; /* ns */
  int64_t start, cpu;   /* wall clock and thread CPU time when it began; 0: not known */
} carom_window;

typedef struct carom_throttle {
  int threads, active;
  int known;          /* number of threads before the trial, to which `cost` belongs */
  double cost;        /* ns per loop with `known` threads */
  bool trial;         /* `active` is being tried */
  int patience, idle; /* windows to wait until the next trial, and windows waited so far */
  carom_window window;
} carom_throttle;

carom_throttle carom_throttle_new(int threads);

/* The number of threads for the next loop. */
static inline int carom_throttle_threads(const carom_throttle *t)
{
  return t->active;
}

/* Records a loop. Returns true if the window is complete and is to be judged. */
bool carom_throttle_note(carom_throttle *t, int64_t took, int64_t waited);

/* Judges the window that ends now and begins another. `now` is the wall clock, `cpu` the CPU time
 * of the calling thread, both in ns. */
void carom_throttle_judge(carom_throttle *t, int64_t now, int64_t cpu);

#endif
