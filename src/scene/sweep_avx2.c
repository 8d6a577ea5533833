/* SPDX-License-Identifier: MIT */
#ifdef __AVX2__
#define CAROM_SET avx2
#include "scene/sweep.inc"
#else
#include "scene/sweep.h"

const carom_sweep *carom_sweep_avx2(void)
{
  return NULL;
}
#endif
