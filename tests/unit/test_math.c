/* SPDX-License-Identifier: MIT */
/* The elementary functions: accuracy against long double, special values, and one golden hash per
 * function, which every compiler, optimisation level and instruction set must reproduce. */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "law_math.h"

/* Points per range; an unoptimised build with sanitisers is some thirty times slower. */
#ifndef CAROM_TEST_POINTS
#if defined(__OPTIMIZE__)
#define CAROM_TEST_POINTS 150000
#else
#define CAROM_TEST_POINTS 60000
#endif
#endif

/* ---- inputs: integer arithmetic and single IEEE operations, so equal everywhere ---- */

static uint64_t random_state;

static uint64_t random_bits(void)
{
  random_state += UINT64_C(0x9e3779b97f4a7c15);
  uint64_t bits = random_state;
  bits = (bits ^ (bits >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  bits = (bits ^ (bits >> 27)) * UINT64_C(0x94d049bb133111eb);
  return bits ^ (bits >> 31);
}

static double uniform(double low, double high)
{
  return low + (high - low) * ((double)(random_bits() >> 11) * 0x1p-53);
}

/* A positive number whose exponent is uniform in low .. high - 1; below -1022 subnormal. */
static double with_exponent(int low, int high)
{
  const int exponent = low + (int)(random_bits() % (uint64_t)(high - low));
  const double mantissa = uniform(1.0, 2.0);
  const int half = exponent / 2;
  const double first = carom_power_of_two(half);
  return mantissa * first * carom_power_of_two(exponent - half);
}

static double with_sign(double value)
{
  return (random_bits() & 1) != 0 ? -value : value;
}

/* ---- accuracy ---- */

enum function { LOG2, LOG, EXP2, EXP, POW, SINE, COSINE, ATAN2, FUNCTIONS };

static const char *const names[FUNCTIONS] = {"log2", "log", "exp2", "exp",
                                             "pow",  "sin", "cos",  "atan2"};

static double evaluate(enum function which, double first, double second)
{
  double sine, cosine;
  switch (which) {
  case LOG2:
    return carom_log2(first);
  case LOG:
    return carom_log(first);
  case EXP2:
    return carom_exp2(first);
  case EXP:
    return carom_exp(first);
  case POW:
    return carom_pow(first, second);
  case ATAN2:
    return carom_atan2(first, second);
  default:
    carom_sincos(first, &sine, &cosine);
    return which == SINE ? sine : cosine;
  }
}

static void check_bits(enum function which, double first, double second, double expected)
{
  const double got = evaluate(which, first, second);
  if (carom_bits_of(got) != carom_bits_of(expected))
    fail_msg("%s(%.17g, %.17g) = %.17g, not %.17g", names[which], first, second, got, expected);
}

#if LDBL_MANT_DIG >= 64

/* In units of the last place: what law_math.h states, measured over 10^7 points of each range, and
 * a small margin. */
static const double bounds[FUNCTIONS] = {0.505, 0.505, 0.82, 0.82, 0.87, 0.90, 0.90, 0.92};

static double worst[FUNCTIONS];

static long double reference(enum function which, double first, double second)
{
  switch (which) {
  case LOG2:
    return log2l(first);
  case LOG:
    return logl(first);
  case EXP2:
    return exp2l(first);
  case EXP:
    return expl(first);
  case POW:
    return powl(first, second);
  case SINE:
    return sinl(first);
  case COSINE:
    return cosl(first);
  default:
    return atan2l(first, second);
  }
}

/* Distance in units of the last place of the double nearest to the exact value. */
static double error_in_ulp(double got, long double exact)
{
  const double rounded = (double)exact;
  if (isinf(rounded) || isnan(rounded) || isinf(got) || isnan(got))
    return got == rounded ? 0.0 : HUGE_VAL;
  int exponent;
  frexpl(exact, &exponent);
  if (exponent < DBL_MIN_EXP) exponent = DBL_MIN_EXP;
  return (double)fabsl(ldexpl((long double)got - exact, DBL_MANT_DIG - exponent));
}

static void check_point(enum function which, double first, double second)
{
  const double got = evaluate(which, first, second);
  const double error = error_in_ulp(got, reference(which, first, second));
  if (error > worst[which]) worst[which] = error;
  if (error > bounds[which])
    fail_msg("%s(%.17g, %.17g) = %.17g is off by %.4f ulp", names[which], first, second, got,
             error);
}

static void report(enum function which)
{
  print_message("%-5s largest error %.4f ulp\n", names[which], worst[which]);
}

static void accuracy_of_logarithms(void **state)
{
  (void)state;
  random_state = 1;
  for (enum function which = LOG2; which <= LOG; which++) {
    for (int i = 0; i < CAROM_TEST_POINTS; i++) {
      check_point(which, uniform(0.5, 2.0), 0.0);
      check_point(which, 1.0 + with_sign(with_exponent(-53, -1)), 0.0);
      check_point(which, with_exponent(-1022, 1024), 0.0);
      check_point(which, with_exponent(-1074, -1021), 0.0);
      check_point(which, uniform(1.18, 1.2) * with_exponent(0, 2), 0.0);
    }
    report(which);
  }
}

static void accuracy_of_exponentials(void **state)
{
  (void)state;
  random_state = 2;
  for (enum function which = EXP2; which <= EXP; which++) {
    const double unit = which == EXP2 ? 1.0 : 0.6931471805599453;
    for (int i = 0; i < CAROM_TEST_POINTS; i++) {
      check_point(which, uniform(-1.0, 1.0), 0.0);
      check_point(which, uniform(-1080.0, 1026.0) * unit, 0.0);
      check_point(which, uniform(-1075.0, -1020.0) * unit, 0.0);
      check_point(which, with_sign(with_exponent(-1074, 0)), 0.0);
      check_point(which, (uniform(-1e-3, 1e-3) + 0.5 + (double)(i % 1000)) * unit, 0.0);
    }
    report(which);
  }
}

static void accuracy_of_powers(void **state)
{
  (void)state;
  random_state = 3;
  for (int i = 0; i < CAROM_TEST_POINTS; i++) {
    check_point(POW, with_exponent(-20, 20), uniform(-4.0, 4.0));
    check_point(POW, with_exponent(-60, 60), 1.5);
    check_point(POW, uniform(1.4, 1.42), uniform(-2100.0, 2047.0));
    check_point(POW, uniform(0.7, 1.7), uniform(-1e4, 1e4));
    check_point(POW, with_exponent(-1074, 1024), with_sign(with_exponent(-1074, 60)));
    const double near_one = 1.0 + with_sign(with_exponent(-53, -1));
    check_point(POW, near_one, uniform(-1076.0, 1025.0) / carom_log2(near_one));
    const double any = with_exponent(-1074, 1024);
    check_point(POW, any, uniform(-1075.0, -1021.0) / carom_log2(any));
    check_point(POW, any, uniform(-1021.0, 1025.0) / carom_log2(any));
  }
  report(POW);
}

static void accuracy_of_sine_and_cosine(void **state)
{
  (void)state;
  const long double half_pi = 1.570796326794896619231321691639751442L;
  random_state = 4;
  for (enum function which = SINE; which <= COSINE; which++) {
    for (int i = 0; i < CAROM_TEST_POINTS; i++) {
      check_point(which, uniform(-3.5, 3.5), 0.0);
      check_point(which, uniform(-1e5, 1e5), 0.0);
      check_point(which, uniform(-2e5, 2e5), 0.0);
      check_point(which, with_sign(with_exponent(-1074, 3)), 0.0);
      /* Each double nearest to a multiple of pi/2, where most of x cancels, and its surroundings.
       */
      const double multiple = (double)((long double)(i % 127000) * half_pi);
      check_point(which, multiple, 0.0);
      check_point(which, multiple * (1.0 + with_sign(with_exponent(-52, -8))), 0.0);
    }
    report(which);
  }
}

static void accuracy_of_angles(void **state)
{
  (void)state;
  random_state = 5;
  for (int i = 0; i < CAROM_TEST_POINTS; i++) {
    check_point(ATAN2, uniform(-1.0, 1.0), uniform(-1.0, 1.0));
    check_point(ATAN2, with_sign(with_exponent(-60, 60)), with_sign(with_exponent(-60, 60)));
    check_point(ATAN2, with_sign(with_exponent(-1074, 1024)),
                with_sign(with_exponent(-1074, 1024)));
    check_point(ATAN2, with_sign(with_exponent(-1074, -1015)), with_exponent(-1074, -1015));
    check_point(ATAN2, with_sign(with_exponent(1015, 1024)), with_sign(with_exponent(1000, 1024)));
    const double x = uniform(0.1, 1.0);
    const double near_one = 1.0 + with_sign(with_exponent(-53, -1));
    check_point(ATAN2, x * near_one, with_sign(x));       /* near the diagonals */
    check_point(ATAN2, 0.5 * x * near_one, with_sign(x)); /* near the change of formula */
    check_point(ATAN2, x, x * with_sign(with_exponent(-60, -1)));
  }
  report(ATAN2);
}

#endif

/* ---- special values ---- */

static void special_values(void **state)
{
  (void)state;
  const double inf = carom_infinity();
  const double nan_value = carom_nan();
  const double pi = 3.141592653589793;
  assert_true(isinf(inf) && inf > 0.0);
  assert_true(isnan(nan_value));

  for (enum function which = LOG2; which <= LOG; which++) {
    check_bits(which, 0.0, 0.0, -inf);
    check_bits(which, -0.0, 0.0, -inf);
    check_bits(which, 1.0, 0.0, 0.0);
    check_bits(which, inf, 0.0, inf);
    check_bits(which, -1.0, 0.0, nan_value);
    check_bits(which, -inf, 0.0, nan_value);
    check_bits(which, -nan_value, 0.0, nan_value);
  }
  for (enum function which = EXP2; which <= EXP; which++) {
    check_bits(which, 0.0, 0.0, 1.0);
    check_bits(which, -0.0, 0.0, 1.0);
    check_bits(which, inf, 0.0, inf);
    check_bits(which, -inf, 0.0, 0.0);
    check_bits(which, 1024.0, 0.0, inf);
    check_bits(which, -1075.0, 0.0, 0.0);
    check_bits(which, DBL_MAX, 0.0, inf);
    check_bits(which, -DBL_MAX, 0.0, 0.0);
    check_bits(which, DBL_MIN, 0.0, 1.0);
    check_bits(which, -nan_value, 0.0, nan_value);
  }
  check_bits(EXP, 709.782712893384, 0.0, 1.7976931348622732e+308);
  check_bits(EXP, 709.7827128933841, 0.0, inf);
  check_bits(EXP, -745.2, 0.0, 0.0);

  const double anything[] = {0.0, DBL_TRUE_MIN, 0.5, 1.0, 2.0, DBL_MAX, inf, nan_value, -3.0};
  for (size_t i = 0; i < sizeof anything / sizeof anything[0]; i++) {
    check_bits(POW, anything[i], 0.0, 1.0);
    check_bits(POW, anything[i], -0.0, 1.0);
    check_bits(POW, 1.0, anything[i], 1.0);
    check_bits(POW, 1.0, -anything[i], 1.0);
    if (anything[i] > 0.0) {
      check_bits(POW, 0.0, anything[i], 0.0);
      check_bits(POW, -0.0, anything[i], 0.0);
      check_bits(POW, 0.0, -anything[i], inf);
      check_bits(POW, inf, anything[i], inf);
      check_bits(POW, inf, -anything[i], 0.0);
      check_bits(POW, -1.0, anything[i], nan_value);
    }
  }
  check_bits(POW, 2.0, inf, inf);
  check_bits(POW, 0.5, inf, 0.0);
  check_bits(POW, 2.0, -inf, 0.0);
  check_bits(POW, 0.5, -inf, inf);
  check_bits(POW, 1.0 + DBL_EPSILON, inf, inf);
  check_bits(POW, 1.0 - 0.5 * DBL_EPSILON, DBL_MAX, 0.0);
  check_bits(POW, DBL_MAX, DBL_MAX, inf);
  check_bits(POW, DBL_TRUE_MIN, DBL_TRUE_MIN, 1.0);
  check_bits(POW, -inf, 3.0, nan_value);
  check_bits(POW, 2.0, nan_value, nan_value);
  check_bits(POW, 0.0, nan_value, nan_value);
  check_bits(POW, inf, nan_value, nan_value);
  check_bits(POW, nan_value, 2.0, nan_value);

  check_bits(SINE, 0.0, 0.0, 0.0);
  check_bits(SINE, -0.0, 0.0, -0.0);
  check_bits(SINE, DBL_TRUE_MIN, 0.0, DBL_TRUE_MIN);
  check_bits(COSINE, 0.0, 0.0, 1.0);
  for (enum function which = SINE; which <= COSINE; which++) {
    check_bits(which, inf, 0.0, nan_value);
    check_bits(which, -inf, 0.0, nan_value);
    check_bits(which, nan_value, 0.0, nan_value);
  }

  for (int minus = 0; minus < 2; minus++) {
    const double sign = minus != 0 ? -1.0 : 1.0;
    check_bits(ATAN2, sign * 0.0, 0.0, sign * 0.0);
    check_bits(ATAN2, sign * 0.0, -0.0, sign * pi);
    check_bits(ATAN2, sign * 0.0, 1.0, sign * 0.0);
    check_bits(ATAN2, sign * 0.0, -DBL_TRUE_MIN, sign * pi);
    check_bits(ATAN2, sign * 0.0, inf, sign * 0.0);
    check_bits(ATAN2, sign * 0.0, -inf, sign * pi);
    check_bits(ATAN2, sign * DBL_TRUE_MIN, 0.0, sign * (pi / 2));
    check_bits(ATAN2, sign, -0.0, sign * (pi / 2));
    check_bits(ATAN2, sign, 1.0, sign * (pi / 4));
    check_bits(ATAN2, sign, -1.0, sign * (3 * (pi / 4)));
    check_bits(ATAN2, sign * DBL_MAX, DBL_MAX, sign * (pi / 4));
    check_bits(ATAN2, sign * DBL_TRUE_MIN, -DBL_TRUE_MIN, sign * (3 * (pi / 4)));
    check_bits(ATAN2, sign * DBL_TRUE_MIN, DBL_MAX, sign * 0.0);
    check_bits(ATAN2, sign * inf, inf, sign * (pi / 4));
    check_bits(ATAN2, sign * inf, -inf, sign * (3 * (pi / 4)));
    check_bits(ATAN2, sign * inf, -2.0, sign * (pi / 2));
    check_bits(ATAN2, sign * DBL_MAX, inf, sign * 0.0);
    check_bits(ATAN2, sign * DBL_MAX, -inf, sign * pi);
    check_bits(ATAN2, sign, nan_value, nan_value);
    check_bits(ATAN2, nan_value, sign, nan_value);
  }
}

/* An error below one ulp makes every result that is a double exact. */
static void exact_results(void **state)
{
  (void)state;
  random_state = 6;
  for (int k = -1074; k < 1024; k++) {
    const double power = ldexp(1.0, k);
    check_bits(LOG2, power, 0.0, (double)k);
    check_bits(EXP2, (double)k, 0.0, power);
    check_bits(POW, 2.0, (double)k, power);
    check_bits(POW, power, 1.0, power);
    check_bits(POW, power, -0.0, 1.0);
  }
  for (int i = 0; i < 20000; i++) {
    const double x = with_exponent(-1022, 1024);
    check_bits(POW, x, 1.0, x);
    const double few_bits = (double)(1 + random_bits() % 4096);
    check_bits(POW, few_bits, 2.0, few_bits * few_bits);
    check_bits(POW, few_bits * few_bits, 0.5, few_bits);
    check_bits(POW, few_bits, 4.0, few_bits * few_bits * few_bits * few_bits);
  }
}

static void large_angles_stay_on_the_circle(void **state)
{
  (void)state;
  random_state = 7;
  for (int i = 0; i < CAROM_TEST_POINTS; i++) {
    const double x = with_sign(with_exponent(17, 1024));
    double sine, cosine;
    carom_sincos(x, &sine, &cosine);
    if (!(fabs(sine * sine + cosine * cosine - 1.0) < 1e-15))
      fail_msg("sincos(%.17g) = %.17g, %.17g", x, sine, cosine);
  }
}

/* ---- the same bits everywhere ---- */

#define BLOCK 2000
#define BLOCKS 500

static double first_input[BLOCK], second_input[BLOCK], output[BLOCK];

static uint64_t hash_output(uint64_t hash)
{
  for (int i = 0; i < BLOCK; i++) {
    uint64_t bits = carom_bits_of(output[i]);
    for (int byte = 0; byte < 8; byte++, bits >>= 8)
      hash = (hash ^ (bits & 0xff)) * UINT64_C(0x100000001b3);
  }
  return hash;
}

/* Plain loops, so that an optimised build hashes the vector code. */
static void fill_output(enum function which)
{
  double ignored;
  switch (which) {
  case LOG2:
    for (int i = 0; i < BLOCK; i++)
      output[i] = carom_log2(first_input[i]);
    break;
  case LOG:
    for (int i = 0; i < BLOCK; i++)
      output[i] = carom_log(first_input[i]);
    break;
  case EXP2:
    for (int i = 0; i < BLOCK; i++)
      output[i] = carom_exp2(first_input[i]);
    break;
  case EXP:
    for (int i = 0; i < BLOCK; i++)
      output[i] = carom_exp(first_input[i]);
    break;
  case POW:
    for (int i = 0; i < BLOCK; i++)
      output[i] = carom_pow(first_input[i], second_input[i]);
    break;
  case SINE:
    for (int i = 0; i < BLOCK; i++)
      carom_sincos(first_input[i], &output[i], &ignored);
    break;
  case COSINE:
    for (int i = 0; i < BLOCK; i++)
      carom_sincos(first_input[i], &ignored, &output[i]);
    break;
  default:
    for (int i = 0; i < BLOCK; i++)
      output[i] = carom_atan2(first_input[i], second_input[i]);
    break;
  }
}

static void fill_input(enum function which, int block)
{
  for (int i = 0; i < BLOCK; i++) {
    if (block % 10 == 9) { /* any bits at all, so infinities, subnormals and NaN, too */
      first_input[i] = carom_real_of(random_bits());
      second_input[i] = carom_real_of(random_bits());
    } else if (which == LOG2 || which == LOG) {
      first_input[i] = block % 2 != 0 ? uniform(0.25, 4.0) : with_exponent(-1074, 1024);
    } else if (which == EXP2 || which == EXP) {
      first_input[i] = block % 2 != 0 ? uniform(-1100.0, 1030.0) : uniform(-1.0, 1.0);
    } else if (which == POW) {
      first_input[i] = with_exponent(-30, 30);
      second_input[i] = block % 2 != 0 ? uniform(-3.0, 3.0) : uniform(-60.0, 60.0);
    } else if (which == SINE || which == COSINE) {
      first_input[i] = block % 2 != 0 ? uniform(-3.5, 3.5) : uniform(-2e5, 2e5);
    } else {
      first_input[i] = with_sign(with_exponent(-20, 20));
      second_input[i] = with_sign(with_exponent(-20, 20));
    }
  }
}

static void golden_hashes(void **state)
{
  (void)state;
  static const uint64_t golden[FUNCTIONS] = {
      UINT64_C(0x8c9e0150865d99ee), /* log2 */
      UINT64_C(0x938375b1de2ce908), /* log */
      UINT64_C(0xa58c068e2d20e7b6), /* exp2 */
      UINT64_C(0xaa41049badf29751), /* exp */
      UINT64_C(0x0507f9c082c3e34e), /* pow */
      UINT64_C(0x5c0bbab757e80f6f), /* sin */
      UINT64_C(0xf78d33c065f485ec), /* cos */
      UINT64_C(0xc1670512e1703538), /* atan2 */
  };
  int differing = 0;
  for (int which = 0; which < FUNCTIONS; which++) {
    random_state = 100;
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (int block = 0; block < BLOCKS; block++) {
      fill_input((enum function)which, block);
      fill_output((enum function)which);
      hash = hash_output(hash);
    }
    print_message("%-5s hash 0x%016llx\n", names[which], (unsigned long long)hash);
    differing += hash != golden[which];
  }
  if (differing != 0) fail_msg("%d functions differ from their golden hashes", differing);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
#if LDBL_MANT_DIG >= 64
    cmocka_unit_test(accuracy_of_logarithms),
    cmocka_unit_test(accuracy_of_exponentials),
    cmocka_unit_test(accuracy_of_powers),
    cmocka_unit_test(accuracy_of_sine_and_cosine),
    cmocka_unit_test(accuracy_of_angles),
#endif
    cmocka_unit_test(special_values),
    cmocka_unit_test(exact_results),
    cmocka_unit_test(large_angles_stay_on_the_circle),
    cmocka_unit_test(golden_hashes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
