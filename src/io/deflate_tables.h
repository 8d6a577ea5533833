/* SPDX-License-Identifier: MIT */
/* Tables of RFC 1951, shared by compression and decompression. */
#ifndef CAROM_IO_DEFLATE_TABLES_H
#define CAROM_IO_DEFLATE_TABLES_H

#include <stddef.h>
#include <stdint.h>

enum {
  CAROM_DEFLATE_BITS = 15,
  CAROM_DEFLATE_LITERALS = 288,
  CAROM_DEFLATE_LENGTHS = 29,
  CAROM_DEFLATE_DISTANCES = 30
};

/* The smallest value of a symbol, and the number of extra bits added to it. */
typedef struct carom_deflate_range {
  uint16_t base;
  uint8_t extra;
} carom_deflate_range;

extern const carom_deflate_range carom_deflate_length[CAROM_DEFLATE_LENGTHS];
extern const carom_deflate_range carom_deflate_distance[CAROM_DEFLATE_DISTANCES];
extern const uint8_t carom_deflate_order[19]; /* order of the lengths of the code length code */

uint32_t carom_adler32(const void *bytes, size_t length);

#endif
