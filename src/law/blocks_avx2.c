/* SPDX-License-Identifier: MIT */
#define CAROM_SET avx2
#include "law/blocks.inc"
