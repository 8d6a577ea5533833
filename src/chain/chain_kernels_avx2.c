/* SPDX-License-Identifier: MIT */
#ifdef __AVX2__
#define CAROM_SET avx2
#include "chain/chain_kernels.inc"
#else
#include "chain/chain_kernels.h"

const carom_chain_kernels *carom_chain_kernels_avx2(void)
{
  return NULL;
}
#endif
