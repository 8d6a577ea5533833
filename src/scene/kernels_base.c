/* SPDX-License-Identifier: MIT */
#define CAROM_SET base
#include "scene/kernels.inc"
