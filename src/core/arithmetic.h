/* SPDX-License-Identifier: MIT */
/* Checks at run time that arithmetic follows IEEE 754. */
#ifndef CAROM_CORE_ARITHMETIC_H
#define CAROM_CORE_ARITHMETIC_H

#include "carom/base.h"

/* Neither NaN nor infinite. */
static inline bool carom_finite(double x)
{
  return x - x == 0;
}

/* Returns CAROM_OK, or CAROM_ERR_ARITHMETIC with the finding and its remedy. It tests the effect of
 * the flags with which the library was compiled and the floating-point state of the calling thread,
 * which belongs to the host program and may change. It takes about 20 operations, so every
 * preparation calls it. */
carom_status carom_arithmetic_check(carom_error *err);

#endif
