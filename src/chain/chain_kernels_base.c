/* SPDX-License-Identifier: MIT */
#define CAROM_SET base
#include "chain/chain_kernels.inc"
