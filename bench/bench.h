/* SPDX-License-Identifier: MIT */
/* What the files of the benchmark share. */
#ifndef CAROM_BENCH_H
#define CAROM_BENCH_H

#include <carom/carom.h>
#include <stdint.h>
#include <stdio.h>

#include "law/blocks.h"

/* counter.c */
double bench_seconds(void);
double bench_processor_seconds(void); /* of this process: what others take does not count */
uint64_t bench_instructions(void);    /* of this process in user mode; 0: not countable */
size_t bench_peak_bytes(void);        /* most memory this process has held */
/* Keeps the calling thread on one of the processors it may use, if the system can do that. */
void bench_stay(int which);

/* load.c: many contacts of one law. Arrays are aligned; state[i] is value i of all contacts. */
typedef struct bench_load {
  const carom_law *law;
  carom_contact contact;
  int64_t count;
  double *overlap, *approach, *elastic, *dissipative;
  double *coefficient[CAROM_MAX_COEFFICIENTS], *state[CAROM_MAX_STATES];
  carom_state *single; /* the same states, one structure per contact */
} bench_load;

/* Exits with a message if memory or the law fails. */
void bench_load_make(bench_load *load, const carom_law *law, int64_t count);
void bench_load_free(bench_load *load);

/* variants.c: the ways to do the same. */
typedef enum bench_task { BENCH_SHARED, BENCH_VARIED, BENCH_COMMIT, BENCH_TASKS } bench_task;
typedef enum bench_way {
  BENCH_BASE,
  BENCH_AVX2,
  BENCH_AVX512,
  BENCH_PLAIN, /* the block loop, compiled without vectorisation */
  BENCH_CALL,  /* one public call per contact */
  BENCH_WAYS
} bench_way;

extern const char *const bench_task_name[BENCH_TASKS];
extern const char *const bench_way_name[BENCH_WAYS];

/* Whether this machine and this law have it. */
bool bench_has(const bench_load *load, bench_task task, bench_way way);

/* Does the task for all contacts, `passes` times. */
void bench_pass(bench_load *load, bench_task task, bench_way way, int64_t passes);

/* Exits with a message if two ways differ in a bit. */
void bench_compare(bench_load *load);

/* The kernels of every law, not vectorised (blocks_scalar.c). */
const carom_kernels *carom_blocks_scalar(void);

/* solve.c: preparing contacts and resolving impacts. */
void bench_solve(FILE *csv, int rounds);

#endif
