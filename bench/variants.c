/* SPDX-License-Identifier: MIT */
/* The ways to compute the forces of many contacts, and to commit them. */
#include "bench.h"

#include <stdlib.h>
#include <string.h>

const char *const bench_task_name[BENCH_TASKS] = {"shared", "varied", "commit"};
const char *const bench_way_name[BENCH_WAYS] = {"base", "avx2", "avx512", "plain", "call"};

static const carom_instructions set_of[BENCH_WAYS] = {
    CAROM_INSTRUCTIONS_BASE, CAROM_INSTRUCTIONS_AVX2, CAROM_INSTRUCTIONS_AVX512};

bool bench_has(const bench_load *load, bench_task task, bench_way way)
{
  carom_instructions got;
  if (task == BENCH_COMMIT && !(load->law->info.traits & CAROM_LAW_REMEMBERS)) return false;
  if (way == BENCH_CALL) return task != BENCH_VARIED;
  return way == BENCH_PLAIN || carom_blocks_choose(set_of[way], &got);
}

static void pass_blocks(bench_load *load, bench_task task, bench_way way, int64_t passes)
{
  carom_contact c = load->contact;
  const carom_block block = {
      .count = load->count,
      .overlap = load->overlap,
      .approach = load->approach,
      .state = load->state,
      .coefficient = task == BENCH_VARIED ? (const double *const *)load->coefficient : NULL,
      .elastic = load->elastic,
      .dissipative = load->dissipative};
  c.instructions = set_of[way];
  for (int64_t k = 0; k < passes; k++) {
    if (task == BENCH_COMMIT)
      carom_contact_commits(&c, &block);
    else
      carom_contact_forces(&c, &block);
  }
}

static void pass_plain(bench_load *load, bench_task task, int64_t passes)
{
  const carom_kernels *kernel = carom_blocks_scalar() + carom_law_index(load->law);
  const double *coefficient = load->contact.coefficient;
  const double *const *coefficients = (const double *const *)load->coefficient;
  const double *const *state = (const double *const *)load->state;
  const int64_t groups = load->count / CAROM_GROUP;
  for (int64_t k = 0; k < passes; k++) {
    if (task == BENCH_COMMIT)
      kernel->commit(groups, coefficient, load->state, load->overlap);
    else if (task == BENCH_VARIED)
      kernel->varied(groups, coefficients, state, load->overlap, load->approach, load->elastic,
                     load->dissipative);
    else
      kernel->shared(groups, coefficient, state, load->overlap, load->approach, load->elastic,
                     load->dissipative);
  }
}

/* Laws that keep nothing get one state for all. */
static void pass_calls(bench_load *load, bench_task task, int64_t passes)
{
  const int64_t stride = load->law->states > 0;
  for (int64_t k = 0; k < passes; k++) {
    for (int64_t i = 0; i < load->count; i++) {
      carom_state *state = &load->single[i * stride];
      if (task == BENCH_COMMIT) {
        carom_contact_commit(&load->contact, state, load->overlap[i]);
        continue;
      }
      const carom_force f = carom_contact_force(&load->contact, state, load->overlap[i],
                                                load->approach[i]);
      load->elastic[i] = f.elastic;
      load->dissipative[i] = f.dissipative;
    }
  }
}

void bench_pass(bench_load *load, bench_task task, bench_way way, int64_t passes)
{
  if (way == BENCH_CALL)
    pass_calls(load, task, passes);
  else if (way == BENCH_PLAIN)
    pass_plain(load, task, passes);
  else
    pass_blocks(load, task, way, passes);
}

static uint64_t hash(uint64_t h, const double *value, int64_t count)
{
  for (int64_t i = 0; i < count; i++) {
    uint64_t bits;
    memcpy(&bits, &value[i], sizeof bits);
    h = (h ^ bits) * 0x100000001b3u;
    h ^= h >> 29;
  }
  return h;
}

void bench_compare(bench_load *load)
{
  for (int task = 0; task < BENCH_COMMIT; task++) {
    uint64_t first = 0;
    for (int way = 0; way < BENCH_WAYS; way++) {
      if (!bench_has(load, task, way)) continue;
      memset(load->elastic, 0xff, (size_t)load->count * sizeof(double));
      memset(load->dissipative, 0xff, (size_t)load->count * sizeof(double));
      bench_pass(load, task, way, 1);
      const uint64_t h = hash(hash(0, load->elastic, load->count), load->dissipative, load->count);
      if (way > 0 && h != first) {
        fprintf(stderr, "bench: %s, %s, %s gives other bits than base\n", load->law->info.name,
                bench_task_name[task], bench_way_name[way]);
        exit(1);
      }
      first = h;
    }
  }
}
