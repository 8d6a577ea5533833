/* SPDX-License-Identifier: MIT */
/* Bounding boxes of positions and displacements, one position per register; for AVX2 and
 * AVX-512. */
#ifndef CAROM_SRC_LANES_EXTENT_H
#define CAROM_SRC_LANES_EXTENT_H

#include <immintrin.h>

#include "scene/kernels.h"

CAROM_FN void lane_extent(int64_t count, const double *position_radius, const double *from,
                          carom_aabb *position, carom_aabb *displacement, double *nan_sum)
{
  __m256d low = _mm256_load_pd(position->low), high = _mm256_load_pd(position->high);
  __m256d least = _mm256_load_pd(displacement->low), most = _mm256_load_pd(displacement->high);
  __m256d none = _mm256_setzero_pd();
  for (int64_t i = 0; i < count; i++) {
    const __m256d x = _mm256_load_pd(position_radius + CAROM_POSITION_DOUBLES * i);
    const __m256d w = _mm256_sub_pd(x, _mm256_load_pd(from + CAROM_POSITION_DOUBLES * i));
    low = _mm256_min_pd(x, low), high = _mm256_max_pd(x, high);
    least = _mm256_min_pd(w, least), most = _mm256_max_pd(w, most);
    none = _mm256_add_pd(none, _mm256_sub_pd(w, w));
  }
  double found[CAROM_POSITION_DOUBLES];
  _mm256_storeu_pd(found, none);
  _mm256_store_pd(position->low, low), _mm256_store_pd(position->high, high);
  _mm256_store_pd(displacement->low, least), _mm256_store_pd(displacement->high, most);
  *nan_sum = (found[0] + found[1]) + (found[2] + found[3]);
}

#endif
