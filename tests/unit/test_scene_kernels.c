/* SPDX-License-Identifier: MIT */
/* The filter of pairs and the springs of listed contacts in every instruction set, against what
 * they should do, said one contact at a time. */
#include "scene/kernels.h"

#include <stdlib.h>
#include <string.h>

#include "chance.h"
#include "instructions.h"
#include "suite.h"

enum { GROUPS = CAROM_CHUNK / CAROM_LANES, PARTICLES = 1 + 2 * CAROM_LANES };

static const carom_scene_kernels *kernels_of(int set)
{
  if (!has_instructions((carom_instructions)set)) return NULL;
  return set == CAROM_INSTRUCTIONS_AVX512 ? carom_scene_kernels_avx512()
         : set == CAROM_INSTRUCTIONS_AVX2 ? carom_scene_kernels_avx2()
                                          : carom_scene_kernels_base();
}

/* One sphere, a ring of others that overlap it, and as many that do not. */
static void place(double *position_radius)
{
  for (int i = 0; i < PARTICLES; i++) {
    double *at = position_radius + CAROM_POSITION_DOUBLES * i;
    const double away = i == 0 ? 0 : i <= CAROM_LANES ? 0.9 : 1.1;
    at[0] = away * cos(i), at[1] = away * sin(i), at[2] = 0, at[3] = 0.5;
  }
}

/* Pairs of the first sphere, so that those of group g that overlap are the bits of first + g. */
static void pair_up(unsigned first, uint32_t *pair)
{
  for (uint32_t c = 0; c < CAROM_CHUNK; c++) {
    const uint32_t lane = c % CAROM_LANES;
    const bool closed = (first + c / CAROM_LANES) >> lane & 1;
    pair[2 * c] = 0;
    pair[2 * c + 1] = CAROM_POSITION_BYTES * (1 + lane + (closed ? 0 : CAROM_LANES));
  }
}

static void assert_filters(const carom_scene_kernels *kernels, unsigned bits, unsigned last)
{
  _Alignas(64) double position_radius[CAROM_POSITION_DOUBLES * PARTICLES];
  uint32_t pair[2 * CAROM_CHUNK], found[2 * (CAROM_CHUNK + CAROM_LANES)];
  uint32_t list[CAROM_CHUNK + CAROM_LANES];
  unsigned char mask[GROUPS];
  place(position_radius);
  pair_up(bits, pair);
  const carom_pair_range range = {
      .position_radius = position_radius, .pair = pair, .remaining = CAROM_CHUNK};
  const carom_kernel_params params = {.margin = 0};
  const int64_t count = kernels->filter(&range, 1000, GROUPS, last, &params, mask, found, list);
  int64_t seen = 0;
  for (uint32_t c = 0; c < CAROM_CHUNK; c++) {
    const unsigned wanted = (bits + c / CAROM_LANES) &
                            (c / CAROM_LANES == GROUPS - 1 ? last : 0xff);
    assert_int_equal(mask[c / CAROM_LANES], wanted);
    if (!(wanted >> c % CAROM_LANES & 1)) continue;
    assert_true(seen < count);
    assert_int_equal(list[seen], 1000 + c);
    assert_memory_equal(found + 2 * seen, pair + 2 * c, 2 * sizeof *pair);
    seen++;
  }
  assert_int_equal(seen, count);
}

static void filter_finds_every_set_of_closed_pairs(void **state)
{
  (void)state;
  for (int set = CAROM_INSTRUCTIONS_BASE; set <= CAROM_INSTRUCTIONS_AVX512; set++) {
    const carom_scene_kernels *kernels = kernels_of(set);
    for (unsigned bits = 0; kernels && bits < 256; bits += GROUPS) {
      assert_filters(kernels, bits, 0xff);
      assert_filters(kernels, bits, 0x1f);
    }
  }
}

/* Springs of so many contacts, scattered among histories of `size` numbers: stored, and loaded
 * again. Nobody else's numbers change. */
static void assert_stores(const carom_scene_kernels *kernels, int size, int numbers, int64_t count)
{
  enum { ALL = 3 * CAROM_CHUNK };
  carom_scratch *w = aligned_alloc(64, (sizeof *w + 63) / 64 * 64);
  const size_t all = (size_t)(size * ALL + CAROM_SPRING);
  double *history = calloc(all, sizeof *history), *wanted = calloc(all, sizeof *wanted);
  assert_true(w && history && wanted);
  memset(w, 0, sizeof *w);
  chance c = {(uint64_t)(100 * size + numbers), 0};
  for (size_t k = 0; k < all; k++)
    wanted[k] = history[k] = chance_between(&c, -1, 1);
  for (uint32_t i = 0; i < CAROM_CHUNK; i++) {
    w->list[i] = 3 * i + (uint32_t)(chance_bits(&c) % 3);
    for (int k = 0; k < numbers; k++)
      w->spring[i / CAROM_LANES][k][i % CAROM_LANES] = chance_between(&c, -1, 1);
  }
  for (int64_t i = 0; i < count; i++)
    for (int k = 0; k < numbers; k++)
      wanted[size * (int64_t)w->list[i] + k] = w->spring[i / CAROM_LANES][k][i % CAROM_LANES];
  kernels->store_springs(history, size, numbers, w->list, count, w);
  assert_memory_equal(history, wanted, all * sizeof *wanted);
  memset(w->spring, 0, sizeof w->spring);
  const int64_t groups = (count + CAROM_LANES - 1) / CAROM_LANES;
  kernels->load_springs(history, size, numbers, w->list, groups, w);
  for (int64_t i = 0; i < count; i++)
    for (int k = 0; k < numbers; k++)
      assert_true(w->spring[i / CAROM_LANES][k][i % CAROM_LANES] ==
                  wanted[size * (int64_t)w->list[i] + k]);
  free(wanted);
  free(history);
  free(w);
}

static void springs_are_stored_where_they_belong(void **state)
{
  (void)state;
  for (int set = CAROM_INSTRUCTIONS_BASE; set <= CAROM_INSTRUCTIONS_AVX512; set++) {
    const carom_scene_kernels *kernels = kernels_of(set);
    for (int numbers = 1; kernels && numbers <= CAROM_STAGE_HISTORY; numbers++)
      for (int64_t count = 1; count <= CAROM_CHUNK; count += 7) {
        assert_stores(kernels, numbers, numbers, count);
        assert_stores(kernels, numbers + 2, numbers, count);
      }
  }
}

SUITE("kernels of lists", filter_finds_every_set_of_closed_pairs,
      springs_are_stored_where_they_belong)
