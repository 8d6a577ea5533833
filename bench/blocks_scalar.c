/* SPDX-License-Identifier: MIT */
/* The block kernels once more, compiled with the same flags but without vectorisation: what the
 * instruction sets are measured against. */
#include "bench.h"

#define CAROM_SET scalar
#include "law/blocks.inc"
