/* SPDX-License-Identifier: MIT */
/* Eight contacts at once: records are loaded as whole cache lines and transposed in registers. The
 * operations on each number are those of lanes_plain.h, in the same order. */
#ifndef CAROM_SRC_LANES_AVX512_H
#define CAROM_SRC_LANES_AVX512_H

#include <immintrin.h>

#include "scene/sweep.h"

/* 4x4 within each half: rows of four doubles, two rows a register, become columns. */
CAROM_FN void lane_transpose4(__m512d r[4])
{
  const __m512d a = _mm512_unpacklo_pd(r[0], r[1]), b = _mm512_unpackhi_pd(r[0], r[1]);
  const __m512d c = _mm512_unpacklo_pd(r[2], r[3]), d = _mm512_unpackhi_pd(r[2], r[3]);
  const __m512i low = _mm512_setr_epi64(0, 1, 8, 9, 4, 5, 12, 13);
  const __m512i high = _mm512_setr_epi64(2, 3, 10, 11, 6, 7, 14, 15);
  r[0] = _mm512_permutex2var_pd(a, low, c);
  r[1] = _mm512_permutex2var_pd(b, low, d);
  r[2] = _mm512_permutex2var_pd(a, high, c);
  r[3] = _mm512_permutex2var_pd(b, high, d);
}

CAROM_FN void lane_transpose8(__m512d r[8])
{
  __m512d t[8], u[8];
  for (int k = 0; k < 4; k++) {
    t[2 * k] = _mm512_unpacklo_pd(r[2 * k], r[2 * k + 1]);
    t[2 * k + 1] = _mm512_unpackhi_pd(r[2 * k], r[2 * k + 1]);
  }
  for (int k = 0; k < 2; k++) {
    u[k] = _mm512_shuffle_f64x2(t[k], t[2 + k], 0x88);
    u[2 + k] = _mm512_shuffle_f64x2(t[k], t[2 + k], 0xdd);
    u[4 + k] = _mm512_shuffle_f64x2(t[4 + k], t[6 + k], 0x88);
    u[6 + k] = _mm512_shuffle_f64x2(t[4 + k], t[6 + k], 0xdd);
  }
  for (int k = 0; k < 2; k++) {
    r[k] = _mm512_shuffle_f64x2(u[k], u[4 + k], 0x88);
    r[4 + k] = _mm512_shuffle_f64x2(u[k], u[4 + k], 0xdd);
    r[2 + k] = _mm512_shuffle_f64x2(u[2 + k], u[6 + k], 0x88);
    r[6 + k] = _mm512_shuffle_f64x2(u[2 + k], u[6 + k], 0xdd);
  }
}

CAROM_FN __m512d lane_wrap(__m512d x, double length, double inverse)
{
  const __m512d magic = _mm512_set1_pd(CAROM_ROUND_MAGIC);
  const __m512d turns = _mm512_add_pd(_mm512_mul_pd(x, _mm512_set1_pd(inverse)), magic);
  const __m512d whole = _mm512_sub_pd(turns, magic);
  return _mm512_sub_pd(x, _mm512_mul_pd(_mm512_set1_pd(length), whole));
}

/* The first halves of the records of two particles. */
CAROM_FN __m512d lane_places(const double *grain, uint32_t low, uint32_t high)
{
  const __m512d a = _mm512_castpd256_pd512(_mm256_load_pd(grain + (size_t)CAROM_GRAIN * low));
  return _mm512_insertf64x4(a, _mm256_load_pd(grain + (size_t)CAROM_GRAIN * high), 1);
}

CAROM_FN unsigned lane_overlaps(const double *grain, const uint32_t *pair, const carom_frame *f)
{
  __m512d r[4];
  for (int k = 0; k < 4; k++) {
    const __m512d a = lane_places(grain, pair[2 * k], pair[2 * k + 8]);
    const __m512d b = lane_places(grain, pair[2 * k + 1], pair[2 * k + 9]);
    r[k] = _mm512_mask_add_pd(_mm512_sub_pd(a, b), 0x88, a, b);
  }
  lane_transpose4(r);
  if (f->periodic)
    for (int k = 0; k < 3; k++)
      r[k] = lane_wrap(r[k], f->length[k], f->inverse[k]);
  __m512d square = _mm512_add_pd(_mm512_mul_pd(r[0], r[0]), _mm512_mul_pd(r[1], r[1]));
  square = _mm512_add_pd(square, _mm512_mul_pd(r[2], r[2]));
  const __m512d deep = _mm512_sub_pd(_mm512_mul_pd(r[3], r[3]), square);
  return _mm512_cmp_pd_mask(deep, _mm512_setzero_pd(), _CMP_GT_OQ);
}

CAROM_FN long lane_compress(unsigned mask, uint32_t first, uint32_t *list)
{
  const __m256i numbers = _mm256_add_epi32(_mm256_set1_epi32((int)first),
                                           _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
  const __m256i packed = _mm256_maskz_compress_epi32((__mmask8)mask, numbers);
  _mm256_storeu_si256((__m256i *)(void *)list, packed);
  return __builtin_popcount(mask);
}

CAROM_FN void lane_gather(const double *grain, const uint32_t *pair, const uint32_t *list,
                          carom_scratch *w, long i)
{
  double *first = w->x + i, *second = w->sx + i;
  __m512d r[8], q[8];
  for (int l = 0; l < CAROM_LANES; l++) {
    const double *p = grain + (size_t)CAROM_GRAIN * pair[2 * (size_t)list[l]];
    const double *o = grain + (size_t)CAROM_GRAIN * pair[2 * (size_t)list[l] + 1];
    const __m512d a = _mm512_load_pd(p), b = _mm512_load_pd(o);
    const __m512d c = _mm512_load_pd(p + 8), d = _mm512_load_pd(o + 8);
    r[l] = _mm512_mask_add_pd(_mm512_sub_pd(a, b), 0x88, a, b);
    q[l] = _mm512_mask_add_pd(_mm512_sub_pd(c, d), 0x87, c, d);
  }
  lane_transpose8(r);
  lane_transpose8(q);
  for (int k = 0; k < 8; k++) {
    _mm512_store_pd(first + k * CAROM_CHUNK, r[k]);
    _mm512_store_pd(second + k * CAROM_CHUNK, q[k]);
  }
}

/* The sums of the spins alone from the second lines. */
CAROM_FN void lane_gather_even(const double *grain, const uint32_t *pair, const uint32_t *list,
                               carom_scratch *w, long i)
{
  double *first = w->x + i, *second = w->sx + i;
  __m512d r[8], q[4];
  __m256d half[8];
  for (int l = 0; l < CAROM_LANES; l++) {
    const double *p = grain + (size_t)CAROM_GRAIN * pair[2 * (size_t)list[l]];
    const double *o = grain + (size_t)CAROM_GRAIN * pair[2 * (size_t)list[l] + 1];
    const __m512d a = _mm512_load_pd(p), b = _mm512_load_pd(o);
    r[l] = _mm512_mask_add_pd(_mm512_sub_pd(a, b), 0x88, a, b);
    half[l] = _mm256_add_pd(_mm256_load_pd(p + 8), _mm256_load_pd(o + 8));
  }
  for (int k = 0; k < 4; k++)
    q[k] = _mm512_insertf64x4(_mm512_castpd256_pd512(half[k]), half[k + 4], 1);
  lane_transpose8(r);
  lane_transpose4(q);
  for (int k = 0; k < 8; k++)
    _mm512_store_pd(first + k * CAROM_CHUNK, r[k]);
  for (int k = 0; k < 3; k++)
    _mm512_store_pd(second + k * CAROM_CHUNK, q[k]);
}

CAROM_FN void lane_load(const double *past, long stride, const uint32_t *list, carom_scratch *w,
                        long i)
{
  __m512d r[4];
  for (int k = 0; k < 4; k++) {
    const __m512d a = _mm512_castpd256_pd512(_mm256_load_pd(past + stride * (long)list[k]));
    r[k] = _mm512_insertf64x4(a, _mm256_load_pd(past + stride * (long)list[k + 4]), 1);
  }
  lane_transpose4(r);
  for (int k = 0; k < CAROM_SPRING; k++)
    _mm512_store_pd(w->spring[k] + i, r[k]);
}

CAROM_FN void lane_store(double *past, long stride, const uint32_t *list, long count,
                         const carom_scratch *w, long i)
{
  __m512d r[4];
  for (int k = 0; k < CAROM_SPRING; k++)
    r[k] = _mm512_load_pd(w->spring[k] + i);
  lane_transpose4(r);
  for (long l = 0; l < count && l < 4; l++)
    _mm256_store_pd(past + stride * (long)list[l], _mm512_castpd512_pd256(r[l]));
  for (long l = 4; l < count; l++)
    _mm256_store_pd(past + stride * (long)list[l], _mm512_extractf64x4_pd(r[l - 4], 1));
}

CAROM_FN void lane_add(double *row, __m512d more)
{
  _mm512_store_pd(row, _mm512_add_pd(_mm512_load_pd(row), more));
}

/* A row holds force, torque over the lever arm, and both arms; the arms are spread over the torque
 * and the force gets 1 and -1. */
CAROM_FN void lane_scatter(const uint32_t *pair, const uint32_t *list, long count,
                           const carom_scratch *w, long i, uint32_t from, double *force,
                           double *outer, uint32_t outer_first)
{
  const __m512d one = _mm512_setr_pd(1, 1, 1, 0, 0, 0, 0, 0);
  const __m512d minus = _mm512_setr_pd(-1, -1, -1, 0, 0, 0, 0, 0);
  const __m512i sixth = _mm512_set1_epi64(6), seventh = _mm512_set1_epi64(7);
  __m512d r[8];
  for (int k = 0; k < 6; k++)
    r[k] = _mm512_load_pd(w->fx + k * CAROM_CHUNK + i);
  r[6] = _mm512_load_pd(w->arm + i);
  r[7] = _mm512_load_pd(w->arm_b + i);
  lane_transpose8(r);
  for (long l = 0; l < count; l++) {
    const uint32_t *p = pair + 2 * (size_t)list[l];
    const __m512d first = _mm512_mask_permutexvar_pd(one, 0x38, sixth, r[l]);
    const __m512d second = _mm512_mask_permutexvar_pd(minus, 0x38, seventh, r[l]);
    lane_add(force + (size_t)CAROM_ROW * (p[0] - from), _mm512_mul_pd(r[l], first));
    if (outer)
      _mm512_store_pd(outer + (size_t)CAROM_ROW * (list[l] - outer_first),
                      _mm512_add_pd(_mm512_setzero_pd(), _mm512_mul_pd(r[l], second)));
    else
      lane_add(force + (size_t)CAROM_ROW * (p[1] - from), _mm512_mul_pd(r[l], second));
  }
}

CAROM_FN void lane_collect(const double *row, double *force)
{
  lane_add(force, _mm512_load_pd(row));
}

CAROM_FN double lane_move(const carom_kick *k, double *grain, double *motion, const double *force)
{
  const __m512d first = _mm512_load_pd(grain), last = _mm512_load_pd(grain + 8);
  const __m512d step = _mm512_set1_pd(k->step);
  const __m512i velocities = _mm512_setr_epi64(4, 5, 6, 8, 9, 10, 4, 4);
  const __m512i inverses = _mm512_setr_epi64(7, 7, 7, 15, 15, 15, 7, 7);
  const __m512d before = motion ? _mm512_load_pd(motion)
                                : _mm512_permutex2var_pd(first, velocities, last);
  const __m512d spread = _mm512_permutex2var_pd(first, inverses, last);
  const __m512d g = _mm512_setr_pd(k->gravity[0], k->gravity[1], k->gravity[2], 0, 0, 0, 0, 0);
  const __mmask8 moves = _mm512_mask_cmp_pd_mask(0x07, spread, _mm512_setzero_pd(), _CMP_GT_OQ);
  const __m512d a = _mm512_add_pd(_mm512_mul_pd(_mm512_load_pd(force), spread),
                                  _mm512_maskz_mov_pd(moves, g));
  const __m512d next = _mm512_add_pd(before, _mm512_mul_pd(step, a));
  __m512d seen = next;
  if (motion) {
    seen = _mm512_add_pd(next, _mm512_mul_pd(_mm512_set1_pd(k->ahead), a));
    _mm512_store_pd(motion, next);
  }
  const __m512d place = _mm512_mask_add_pd(first, 0x07, first, _mm512_mul_pd(step, next));
  const __m512i linear = _mm512_setr_epi64(0, 0, 0, 0, 0, 1, 2, 0);
  const __m512i angular = _mm512_setr_epi64(3, 4, 5, 0, 3, 4, 5, 0);
  _mm512_store_pd(grain, _mm512_mask_permutexvar_pd(place, 0x70, linear, seen));
  _mm512_store_pd(grain + 8, _mm512_mask_permutexvar_pd(last, 0x77, angular, seen));
  const __m512d square = _mm512_mul_pd(next, next);
  const __m128d low = _mm512_castpd512_pd128(square);
  const __m128d third = _mm256_extractf128_pd(_mm512_castpd512_pd256(square), 1);
  const __m128d sum = _mm_add_sd(low, _mm_unpackhi_pd(low, low));
  return _mm_cvtsd_f64(_mm_add_sd(sum, third));
}

#endif
