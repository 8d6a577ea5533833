/* SPDX-License-Identifier: MIT */
#ifdef __AVX512F__
#define CAROM_SET avx512
#include "law/slides.inc"
#else
#include "law/tangential.h"

carom_slide_kernel *const *carom_slides_avx512(void)
{
  return NULL;
}
#endif
