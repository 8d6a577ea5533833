/* SPDX-License-Identifier: MIT */
#ifdef __AVX512F__
#define CAROM_SET avx512
#include "scene/sweep.inc"
#else
#include "scene/sweep.h"

const carom_sweep *carom_sweep_avx512(void)
{
  return NULL;
}
#endif
