/* SPDX-License-Identifier: MIT */
/* Elementary functions that give the same bits everywhere.
 *
 * The mathematical library of each platform rounds differently, so a simulation that calls it is
 * not reproducible. The functions here use only + - * / and bit operations, each of which IEEE 754
 * fixes to the last bit. They hold no branch, no table and no call, so that a compiler can turn a
 * loop over them into vector instructions of any width, with the same result.
 *
 * Demands on the build: no contraction of a * b + c into one rounding (-ffp-contract=off) and no
 * -ffast-math, because the error terms below are exact only under plain IEEE rules.
 *
 * Where more than 53 bits are needed a value is a pair: a head of at most 26 bits, so that the
 * product of two heads is exact, and a tail. This replaces the fused multiply-add, which not every
 * target has. Coefficients come from tools/fit_polynomials.py; the error bounds are measured and
 * held by tests/unit/test_math.c. A NaN result is always the same quiet NaN. */
#ifndef CAROM_LAW_MATH_H
#define CAROM_LAW_MATH_H

#include "qualify.h"

/* Adding this to |v| < 2^51 rounds v to an integer, which is then in the low mantissa bits.
 * It replaces conversions between double and int64, which need AVX-512, and floor, which needs
 * SSE4.1. */
#define CAROM_ROUND_MAGIC 6755399441055744.0

#define CAROM_SIGN_BIT UINT64_C(0x8000000000000000)

/* Reinterprets a real as its bits, and back. All compilers in use define this use of a union, also
 * in C++ and on a device, and vectorisers see through it. */
CAROM_FN uint64_t carom_bits_of(carom_real value)
{
  union {
    carom_real real;
    uint64_t bits;
  } cast;
  cast.real = value;
  return cast.bits;
}

CAROM_FN carom_real carom_real_of(uint64_t bits)
{
  union {
    carom_real real;
    uint64_t bits;
  } cast;
  cast.bits = bits;
  return cast.real;
}

CAROM_FN carom_real carom_infinity(void)
{
  return carom_real_of(UINT64_C(0x7ff0000000000000));
}

CAROM_FN carom_real carom_nan(void)
{
  return carom_real_of(UINT64_C(0x7ff8000000000000));
}

/* The first 26 significant bits. Masking cannot overflow, unlike the splitting by a product. */
CAROM_FN carom_real carom_head(carom_real value)
{
  return carom_real_of(carom_bits_of(value) & UINT64_C(0xfffffffff8000000));
}

/* -1 or 1, also for zeros. Signs are carried as factors, because gcc does not vectorise a select
 * between integers at SSE2, and selects move upwards through such expressions. */
CAROM_FN carom_real carom_sign_of(carom_real value)
{
  return carom_real_of((carom_bits_of(value) & CAROM_SIGN_BIT) | UINT64_C(0x3ff0000000000000));
}

CAROM_FN carom_real carom_round_to_integer(carom_real value)
{
  return (value + CAROM_ROUND_MAGIC) - CAROM_ROUND_MAGIC;
}

/* A NaN becomes an end of the interval; the callers restore it. In exactly this form the compilers
 * find the minimum and maximum instructions. */
CAROM_FN carom_real carom_clamp(carom_real value, carom_real low, carom_real high)
{
  const carom_real from_above = value < high ? value : high;
  return from_above > low ? from_above : low;
}

/* 2^n for an integer -1022 <= n <= 1023. */
CAROM_FN carom_real carom_power_of_two(carom_real n)
{
  return carom_real_of(carom_bits_of(n + (CAROM_ROUND_MAGIC + 1023.0)) << 52);
}

/* log2 of a positive finite x as head + tail, with a relative error of about 2^-66 and
 * |tail| < 1.2e-5 |head|.
 *
 * x = 2^k m with m in [2^(-1/4), 2^(3/4)); c = 1 or, in the upper half of that interval, a short
 * number near sqrt(2); s = (m - c) / (m + c), z = s^2:
 * log2 m = log2 c + s (2/ln2 + z (2/(3 ln2) + z polynomial(z))).
 * The second centre makes z small enough for the polynomial to need no tail. */
CAROM_FN void carom_log2_pair(carom_real x, carom_real *head, carom_real *tail)
{
  const carom_real two_over_ln2 = 2.8853900817779268;
  const carom_real two_over_ln2_tail = 4.0710547481862066e-17;
  const carom_real third_head = 0.9617966860532761; /* 2 / (3 ln2) */
  const carom_real third_tail = 7.872699542894897e-09;
  const uint64_t lowest = UINT64_C(0x3feae89f995ad3ad); /* 2^(-1/4) */
  const uint64_t one = UINT64_C(0x3ff0000000000000);

  /* A subnormal x is first brought into the normal range. */
  const carom_real tiny = 2.2250738585072014e-308;
  const carom_real normal = x < tiny ? x * 18014398509481984.0 : x;
  const carom_real bias = x < tiny ? 4503599627370496.0 + 1077.0 : 4503599627370496.0 + 1023.0;

  /* Moving 2^(-1/4) to 1 lets one shift and one mask find k and m of the wanted interval. */
  const uint64_t moved = carom_bits_of(normal) + (one - lowest);
  const carom_real k = carom_real_of((moved >> 52) | UINT64_C(0x4330000000000000)) - bias;
  const carom_real m = carom_real_of((moved & UINT64_C(0x000fffffffffffff)) + lowest);
  const carom_real centre = m > 1.189207115002721 ? 1.4140625 : 1.0;
  const carom_real log2_centre = m > 1.189207115002721 ? 0.49984588708275624 : 0.0;
  const carom_real log2_centre_tail = m > 1.189207115002721 ? 4.491255021568613e-13 : 0.0;

  /* s = s1 + s2; the remainder of the division is exact because s1 is short. */
  const carom_real above = m - centre; /* exact */
  const carom_real below = m + centre;
  const carom_real below1 = carom_head(below);
  const carom_real below2 = (centre - below1) + m; /* exact */
  const carom_real inverse = 1.0 / below;
  const carom_real s = above * inverse;
  const carom_real s1 = carom_head(s);
  const carom_real s2 = ((above - s1 * below1) - s1 * below2) * inverse;

  /* s^2 = z1 + z2; s1 * s1 is exact. */
  const carom_real z = s * s;
  const carom_real z1 = carom_head(z);
  const carom_real z2 = (s1 * s1 - z1) + s2 * (s1 + s);

  const carom_real zz = z * z;
  const carom_real p01 = 0.5770780163555842 + z * 0.41219858311298346;
  const carom_real p23 = 0.3205988968257106 + z * 0.2623085470127039;
  const carom_real p45 = 0.221893626608934 + z * 0.19739666196231803;
  const carom_real polynomial = p01 + zz * (p23 + zz * p45);

  /* factor = log2(m/c) / s = factor1 + factor2 */
  const carom_real cubic = third_head * z1; /* exact */
  const carom_real factor1 = carom_head(two_over_ln2 + cubic);
  const carom_real factor2 = (((two_over_ln2 - factor1) + cubic) + two_over_ln2_tail) +
                             ((third_head * z2 + third_tail * z) + zz * polynomial);

  const carom_real product = s1 * factor1; /* exact */
  const carom_real product_rest = (s2 * factor1 + log2_centre_tail) + s * factor2;
  const carom_real whole = k + log2_centre; /* exact */
  const carom_real sum = carom_head(whole + product);
  *head = sum;
  *tail = ((whole - sum) + product) + product_rest;
}

/* Replaces value where the pair above does not hold: log 0 = -inf, log inf = inf, otherwise NaN. */
CAROM_FN carom_real carom_log_limits(carom_real x, carom_real value)
{
  const carom_real low = x == 0.0 ? -carom_infinity() : value;
  const carom_real high = x == carom_infinity() ? x : low;
  return x >= 0.0 ? high : carom_nan();
}

/* Binary logarithm, largest measured error 0.501 ulp. log2(0) = -inf, log2(x < 0) = NaN. */
CAROM_FN carom_real carom_log2(carom_real x)
{
  carom_real head, tail;
  carom_log2_pair(x, &head, &tail);
  return carom_log_limits(x, head + tail);
}

/* Natural logarithm, largest measured error 0.501 ulp. log(0) = -inf, log(x < 0) = NaN. */
CAROM_FN carom_real carom_log(carom_real x)
{
  const carom_real ln2_head = 0.6931471675634384;
  const carom_real ln2_tail = 1.2996506893889889e-08;
  carom_real head, tail;
  carom_log2_pair(x, &head, &tail);
  return carom_log_limits(x, head * ln2_head + (head * ln2_tail + tail * (ln2_head + ln2_tail)));
}

/* 2^(large + small) for -1100 <= large <= 1040 and |small| <= 2^-6. The range goes so far beyond
 * that of the results that they come out as 0 and infinity. */
CAROM_FN carom_real carom_exp2_pair(carom_real large, carom_real small)
{
  const carom_real ln2 = 0.6931471805599453;
  const carom_real ln2_head = 0.6931471675634384;
  const carom_real ln2_tail = 1.2996506893889889e-08;

  /* 2^r = 1 + r ln2 + r^2 polynomial(r) with |r| <= 1/2 + |small| */
  const carom_real n = carom_round_to_integer(large);
  const carom_real fraction = large - n; /* exact */
  const carom_real r = fraction + small;
  const carom_real r1 = carom_head(r);
  const carom_real r2 = (fraction - r1) + small;

  const carom_real rr = r * r;
  const carom_real rrrr = rr * rr;
  const carom_real p01 = 0.2402265069591017 + r * 0.05550410866482164;
  const carom_real p23 = 0.00961812910757913 + r * 0.0013333558146400493;
  const carom_real p45 = 0.0001540353047566626 + r * 1.5252733849741783e-05;
  const carom_real p67 = 1.3215426147257801e-06 + r * 1.0178052864893237e-07;
  const carom_real p89 = 7.075337127085107e-09 + r * 4.4565557036599646e-10;
  const carom_real polynomial = (p01 + rr * p23) + rrrr * ((p45 + rr * p67) + rrrr * p89);

  const carom_real linear = r1 * ln2_head; /* exact */
  const carom_real sum = 1.0 + linear;
  const carom_real lost = ((1.0 - sum) + linear) + (r1 * ln2_tail + r2 * ln2);
  const carom_real mantissa = sum + (lost + rr * polynomial);

  /* Two factors, because 2^n alone may lie outside the normal range while the result does not. */
  const carom_real half = carom_round_to_integer(n * 0.5);
  return (mantissa * carom_power_of_two(half)) * carom_power_of_two(n - half);
}

/* 2^x, largest measured error 0.79 ulp, at the first subnormal results; 0.69 ulp elsewhere. */
CAROM_FN carom_real carom_exp2(carom_real x)
{
  const carom_real value = carom_exp2_pair(carom_clamp(x, -1100.0, 1040.0), 0.0);
  return x == x ? value : carom_nan();
}

/* e^x, largest measured error 0.78 ulp, at the first subnormal results; 0.71 ulp elsewhere. */
CAROM_FN carom_real carom_exp(carom_real x)
{
  const carom_real log2_e_head = 1.4426950216293335;
  const carom_real log2_e_tail = 1.9259629911266175e-08;
  const carom_real bounded = carom_clamp(x, -760.0, 720.0);
  const carom_real x1 = carom_head(bounded);
  const carom_real x2 = bounded - x1;
  const carom_real value = carom_exp2_pair(x1 * log2_e_head,
                                           bounded * log2_e_tail + x2 * log2_e_head);
  return x == x ? value : carom_nan();
}

/* x^y for x >= 0, NaN for x < 0, largest measured error 0.82 ulp. As in C, x^0 = 1^y = 1 even if
 * the other argument is NaN; -0 counts as +0. */
CAROM_FN carom_real carom_pow(carom_real x, carom_real y)
{
  carom_real head, tail;
  carom_log2_pair(x, &head, &tail);

  /* A y beyond 2^65 only adds the risk of inf * 0, for the smallest |log2 x| is 1.6e-16. */
  const carom_real limit = 36893488147419103232.0;
  const carom_real bounded = carom_clamp(y, -limit, limit);
  const carom_real y_head = carom_head(bounded);
  const carom_real y_tail = bounded - y_head;
  const carom_real large = y_head * head;
  const carom_real small = bounded * tail + y_tail * head;
  const carom_real exponent = carom_clamp(large, -1100.0, 1040.0);
  const carom_real regular = carom_exp2_pair(exponent, exponent == large ? small : 0.0);

  const carom_real power_of_zero = y < 0.0 ? carom_infinity() : 0.0;
  const carom_real power_of_infinity = y < 0.0 ? 0.0 : carom_infinity();
  const carom_real low = x == 0.0 ? power_of_zero : regular;
  const carom_real high = x == carom_infinity() ? power_of_infinity : low;
  const carom_real domain = x >= 0.0 ? high : carom_nan();
  const carom_real ordered = y == y ? domain : carom_nan();
  const carom_real base_one = x == 1.0 ? 1.0 : ordered;
  return y == 0.0 ? 1.0 : base_one;
}

/* Sine and cosine of r + r_lost for |r| <= pi/4; the range is not checked. */
CAROM_FN void carom_sincos_near_zero(carom_real r, carom_real r_lost, carom_real *sine,
                                     carom_real *cosine)
{
  const carom_real z = r * r;
  const carom_real zz = z * z;
  const carom_real s01 = -0.16666666666666627 + z * 0.00833333333332129;
  const carom_real s23 = -0.0001984126982908417 + z * 2.7557313479416444e-06;
  const carom_real s45 = -2.5050729044962554e-08 + z * 1.5895290733843307e-10;
  const carom_real c01 = 0.04166666666666657 + z * -0.0013888888888869636;
  const carom_real c23 = 2.4801587287074757e-05 + z * -2.755731373864879e-07;
  const carom_real c45 = 2.087564823475507e-09 + z * -1.135610221081073e-11;
  const carom_real sine_poly = s01 + zz * (s23 + zz * s45);
  const carom_real cosine_poly = c01 + zz * (c23 + zz * c45);

  const carom_real half_z = 0.5 * z;
  const carom_real most = 1.0 - half_z;
  *sine = r + (r * z * sine_poly + r_lost * most);
  *cosine = most + (((1.0 - most) - half_z) + (zz * cosine_poly - r * r_lost));
}

/* Sine and cosine of x in radians, for |x| <= 2e5 with a largest measured error of 0.85 ulp: pi/2
 * is taken off in three parts, of which the first two have 36 bits, so that their products with up
 * to 17 bits are exact. Beyond, the error grows in proportion to |x|; from 2^30 on the result is
 * that of 2^30. For every finite x the pair stays on the unit circle; of an infinity it is NaN. */
CAROM_FN void carom_sincos(carom_real x, carom_real *sine, carom_real *cosine)
{
  const carom_real limit = 1073741824.0;
  const carom_real bounded = carom_clamp(x, -limit, limit);

  const carom_real shifted = bounded * 0.6366197723675814 + CAROM_ROUND_MAGIC;
  const carom_real n = shifted - CAROM_ROUND_MAGIC;
  const uint64_t quadrant = carom_bits_of(shifted);

  /* angle = r + r_lost, by a two-sum, for near a multiple of pi/2 either term may be the larger */
  const carom_real first = bounded - n * 1.5707963267923333;
  const carom_real second = n * 2.5633441515839558e-12;
  const carom_real partial = first - second;
  const carom_real taken = first - partial;
  const carom_real partial_lost = (first - (partial + taken)) + (taken - second);
  const carom_real third = partial_lost - n * 1.0562999066987428e-23;
  const carom_real r = partial + third;
  const carom_real r_lost = (partial - r) + third;

  carom_real sine_r, cosine_r;
  carom_sincos_near_zero(r, r_lost, &sine_r, &cosine_r);

  /* Odd quadrants swap the two; bit 1 of n turns both signs. */
  const uint64_t one = UINT64_C(0x3ff0000000000000);
  const carom_real parity = carom_real_of((quadrant << 63) | one);
  const carom_real sine_sign = carom_real_of(((quadrant << 62) & CAROM_SIGN_BIT) | one);
  const carom_real cosine_sign = parity * sine_sign;
  const carom_real sine_value = (parity < 0.0 ? cosine_r : sine_r) * sine_sign;
  const carom_real cosine_value = (parity < 0.0 ? sine_r : cosine_r) * cosine_sign;

  /* The select keeps the sign of a zero x. */
  const carom_real sine_kept = x == 0.0 ? x : sine_value;
  *sine = CAROM_FABS(x) < carom_infinity() ? sine_kept : carom_nan();
  *cosine = CAROM_FABS(x) < carom_infinity() ? cosine_value : carom_nan();
}

/* Angle of the point (x, y) in [-pi, pi], largest measured error 0.88 ulp, with the signed zeros
 * and infinities of C's atan2. */
CAROM_FN carom_real carom_atan2(carom_real y, carom_real x)
{
  const carom_real quarter_pi = 0.7853981633974483; /* its triple is exact, too */
  const carom_real quarter_pi_lost = 3.061616997868383e-17;
  const carom_real size_x = CAROM_FABS(x);
  const carom_real size_y = CAROM_FABS(y);
  const carom_real larger = size_y > size_x ? size_y : size_x;
  const carom_real smaller = size_y > size_x ? size_x : size_y;

  /* Scaling keeps sums from overflow and the remainder of the division from underflow. Infinities
   * become 1 against 0 or 1 against 1, and 0 / 0 becomes 0 / 1. */
  const carom_real scale = larger < 1e150 ? 3.273390607896142e+150 : 9.313225746154785e-10;
  const carom_real finite_a = larger == carom_infinity() ? 0.0 : smaller * scale;
  const carom_real finite_b = larger == carom_infinity() ? 1.0 : larger * scale;
  const carom_real a = smaller == carom_infinity() ? 1.0 : finite_a;
  const carom_real b = larger == 0.0 ? 1.0 : finite_b;

  /* atan(a/b) directly, or pi/4 + atan((a - b) / (a + b)) if a/b > 1/2, where a - b is exact. */
  const carom_real turned_a = a + a > b ? a : 0.0;
  const carom_real turned_b = a + a > b ? b : 0.0;
  const carom_real above = a - turned_b;
  const carom_real below = b + turned_a;
  const carom_real below1 = carom_head(below);
  const carom_real below2 = (b - below1) + turned_a; /* exact */
  const carom_real inverse = 1.0 / below;
  const carom_real q = above * inverse;
  const carom_real q1 = carom_head(q);
  const carom_real q2 = q - q1;
  const carom_real residue = ((above - q1 * below1) - q1 * below2) - q2 * below;
  const carom_real q_lost = residue * inverse;

  const carom_real z = q * q;
  const carom_real zz = z * z;
  const carom_real zzzz = zz * zz;
  const carom_real p01 = -0.3333333333333288 + z * 0.19999999999884632;
  const carom_real p23 = -0.14285714275098418 + z * 0.1111111061293278;
  const carom_real p45 = -0.09090895234194737 + z * 0.0769205992310921;
  const carom_real p67 = -0.06663682203102074 + z * 0.05857508093031036;
  const carom_real p89 = -0.051187745143799555 + z * 0.04178101329167732;
  const carom_real p1011 = -0.02730905024851996 + z * 0.010034122357089413;
  const carom_real p4567 = (p45 + zz * p67) + zzzz * (p89 + zz * p1011);
  const carom_real polynomial = (p01 + zz * p23) + zzzz * p4567;
  const carom_real small = q * z * polynomial + q_lost * (1.0 - z);

  /* The octant: quarters * pi/4 + direction * (q + small), where direction is -1 or 1. */
  const carom_real x_sign = carom_sign_of(x);
  const carom_real direction = size_y > size_x ? -x_sign : x_sign;
  const carom_real axis = size_y > size_x ? 2.0 : 2.0 - 2.0 * x_sign;
  const carom_real quarters = a + a > b ? axis + direction : axis;
  const carom_real base = quarters * quarter_pi; /* exact */
  const carom_real signed_q = direction * q;
  const carom_real sum = base + signed_q;
  const carom_real sum_lost = ((base - sum) + signed_q) + quarters * quarter_pi_lost;
  const carom_real angle = sum + (sum_lost + direction * small);

  const carom_real value = CAROM_FABS(angle) * carom_sign_of(y);
  return size_x + size_y >= 0.0 ? value : carom_nan();
}

#endif
