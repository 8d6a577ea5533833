/* SPDX-License-Identifier: MIT */
/* The one place where a law meets its compiler.
 *
 * A law header is plain C that must also compile for the GPU, for WebAssembly and inside a C++
 * host. Everything that differs between them is here, so that no law ever needs an #ifdef. */
#ifndef CAROM_QUALIFY_H
#define CAROM_QUALIFY_H

#include <stdint.h>

#include "ieee.h"

/* CAROM_FN marks a pure function of the inner loop: inlined everywhere, callable on a device.
 * CAROM_HOST marks preparation code that runs once per material pair on the host.
 * Both are static, so that no instruction set leaks from one translation unit into another. */
#if defined(__CUDACC__)
#define CAROM_FN static inline __host__ __device__
#define CAROM_RESTRICT __restrict__
#elif defined(__GNUC__) || defined(__clang__)
#define CAROM_FN static inline __attribute__((always_inline, unused))
#define CAROM_RESTRICT __restrict__
#else
#define CAROM_FN static inline
#define CAROM_RESTRICT
#endif

#if defined(__GNUC__) || defined(__clang__)
#define CAROM_HOST static inline __attribute__((unused))
#else
#define CAROM_HOST static inline
#endif

/* CAROM_CONTACTS(i, groups) heads a loop over i = 0 .. 8 groups - 1 whose passes touch different
 * contacts, in the shape that each compiler turns into vector code (gcc without a remainder loop):
 * gcc wants an inner loop of fixed length, and the promise for both loops, as it may unroll the
 * inner one first; clang wants a single loop of known multiple. */
#if defined(__clang__)
#define CAROM_CONTACTS(i, groups)                                                                  \
  _Pragma("clang loop vectorize(assume_safety) interleave(disable)") for (ptrdiff_t i = 0;         \
                                                                          i < 8 * (groups); i++)
#elif defined(__GNUC__)
#define CAROM_CONTACTS(i, groups)                                                                  \
  _Pragma("GCC ivdep") for (ptrdiff_t i##_group = 0; i##_group < 8 * (groups); i##_group += 8)     \
      _Pragma("GCC ivdep") for (ptrdiff_t i = i##_group; i < i##_group + 8; i++)
#else
#define CAROM_CONTACTS(i, groups) for (ptrdiff_t i = 0; i < 8 * (groups); i++)
#endif

/* CAROM_EACH_LANE(l) heads a loop over the eight contacts of one group in the same way. */
#if defined(__clang__)
#define CAROM_EACH_LANE(l)                                                                         \
  _Pragma("clang loop vectorize(assume_safety) interleave(disable)") for (ptrdiff_t l = 0; l < 8;  \
                                                                          l++)
#elif defined(__GNUC__)
#define CAROM_EACH_LANE(l) _Pragma("GCC ivdep") for (ptrdiff_t l = 0; l < 8; l++)
#else
#define CAROM_EACH_LANE(l) for (ptrdiff_t l = 0; l < 8; l++)
#endif

/* Arithmetic of the laws. */
typedef double carom_real;

/* The only square root, absolute value and floor: correctly rounded everywhere. */
#if defined(__GNUC__) || defined(__clang__)
#define CAROM_SQRT(x) __builtin_sqrt(x)
#define CAROM_FABS(x) __builtin_fabs(x)
#define CAROM_FLOOR(x) __builtin_floor(x)
#else
#include <math.h>
#define CAROM_SQRT(x) sqrt(x)
#define CAROM_FABS(x) fabs(x)
#define CAROM_FLOOR(x) floor(x)
#endif

#endif
