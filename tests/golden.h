/* SPDX-License-Identifier: MIT */
/* Hashes recorded in tests/golden. */
#ifndef CAROM_TESTS_GOLDEN_H
#define CAROM_TESTS_GOLDEN_H

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* The hash recorded for a name in a file such as "laws.txt"; 0 if there is none. */
static inline uint64_t recorded(const char *list, const char *name)
{
  char path[512], line[128], word[64];
  uint64_t hash, found = 0;
  snprintf(path, sizeof path, "%s/tests/golden/%s", CAROM_SOURCE_DIR, list);
  FILE *file = fopen(path, "r");
  if (!file) return 0;
  while (fgets(line, sizeof line, file))
    if (sscanf(line, "%63s %" SCNx64, word, &hash) == 2 && strcmp(word, name) == 0) found = hash;
  fclose(file);
  return found;
}

#endif
