/* SPDX-License-Identifier: MIT */
#ifdef __AVX2__
#define CAROM_SET avx2
#include "law/blocks.inc"
#else
#include "law/blocks.h"

const carom_kernels *carom_blocks_avx2(void)
{
  return NULL;
}
#endif
