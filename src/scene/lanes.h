/* SPDX-License-Identifier: MIT */
/* Transposition of rows to columns and back for the instruction set of this compilation. Everything
 * else in the kernels is the same source for all sets. */
#ifndef CAROM_SRC_LANES_H
#define CAROM_SRC_LANES_H

#ifdef __AVX512F__
#include "scene/lanes_avx512.h"
#elif defined(__AVX2__)
#include "scene/lanes_avx2.h"
#else
#include "scene/lanes_plain.h"
#endif

#endif
