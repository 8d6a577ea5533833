/* SPDX-License-Identifier: MIT */
#define CAROM_SET base
#include "law/stages.inc"
