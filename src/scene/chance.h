/* SPDX-License-Identifier: MIT */
/* Random numbers as a function of a seed and two counters: there is no state to carry, to save or
 * to share between threads. */
#ifndef CAROM_SCENE_CHANCE_H
#define CAROM_SCENE_CHANCE_H

#include <stdint.h>

/* The finaliser of SplitMix64: every bit of the result depends on every bit of z. */
static inline uint64_t carom_chance_mix(uint64_t z)
{
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

/* 64 bits for draw number `draw` of item number `item`. */
static inline uint64_t carom_chance_bits(uint64_t seed, uint64_t item, uint64_t draw)
{
  const uint64_t step = 0x9e3779b97f4a7c15u;
  return carom_chance_mix(carom_chance_mix(carom_chance_mix(seed + step) + step * (item + 1)) +
                          step * (draw + 1));
}

/* Uniform in [0, 1). */
static inline double carom_chance(uint64_t seed, uint64_t item, uint64_t draw)
{
  return (double)(carom_chance_bits(seed, item, draw) >> 11) * 0x1p-53;
}

#endif
