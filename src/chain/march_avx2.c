/* SPDX-License-Identifier: MIT */
#ifdef __AVX2__
#define CAROM_SET avx2
#include "chain/march.inc"
#else
#include "chain/march.h"

const carom_march *carom_march_avx2(void)
{
  return NULL;
}
#endif
