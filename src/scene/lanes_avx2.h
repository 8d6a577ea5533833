/* SPDX-License-Identifier: MIT */
/* Four contacts at once, twice: quarters of records are loaded and transposed in registers. The
 * operations on each number are those of lanes_plain.h, in the same order. */
#ifndef CAROM_SRC_LANES_AVX2_H
#define CAROM_SRC_LANES_AVX2_H

#include <immintrin.h>

#include "scene/sweep.h"

enum { LANE_HALF = CAROM_LANES / 2 };

CAROM_FN void lane_transpose(__m256d r[4])
{
  const __m256d a = _mm256_unpacklo_pd(r[0], r[1]), b = _mm256_unpackhi_pd(r[0], r[1]);
  const __m256d c = _mm256_unpacklo_pd(r[2], r[3]), d = _mm256_unpackhi_pd(r[2], r[3]);
  r[0] = _mm256_permute2f128_pd(a, c, 0x20);
  r[1] = _mm256_permute2f128_pd(b, d, 0x20);
  r[2] = _mm256_permute2f128_pd(a, c, 0x31);
  r[3] = _mm256_permute2f128_pd(b, d, 0x31);
}

CAROM_FN __m256d lane_wrap(__m256d x, double length, double inverse)
{
  const __m256d magic = _mm256_set1_pd(CAROM_ROUND_MAGIC);
  const __m256d turns = _mm256_add_pd(_mm256_mul_pd(x, _mm256_set1_pd(inverse)), magic);
  const __m256d whole = _mm256_sub_pd(turns, magic);
  return _mm256_sub_pd(x, _mm256_mul_pd(_mm256_set1_pd(length), whole));
}

/* Three differences and a sum; three sums and a difference. */
CAROM_FN __m256d lane_apart(const double *a, const double *b)
{
  const __m256d signs = _mm256_setr_pd(-0.0, -0.0, -0.0, 0.0);
  return _mm256_add_pd(_mm256_load_pd(a), _mm256_xor_pd(_mm256_load_pd(b), signs));
}

CAROM_FN __m256d lane_joint(const double *a, const double *b)
{
  const __m256d signs = _mm256_setr_pd(0.0, 0.0, 0.0, -0.0);
  return _mm256_add_pd(_mm256_load_pd(a), _mm256_xor_pd(_mm256_load_pd(b), signs));
}

CAROM_FN const double *lane_record(const double *grain, uint32_t particle)
{
  return grain + (size_t)CAROM_GRAIN * particle;
}

CAROM_FN unsigned lane_overlaps(const double *grain, const uint32_t *pair, const carom_frame *f)
{
  unsigned mask = 0;
  for (int half = 0; half < 2; half++) {
    const uint32_t *p = pair + 2 * LANE_HALF * half;
    __m256d r[4];
    for (int k = 0; k < LANE_HALF; k++)
      r[k] = lane_apart(lane_record(grain, p[2 * k]), lane_record(grain, p[2 * k + 1]));
    lane_transpose(r);
    for (int k = 0; f->periodic && k < 3; k++)
      r[k] = lane_wrap(r[k], f->length[k], f->inverse[k]);
    __m256d square = _mm256_add_pd(_mm256_mul_pd(r[0], r[0]), _mm256_mul_pd(r[1], r[1]));
    square = _mm256_add_pd(square, _mm256_mul_pd(r[2], r[2]));
    const __m256d deep = _mm256_sub_pd(_mm256_mul_pd(r[3], r[3]), square);
    const __m256d closed = _mm256_cmp_pd(deep, _mm256_setzero_pd(), _CMP_GT_OQ);
    mask |= (unsigned)_mm256_movemask_pd(closed) << LANE_HALF * half;
  }
  return mask;
}

CAROM_FN long lane_compress(unsigned mask, const uint32_t *pair, uint32_t first, uint32_t *pairs,
                            uint32_t *list)
{
  long count = 0;
  for (; mask; mask &= mask - 1) {
    const uint32_t l = (uint32_t)__builtin_ctz(mask);
    list[count] = first + l;
    pairs[2 * count] = pair[2 * l];
    pairs[2 * count + 1] = pair[2 * l + 1];
    count++;
  }
  return count;
}

CAROM_FN unsigned lane_positive(const double x[CAROM_LANES])
{
  const __m256d zero = _mm256_setzero_pd();
  const __m256d low = _mm256_cmp_pd(_mm256_load_pd(x), zero, _CMP_GT_OQ);
  const __m256d high = _mm256_cmp_pd(_mm256_load_pd(x + LANE_HALF), zero, _CMP_GT_OQ);
  return (unsigned)(_mm256_movemask_pd(low) | _mm256_movemask_pd(high) << LANE_HALF);
}

/* Is one above zero, or no number? */
CAROM_FN bool lane_beyond(const double x[CAROM_LANES])
{
  const __m256d zero = _mm256_setzero_pd();
  const __m256d low = _mm256_cmp_pd(_mm256_load_pd(x), zero, _CMP_NLE_UQ);
  const __m256d high = _mm256_cmp_pd(_mm256_load_pd(x + LANE_HALF), zero, _CMP_NLE_UQ);
  return _mm256_movemask_pd(_mm256_or_pd(low, high)) != 0;
}

CAROM_FN void lane_put(__m256d r[4], double to[4][CAROM_LANES], int half, int columns)
{
  lane_transpose(r);
  for (int k = 0; k < columns; k++)
    _mm256_store_pd(to[k] + LANE_HALF * half, r[k]);
}

CAROM_FN void lane_records(const double *grain, const uint32_t *pair, double a[8][CAROM_LANES],
                           double b[8][CAROM_LANES])
{
  for (int half = 0; half < 2; half++) {
    __m256d place[4], velocity[4], spins[4], turns[4];
    for (int k = 0; k < LANE_HALF; k++) {
      const double *p = lane_record(grain, pair[2 * (LANE_HALF * half + k)]);
      const double *o = lane_record(grain, pair[2 * (LANE_HALF * half + k) + 1]);
      place[k] = lane_apart(p, o);
      velocity[k] = lane_apart(p + 4, o + 4);
      spins[k] = lane_joint(p + 8, o + 8);
      turns[k] = lane_apart(p + 12, o + 12);
    }
    lane_put(place, a, half, 4);
    lane_put(velocity, a + 4, half, 4);
    lane_put(spins, b, half, 4);
    lane_put(turns, b + 4, half, 4);
  }
}

/* The sums of the spins alone from the second lines. */
CAROM_FN void lane_records_even(const double *grain, const uint32_t *pair, double a[8][CAROM_LANES],
                                double b[8][CAROM_LANES])
{
  for (int half = 0; half < 2; half++) {
    __m256d place[4], velocity[4], spins[4];
    for (int k = 0; k < LANE_HALF; k++) {
      const double *p = lane_record(grain, pair[2 * (LANE_HALF * half + k)]);
      const double *o = lane_record(grain, pair[2 * (LANE_HALF * half + k) + 1]);
      place[k] = lane_apart(p, o);
      velocity[k] = lane_apart(p + 4, o + 4);
      spins[k] = lane_joint(p + 8, o + 8);
    }
    lane_put(place, a, half, 4);
    lane_put(velocity, a + 4, half, 4);
    lane_put(spins, b, half, 3);
  }
}

CAROM_FN void lane_add(double *row, __m256d low, __m256d high)
{
  _mm256_store_pd(row, _mm256_add_pd(_mm256_load_pd(row), low));
  _mm256_store_pd(row + 4, _mm256_add_pd(_mm256_load_pd(row + 4), high));
}

/* The row of a contact: fx fy fz tx | ty tz, and where they differ both arms, which are spread over
 * the torque while the force gets `sign`. */
CAROM_FN void lane_add_side(double *to, __m256d low, __m256d high, double sign, bool second,
                            const bool even)
{
  const __m256d factor = _mm256_set1_pd(sign), zero = _mm256_setzero_pd();
  if (even) {
    const __m256d turned = _mm256_blend_pd(_mm256_mul_pd(low, factor), low, 0x8);
    lane_add(to, second ? turned : low, high);
    return;
  }
  const __m256d arm = second ? _mm256_permute4x64_pd(high, 0xff)
                             : _mm256_permute4x64_pd(high, 0xaa);
  lane_add(to, _mm256_mul_pd(low, _mm256_blend_pd(factor, arm, 0x8)),
           _mm256_mul_pd(high, _mm256_blend_pd(arm, zero, 0xc)));
}

CAROM_FN void lane_add_forces(double f[8][CAROM_LANES], const uint32_t *pair, const uint32_t *list,
                              long count, const carom_sink *to, const bool even, const bool outer)
{
  for (int half = 0; half < 2; half++) {
    __m256d low[4], high[4];
    for (int k = 0; k < 4; k++) {
      low[k] = _mm256_load_pd(f[k] + LANE_HALF * half);
      high[k] = _mm256_load_pd(f[4 + k] + LANE_HALF * half);
    }
    lane_transpose(low);
    lane_transpose(high);
    for (int k = 0; k < LANE_HALF; k++) {
      const int l = LANE_HALF * half + k;
      if (l >= count) return;
      double *b = outer ? to->outer + (size_t)CAROM_ROW * to->row[list[l] - to->first]
                        : to->force + (size_t)CAROM_ROW * (pair[2 * l + 1] - to->from);
      lane_add_side(to->force + (size_t)CAROM_ROW * (pair[2 * l] - to->from), low[k], high[k], 1,
                    false, even);
      lane_add_side(b, low[k], high[k], -1, true, even);
    }
  }
}

CAROM_FN void lane_collect(const double *row, double *force)
{
  lane_add(force, _mm256_load_pd(row), _mm256_load_pd(row + 4));
}

/* The last three of six numbers that stand in two quarters. */
CAROM_FN __m256d lane_last(__m256d low, __m256d high)
{
  return _mm256_blend_pd(_mm256_permute4x64_pd(low, 0x03), _mm256_permute4x64_pd(high, 0x10), 0x6);
}

CAROM_FN double lane_move(const carom_kick *k, double *grain, double *motion, const double *force)
{
  const __m256d place = _mm256_load_pd(grain), velocity = _mm256_load_pd(grain + 4);
  const __m256d spin = _mm256_load_pd(grain + 8), turn = _mm256_load_pd(grain + 12);
  const __m256d low = _mm256_load_pd(force), high = _mm256_load_pd(force + 4);
  const __m256d step = _mm256_set1_pd(k->step), light = _mm256_permute4x64_pd(velocity, 0xff);
  const __m256d moves = _mm256_cmp_pd(light, _mm256_setzero_pd(), _CMP_GT_OQ);
  const __m256d g = _mm256_setr_pd(k->gravity[0], k->gravity[1], k->gravity[2], 0);
  const __m256d a = _mm256_add_pd(_mm256_mul_pd(low, light), _mm256_and_pd(moves, g));
  const __m256d b = _mm256_add_pd(
      _mm256_mul_pd(lane_last(low, high), _mm256_permute4x64_pd(turn, 0xff)), _mm256_setzero_pd());
  __m256d before = velocity, before_b = spin;
  if (motion) {
    before = _mm256_load_pd(motion);
    before_b = lane_last(before, _mm256_load_pd(motion + 4));
  }
  const __m256d next = _mm256_add_pd(before, _mm256_mul_pd(step, a));
  const __m256d next_b = _mm256_add_pd(before_b, _mm256_mul_pd(step, b));
  __m256d seen = next, seen_b = next_b;
  if (motion) {
    const __m256d ahead = _mm256_set1_pd(k->ahead);
    seen = _mm256_add_pd(next, _mm256_mul_pd(ahead, a));
    seen_b = _mm256_add_pd(next_b, _mm256_mul_pd(ahead, b));
    _mm256_store_pd(motion, _mm256_blend_pd(next, _mm256_permute4x64_pd(next_b, 0x00), 0x8));
    _mm256_store_pd(motion + 4,
                    _mm256_blend_pd(_mm256_permute4x64_pd(next_b, 0x09), _mm256_setzero_pd(), 0xc));
  }
  const __m256d moved = _mm256_add_pd(place, _mm256_mul_pd(step, next));
  _mm256_store_pd(grain, _mm256_blend_pd(moved, place, 0x8));
  _mm256_store_pd(grain + 4, _mm256_blend_pd(seen, velocity, 0x8));
  _mm256_store_pd(grain + 8, _mm256_blend_pd(seen_b, spin, 0x8));
  _mm256_store_pd(grain + 12, _mm256_blend_pd(seen_b, turn, 0x8));
  const __m256d square = _mm256_mul_pd(next, next);
  const __m128d pair = _mm256_castpd256_pd128(square), third = _mm256_extractf128_pd(square, 1);
  return _mm_cvtsd_f64(_mm_add_sd(_mm_add_sd(pair, _mm_unpackhi_pd(pair, pair)), third));
}

#endif
