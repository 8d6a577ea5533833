/* SPDX-License-Identifier: MIT */
/* Whether numbers are added, multiplied and rounded as IEEE 754 says, here and now. */
#ifndef CAROM_CORE_ARITHMETIC_H
#define CAROM_CORE_ARITHMETIC_H

#include "carom/base.h"

/* Neither NaN nor infinite. */
static inline bool carom_finite(double x)
{
  return x - x == 0;
}

/* CAROM_OK, or CAROM_ERR_ARITHMETIC with what was found and the remedy. Looks at the flags that the
 * library was compiled with and at the state of the processor in the calling thread, which belongs
 * to the host program; some 20 operations, so whoever prepares something asks every time. */
carom_status carom_arithmetic_check(carom_error *err);

#endif
