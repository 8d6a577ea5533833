/* SPDX-License-Identifier: MIT */
/* Refuses compiler flags that give up IEEE 754.
 *
 * Same input, same bits holds only if every sum, product and quotient is what is written: the error
 * terms of law_math.h are exact, NaN and the two zeros are distinguished, and sums keep their
 * order. Every law sees this header through qualify.h, every other file of the project by -include
 * (cmake/CaromFlags.cmake). The public headers do not have it: how a program that uses carom is
 * compiled is its own business, unless it compiles laws into kernels of its own. clang defines
 * macros for few of these flags; the others are found by cmake/CaromFlags.cmake and, when a contact
 * is prepared, by src/core/arithmetic.c. */
#ifndef CAROM_IEEE_H
#define CAROM_IEEE_H

#if defined(__FAST_MATH__)
#error "carom cannot be compiled with -ffast-math or -Ofast: results would have other bits"
#endif

#if defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__
#error "carom cannot be compiled with -ffinite-math-only: NaN would pass its checks"
#endif

#if defined(__ASSOCIATIVE_MATH__)
#error "carom cannot be compiled with -fassociative-math: sums must keep their order"
#endif

#if defined(__RECIPROCAL_MATH__)
#error "carom cannot be compiled with -freciprocal-math: quotients must be rounded once"
#endif

#if defined(__NO_SIGNED_ZEROS__)
#error "carom cannot be compiled with -fno-signed-zeros: the sign of zero is part of a result"
#endif

/* gcc's own summary of its flags. It catches what the checks above do not:
 * -fsingle-precision-constant and, in strict C, -ffp-contract=fast. */
#if defined(__GCC_IEC_559) && __GCC_IEC_559 == 0
#error "carom needs arithmetic as IEEE 754 defines it: leave out the flags that relax it"
#endif

/* Intermediate results must be in double: 0 and 1 ensure that, 2 (x87) and -1 (unknown) do not. */
#if defined(__FLT_EVAL_METHOD__) && (__FLT_EVAL_METHOD__ == 2 || __FLT_EVAL_METHOD__ < 0)
#error                                                                                             \
    "carom needs results rounded to double at every step: on x86 compile with -mfpmath=sse -msse2"
#endif

#endif
