/* SPDX-License-Identifier: MIT */
#ifdef __AVX512F__
#define CAROM_SET avx512
#include "law/blocks.inc"
#else
#include "law/blocks.h"

const carom_kernels *carom_blocks_avx512(void)
{
  return NULL;
}
#endif
