/* SPDX-License-Identifier: MIT */
#ifdef __AVX512F__
#define CAROM_SET avx512
#include "chain/march.inc"
#else
#include "chain/march.h"

const carom_march *carom_march_avx512(void)
{
  return NULL;
}
#endif
