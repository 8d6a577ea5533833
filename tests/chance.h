/* SPDX-License-Identifier: MIT */
/* Random numbers that depend on a seed and a counter alone: the same on every machine. */
#ifndef CAROM_TESTS_CHANCE_H
#define CAROM_TESTS_CHANCE_H

#include <math.h>
#include <stdint.h>

typedef struct chance {
  uint64_t seed, counter;
} chance;

/* 64 random bits: the counter, mixed (splitmix64). */
static inline uint64_t chance_bits(chance *c)
{
  uint64_t z = c->seed + 0x9e3779b97f4a7c15u * ++c->counter;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

static inline double chance_between(chance *c, double low, double high)
{
  return low + (high - low) * ((double)(chance_bits(c) >> 11) * 0x1p-53);
}

/* Evenly spread in the logarithm. */
static inline double chance_of_scale(chance *c, double low, double high)
{
  return exp(chance_between(c, log(low), log(high)));
}

/* 0 .. count-1 */
static inline int chance_index(chance *c, int count)
{
  return (int)(chance_bits(c) % (uint64_t)count);
}

#endif
