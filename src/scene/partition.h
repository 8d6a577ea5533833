/* SPDX-License-Identifier: MIT */
/* The partition of the particles into blocks: runs of consecutive ones, which threads take on one
 * by one. It follows from the number of particles alone, since the order of sums follows from it.
 */
#ifndef CAROM_SRC_SCENE_PARTITION_H
#define CAROM_SRC_SCENE_PARTITION_H

#include <stdbool.h>
#include <stdint.h>

/* Portions of equal length, each of `full` blocks of `size` particles and then of shorter ones. */
typedef struct carom_partition {
  int64_t count; /* of all particles */
  int64_t size, full, shorter;
  int64_t portion, blocks; /* particles and blocks of a portion */
} carom_partition;

/* `hosted`: within a host, with one thread. */
carom_partition carom_partition_of(int64_t particles, bool hosted);

/* How many blocks there are; one without particles. */
int64_t carom_partition_blocks(const carom_partition *p);

/* The first particle of a block; the number of particles for those behind the last one. */
static inline int64_t carom_partition_start(const carom_partition *p, int64_t block)
{
  const int64_t k = block % p->blocks, beyond = k > p->full ? k - p->full : 0;
  const int64_t start = block / p->blocks * p->portion + (k - beyond) * p->size +
                        beyond * p->shorter;
  return start < p->count ? start : p->count;
}

/* The block of a particle. */
static inline int64_t carom_partition_find(const carom_partition *p, int64_t particle)
{
  const int64_t within = particle % p->portion, beyond = within - p->full * p->size;
  return particle / p->portion * p->blocks +
         (beyond < 0 ? within / p->size : p->full + beyond / p->shorter);
}

#endif
