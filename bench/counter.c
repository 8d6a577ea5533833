/* SPDX-License-Identifier: MIT */
/* Time, and instructions where the machine lets us count them. */
#define _GNU_SOURCE /* syscall, affinity */
#include "bench.h"

#include <sys/resource.h>
#include <time.h>

double bench_seconds(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double bench_processor_seconds(void)
{
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

size_t bench_peak_bytes(void)
{
  struct rusage used;
  getrusage(RUSAGE_SELF, &used);
  return (size_t)used.ru_maxrss * 1024;
}

#ifdef __linux__
#include <linux/perf_event.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

uint64_t bench_instructions(void)
{
  static int counter = -2;
  uint64_t count = 0;
  if (counter == -2) {
    struct perf_event_attr what = {.type = PERF_TYPE_HARDWARE,
                                   .size = sizeof what,
                                   .config = PERF_COUNT_HW_INSTRUCTIONS,
                                   .exclude_kernel = 1,
                                   .exclude_hv = 1};
    counter = (int)syscall(SYS_perf_event_open, &what, 0, -1, -1, 0);
  }
  if (counter < 0 || read(counter, &count, sizeof count) != sizeof count) return 0;
  return count;
}

void bench_stay(int which)
{
  cpu_set_t all, one;
  CPU_ZERO(&one);
  if (sched_getaffinity(0, sizeof all, &all) || CPU_COUNT(&all) < 2) return;
  which %= CPU_COUNT(&all);
  for (size_t cpu = 0; cpu < CPU_SETSIZE; cpu++)
    if (CPU_ISSET(cpu, &all) && which-- == 0) CPU_SET(cpu, &one);
  sched_setaffinity(0, sizeof one, &one);
}
#else
void bench_stay(int which)
{
  (void)which;
}

uint64_t bench_instructions(void)
{
  return 0;
}
#endif
