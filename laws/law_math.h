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

/* Adding this to |v| < 2^51 rounds v to an integer, which then stands in the low mantissa bits.
 * It replaces conversions between double and int64, which need AVX-512, and floor, which needs
 * SSE4.1. */
#define CAROM_ROUND_MAGIC 6755399441055744.0

#define CAROM_SIGN_BIT UINT64_C(0x8000000000000000)

/* Both helpers are one register copy; a union is undefined in C++ and memcpy would need a header.
 * The compiler builtin is understood by the vectorisers of gcc and clang. */
CAROM_FN uint64_t carom_bits_of(carom_real value)
{
  uint64_t bits;
  __builtin_memcpy(&bits, &value, sizeof bits);
  return bits;
}

CAROM_FN carom_real carom_real_of(uint64_t bits)
{
  carom_real value;
  __builtin_memcpy(&value, &bits, sizeof value);
  return value;
}

CAROM_FN carom_real carom_infinity(void)
{
  return carom_real_of(UINT64_C(0x7ff0000000000000));
}

CAROM_FN carom_real carom_nan(void)
{
  return carom_real_of(UINT64_C(0x7ff8000000000000));
}

/* The first 26 significant bits. Masking cannot overflow, unlike the usual splitting by a product.
 */
CAROM_FN carom_real carom_head(carom_real value)
{
  return carom_real_of(carom_bits_of(value) & UINT64_C(0xfffffffff8000000));
}

CAROM_FN carom_real carom_round_to_integer(carom_real value)
{
  return (value + CAROM_ROUND_MAGIC) - CAROM_ROUND_MAGIC;
}

/* 2^n for an integer -1022 <= n <= 1023. */
CAROM_FN carom_real carom_power_of_two(carom_real n)
{
  return carom_real_of(carom_bits_of(n + (CAROM_ROUND_MAGIC + 1023.0)) << 52);
}

/* log2 of a positive finite x as head + tail, with a relative error below 2^-65.
 *
 * x = 2^k m with m in [sqrt(1/2), sqrt(2)), s = (m - 1) / (m + 1), z = s^2:
 * log2 m = s (2/ln2 + z (2/(3 ln2) + z polynomial(z))). */
CAROM_FN void carom_log2_pair(carom_real x, carom_real *head, carom_real *tail)
{
  const carom_real two_over_ln2 = 2.8853900817779268;
  const carom_real two_over_ln2_tail = 4.0710547481862066e-17;
  const carom_real third_head = 0.9617966860532761; /* 2 / (3 ln2) */
  const carom_real third_tail = 7.872699542894897e-09;
  const uint64_t root_half = UINT64_C(0x3fe6a09e667f3bcd);
  const uint64_t one = UINT64_C(0x3ff0000000000000);

  /* A subnormal x is first brought into the normal range. */
  const carom_real tiny = 2.2250738585072014e-308;
  const carom_real normal = x < tiny ? x * 18014398509481984.0 : x;
  const carom_real bias = x < tiny ? 4503599627370496.0 + 1077.0 : 4503599627370496.0 + 1023.0;

  /* Moving sqrt(1/2) to 1 lets one shift and one mask find k and m of the wanted interval. */
  const uint64_t moved = carom_bits_of(normal) + (one - root_half);
  const carom_real k = carom_real_of((moved >> 52) | UINT64_C(0x4330000000000000)) - bias;
  const carom_real m = carom_real_of((moved & UINT64_C(0x000fffffffffffff)) + root_half);

  /* s = s1 + s2; the remainder of the division is exact because s1 is short. */
  const carom_real above = m - 1.0;
  const carom_real below = m + 1.0;
  const carom_real below_lost = (1.0 - below) + m;
  const carom_real below1 = carom_head(below);
  const carom_real below2 = (below - below1) + below_lost;
  const carom_real inverse = 1.0 / below;
  const carom_real s1 = carom_head(above * inverse);
  const carom_real s2 = ((above - s1 * below1) - s1 * below2) * inverse;

  const carom_real square = s1 * s1; /* exact */
  const carom_real square_lost = s2 * (s1 + s1 + s2);
  const carom_real z = square + square_lost;
  const carom_real z1 = carom_head(square);
  const carom_real z2 = (square - z1) + square_lost;

  const carom_real zz = z * z;
  const carom_real p01 = 0.5770780163555853 + z * 0.4121985831111439;
  const carom_real p23 = 0.3205988979671547 + z * 0.2623081914681522;
  const carom_real p45 = 0.22195278858510661 + z * 0.19238056603036688;
  const carom_real p67 = 0.16888529114451328 + z * 0.1691297166418384;
  const carom_real polynomial = p01 + zz * (p23 + zz * (p45 + zz * p67));

  /* factor = log2(m) / s, as a pair */
  const carom_real cubic = third_head * z1; /* exact */
  const carom_real rest = (third_head * z2 + third_tail * z) +
                          (zz * polynomial + two_over_ln2_tail);
  const carom_real factor1 = carom_head(two_over_ln2 + cubic);
  const carom_real factor2 = ((two_over_ln2 - factor1) + cubic) + rest;

  const carom_real product = s1 * factor1; /* exact */
  const carom_real product_rest = s1 * factor2 + s2 * (factor1 + factor2);
  const carom_real sum = carom_head(k + (product + product_rest));
  *head = sum;
  *tail = ((k - sum) + product) + product_rest;
}

/* Overwrites value by the logarithm's limits: log 0 = -inf, log inf = inf, else NaN. */
CAROM_FN carom_real carom_log_limits(carom_real x, carom_real value)
{
  const carom_real low = x == 0.0 ? -carom_infinity() : value;
  const carom_real high = x == carom_infinity() ? x : low;
  return x >= 0.0 ? high : carom_nan();
}

/* Binary logarithm. log2(0) = -inf, log2(x < 0) = NaN. */
CAROM_FN carom_real carom_log2(carom_real x)
{
  carom_real head, tail;
  carom_log2_pair(x, &head, &tail);
  return carom_log_limits(x, head + tail);
}

/* Natural logarithm. log(0) = -inf, log(x < 0) = NaN. */
CAROM_FN carom_real carom_log(carom_real x)
{
  const carom_real ln2_head = 0.6931471675634384;
  const carom_real ln2_tail = 1.2996506893889889e-08;
  carom_real head, tail;
  carom_log2_pair(x, &head, &tail);
  return carom_log_limits(x, head * ln2_head + (head * ln2_tail + tail * (ln2_head + ln2_tail)));
}

/* 2^(large + small), |small| much below |large| or zero. Clamped to where the result is 0 or inf.
 */
CAROM_FN carom_real carom_exp2_pair(carom_real large, carom_real small)
{
  const carom_real ln2 = 0.6931471805599453;
  const carom_real ln2_head = 0.6931471675634384;
  const carom_real ln2_tail = 1.2996506893889889e-08;
  const carom_real from_above = large > 1030.0 ? 1030.0 : large;
  const carom_real bounded = from_above < -1100.0 ? -1100.0 : from_above;
  const carom_real correction = bounded == large ? small : 0.0;

  /* 2^r = 1 + r ln2 + r^2 polynomial(r) with |r| <= 1/2 */
  const carom_real n = carom_round_to_integer(bounded + correction);
  const carom_real fraction = bounded - n; /* exact */
  const carom_real r = fraction + correction;
  const carom_real r1 = carom_head(r);
  const carom_real r2 = (fraction - r1) + correction;

  const carom_real rr = r * r;
  const carom_real rrrr = rr * rr;
  const carom_real p01 = 0.24022650695910072 + r * 0.0555041086648216;
  const carom_real p23 = 0.009618129107628479 + r * 0.0013333558146416927;
  const carom_real p45 = 0.00015403530393375844 + r * 1.5252733829850085e-05;
  const carom_real p67 = 1.3215486802993365e-06 + r * 1.0178062437332928e-07;
  const carom_real p89 = 7.054899909727225e-09 + r * 4.454962300630553e-10;
  const carom_real p8 = p89 + rr * 2.5725164424027757e-11;
  const carom_real polynomial = (p01 + rr * p23) + rrrr * ((p45 + rr * p67) + rrrr * p8);

  const carom_real linear = r1 * ln2_head; /* exact */
  const carom_real rest = (r1 * ln2_tail + r2 * ln2) + rr * polynomial;
  const carom_real sum = 1.0 + linear;
  const carom_real mantissa = sum + (((1.0 - sum) + linear) + rest);

  /* Two factors, because 2^n alone may lie outside the normal range while the result does not. */
  const carom_real half = carom_round_to_integer(n * 0.5);
  return (mantissa * carom_power_of_two(half)) * carom_power_of_two(n - half);
}

/* 2^(x (head + tail)), where head has 26 bits. */
CAROM_FN carom_real carom_exp2_product(carom_real x, carom_real head, carom_real tail)
{
  /* A larger x would only add the risk of inf * 0: the smallest |log2| is 1.6e-16. */
  const carom_real limit = 36893488147419103232.0; /* 2^65 */
  const carom_real from_above = x > limit ? limit : x;
  const carom_real bounded = from_above < -limit ? -limit : from_above;
  const carom_real x1 = carom_head(bounded);
  const carom_real x2 = bounded - x1;
  return carom_exp2_pair(x1 * head, x1 * tail + x2 * (head + tail));
}

/* 2^x. */
CAROM_FN carom_real carom_exp2(carom_real x)
{
  const carom_real value = carom_exp2_pair(x, 0.0);
  return x == x ? value : carom_nan();
}

/* e^x. */
CAROM_FN carom_real carom_exp(carom_real x)
{
  const carom_real value = carom_exp2_product(x, 1.4426950216293335, 1.9259629911266175e-08);
  return x == x ? value : carom_nan();
}

/* x^y for x >= 0, NaN for x < 0. As in C, x^0 = 1^y = 1 even if the other argument is NaN; -0
 * counts as +0. */
CAROM_FN carom_real carom_pow(carom_real x, carom_real y)
{
  carom_real head, tail;
  carom_log2_pair(x, &head, &tail);
  const carom_real regular = carom_exp2_product(y, head, tail);
  const carom_real power_of_zero = y < 0.0 ? carom_infinity() : 0.0;
  const carom_real power_of_infinity = y < 0.0 ? 0.0 : carom_infinity();
  const carom_real low = x == 0.0 ? power_of_zero : regular;
  const carom_real high = x == carom_infinity() ? power_of_infinity : low;
  const carom_real domain = x >= 0.0 ? high : carom_nan();
  const carom_real ordered = y == y ? domain : carom_nan();
  const carom_real base_one = x == 1.0 ? 1.0 : ordered;
  return y == 0.0 ? 1.0 : base_one;
}

/* Sine and cosine of x in radians, accurate for |x| <= 2e5: pi/2 is taken off in three parts, of
 * which the first two have 36 bits, so that their products with up to 17 bits are exact. Beyond,
 * the error grows in proportion to |x|; from 2^30 on the result is that of 2^30. It stays within
 * [-1, 1] up to rounding for every finite x; sin and cos of an infinity are NaN. */
CAROM_FN void carom_sincos(carom_real x, carom_real *sine, carom_real *cosine)
{
  const carom_real limit = 1073741824.0;
  const carom_real from_above = x > limit ? limit : x;
  const carom_real bounded = from_above < -limit ? -limit : from_above;

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

  const carom_real z = r * r;
  const carom_real zz = z * z;
  const carom_real s01 = -0.16666666666666666 + z * 0.008333333333330946;
  const carom_real s23 = -0.0001984126983675497 + z * 2.755731610068312e-06;
  const carom_real s45 = -2.5051131455447425e-08 + z * 1.591810123167705e-10;
  const carom_real c01 = 0.041666666666666664 + z * -0.0013888888888887395;
  const carom_real c23 = 2.4801587298763433e-05 + z * -2.7557317270560385e-07;
  const carom_real c45 = 2.087614602470193e-09 + z * -1.1382614869433986e-11;
  const carom_real sine_poly = s01 + zz * (s23 + zz * s45);
  const carom_real cosine_poly = c01 + zz * (c23 + zz * c45);

  const carom_real half_z = 0.5 * z;
  const carom_real most = 1.0 - half_z;
  const carom_real sine_r = r + (r * z * sine_poly + r_lost * most);
  const carom_real cosine_r = most + (((1.0 - most) - half_z) + (zz * cosine_poly - r * r_lost));

  /* Odd quadrants swap the two; the signs follow bit 1 of n and of n + 1. */
  const carom_real parity = carom_real_of((quadrant << 63) | UINT64_C(0x3ff0000000000000));
  const uint64_t sine_sign = (quadrant << 62) & CAROM_SIGN_BIT;
  const uint64_t cosine_sign = ((quadrant + 1) << 62) & CAROM_SIGN_BIT;
  const carom_real sine_size = parity < 0.0 ? cosine_r : sine_r;
  const carom_real cosine_size = parity < 0.0 ? sine_r : cosine_r;
  const carom_real sine_value = carom_real_of(carom_bits_of(sine_size) ^ sine_sign);
  const carom_real cosine_value = carom_real_of(carom_bits_of(cosine_size) ^ cosine_sign);

  /* The select keeps the sign of a zero x. */
  const carom_real sine_kept = x == 0.0 ? x : sine_value;
  *sine = CAROM_FABS(x) < carom_infinity() ? sine_kept : carom_nan();
  *cosine = CAROM_FABS(x) < carom_infinity() ? cosine_value : carom_nan();
}

/* Angle of the point (x, y) in [-pi, pi], with the signed zeros and infinities of C's atan2. */
CAROM_FN carom_real carom_atan2(carom_real y, carom_real x)
{
  const carom_real pi_head = 3.141592653589793;
  const carom_real pi_tail = 1.2246467991473532e-16;
  const carom_real size_x = CAROM_FABS(x);
  const carom_real size_y = CAROM_FABS(y);
  const carom_real larger = size_y > size_x ? size_y : size_x;
  const carom_real smaller = size_y > size_x ? size_x : size_y;

  /* Scaling keeps sums from overflow and the remainder of the division from underflow. Infinities
   * become 1 against 0 or 1 against 1, and 0 / 0 becomes 0 / 1. */
  const carom_real shrink = larger > 1e300 ? 9.3132257461547852e-10 : 1.0;     /* 2^-30 */
  const carom_real scale = larger < 1e-200 ? 2.5822498780869086e+120 : shrink; /* 2^400 */
  const carom_real finite_a = larger == carom_infinity() ? 0.0 : smaller * scale;
  const carom_real finite_b = larger == carom_infinity() ? 1.0 : larger * scale;
  const carom_real a = smaller == carom_infinity() ? 1.0 : finite_a;
  const carom_real b = finite_b == 0.0 ? 1.0 : finite_b;

  /* atan(a/b) directly, or pi/4 + atan((a - b) / (a + b)) if a/b > 1/2, where a - b is exact. */
  const carom_real turned = a + a > b ? 1.0 : 0.0;
  const carom_real above = a - turned * b;
  const carom_real below = b + turned * a;
  const carom_real below_lost = (b - below) + turned * a;
  const carom_real q = above / below;
  const carom_real q1 = carom_head(q);
  const carom_real q2 = q - q1;
  const carom_real below1 = carom_head(below);
  const carom_real below2 = (below - below1) + below_lost;
  const carom_real remainder = (((above - q1 * below1) - q1 * below2) - q2 * below1) - q2 * below2;
  /* For a tiny quotient the remainder underflows, and the quotient alone is right. */
  const carom_real q_lost = CAROM_FABS(q) < 1e-100 ? 0.0 : remainder / below;

  const carom_real z = q * q;
  const carom_real zz = z * z;
  const carom_real zzzz = zz * zz;
  const carom_real p01 = -0.3333333333333333 + z * 0.19999999999999485;
  const carom_real p23 = -0.1428571428559874 + z * 0.11111111100881761;
  const carom_real p45 = -0.09090908618865388 + z * 0.07692294677482633;
  const carom_real p67 = -0.06666435144143125 + z * 0.05879573107799586;
  const carom_real p89 = -0.05240064154410491 + z * 0.046278700864163934;
  const carom_real p1011 = -0.038062247949910206 + z * 0.024999689507439166;
  const carom_real p8 = (p89 + zz * p1011) + zzzz * -0.00921106350457545;
  const carom_real polynomial = (p01 + zz * p23) + zzzz * ((p45 + zz * p67) + zzzz * p8);
  const carom_real small = q * z * polynomial + q_lost * (1.0 - z);

  /* The octants: quarters * pi/4 + sign * (q + small). */
  const carom_real x_sign = carom_real_of((carom_bits_of(x) & CAROM_SIGN_BIT) |
                                          UINT64_C(0x3ff0000000000000));
  const carom_real steep = size_y > size_x ? 1.0 : 0.0;
  const carom_real direction = steep > 0.0 ? -x_sign : x_sign;
  const carom_real flat_quarters = x_sign < 0.0 ? 4.0 : 0.0;
  const carom_real quarters = (steep > 0.0 ? 2.0 : flat_quarters) + direction * turned;
  const carom_real base = quarters * (0.25 * pi_head);
  const carom_real base_lost = quarters * (0.25 * pi_tail);
  const carom_real signed_q = direction * q;
  const carom_real sum = base + signed_q;
  const carom_real sum_lost = (base - sum) + signed_q;
  const carom_real angle = sum + (sum_lost + (base_lost + direction * small));

  const carom_real value = carom_real_of(carom_bits_of(CAROM_FABS(angle)) |
                                         (carom_bits_of(y) & CAROM_SIGN_BIT));
  const carom_real checked = x == x ? value : carom_nan();
  return y == y ? checked : carom_nan();
}

#endif
