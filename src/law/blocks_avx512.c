/* SPDX-License-Identifier: MIT */
#define CAROM_SET avx512
#include "law/blocks.inc"
