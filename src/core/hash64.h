/* SPDX-License-Identifier: MIT */
/* A 64-bit hash fast enough for gigabytes. It detects damage, not tampering. Every step is
 * invertible, so that a change within a single 8-byte word is always detected. */
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

/* Hashes a block in one call. The result depends on the bytes, not on how they are divided among
 * calls. */
uint64_t carom_hash64_of(const void *bytes, size_t length);

#endif
