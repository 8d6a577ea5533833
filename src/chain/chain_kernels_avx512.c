/* SPDX-License-Identifier: MIT */
#ifdef __AVX512F__
#define CAROM_SET avx512
#include "chain/chain_kernels.inc"
#else
#include "chain/chain_kernels.h"

const carom_chain_kernels *carom_chain_kernels_avx512(void)
{
  return NULL;
}
#endif
