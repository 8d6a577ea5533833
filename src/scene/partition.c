/* SPDX-License-Identifier: MIT */
#include "scene/partition.h"

/* Bounds on the particles of a block. Small blocks have more halo rows, and more lists whose last
 * chunk is not full. A scene within a host has few particles: its blocks are as large as a core's
 * cache holds. */
enum { SMALLEST = 256, LARGEST = 1024, HOSTED = 2048 };

enum {
  PORTIONS = 16, /* so that up to 16 threads start with whole portions */
  FEWEST = 2,    /* fewest shorter, and fewest full blocks of a portion */
  MOST = 4       /* most shorter blocks of a portion */
};

/* Particles per cache line in the arrays with the shortest rows. */
enum { LINE = 8 };

static int64_t lines(int64_t particles)
{
  return (particles + LINE - 1) / LINE * LINE;
}

/* Threads that are done take the last blocks of others. So the last third of a portion consists of
 * shorter blocks: the shorter they are, the less threads wait for each other at the end of a
 * pass. */
static void cut_portion(carom_partition *p, int64_t portion)
{
  const int64_t third = portion / 3, wanted = third / SMALLEST;
  const int64_t count = wanted < FEWEST ? FEWEST : wanted > MOST ? MOST : wanted;
  const int64_t shorter = third / count < LARGEST / 2 ? third / count : LARGEST / 2;
  const int64_t rest = portion - count * lines(shorter), most = (rest + LARGEST - 1) / LARGEST,
                full = most < FEWEST ? FEWEST : most;
  p->size = lines((rest + full - 1) / full);
  p->full = (rest + p->size / 2) / p->size;
  p->shorter = lines((portion - p->full * p->size + count - 1) / count);
  p->blocks = p->full + count;
  p->portion = portion;
}

carom_partition carom_partition_of(int64_t particles, bool hosted)
{
  carom_partition p = {.count = particles};
  const int64_t portion = lines((particles + PORTIONS - 1) / PORTIONS);
  if (!hosted && portion >= 4 * SMALLEST) {
    cut_portion(&p, portion);
  } else {
    p.size = p.shorter = p.portion = hosted ? HOSTED : SMALLEST;
    p.full = p.blocks = 1;
  }
  return p;
}

int64_t carom_partition_blocks(const carom_partition *p)
{
  return p->count > 0 ? carom_partition_find(p, p->count - 1) + 1 : 1;
}
