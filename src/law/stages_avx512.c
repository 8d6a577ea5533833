/* SPDX-License-Identifier: MIT */
#ifdef __AVX512F__
#define CAROM_SET avx512
#include "law/stages.inc"
#else
#include "law/stage.h"

carom_stage_kernel *const *carom_stages_avx512(void)
{
  return NULL;
}
#endif
