/* SPDX-License-Identifier: MIT */
/* Operands are volatile, so that the compiler cannot evaluate a test itself; each is then copied to
 * a plain variable, so that the operations are compiled as the flags permit. No test divides by
 * zero or compares a NaN by size, because the host may have enabled floating-point traps. */
#include "core/arithmetic.h"

#include <float.h>
#include <stdint.h>
#include <string.h>

#include "core/error.h"

static double shown(double value) /* a number whose value the compiler cannot know */
{
  volatile double hidden = value;
  return hidden;
}

static double of_bits(uint64_t bits)
{
  volatile uint64_t hidden = bits;
  const uint64_t seen = hidden;
  double value;
  memcpy(&value, &seen, sizeof value);
  return value;
}

static uint64_t bits_of(double value)
{
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

/* Round to nearest: a quarter of the last place of 1 is dropped, three quarters are rounded up.
 * Both are computed from stored operands, because this tests the rounding mode of the host and not
 * the compiler. */
static bool rounds_to_nearest(void)
{
  const double one = shown(1.0), quarter = shown(0x1p-54), most = shown(0x1.8p-53);
  return shown(one + quarter) == 1.0 && shown(one + most) == 1.0 + DBL_EPSILON;
}

/* Neither subnormal results nor subnormal operands are flushed to zero. */
static bool keeps_subnormals(void)
{
  const double smallest = shown(DBL_MIN), half = shown(0.5), two = shown(2.0);
  const double below = smallest * half, given = of_bits(UINT64_C(1) << 51);
  return bits_of(below) == UINT64_C(1) << 51 && bits_of(below * two) == bits_of(smallest) &&
         bits_of(given * two) == bits_of(smallest);
}

/* (1 + e)(1 - e) - 1 is 0 if the product is rounded, and -e^2 if it is fused with the sum. */
static bool rounds_products(void)
{
  const double e = 0x1p-30, more = shown(1.0 + e), less = shown(1.0 - e), one = shown(1.0);
  return more * less - one == 0.0;
}

/* 2^53 + 1 is 2^53 in double. The 1 survives if the sum is reordered or kept in extended
 * precision. */
static bool keeps_order(void)
{
  const double big = shown(0x1p53), one = shown(1.0);
  return (big + one) - big == 0.0;
}

/* Division by a constant and by a common divisor, the two cases in which compilers substitute a
 * reciprocal: ten times a third differs in the last place. */
static bool divides(void)
{
  const double ten = shown(10.0), five = shown(5.0), twenty = shown(20.0), three = shown(3.0);
  const double by_three = 0x1.aaaaaaaaaaaabp+1;
  return ten / 3.0 == by_three && ten / three == by_three && five / three == 0.5 * by_three &&
         twenty / three == 2.0 * by_three;
}

static bool takes_roots(void)
{
  return __builtin_sqrt(shown(2.0)) == 0x1.6a09e667f3bcdp+0;
}

static bool keeps_zeros(void)
{
  const double minus = shown(-0.0), zero = shown(0.0);
  return bits_of(minus + 0.0) == 0 && bits_of(0.0 - zero) == 0 &&
         bits_of(minus) == UINT64_C(1) << 63;
}

static bool knows_nan_and_infinity(void)
{
  const double nan = of_bits(UINT64_C(0x7ff8000000000000));
  const double infinity = of_bits(UINT64_C(0x7ff0000000000000));
  return nan != nan && infinity > DBL_MAX;
}

static bool keeps_constants(void)
{
  return bits_of(0.1) == UINT64_C(0x3fb999999999999a);
}

static const struct {
  bool (*sound)(void);
  const char *fault;
} of_the_library[] = {
    {keeps_constants, "constants are in single precision"},
    {rounds_products, "products are fused with sums"},
    {keeps_order, "sums are reordered or kept in more digits"},
    {divides, "quotients are products with a reciprocal"},
    {takes_roots, "square roots are not rounded correctly"},
    {keeps_zeros, "the sign of zero is lost"},
    {knows_nan_and_infinity, "NaN and infinity are taken for numbers"},
};

carom_status carom_arithmetic_check(carom_error *err)
{
  if (!rounds_to_nearest())
    return carom_fail(err, CAROM_ERR_ARITHMETIC, "arithmetic",
                      "this program does not round to nearest, so results would have other bits; "
                      "call fesetround(FE_TONEAREST) before carom is used");
  if (!keeps_subnormals())
    return carom_fail(
        err, CAROM_ERR_ARITHMETIC, "arithmetic",
        "this program flushes small numbers to zero, so results would have other bits; link it "
        "without -ffast-math and -Ofast, which switch this on at its start, or switch it off "
        "(x86: _mm_setcsr(_mm_getcsr() & ~0x8040u)) before carom is used");
  for (size_t i = 0; i < sizeof of_the_library / sizeof *of_the_library; i++)
    if (!of_the_library[i].sound())
      return carom_fail(err, CAROM_ERR_ARITHMETIC, "arithmetic",
                        "this libcarom was compiled with flags that change results (%s); build it "
                        "without -ffast-math, -Ofast and their parts",
                        of_the_library[i].fault);
  return CAROM_OK;
}
