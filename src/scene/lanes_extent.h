/* SPDX-License-Identifier: MIT */
/* Boxes of places and ways, a place a register: with AVX2 and AVX-512 alike. */
#ifndef CAROM_SRC_LANES_EXTENT_H
#define CAROM_SRC_LANES_EXTENT_H

#include <immintrin.h>

#include "scene/sweep.h"

CAROM_FN void lane_extent(int64_t count, const double *spot, const double *from, carom_box *place,
                          carom_box *way, double *nothing)
{
  __m256d low = _mm256_load_pd(place->low), high = _mm256_load_pd(place->high);
  __m256d least = _mm256_load_pd(way->low), most = _mm256_load_pd(way->high);
  __m256d none = _mm256_setzero_pd();
  for (int64_t i = 0; i < count; i++) {
    const __m256d x = _mm256_load_pd(spot + CAROM_SPOT * i);
    const __m256d w = _mm256_sub_pd(x, _mm256_load_pd(from + CAROM_SPOT * i));
    low = _mm256_min_pd(x, low), high = _mm256_max_pd(x, high);
    least = _mm256_min_pd(w, least), most = _mm256_max_pd(w, most);
    none = _mm256_add_pd(none, _mm256_sub_pd(w, w));
  }
  double found[CAROM_SPOT];
  _mm256_storeu_pd(found, none);
  _mm256_store_pd(place->low, low), _mm256_store_pd(place->high, high);
  _mm256_store_pd(way->low, least), _mm256_store_pd(way->high, most);
  *nothing = (found[0] + found[1]) + (found[2] + found[3]);
}

#endif
