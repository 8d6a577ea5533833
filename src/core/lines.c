/* SPDX-License-Identifier: MIT */
#if defined(__linux__)
#define _DEFAULT_SOURCE
#endif
#include "core/lines.h"

#include <stdlib.h>
#if defined(__linux__)
#include <sys/mman.h>
#endif

enum { LINE = 64, LARGE = 1 << 21 };

void *carom_lines(size_t bytes)
{
  const size_t unit = bytes >= LARGE ? LARGE : LINE;
  const size_t rounded = (bytes + unit) / unit * unit;
  void *memory = aligned_alloc(unit, rounded);
#ifdef MADV_HUGEPAGE
  if (memory && unit == LARGE) (void)madvise(memory, rounded, MADV_HUGEPAGE);
#endif
  return memory;
}
