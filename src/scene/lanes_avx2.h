/* SPDX-License-Identifier: MIT */
/* Four contacts at once, twice: quarter records are loaded and transposed in registers. The
 * operations on each number are those of lanes_plain.h, in the same order. */
#ifndef CAROM_SRC_LANES_AVX2_H
#define CAROM_SRC_LANES_AVX2_H

#include <immintrin.h>

#include "scene/lanes_extent.h"
#include "scene/lanes_host.h"
#include "scene/kernels.h"

enum { LANE_WIDE = 4 };
typedef double wide __attribute__((vector_size(8 * LANE_WIDE), may_alias));

CAROM_FN void lane_transpose(__m256d r[4])
{
  const __m256d a = _mm256_unpacklo_pd(r[0], r[1]), b = _mm256_unpackhi_pd(r[0], r[1]);
  const __m256d c = _mm256_unpacklo_pd(r[2], r[3]), d = _mm256_unpackhi_pd(r[2], r[3]);
  r[0] = _mm256_permute2f128_pd(a, c, 0x20);
  r[1] = _mm256_permute2f128_pd(b, d, 0x20);
  r[2] = _mm256_permute2f128_pd(a, c, 0x31);
  r[3] = _mm256_permute2f128_pd(b, d, 0x31);
}

/* Number of whole periods. */
CAROM_FN __m256d lane_images(__m256d x, double inverse)
{
  const __m256d magic = _mm256_set1_pd(CAROM_ROUND_MAGIC);
  const __m256d images = _mm256_add_pd(_mm256_mul_pd(x, _mm256_set1_pd(inverse)), magic);
  return _mm256_sub_pd(images, magic);
}

CAROM_FN __m256d lane_wrap(__m256d x, double length, double inverse)
{
  return _mm256_sub_pd(x, _mm256_mul_pd(_mm256_set1_pd(length), lane_images(x, inverse)));
}

/* a + b, or a - b where the sign bit is set. */
CAROM_FN __m256d lane_combine(const double *a, const double *b, __m256d signs)
{
  return _mm256_add_pd(_mm256_load_pd(a), _mm256_xor_pd(_mm256_load_pd(b), signs));
}

/* Three differences and a sum; three sums and a difference. */
CAROM_FN __m256d lane_separation(const double *a, const double *b)
{
  return lane_combine(a, b, _mm256_setr_pd(-0.0, -0.0, -0.0, 0.0));
}

CAROM_FN __m256d lane_spin_sums(const double *a, const double *b)
{
  return lane_combine(a, b, _mm256_setr_pd(0.0, 0.0, 0.0, -0.0));
}

/* Removes the shifts along one axis that come with periods along another. */
CAROM_FN void lane_unskew(const carom_kernel_params *f, __m256d r[4])
{
  __m256d across[3];
  for (int k = 0; k < 3; k++)
    across[k] = lane_images(r[k], f->inverse[k]);
  for (int k = 0; k < 3; k++) {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    const __m256d one = _mm256_mul_pd(_mm256_set1_pd(f->skew[k][i]), across[i]);
    const __m256d other = _mm256_mul_pd(_mm256_set1_pd(f->skew[k][j]), across[j]);
    r[k] = _mm256_sub_pd(r[k], _mm256_add_pd(one, other));
  }
}

CAROM_FN unsigned lane_overlaps(const double *position_radius, const uint32_t *pair,
                                const carom_kernel_params *f)
{
  unsigned mask = 0;
  for (int half = 0; half < 2; half++) {
    const uint32_t *p = pair + 2 * LANE_WIDE * half;
    __m256d r[4];
    for (int k = 0; k < LANE_WIDE; k++)
      r[k] = lane_separation(carom_at_offset(position_radius, p[2 * k]),
                             carom_at_offset(position_radius, p[2 * k + 1]));
    lane_transpose(r);
    if (f->periodic && f->sheared) lane_unskew(f, r);
    for (int k = 0; f->periodic && k < 3; k++)
      r[k] = lane_wrap(r[k], f->length[k], f->inverse[k]);
    __m256d square = _mm256_add_pd(_mm256_mul_pd(r[0], r[0]), _mm256_mul_pd(r[1], r[1]));
    square = _mm256_add_pd(square, _mm256_mul_pd(r[2], r[2]));
    const __m256d reach = _mm256_add_pd(r[3], _mm256_set1_pd(f->margin));
    const __m256d deep = _mm256_sub_pd(_mm256_mul_pd(reach, reach), square);
    const __m256d closed = _mm256_cmp_pd(deep, _mm256_setzero_pd(), _CMP_GT_OQ);
    mask |= (unsigned)_mm256_movemask_pd(closed) << LANE_WIDE * half;
  }
  return mask;
}

/* For each mask of four lanes, one byte per set lane: its index, and the indices of the bodies of
 * its pair. */
static const uint32_t lane_packed[16] = {0x0,   0x0,     0x1,     0x100,    0x2,   0x200,
                                         0x201, 0x20100, 0x3,     0x300,    0x301, 0x30100,
                                         0x302, 0x30200, 0x30201, 0x3020100};
static const uint64_t lane_packed_pairs[16] = {
    0x0,       0x100,         0x302,         0x3020100,        0x504,     0x5040100,
    0x5040302, 0x50403020100, 0x706,         0x7060100,        0x7060302, 0x70603020100,
    0x7060504, 0x70605040100, 0x70605040302, 0x706050403020100};

/* Without a branch per lane: the set lanes cannot be predicted. */
CAROM_FN int64_t lane_compress(unsigned mask, const uint32_t *pair, uint32_t first, uint32_t *pairs,
                               uint32_t *list)
{
  int64_t count = 0;
  for (uint32_t half = 0; half < 2; half++) {
    const unsigned bits = mask >> LANE_WIDE * half & 0xf;
    const __m128i packed = _mm_cvtepu8_epi32(_mm_cvtsi32_si128((int)lane_packed[bits]));
    const __m128i from = _mm_set1_epi32((int)(first + LANE_WIDE * half));
    const __m256i bodies = _mm256_cvtepu8_epi32(
        _mm_loadl_epi64((const __m128i *)(const void *)&lane_packed_pairs[bits]));
    const __m256i four = _mm256_loadu_si256(
        (const __m256i *)(const void *)(pair + 2 * LANE_WIDE * half));
    _mm_storeu_si128((__m128i *)(void *)(list + count), _mm_add_epi32(packed, from));
    _mm256_storeu_si256((__m256i *)(void *)(pairs + 2 * count),
                        _mm256_permutevar8x32_epi32(four, bodies));
    count += __builtin_popcount(bits);
  }
  return count;
}

/* Bits of the lanes above zero. */
CAROM_FN unsigned lane_above(wide x)
{
  return (unsigned)_mm256_movemask_pd(_mm256_cmp_pd((__m256d)x, _mm256_setzero_pd(), _CMP_GT_OQ));
}

/* Is any lane above zero, or NaN? */
CAROM_FN bool lane_any_above_or_nan(wide x)
{
  const __m256d is = _mm256_cmp_pd((__m256d)x, _mm256_setzero_pd(), _CMP_NLE_UQ);
  return _mm256_movemask_pd(is) != 0;
}

CAROM_FN wide lane_sqrt(wide x)
{
  return (wide)_mm256_sqrt_pd((__m256d)x);
}

CAROM_FN void lane_columns(__m256d r[4], wide *column, int columns)
{
  lane_transpose(r);
  for (int k = 0; k < columns; k++)
    column[k] = (wide)r[k];
}

CAROM_FN void lane_separations(const double *position_radius, const uint32_t *pair, wide column[4])
{
  __m256d position[4];
  for (int l = 0; l < LANE_WIDE; l++)
    position[l] = lane_separation(carom_at_offset(position_radius, pair[2 * l]),
                                  carom_at_offset(position_radius, pair[2 * l + 1]));
  lane_columns(position, column, 4);
}

CAROM_FN void lane_relative_motion(const double *contact_velocity, const uint32_t *pair,
                                   const bool spins, wide column[8], wide spin_difference[3])
{
  __m256d velocity[4], sums[4], apart[4];
  for (int l = 0; l < LANE_WIDE; l++) {
    const double *a = carom_at_offset(contact_velocity, 2 * (size_t)pair[2 * l]);
    const double *b = carom_at_offset(contact_velocity, 2 * (size_t)pair[2 * l + 1]);
    velocity[l] = lane_separation(a, b);
    sums[l] = lane_spin_sums(a + 4, b + 4);
    if (spins) apart[l] = _mm256_sub_pd(_mm256_load_pd(a + 4), _mm256_load_pd(b + 4));
  }
  lane_columns(velocity, column, 4);
  lane_columns(sums, column + 4, 4);
  if (spins) lane_columns(apart, spin_difference, 3);
}

CAROM_FN void lane_positions(const double *position_radius, const uint32_t *pair, wide column[4])
{
  __m256d position[4];
  for (int l = 0; l < LANE_WIDE; l++)
    position[l] = _mm256_load_pd(carom_at_offset(position_radius, pair[2 * l]));
  lane_columns(position, column, 4);
}

CAROM_FN void lane_velocities(const double *contact_velocity, const uint32_t *pair, wide column[8])
{
  __m256d velocity[4], spin[4];
  for (int l = 0; l < LANE_WIDE; l++) {
    const double *a = carom_at_offset(contact_velocity, 2 * (size_t)pair[2 * l]);
    velocity[l] = _mm256_load_pd(a);
    spin[l] = _mm256_load_pd(a + 4);
  }
  lane_columns(velocity, column, 4);
  lane_columns(spin, column + 4, 4);
}

CAROM_FN void lane_load(const double *history, int64_t history_size, const uint32_t *list,
                        double spring[CAROM_SPRING][CAROM_LANES])
{
  for (int half = 0; half < 2; half++) {
    __m256d row[LANE_WIDE];
    for (int k = 0; k < LANE_WIDE; k++)
      row[k] = _mm256_loadu_pd(history + (size_t)history_size * list[LANE_WIDE * half + k]);
    lane_transpose(row);
    for (int k = 0; k < CAROM_SPRING; k++)
      _mm256_store_pd(spring[k] + LANE_WIDE * half, row[k]);
  }
}

/* Stores the first `numbers` numbers of a row without a masked store, which is slow on some
 * processors. */
CAROM_FN void lane_put(double *to, __m256d row, const int numbers)
{
  const __m128d low = _mm256_castpd256_pd128(row);
  if (numbers == 4) {
    _mm256_storeu_pd(to, row);
    return;
  }
  if (numbers > 1) _mm_storeu_pd(to, low);
  if (numbers == 3) _mm_store_sd(to + 2, _mm256_extractf128_pd(row, 1));
  if (numbers == 1) _mm_store_sd(to, low);
}

CAROM_FN void lane_store_as(double *history, int64_t history_size, const int numbers,
                            const uint32_t *list, int64_t count,
                            const double spring[CAROM_SPRING][CAROM_LANES])
{
  for (int half = 0; half < 2; half++) {
    __m256d row[LANE_WIDE];
    for (int k = 0; k < LANE_WIDE; k++)
      row[k] = _mm256_load_pd(spring[k] + LANE_WIDE * half);
    lane_transpose(row);
    for (int k = 0; k < LANE_WIDE && LANE_WIDE * half + k < count; k++)
      lane_put(history + (size_t)history_size * list[LANE_WIDE * half + k], row[k], numbers);
  }
}

CAROM_FN void lane_store(double *history, int64_t history_size, int numbers, const uint32_t *list,
                         int64_t count, const double spring[CAROM_SPRING][CAROM_LANES])
{
  if (numbers == 3)
    lane_store_as(history, history_size, 3, list, count, spring);
  else
    lane_store_as(history, history_size, numbers, list, count, spring);
}

CAROM_FN void lane_add(double *row, __m256d low, __m256d high)
{
  _mm256_store_pd(row, _mm256_add_pd(_mm256_load_pd(row), low));
  _mm256_store_pd(row + 4, _mm256_add_pd(_mm256_load_pd(row + 4), high));
}

/* Adds force and torque to a row; the torque is multiplied by the arm if the arms differ. */
CAROM_FN void lane_add_side(double *to, __m256d low, __m256d high, double sign, const double *arm,
                            const bool same_radius)
{
  const __m256d factor = _mm256_setr_pd(sign, sign, sign, 0.0), zero = _mm256_setzero_pd();
  const __m256d force = sign < 0 || !same_radius ? _mm256_mul_pd(low, factor) : low;
  lane_add(to, force,
           same_radius ? high
                       : _mm256_mul_pd(high, _mm256_blend_pd(_mm256_broadcast_sd(arm), zero, 0x8)));
}

/* Transposes four columns to the rows of eight contacts. */
CAROM_FN void lane_rows(const lanes column[4], __m256d row[CAROM_LANES])
{
  for (int half = 0; half < 2; half++) {
    for (int k = 0; k < 4; k++)
      row[LANE_WIDE * half + k] = _mm256_load_pd((const double *)&column[k] + LANE_WIDE * half);
    lane_transpose(row + LANE_WIDE * half);
  }
}

CAROM_FN void lane_add_forces(const lanes f[8], const carom_scatter_group *p,
                              const carom_force_sink *to, const bool same_radius, const bool halo)
{
  __m256d low[CAROM_LANES], high[CAROM_LANES];
  lane_rows(f, low);
  lane_rows(f + 4, high);
  for (int l = 0; l < CAROM_LANES && l < p->count; l++)
    lane_add_side(carom_row_at_offset(to->force, 2 * (size_t)(p->pair[2 * l] - to->from)), low[l],
                  high[l], 1, p->arm + l, same_radius);
  for (int l = 0; l < CAROM_LANES && l < p->count; l++)
    lane_add_side(lane_second(p, l, to, halo), low[l], high[l], -1, p->arm_b + l, same_radius);
}

/* The same with both torques given: three columns and one of zeros. */
CAROM_FN void lane_add_torques(const lanes f[4], const lanes a[4], const lanes b[4],
                               const carom_scatter_group *p, const carom_force_sink *to,
                               const bool halo)
{
  __m256d force[CAROM_LANES], first[CAROM_LANES], second[CAROM_LANES];
  lane_rows(f, force);
  lane_rows(a, first);
  lane_rows(b, second);
  for (int l = 0; l < CAROM_LANES && l < p->count; l++)
    lane_add(carom_row_at_offset(to->force, 2 * (size_t)(p->pair[2 * l] - to->from)), force[l],
             first[l]);
  for (int l = 0; l < CAROM_LANES && l < p->count; l++) {
    double *row = lane_second(p, l, to, halo);
    _mm256_store_pd(row, _mm256_sub_pd(_mm256_load_pd(row), force[l]));
    _mm256_store_pd(row + 4, _mm256_add_pd(_mm256_load_pd(row + 4), second[l]));
  }
}

CAROM_FN void lane_add_firsts(const lanes f[8], const uint32_t *pair, int64_t count,
                              const carom_force_sink *to)
{
  for (int half = 0; half < 2; half++) {
    __m256d low[4], high[4];
    for (int k = 0; k < 4; k++) {
      low[k] = _mm256_load_pd((const double *)&f[k] + LANE_WIDE * half);
      high[k] = _mm256_load_pd((const double *)&f[4 + k] + LANE_WIDE * half);
    }
    lane_transpose(low);
    lane_transpose(high);
    for (int k = 0; k < LANE_WIDE && LANE_WIDE * half + k < count; k++)
      lane_add(
          carom_row_at_offset(to->force, 2 * (size_t)(pair[2 * (LANE_WIDE * half + k)] - to->from)),
          low[k], high[k]);
  }
}

CAROM_FN void lane_halo_gather(double *row, double *force)
{
  lane_add(force, _mm256_load_pd(row), _mm256_load_pd(row + 4));
  _mm256_store_pd(row, _mm256_setzero_pd());
  _mm256_store_pd(row + 4, _mm256_setzero_pd());
}

CAROM_FN void lane_move(const carom_kick *k, int64_t count, double *position_radius,
                        double *contact_velocity, const double *inv_inertia, double *half_velocity,
                        double *force, bool shared, const uint32_t *tag, carom_aabb *box,
                        double *nan_sum, double momentum[CAROM_POSITION_DOUBLES])
{
  const __m256d zero = _mm256_setzero_pd(), step = _mm256_set1_pd(k->step);
  const __m256d ahead = _mm256_set1_pd(k->ahead);
  const __m256d g = _mm256_setr_pd(k->gravity[0], k->gravity[1], k->gravity[2], 0);
  __m256d least = _mm256_load_pd(box->low), most = _mm256_load_pd(box->high), none = zero;
  __m256d sum = zero;
  for (int64_t i = 0; i < count; i++, position_radius += CAROM_POSITION_DOUBLES,
               contact_velocity += CAROM_ROW_DOUBLES, force += CAROM_ROW_DOUBLES) {
    if (tag && tag[i] >= k->here) {
      _mm256_store_pd(force, zero);
      _mm256_store_pd(force + 4, zero);
      continue;
    }
    if (shared) {
      CAROM_PREFETCH_WRITE(position_radius + CAROM_WRITE_AHEAD * CAROM_POSITION_DOUBLES);
      CAROM_PREFETCH_WRITE(contact_velocity + CAROM_WRITE_AHEAD * CAROM_ROW_DOUBLES);
    }
    double *other = half_velocity ? half_velocity + CAROM_ROW_DOUBLES * i : NULL;
    const __m256d position = _mm256_load_pd(position_radius),
                  velocity = _mm256_load_pd(contact_velocity);
    const __m256d spin = _mm256_load_pd(contact_velocity + 4),
                  inv_mass = _mm256_permute4x64_pd(velocity, 0xff);
    const __m256d moves = _mm256_cmp_pd(inv_mass, zero, _CMP_GT_OQ);
    const __m256d a = _mm256_add_pd(_mm256_mul_pd(_mm256_load_pd(force), inv_mass),
                                    _mm256_and_pd(moves, g));
    const __m256d b = _mm256_add_pd(
        _mm256_mul_pd(_mm256_load_pd(force + 4), _mm256_set1_pd(inv_inertia[i])), zero);
    const __m256d before = half_velocity ? _mm256_load_pd(other) : velocity;
    const __m256d before_b = half_velocity ? _mm256_load_pd(other + 4) : spin;
    const __m256d next = _mm256_add_pd(before, _mm256_mul_pd(step, a));
    const __m256d next_b = _mm256_add_pd(before_b, _mm256_mul_pd(step, b));
    __m256d now = next, now_b = next_b;
    if (half_velocity) {
      now = _mm256_add_pd(next, _mm256_mul_pd(ahead, a));
      now_b = _mm256_add_pd(next_b, _mm256_mul_pd(ahead, b));
      _mm256_store_pd(other, _mm256_blend_pd(next, zero, 0x8));
      _mm256_store_pd(other + 4, _mm256_blend_pd(next_b, zero, 0x8));
    }
    const __m256d moved = _mm256_add_pd(position, _mm256_mul_pd(step, next));
    _mm256_store_pd(position_radius, _mm256_blend_pd(moved, position, 0x8));
    _mm256_store_pd(contact_velocity, _mm256_blend_pd(now, velocity, 0x8));
    _mm256_store_pd(contact_velocity + 4, _mm256_blend_pd(now_b, spin, 0x8));
    _mm256_store_pd(force, zero);
    _mm256_store_pd(force + 4, zero);
    least = _mm256_min_pd(next, least), most = _mm256_max_pd(next, most);
    none = _mm256_add_pd(none, _mm256_sub_pd(next, next));
    if (momentum) {
      const __m256d mass = _mm256_and_pd(moves, _mm256_div_pd(_mm256_set1_pd(1.0), inv_mass));
      sum = _mm256_add_pd(sum, _mm256_mul_pd(mass, next));
    }
  }
  double found[CAROM_POSITION_DOUBLES];
  _mm256_storeu_pd(found, none);
  _mm256_store_pd(box->low, least), _mm256_store_pd(box->high, most);
  if (momentum) _mm256_storeu_pd(momentum, sum);
  *nan_sum = (found[0] + found[1]) + (found[2] + found[3]);
}

#endif
