/* SPDX-License-Identifier: MIT */
/* Selects the kernels that this processor can run. */
#include "law/blocks.h"

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
static bool has_avx2(void)
{
  return __builtin_cpu_supports("avx2");
}

static bool has_avx512(void)
{
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
         __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw");
}
#else
static bool has_avx2(void)
{
  return false;
}

static bool has_avx512(void)
{
  return false;
}
#endif

const carom_kernels *carom_blocks_choose(carom_instructions wanted, carom_instructions *got)
{
  const carom_kernels *wide = has_avx512() ? carom_blocks_avx512() : NULL;
  const carom_kernels *half = has_avx2() ? carom_blocks_avx2() : NULL;
  const bool any = wanted == CAROM_INSTRUCTIONS_BEST;
  if (wide && (any || wanted == CAROM_INSTRUCTIONS_AVX512)) {
    *got = CAROM_INSTRUCTIONS_AVX512;
    return wide;
  }
  if (half && (any || wanted == CAROM_INSTRUCTIONS_AVX2)) {
    *got = CAROM_INSTRUCTIONS_AVX2;
    return half;
  }
  *got = CAROM_INSTRUCTIONS_BASE;
  return any || wanted == CAROM_INSTRUCTIONS_BASE ? carom_blocks_base() : NULL;
}
