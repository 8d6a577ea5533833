/* SPDX-License-Identifier: MIT */
#ifdef __AVX2__
#define CAROM_SET avx2
#include "law/stages.inc"
#else
#include "law/stage.h"

carom_stage_kernel *const *carom_stages_avx2(void)
{
  return NULL;
}
#endif
