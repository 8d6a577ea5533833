/* SPDX-License-Identifier: MIT */
#include "io/agitate.h"

#include "law_base.h"
#include "law_math.h"
#include "scene/chance.h"

/* Marsaglia's polar method. Only one number per point in the disc is used, so that the numbers of a
 * particle do not depend on those of others. */
static double normal(uint64_t seed, uint64_t item, uint64_t stream)
{
  for (uint64_t draw = 0;; draw += 2) {
    const double u = 2 * carom_chance(seed, item, (draw << 2) + stream) - 1;
    const double w = 2 * carom_chance(seed, item, ((draw + 1) << 2) + stream) - 1;
    const double square = u * u + w * w;
    if (square > 0 && square < 1) return u * CAROM_SQRT(-2 * carom_log(square) / square);
  }
}

void carom_agitate(carom_scene_particle *particle, int64_t count, double deviation, uint64_t seed)
{
  /* A stream independent of that of the positions. */
  const uint64_t own = carom_chance_mix(seed + 0x61676974u);
  for (int k = 0; k < 3; k++) {
    double sum = 0;
    for (int64_t i = 0; i < count; i++)
      sum += normal(own, (uint64_t)i, (uint64_t)k);
    const double mean = sum / (double)count;
    for (int64_t i = 0; i < count; i++)
      particle[i].velocity[k] += deviation * (normal(own, (uint64_t)i, (uint64_t)k) - mean);
  }
}
