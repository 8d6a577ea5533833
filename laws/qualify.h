/* SPDX-License-Identifier: MIT */
/* The one place where a law meets its compiler.
 *
 * A law header is plain C that must also compile for the GPU, for WebAssembly and inside a C++
 * host. Everything that differs between them stands here, so that no law ever needs an #ifdef. */
#ifndef CAROM_QUALIFY_H
#define CAROM_QUALIFY_H

#include <stdint.h>

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
