/* SPDX-License-Identifier: MIT */
/* A 64-bit hash that is fast enough for gigabytes: it tells damage, not malice. Every step is
 * invertible, so that a change within one word of 8 bytes never goes unnoticed. */
#ifndef CAROM_CORE_HASH64_H
#define CAROM_CORE_HASH64_H

#include <stddef.h>
#include <stdint.h>

typedef struct carom_hash64 {
  uint64_t lane[4], length;
  unsigned char rest[32];
} carom_hash64;

carom_hash64 carom_hash64_start(void);
void carom_hash64_add(carom_hash64 *hash, const void *bytes, size_t length);
uint64_t carom_hash64_end(const carom_hash64 *hash);

/* All at once. The bytes count, not how they are divided among calls. */
uint64_t carom_hash64_of(const void *bytes, size_t length);

#endif
