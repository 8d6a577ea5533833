/* SPDX-License-Identifier: MIT */
/* The arithmetic of this build is IEEE 754 as written: nothing fused, nothing flushed to zero,
 * nothing reordered. Every result of the library rests on it. */
#include <float.h>
#include "suite.h"

#include "carom/base.h"

#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)
#error "compiled with -ffast-math or a part of it"
#endif

/* (1 + e)(1 - e) - 1 is 0 when the product is rounded first and -e^2 when it is fused. */
static const double e = 0x1p-30;

static double product_then_sum(double a, double b, double c)
{
  return a * b + c;
}

#if defined(__x86_64__)
/* Where the processor has the instruction and the compiler may use it, it still must not. */
__attribute__((target("fma"), noinline)) static double with_fma_at_hand(double a, double b,
                                                                        double c)
{
  return a * b + c;
}
#endif

static void products_are_rounded(void **state)
{
  (void)state;
  volatile double a = 1.0 + e, b = 1.0 - e, c = -1.0;
  assert_true(product_then_sum(a, b, c) == 0.0);
#if defined(__x86_64__)
  if (__builtin_cpu_supports("fma")) assert_true(with_fma_at_hand(a, b, c) == 0.0);
#endif
}

static void the_test_would_notice(void **state)
{
  (void)state;
  volatile double a = 1.0 + e, b = 1.0 - e, c = -1.0;
  assert_true(__builtin_fma(a, b, c) == -e * e);
}

static void subnormals_live(void **state)
{
  (void)state;
  assert_non_null(carom_version()); /* the library is loaded, with whatever it does at start */
  volatile double smallest = DBL_MIN, half = 0.5, two = 2.0;
  volatile double below = smallest * half;
  assert_true(below > 0.0);
  assert_true(below * two == smallest);
  volatile float small = FLT_MIN, part = 0.25f;
  assert_true(small * part > 0.0f);
}

static void sums_keep_their_order(void **state)
{
  (void)state;
  volatile double big = 0x1p53, one = 1.0;
  assert_true((big + one) - big == 0.0);
  assert_true(big + (one - big) == 0.0 + one);
}

/* 10 / 3 rounded once; ten times a third is 0x1.aaaaaaaaaaaaap+1. A reciprocal is taken of a
 * constant and of a divisor that several share. */
static void quotients_are_divided(void **state)
{
  (void)state;
  volatile double ten = 10.0, five = 5.0, twenty = 20.0, three = 3.0;
  assert_true(ten / 3.0 == 0x1.aaaaaaaaaaaabp+1);
  const double common = three;
  assert_true(ten / common == 0x1.aaaaaaaaaaaabp+1);
  assert_true(five / common == 0x1.aaaaaaaaaaaabp+0);
  assert_true(twenty / common == 0x1.aaaaaaaaaaaabp+2);
  volatile double third = 1.0 / 3.0;
  assert_true(ten * third == 0x1.aaaaaaaaaaaaap+1); /* the test would notice */
}

static void zeros_and_nans_are_kept(void **state)
{
  (void)state;
  volatile double zero = 0.0, minus = -0.0;
  assert_true(1.0 / minus < 0.0);
  assert_true(__builtin_signbit(minus + minus));
  assert_false(__builtin_signbit(minus + zero));
  volatile double nan = zero / zero;
  assert_true(nan != nan);
  assert_false(nan > zero || nan < zero);
}

static void intermediate_results_are_double(void **state)
{
  (void)state;
  volatile double big = DBL_MAX, two = 2.0;
  assert_true(big * two / two > DBL_MAX);
}

SUITE("build flags", products_are_rounded, the_test_would_notice, subnormals_live,
      sums_keep_their_order, quotients_are_divided, zeros_and_nans_are_kept,
      intermediate_results_are_double)
