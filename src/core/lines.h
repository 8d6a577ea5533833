/* SPDX-License-Identifier: MIT */
/* Memory for large arrays. */
#ifndef CAROM_CORE_LINES_H
#define CAROM_CORE_LINES_H

#include <stddef.h>

/* Allocates whole cache lines, to be released with free(); NULL if memory runs out. Large blocks
 * request huge pages, because gathers in list order would otherwise miss the TLB more often than
 * the cache. */
void *carom_lines(size_t bytes);

#endif
