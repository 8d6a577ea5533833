/* SPDX-License-Identifier: MIT */
#ifdef __AVX512F__
#define CAROM_SET avx512
#include "scene/kernels.inc"
#else
#include "scene/kernels.h"

const carom_scene_kernels *carom_scene_kernels_avx512(void)
{
  return NULL;
}
#endif
