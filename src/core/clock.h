/* SPDX-License-Identifier: MIT */
#ifndef CAROM_CORE_CLOCK_H
#define CAROM_CORE_CLOCK_H

#include <time.h>

/* Monotonic wall-clock time, s; only differences are meaningful. */
static inline double carom_clock(void)
{
  struct timespec t;
  timespec_get(&t, TIME_UTC);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Adds the time since *from to *to and sets *from to now. */
static inline void carom_clock_book(double *from, double *to)
{
  const double now = carom_clock();
  *to += now - *from;
  *from = now;
}

#endif
