/* SPDX-License-Identifier: MIT */
/* Eight contacts at once: records are loaded as whole cache lines and transposed in registers.
 * The operations on each number are those of lanes_plain.h, in the same order. */
#ifndef CAROM_SRC_LANES_AVX512_H
#define CAROM_SRC_LANES_AVX512_H

#include <immintrin.h>

#include "scene/lanes_extent.h"
#include "scene/lanes_host.h"
#include "scene/kernels.h"

enum { LANE_WIDE = 8 };
typedef double wide __attribute__((vector_size(8 * LANE_WIDE), may_alias));

/* Transposes 4x4 within each half: rows of four doubles, two rows per register, become columns. */
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

/* Number of whole periods. */
CAROM_FN __m512d lane_images(__m512d x, double inverse)
{
  const __m512d magic = _mm512_set1_pd(CAROM_ROUND_MAGIC);
  const __m512d images = _mm512_add_pd(_mm512_mul_pd(x, _mm512_set1_pd(inverse)), magic);
  return _mm512_sub_pd(images, magic);
}

CAROM_FN __m512d lane_wrap(__m512d x, double length, double inverse)
{
  return _mm512_sub_pd(x, _mm512_mul_pd(_mm512_set1_pd(length), lane_images(x, inverse)));
}

/* a + b where a bit is set, a - b elsewhere. */
CAROM_FN __m512d lane_combine(__m512d a, __m512d b, unsigned plus)
{
  const __m512d signs = _mm512_maskz_mov_pd((__mmask8)~plus, _mm512_set1_pd(-0.0));
  return _mm512_add_pd(a, _mm512_xor_pd(b, signs));
}

/* Separation x, y, z and the sum of the radii. */
CAROM_FN __m256d lane_separation(const double *position_radius, const uint32_t *pair)
{
  const __m256d signs = _mm256_setr_pd(-0.0, -0.0, -0.0, 0.0);
  const __m256d b = _mm256_load_pd(carom_at_offset(position_radius, pair[1]));
  return _mm256_add_pd(_mm256_xor_pd(b, signs),
                       _mm256_load_pd(carom_at_offset(position_radius, pair[0])));
}

/* Transposes eight rows of four to four columns. */
CAROM_FN void lane_columns4(const __m256d row[8], __m512d r[4])
{
  for (int k = 0; k < 4; k++)
    r[k] = _mm512_insertf64x4(_mm512_castpd256_pd512(row[k]), row[k + 4], 1);
  lane_transpose4(r);
}

/* Removes the shifts along one axis that come with periods along another. */
CAROM_FN void lane_unskew(const carom_kernel_params *f, __m512d r[4])
{
  __m512d across[3];
  for (int k = 0; k < 3; k++)
    across[k] = lane_images(r[k], f->inverse[k]);
  for (int k = 0; k < 3; k++) {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    const __m512d one = _mm512_mul_pd(_mm512_set1_pd(f->skew[k][i]), across[i]);
    const __m512d other = _mm512_mul_pd(_mm512_set1_pd(f->skew[k][j]), across[j]);
    r[k] = _mm512_sub_pd(r[k], _mm512_add_pd(one, other));
  }
}

CAROM_FN unsigned lane_overlaps(const double *position_radius, const uint32_t *pair,
                                const carom_kernel_params *f)
{
  __m256d apart[8];
  __m512d r[4];
  for (int l = 0; l < CAROM_LANES; l++)
    apart[l] = lane_separation(position_radius, pair + 2 * l);
  lane_columns4(apart, r);
  if (f->periodic) {
    if (f->sheared) lane_unskew(f, r);
    for (int k = 0; k < 3; k++)
      r[k] = lane_wrap(r[k], f->length[k], f->inverse[k]);
  }
  __m512d square = _mm512_add_pd(_mm512_mul_pd(r[0], r[0]), _mm512_mul_pd(r[1], r[1]));
  square = _mm512_add_pd(square, _mm512_mul_pd(r[2], r[2]));
  const __m512d reach = _mm512_add_pd(r[3], _mm512_set1_pd(f->margin));
  const __m512d deep = _mm512_sub_pd(_mm512_mul_pd(reach, reach), square);
  return _mm512_cmp_pd_mask(deep, _mm512_setzero_pd(), _CMP_GT_OQ);
}

CAROM_FN int64_t lane_compress(unsigned mask, const uint32_t *pair, uint32_t first, uint32_t *pairs,
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

/* Bits of the lanes above zero. */
CAROM_FN unsigned lane_above(wide x)
{
  return _mm512_cmp_pd_mask((__m512d)x, _mm512_setzero_pd(), _CMP_GT_OQ);
}

/* Is any lane above zero, or NaN? */
CAROM_FN bool lane_any_above_or_nan(wide x)
{
  return _mm512_cmp_pd_mask((__m512d)x, _mm512_setzero_pd(), _CMP_NLE_UQ) != 0;
}

CAROM_FN wide lane_sqrt(wide x)
{
  return (wide)_mm512_sqrt_pd((__m512d)x);
}

CAROM_FN void lane_separations(const double *position_radius, const uint32_t *pair, wide column[4])
{
  __m256d apart[8];
  __m512d position[4];
  for (int l = 0; l < CAROM_LANES; l++)
    apart[l] = lane_separation(position_radius, pair + 2 * l);
  lane_columns4(apart, position);
  for (int k = 0; k < 4; k++)
    column[k] = (wide)position[k];
}

CAROM_FN void lane_relative_motion(const double *contact_velocity, const uint32_t *pair,
                                   const bool spins, wide column[8], wide spin_difference[3])
{
  __m512d rows[8], apart[8], spin[4];
  for (int l = 0; l < CAROM_LANES; l++) {
    const __m512d a = _mm512_load_pd(carom_at_offset(contact_velocity, 2 * (size_t)pair[2 * l]));
    const __m512d b = _mm512_load_pd(
        carom_at_offset(contact_velocity, 2 * (size_t)pair[2 * l + 1]));
    rows[l] = lane_combine(a, b, 0x78);
    if (spins) apart[l] = _mm512_sub_pd(a, b);
  }
  for (int k = 0; spins && k < 4; k++)
    spin[k] = _mm512_shuffle_f64x2(apart[k], apart[k + 4], 0xee);
  if (spins) lane_transpose4(spin);
  lane_transpose8(rows);
  for (int k = 0; k < 8; k++)
    column[k] = (wide)rows[k];
  for (int k = 0; spins && k < 3; k++)
    spin_difference[k] = (wide)spin[k];
}

CAROM_FN void lane_positions(const double *position_radius, const uint32_t *pair, wide column[4])
{
  __m256d row[CAROM_LANES];
  __m512d position[4];
  for (int l = 0; l < CAROM_LANES; l++)
    row[l] = _mm256_load_pd(carom_at_offset(position_radius, pair[2 * l]));
  lane_columns4(row, position);
  for (int k = 0; k < 4; k++)
    column[k] = (wide)position[k];
}

CAROM_FN void lane_velocities(const double *contact_velocity, const uint32_t *pair, wide column[8])
{
  __m512d rows[8];
  for (int l = 0; l < CAROM_LANES; l++)
    rows[l] = _mm512_load_pd(carom_at_offset(contact_velocity, 2 * (size_t)pair[2 * l]));
  lane_transpose8(rows);
  for (int k = 0; k < 8; k++)
    column[k] = (wide)rows[k];
}

CAROM_FN void lane_load(const double *history, int64_t history_size, const uint32_t *list,
                        double spring[CAROM_SPRING][CAROM_LANES])
{
  __m256d row[CAROM_LANES];
  __m512d column[CAROM_SPRING];
  for (int l = 0; l < CAROM_LANES; l++)
    row[l] = _mm256_loadu_pd(history + (size_t)history_size * list[l]);
  lane_columns4(row, column);
  for (int k = 0; k < CAROM_SPRING; k++)
    _mm512_store_pd(spring[k], column[k]);
}

CAROM_FN void lane_store(double *history, int64_t history_size, int numbers, const uint32_t *list,
                         int64_t count, const double spring[CAROM_SPRING][CAROM_LANES])
{
  const __mmask8 some = (__mmask8)((1 << numbers) - 1);
  __m512d r[CAROM_SPRING];
  for (int k = 0; k < CAROM_SPRING; k++)
    r[k] = _mm512_load_pd(spring[k]);
  lane_transpose4(r);
  for (int l = 0; l < CAROM_LANES && l < count; l++) {
    const __m256d row = l < 4 ? _mm512_castpd512_pd256(r[l]) : _mm512_extractf64x4_pd(r[l - 4], 1);
    _mm256_mask_storeu_pd(history + (size_t)history_size * list[l], some, row);
  }
}

CAROM_FN void lane_add(double *row, __m512d more)
{
  _mm512_store_pd(row, _mm512_add_pd(_mm512_load_pd(row), more));
}

/* If the arms differ: multiplies the torque by the arm and the force by 1 or -1. */
CAROM_FN __m512d lane_share(__m512d row, double sign, const double *arm)
{
  const __m512d force = _mm512_setr_pd(sign, sign, sign, 0, 0, 0, 0, 0);
  return _mm512_mul_pd(row, _mm512_mask_broadcastsd_pd(force, 0x70, _mm_load_sd(arm)));
}

CAROM_FN void lane_add_first(__m512d row, const carom_scatter_group *p, int l,
                             const carom_force_sink *to, const bool same_radius)
{
  lane_add(carom_row_at_offset(to->force, 2 * (size_t)(p->pair[2 * l] - to->from)),
           same_radius ? row : lane_share(row, 1, p->arm + l));
}

CAROM_FN void lane_add_second(__m512d row, const carom_scatter_group *p, int l,
                              const carom_force_sink *to, const bool same_radius, const bool halo)
{
  const __m512d torque_kept = _mm512_setr_pd(-0.0, -0.0, -0.0, 0, 0, 0, 0, 0);
  lane_add(lane_second(p, l, to, halo),
           same_radius ? _mm512_xor_pd(row, torque_kept) : lane_share(row, -1, p->arm_b + l));
}

CAROM_FN void lane_add_forces(const lanes f[8], const carom_scatter_group *p,
                              const carom_force_sink *to, const bool same_radius, const bool halo)
{
  __m512d r[8];
  for (int k = 0; k < 8; k++)
    r[k] = (__m512d)f[k];
  lane_transpose8(r);
  if (p->count >= CAROM_LANES) {
    for (int l = 0; l < CAROM_LANES; l++)
      lane_add_first(r[l], p, l, to, same_radius);
    for (int l = 0; l < CAROM_LANES; l++)
      lane_add_second(r[l], p, l, to, same_radius, halo);
    return;
  }
  for (int l = 0; l < CAROM_LANES - 1; l++)
    if (l < p->count) lane_add_first(r[l], p, l, to, same_radius);
  for (int l = 0; l < CAROM_LANES - 1; l++)
    if (l < p->count) lane_add_second(r[l], p, l, to, same_radius, halo);
}

/* The same with both torques given: three columns and one of zeros. The second body gets the
 * negated force of the first, so only its torques are transposed, in halves. */
CAROM_FN __m512d lane_second_row(__m512d first, const __m512d torque[4], int l)
{
  const __m512d signs = _mm512_setr_pd(-0.0, -0.0, -0.0, 0, 0, 0, 0, 0);
  const __m512d force = _mm512_xor_pd(first, signs);
  return l < 4 ? _mm512_insertf64x4(force, _mm512_castpd512_pd256(torque[l]), 1)
               : _mm512_mask_mov_pd(force, 0xf0, torque[l - 4]);
}

CAROM_FN void lane_add_torques(const lanes f[4], const lanes a[4], const lanes b[4],
                               const carom_scatter_group *p, const carom_force_sink *to,
                               const bool halo)
{
  __m512d first[8], torque[4];
  for (int k = 0; k < 4; k++) {
    first[k] = (__m512d)f[k], first[4 + k] = (__m512d)a[k];
    torque[k] = (__m512d)b[k];
  }
  lane_transpose8(first);
  lane_transpose4(torque);
  if (p->count >= CAROM_LANES) {
    for (int l = 0; l < CAROM_LANES; l++)
      lane_add_first(first[l], p, l, to, true);
    for (int l = 0; l < CAROM_LANES; l++)
      lane_add(lane_second(p, l, to, halo), lane_second_row(first[l], torque, l));
    return;
  }
  for (int l = 0; l < CAROM_LANES - 1; l++)
    if (l < p->count) lane_add_first(first[l], p, l, to, true);
  for (int l = 0; l < CAROM_LANES - 1; l++)
    if (l < p->count) lane_add(lane_second(p, l, to, halo), lane_second_row(first[l], torque, l));
}

CAROM_FN void lane_add_firsts(const lanes f[8], const uint32_t *pair, int64_t count,
                              const carom_force_sink *to)
{
  __m512d r[8];
  for (int k = 0; k < 8; k++)
    r[k] = (__m512d)f[k];
  lane_transpose8(r);
  for (int l = 0; l < CAROM_LANES && l < count; l++)
    lane_add(carom_row_at_offset(to->force, 2 * (size_t)(pair[2 * l] - to->from)), r[l]);
}

CAROM_FN void lane_halo_gather(double *row, double *force)
{
  lane_add(force, _mm512_load_pd(row));
  _mm512_store_pd(row, _mm512_setzero_pd());
}

CAROM_FN void lane_move(const carom_kick *k, int64_t count, double *position_radius,
                        double *contact_velocity, const double *inv_inertia, double *half_velocity,
                        double *force, bool shared, const uint32_t *tag, carom_aabb *box,
                        double *nan_sum, double momentum[CAROM_POSITION_DOUBLES])
{
  const __m512d zero = _mm512_setzero_pd(), step = _mm512_set1_pd(k->step);
  const __m512d ahead = _mm512_set1_pd(k->ahead);
  const __m512d g = _mm512_setr_pd(k->gravity[0], k->gravity[1], k->gravity[2], 0, 0, 0, 0, 0);
  __m256d least = _mm256_load_pd(box->low), most = _mm256_load_pd(box->high);
  __m256d none = _mm256_setzero_pd(), sum = none;
  for (int64_t i = 0; i < count; i++, position_radius += CAROM_POSITION_DOUBLES,
               contact_velocity += CAROM_ROW_DOUBLES, force += CAROM_ROW_DOUBLES) {
    if (tag && tag[i] >= k->here) {
      _mm512_store_pd(force, zero);
      continue;
    }
    if (shared) {
      CAROM_PREFETCH_WRITE(position_radius + CAROM_WRITE_AHEAD * CAROM_POSITION_DOUBLES);
      CAROM_PREFETCH_WRITE(contact_velocity + CAROM_WRITE_AHEAD * CAROM_ROW_DOUBLES);
    }
    double *other = half_velocity ? half_velocity + CAROM_ROW_DOUBLES * i : NULL;
    const __m512d old = _mm512_load_pd(contact_velocity),
                  inv_mass = _mm512_maskz_permutex_pd(0x07, old, 0xff);
    const __m512d spread = _mm512_mask_mov_pd(inv_mass, 0x70, _mm512_set1_pd(inv_inertia[i]));
    const __mmask8 moves = _mm512_cmp_pd_mask(inv_mass, zero, _CMP_GT_OQ);
    const __m512d a = _mm512_add_pd(_mm512_maskz_mul_pd(0x77, _mm512_load_pd(force), spread),
                                    _mm512_maskz_mov_pd(moves, g));
    const __m512d before = half_velocity ? _mm512_load_pd(other) : old;
    const __m512d next = _mm512_add_pd(before, _mm512_mul_pd(step, a));
    const __m256d v = _mm512_castpd512_pd256(next), position = _mm256_load_pd(position_radius);
    _mm256_store_pd(position_radius,
                    _mm256_mask_add_pd(position, 0x07, position,
                                       _mm256_mul_pd(_mm512_castpd512_pd256(step), v)));
    if (half_velocity) {
      const __m512d now = _mm512_add_pd(next, _mm512_mul_pd(ahead, a));
      _mm512_store_pd(other, next);
      _mm512_store_pd(contact_velocity, _mm512_mask_mov_pd(old, 0x77, now));
    } else {
      _mm512_store_pd(contact_velocity, next);
    }
    _mm512_store_pd(force, zero);
    least = _mm256_min_pd(v, least), most = _mm256_max_pd(v, most);
    none = _mm256_add_pd(none, _mm256_sub_pd(v, v));
    if (momentum) {
      const __m256d mass = _mm256_maskz_div_pd(moves, _mm256_set1_pd(1.0),
                                               _mm512_castpd512_pd256(inv_mass));
      sum = _mm256_add_pd(sum, _mm256_mul_pd(mass, v));
    }
  }
  double found[CAROM_POSITION_DOUBLES];
  _mm256_storeu_pd(found, none);
  _mm256_store_pd(box->low, least), _mm256_store_pd(box->high, most);
  if (momentum) _mm256_storeu_pd(momentum, sum);
  *nan_sum = (found[0] + found[1]) + (found[2] + found[3]);
}

#endif
