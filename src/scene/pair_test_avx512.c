/* SPDX-License-Identifier: MIT */
/* Tests eight particles at once and gathers a row of cells at a time. The operations on each number
 * are those of search.c and cell_stencil.c, in the same order. */
#include "scene/pair_test.h"

#ifdef __AVX512F__
#include <immintrin.h>

/* Columns x, y, z, r of eight particles: two rows per register, then 4x4 transposed within each
 * half. */
static void load_positions(const double *position_radius, const uint32_t *number, __m512d column[4])
{
  const __m512i low = _mm512_setr_epi64(0, 1, 8, 9, 4, 5, 12, 13);
  const __m512i high = _mm512_setr_epi64(2, 3, 10, 11, 6, 7, 14, 15);
  __m512d row[4];
  for (int k = 0; k < 4; k++) {
    const __m256d first = _mm256_loadu_pd(position_radius +
                                          (size_t)CAROM_POSITION_DOUBLES * number[k]);
    const __m256d second = _mm256_loadu_pd(position_radius +
                                           (size_t)CAROM_POSITION_DOUBLES * number[4 + k]);
    row[k] = _mm512_insertf64x4(_mm512_castpd256_pd512(first), second, 1);
  }
  const __m512d a = _mm512_unpacklo_pd(row[0], row[1]), b = _mm512_unpackhi_pd(row[0], row[1]);
  const __m512d c = _mm512_unpacklo_pd(row[2], row[3]), d = _mm512_unpackhi_pd(row[2], row[3]);
  column[0] = _mm512_permutex2var_pd(a, low, c);
  column[1] = _mm512_permutex2var_pd(b, low, d);
  column[2] = _mm512_permutex2var_pd(a, high, c);
  column[3] = _mm512_permutex2var_pd(b, high, d);
}

static __m512d square_of(__m512d x)
{
  return _mm512_mul_pd(x, x);
}

static int64_t pair_test(const carom_pair_query *o, carom_search_buffer *f)
{
  const double *a = o->position_radius + (size_t)CAROM_POSITION_DOUBLES * o->number;
  const __m512d reach = _mm512_set1_pd(a[3] + o->skin);
  const __m256i own = _mm256_set1_epi32((int)o->number);
  const int64_t count = f->stencil_count;
  int64_t found = 0;
  for (int64_t k = 0; k < count; k += 8) {
    __m512d b[4], apart = _mm512_setzero_pd();
    load_positions(o->position_radius, f->stencil + k, b);
    for (int c = 0; c < 3; c++) {
      __m512d x = _mm512_set1_pd(a[c]);
      if (f->shifted) x = _mm512_add_pd(x, _mm512_loadu_pd(f->shift[c] + k));
      const __m512d square = square_of(_mm512_sub_pd(x, b[c]));
      apart = c == 0 ? square : _mm512_add_pd(apart, square);
    }
    const __m256i number = _mm256_loadu_si256((const __m256i *)(f->stencil + k));
    const __mmask8 there = (__mmask8)(count - k < 8 ? (1 << (count - k)) - 1 : 0xff);
    const __mmask8 behind = _mm256_mask_cmpgt_epu32_mask(there, number, own);
    const __m512d far = square_of(_mm512_add_pd(reach, b[3]));
    const __mmask8 close = _mm512_mask_cmp_pd_mask(behind, apart, far, _CMP_LT_OQ);
    _mm256_storeu_si256((__m256i *)(f->partner + found),
                        _mm256_maskz_compress_epi32(close, number));
    found += __builtin_popcount(close);
  }
  return found;
}

/* Takes a row of three cells at a time: the first particle of each, and how many to take. */
static int64_t gather(const uint32_t *span, int64_t cell, int64_t row, int64_t layer,
                      uint32_t *stencil)
{
  const __m256i own = _mm256_set1_epi32((int)span[2 * cell]);
  const __m256i few = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
  uint64_t first[9][4], many[9][4];
  __m256i most = _mm256_setzero_si256();
  int64_t total = 0;
  for (int k = 0; k < 9; k++) {
    const int64_t at = cell + (k / 3 - 1) * layer + (k % 3 - 1) * row - 1;
    const __m256i from = _mm256_loadu_si256((const __m256i *)(span + 2 * at));
    const __m256i count = _mm256_sub_epi32(_mm256_srli_epi64(from, 32), from);
    const __mmask8 behind = _mm256_cmpge_epu32_mask(from, own) & 0x15; /* one bit per pair */
    const __m256i there = _mm256_maskz_mov_epi32(behind, count);
    most = _mm256_max_epu32(most, there);
    _mm256_storeu_si256((__m256i *)first[k], from);
    _mm256_storeu_si256((__m256i *)many[k], there);
  }
  if (_mm256_cmpgt_epu32_mask(most, _mm256_set1_epi32(CAROM_CELL_TYPICAL))) return -1;
  for (int k = 0; k < 9; k++)
    for (int x = 0; x < 3; x++) {
      const __m256i number = _mm256_add_epi32(_mm256_set1_epi32((int)(uint32_t)first[k][x]), few);
      _mm256_storeu_si256((__m256i *)(stencil + total), number);
      total += (int64_t)many[k][x];
    }
  return total;
}

carom_pair_test *carom_pair_test_avx512(void)
{
  return pair_test;
}

carom_stencil_gather *carom_stencil_gather_avx512(void)
{
  return gather;
}
#else
carom_pair_test *carom_pair_test_avx512(void)
{
  return NULL;
}

carom_stencil_gather *carom_stencil_gather_avx512(void)
{
  return NULL;
}
#endif
