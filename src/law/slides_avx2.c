/* SPDX-License-Identifier: MIT */
#ifdef __AVX2__
#define CAROM_SET avx2
#include "law/slides.inc"
#else
#include "law/tangential.h"

carom_slide_kernel *const *carom_slides_avx2(void)
{
  return NULL;
}
#endif
