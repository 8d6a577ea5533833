/* SPDX-License-Identifier: MIT */
/* Copies rows of three numbers, as a host keeps them, to and from the rows of particles; for AVX2
 * and AVX-512. */
#ifndef CAROM_SRC_LANES_HOST_H
#define CAROM_SRC_LANES_HOST_H

#include <immintrin.h>

#include "scene/kernels.h"

/* A masked load, because the memory behind the last row may not be readable. */
CAROM_FN __m256d lane_row(const double *three)
{
  return _mm256_maskload_pd(three, _mm256_setr_epi64x(-1, -1, -1, 0));
}

/* In two parts, because masked stores are slow on some processors. */
CAROM_FN void lane_put_row(double *three, __m256d x)
{
  _mm_storeu_pd(three, _mm256_castpd256_pd128(x));
  _mm_store_sd(three + 2, _mm256_extractf128_pd(x, 1));
}

CAROM_FN void lane_take(const carom_hosted *host, int64_t count, const uint32_t *tag,
                        double *position_radius, double *contact_velocity, carom_aabb *box,
                        double *nan_sum)
{
  __m256d least = _mm256_load_pd(box->low), most = _mm256_load_pd(box->high);
  __m256d none = _mm256_setzero_pd();
  for (int64_t i = 0; i < count;
       i++, position_radius += CAROM_POSITION_DOUBLES, contact_velocity += CAROM_ROW_DOUBLES) {
    const __m256d x = lane_row(host->position[tag[i]]), v = lane_row(host->velocity[tag[i]]),
                  spin = lane_row(host->spin[tag[i]]);
    _mm256_store_pd(position_radius, _mm256_blend_pd(x, _mm256_load_pd(position_radius), 0x8));
    _mm256_store_pd(contact_velocity, _mm256_blend_pd(v, _mm256_load_pd(contact_velocity), 0x8));
    _mm256_store_pd(contact_velocity + 4,
                    _mm256_blend_pd(spin, _mm256_load_pd(contact_velocity + 4), 0x8));
    least = _mm256_min_pd(v, least), most = _mm256_max_pd(v, most);
    none = _mm256_add_pd(none, _mm256_sub_pd(v, v));
  }
  double found[CAROM_POSITION_DOUBLES];
  _mm256_storeu_pd(found, none);
  _mm256_store_pd(box->low, least), _mm256_store_pd(box->high, most);
  *nan_sum = (found[0] + found[1]) + (found[2] + found[3]);
}

CAROM_FN void lane_tell(const double *position_radius, const double *contact_velocity,
                        const double shift[CAROM_POSITION_DOUBLES], double *to)
{
  const __m256d x = _mm256_load_pd(position_radius), v = _mm256_load_pd(contact_velocity);
  _mm256_storeu_pd(to, _mm256_add_pd(x, _mm256_loadu_pd(shift)));
  _mm256_storeu_pd(to + 3, v); /* the surplus number is overwritten next */
  lane_put_row(to + 6, _mm256_load_pd(contact_velocity + 4));
}

CAROM_FN void lane_hear(int64_t count, const uint32_t *index, double *position_radius,
                        double *contact_velocity, const double *from, carom_aabb *box,
                        double *nan_sum)
{
  __m256d least = _mm256_load_pd(box->low), most = _mm256_load_pd(box->high);
  __m256d none = _mm256_setzero_pd();
  for (int64_t i = 0; i < count; i++, from += CAROM_GHOST_DOUBLES) {
    double *x = position_radius + CAROM_POSITION_DOUBLES * (size_t)index[i];
    double *v = contact_velocity + CAROM_ROW_DOUBLES * (size_t)index[i];
    const __m256d velocity = _mm256_blend_pd(_mm256_loadu_pd(from + 3), _mm256_load_pd(v), 0x8);
    _mm256_store_pd(x, _mm256_blend_pd(_mm256_loadu_pd(from), _mm256_load_pd(x), 0x8));
    _mm256_store_pd(v, velocity);
    _mm256_store_pd(v + 4, _mm256_blend_pd(_mm256_loadu_pd(from + 6), _mm256_load_pd(v + 4), 0x8));
    least = _mm256_min_pd(velocity, least), most = _mm256_max_pd(velocity, most);
    none = _mm256_add_pd(none, _mm256_sub_pd(velocity, velocity));
  }
  double found[CAROM_POSITION_DOUBLES];
  _mm256_storeu_pd(found, none);
  _mm256_store_pd(box->low, least), _mm256_store_pd(box->high, most);
  *nan_sum = (found[0] + found[1]) + (found[2] + found[3]);
}

CAROM_FN void lane_give(const double *row, double mass, const double gravity[3], double *force,
                        double *torque)
{
  const __m256d weight = _mm256_mul_pd(_mm256_set1_pd(mass), lane_row(gravity));
  lane_put_row(force, _mm256_add_pd(_mm256_load_pd(row), weight));
  lane_put_row(torque, _mm256_add_pd(lane_row(torque), _mm256_load_pd(row + 4)));
}

#endif
