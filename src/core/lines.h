/* SPDX-License-Identifier: MIT */
/* Memory for large arrays. */
#ifndef CAROM_CORE_LINES_H
#define CAROM_CORE_LINES_H

#include <stddef.h>

/* Memory in whole cache lines, to be freed by free(); NULL without. Large pieces ask for large
 * pages: rows that are read in the order of a list would otherwise miss the table of pages more
 * often than the cache. */
void *carom_lines(size_t bytes);

#endif
