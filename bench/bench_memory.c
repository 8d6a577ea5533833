/* SPDX-License-Identifier: MIT */
/* How fast main memory is: bench_memory [THREADS [MEBIBYTES]]
 * Triads (a = b + s c) over arrays of so many MiB each, all threads at once, each on a processor
 * and in arrays of its own; the best of many rounds. Prints: memory THREADS GB/s. Bytes are those
 * that the program reads and writes; that a processor may fetch a line before it writes to it is
 * not counted. */
#include "bench.h"

#include <inttypes.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { ROUNDS = 12 };

typedef struct stream {
  int number, threads;
  int64_t count;
  atomic_int *arrived; /* threads that have come to a round, of all rounds */
  double *a, *b, *c;
  double start[ROUNDS], end[ROUNDS];
  pthread_t thread;
} stream;

static void triad(int64_t n, double *restrict a, const double *restrict b, const double *restrict c)
{
  for (int64_t i = 0; i < n; i++)
    a[i] = b[i] + 3.0 * c[i];
}

static void *run_stream(void *user)
{
  stream *s = user;
  bench_stay(s->number);
  for (int64_t i = 0; i < s->count; i++)
    s->a[i] = 0, s->b[i] = (double)i, s->c[i] = 1;
  for (int round = 0; round < ROUNDS; round++) {
    atomic_fetch_add(s->arrived, 1);
    while (atomic_load(s->arrived) < s->threads * (round + 1))
      sched_yield();
    s->start[round] = bench_seconds();
    triad(s->count, s->a, s->b, s->c);
    s->end[round] = bench_seconds();
  }
  return NULL;
}

/* From when the first began to when the last was done. */
static double best_seconds(const stream *all)
{
  double least = 1e30;
  for (int round = 0; round < ROUNDS; round++) {
    double start = all[0].start[round], end = all[0].end[round];
    for (int k = 1; k < all[0].threads; k++) {
      start = all[k].start[round] < start ? all[k].start[round] : start;
      end = all[k].end[round] > end ? all[k].end[round] : end;
    }
    least = end - start < least ? end - start : least;
  }
  return least;
}

static int64_t number(const char *text, int64_t most)
{
  const int64_t n = strtoll(text, NULL, 10);
  if (n > 0 && n <= most) return n;
  fprintf(stderr, "bench_memory: %s: a number from 1 to %" PRId64 " is needed\n", text, most);
  exit(2);
}

static _Noreturn void fail(const char *why)
{
  fprintf(stderr, "bench_memory: %s\n", why);
  exit(1);
}

int main(int argc, char **argv)
{
  const int threads = argc > 1 ? (int)number(argv[1], 256) : 1;
  const int64_t count = (argc > 2 ? number(argv[2], 4096) : 128) * (1024 * 1024 / 8);
  const size_t bytes = (size_t)count * sizeof(double);
  stream *all = calloc((size_t)threads, sizeof *all);
  atomic_int arrived = 0;
  if (!all) fail("out of memory");
  for (int k = 0; k < threads; k++) {
    all[k] = (stream){.number = k, .threads = threads, .count = count, .arrived = &arrived};
    double **array[] = {&all[k].a, &all[k].b, &all[k].c};
    for (int j = 0; j < 3; j++)
      if (!(*array[j] = aligned_alloc(64, bytes))) fail("out of memory");
  }
  for (int k = 1; k < threads; k++)
    if (pthread_create(&all[k].thread, NULL, run_stream, &all[k])) fail("no thread");
  run_stream(&all[0]);
  for (int k = 1; k < threads; k++)
    pthread_join(all[k].thread, NULL);
  printf("memory %d %.2f\n", threads, 3e-9 * (double)bytes * threads / best_seconds(all));
  for (int k = 0; k < threads; k++) {
    free(all[k].a);
    free(all[k].b);
    free(all[k].c);
  }
  free(all);
  return 0;
}
