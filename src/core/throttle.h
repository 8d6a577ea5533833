/* SPDX-License-Identifier: MIT */
/* How many threads are worth it. On a busy machine two threads that wait for each other can take
 * ten times as long as one: each loses its core in turn. Where time is lost, half as many threads
 * are tried for a while, and kept if they are as fast; after a while more are tried again. Results
 * do not depend on it. */
#ifndef CAROM_CORE_THROTTLE_H
#define CAROM_CORE_THROTTLE_H

#include <stdbool.h>
#include <stdint.h>

/* One window: loops, what they took, how much of it the calling thread waited for others. */
typedef struct carom_window {
  int64_t loops;
  int64_t took, waited; /* ns */
  int64_t start, cpu;   /* clocks when it began; 0: not known */
} carom_window;

typedef struct carom_throttle {
  int threads, active;
  int known;          /* how many threads `cost` is of, before a trial */
  double cost;        /* ns a loop with that many */
  bool trial;         /* `active` is on trial */
  int patience, idle; /* windows until the next trial, and how many of them have passed */
  carom_window window;
} carom_throttle;

carom_throttle carom_throttle_new(int threads);

/* How many threads take part in the next loop. */
static inline int carom_throttle_threads(const carom_throttle *t)
{
  return t->active;
}

/* Notes a loop. True if a window is full and is to be judged. */
bool carom_throttle_note(carom_throttle *t, int64_t took, int64_t waited);

/* Judges the window, which ends at this instant, at this time of the calling thread on its core
 * (ns, both), and begins another. */
void carom_throttle_judge(carom_throttle *t, int64_t now, int64_t cpu);

#endif
