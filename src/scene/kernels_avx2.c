/* SPDX-License-Identifier: MIT */
#ifdef __AVX2__
#define CAROM_SET avx2
#include "scene/kernels.inc"
#else
#include "scene/kernels.h"

const carom_scene_kernels *carom_scene_kernels_avx2(void)
{
  return NULL;
}
#endif
