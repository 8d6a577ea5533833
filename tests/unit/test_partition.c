/* SPDX-License-Identifier: MIT */
/* Blocks of particles: every particle is in one, and what threads take last is short. */
#include "scene/partition.h"

#include "core/pool.h"
#include "suite.h"

static int64_t length(const carom_partition *p, int64_t block)
{
  return carom_partition_start(p, block + 1) - carom_partition_start(p, block);
}

static void assert_covers(int64_t particles, bool hosted)
{
  const carom_partition p = carom_partition_of(particles, hosted);
  const int64_t blocks = carom_partition_blocks(&p);
  int64_t next = 0;
  for (int64_t b = 0; b < blocks; b++) {
    const int64_t from = carom_partition_start(&p, b), to = carom_partition_start(&p, b + 1);
    assert_int_equal(from, next);
    assert_int_equal(from % 8, 0); /* whole cache lines */
    assert_in_range(to - from, particles > 0, p.size);
    assert_true(particles == 0 || carom_partition_find(&p, from) == b);
    assert_true(particles == 0 || carom_partition_find(&p, to - 1) == b);
    next = to;
  }
  assert_int_equal(next, particles);
  assert_int_equal(carom_partition_start(&p, blocks), particles);
}

static void every_particle_is_in_one_block(void **state)
{
  (void)state;
  for (int64_t n = 0; n < 200000; n += n < 1100 || (n > 16300 && n < 16500) ? 1 : 97) {
    assert_covers(n, false);
    assert_covers(n, true);
  }
  for (int64_t n = 200000; n < 134000000; n += n / 7)
    assert_covers(n, false);
}

/* Blocks are long enough for their lists, and those that idle threads take are a twelfth of a
 * portion or less, unless this is short itself. */
static void the_last_blocks_of_a_portion_are_short(void **state)
{
  (void)state;
  for (int64_t n = 16384; n < 3000000; n += 997) {
    const carom_partition p = carom_partition_of(n, false);
    assert_in_range(p.size, 256, 1024);
    assert_in_range(p.shorter, 128, 768);
    assert_true(p.shorter <= p.size);
    assert_true(12 * p.shorter <= p.portion + 12 * 8 || p.shorter <= p.size / 2 + 8 ||
                p.size >= 1000);
    assert_in_range(p.blocks - p.full, 2, 4);
  }
}

/* Shares of 2 to 16 threads begin with portions, so that their last blocks are the shorter ones. */
static void threads_begin_with_portions(void **state)
{
  int tried = 0;
  (void)state;
  for (int64_t n = 20000; n < 2000000; n += 9973) {
    const carom_partition p = carom_partition_of(n, false);
    const int64_t blocks = carom_partition_blocks(&p);
    if (blocks % p.blocks) continue; /* the last portion lacks a block */
    tried++;
    for (int threads = 2; threads <= 16; threads *= 2)
      for (int k = 1; k <= threads; k++) {
        const int64_t first = carom_pool_first(blocks, threads, k);
        assert_int_equal(first % p.blocks, 0);
        assert_true(k == threads || length(&p, first - 1) <= p.shorter);
      }
  }
  assert_true(tried > 150);
}

SUITE("partition into blocks", every_particle_is_in_one_block,
      the_last_blocks_of_a_portion_are_short, threads_begin_with_portions)
