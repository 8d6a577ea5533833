/* SPDX-License-Identifier: MIT */
/* The partition of the particles into blocks: runs of consecutive particles, which threads take one
 * at a time. It depends on the number of particles alone, because it determines the order of
 * sums. */
#ifndef CAROM_SRC_SCENE_PARTITION_H
#define CAROM_SRC_SCENE_PARTITION_H

#include <stdbool.h>
#include <stdint.h>

/* Portions of equal length; each has `full` blocks of `size` particles, then blocks of
 * `shorter`. */
typedef struct carom_partition {
  int64_t count; /* number of all particles */
  int64_t size, full, shorter;
  int64_t portion, blocks; /* particles and blocks of a portion */
} carom_partition;

/* `hosted`: the scene is within a host and has one thread. */
carom_partition carom_partition_of(int64_t particles, bool hosted);

/* Number of blocks; one if there are no particles. */
int64_t carom_partition_blocks(const carom_partition *p);

/* First particle of a block; the number of particles for blocks behind the last. */
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
