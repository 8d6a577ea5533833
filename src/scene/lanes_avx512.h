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

/* a + b where a bit is set, a - b elsewhere. */
CAROM_FN __m512d lane_combine(__m512d a, __m512d b, unsigned plus)
{
  const __m512d signs = _mm512_maskz_mov_pd((__mmask8)~plus, _mm512_set1_pd(-0.0));
  return _mm512_add_pd(a, _mm512_xor_pd(b, signs));
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
    r[k] = lane_combine(a, b, 0x88);
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

CAROM_FN long lane_compress(unsigned mask, const uint32_t *pair, uint32_t first, uint32_t *pairs,
                            uint32_t *list)
{
  const __m256i numbers = _mm256_add_epi32(_mm256_set1_epi32((int)first),
                                           _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
  const __m256i packed = _mm256_maskz_compress_epi32((__mmask8)mask, numbers);
  _mm256_storeu_si256((__m256i *)(void *)list, packed);
  const __m512i bodies = _mm512_loadu_si512(pair);
  _mm512_storeu_si512(pairs, _mm512_maskz_compress_epi64((__mmask8)mask, bodies));
  return __builtin_popcount(mask);
}

CAROM_FN unsigned lane_positive(const double x[CAROM_LANES])
{
  return _mm512_cmp_pd_mask(_mm512_load_pd(x), _mm512_setzero_pd(), _CMP_GT_OQ);
}

/* Is one above zero, or no number? */
CAROM_FN bool lane_beyond(const double x[CAROM_LANES])
{
  return _mm512_cmp_pd_mask(_mm512_load_pd(x), _mm512_setzero_pd(), _CMP_NLE_UQ) != 0;
}

CAROM_FN void lane_records(const double *grain, const uint32_t *pair, double a[8][CAROM_LANES],
                           double b[8][CAROM_LANES])
{
  __m512d r[8], q[8];
  for (int l = 0; l < CAROM_LANES; l++) {
    const double *p = grain + (size_t)CAROM_GRAIN * pair[2 * l];
    const double *o = grain + (size_t)CAROM_GRAIN * pair[2 * l + 1];
    const __m512d first = _mm512_load_pd(p), second = _mm512_load_pd(o);
    const __m512d c = _mm512_load_pd(p + 8), d = _mm512_load_pd(o + 8);
    r[l] = lane_combine(first, second, 0x88);
    q[l] = lane_combine(c, d, 0x87);
  }
  lane_transpose8(r);
  lane_transpose8(q);
  for (int k = 0; k < 8; k++) {
    _mm512_store_pd(a[k], r[k]);
    _mm512_store_pd(b[k], q[k]);
  }
}

/* The sums of the spins alone from the second lines. */
CAROM_FN void lane_records_even(const double *grain, const uint32_t *pair, double a[8][CAROM_LANES],
                                double b[8][CAROM_LANES])
{
  __m512d r[8], q[4];
  __m256d half[8];
  for (int l = 0; l < CAROM_LANES; l++) {
    const double *p = grain + (size_t)CAROM_GRAIN * pair[2 * l];
    const double *o = grain + (size_t)CAROM_GRAIN * pair[2 * l + 1];
    const __m512d first = _mm512_load_pd(p), second = _mm512_load_pd(o);
    r[l] = lane_combine(first, second, 0x88);
    half[l] = _mm256_add_pd(_mm256_load_pd(p + 8), _mm256_load_pd(o + 8));
  }
  for (int k = 0; k < 4; k++)
    q[k] = _mm512_insertf64x4(_mm512_castpd256_pd512(half[k]), half[k + 4], 1);
  lane_transpose8(r);
  lane_transpose4(q);
  for (int k = 0; k < 8; k++)
    _mm512_store_pd(a[k], r[k]);
  for (int k = 0; k < 3; k++)
    _mm512_store_pd(b[k], q[k]);
}

CAROM_FN void lane_add(double *row, __m512d more)
{
  _mm512_store_pd(row, _mm512_add_pd(_mm512_load_pd(row), more));
}

/* Where the arms differ they are spread over the torque, and the force gets 1 and -1. */
CAROM_FN void lane_add_force(__m512d row, const uint32_t *pair, uint32_t number,
                             const carom_sink *to, const bool even, const bool outer)
{
  const __m512d one = _mm512_setr_pd(1, 1, 1, 0, 0, 0, 0, 0);
  const __m512d minus = _mm512_setr_pd(-1, -1, -1, 0, 0, 0, 0, 0);
  const __m512d turned = _mm512_setr_pd(-0.0, -0.0, -0.0, 0, 0, 0, 0, 0);
  const __m512i sixth = _mm512_set1_epi64(6), seventh = _mm512_set1_epi64(7);
  const __m512d first = even
                            ? row
                            : _mm512_mul_pd(row, _mm512_mask_permutexvar_pd(one, 0x38, sixth, row));
  const __m512d second = even ? _mm512_xor_pd(row, turned)
                              : _mm512_mul_pd(
                                    row, _mm512_mask_permutexvar_pd(minus, 0x38, seventh, row));
  lane_add(to->force + (size_t)CAROM_ROW * (pair[0] - to->from), first);
  if (outer)
    lane_add(to->outer + (size_t)CAROM_ROW * to->row[number - to->first], second);
  else
    lane_add(to->force + (size_t)CAROM_ROW * (pair[1] - to->from), second);
}

CAROM_FN void lane_add_forces(double f[8][CAROM_LANES], const uint32_t *pair, const uint32_t *list,
                              long count, const carom_sink *to, const bool even, const bool outer)
{
  __m512d r[8];
  for (int k = 0; k < 8; k++)
    r[k] = _mm512_load_pd(f[k]);
  lane_transpose8(r);
  if (count >= CAROM_LANES)
    for (int l = 0; l < CAROM_LANES; l++)
      lane_add_force(r[l], pair + 2 * l, list[l], to, even, outer);
  else
    for (int l = 0; l < CAROM_LANES - 1; l++)
      if (l < count) lane_add_force(r[l], pair + 2 * l, list[l], to, even, outer);
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
