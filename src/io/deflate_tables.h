/* SPDX-License-Identifier: MIT */
/* What compressing and expanding share: the tables of RFC 1951. */
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

/* The smallest value of a symbol, and how many bits follow that are added to it. */
typedef struct carom_deflate_range {
  uint16_t base;
  uint8_t extra;
} carom_deflate_range;

extern const carom_deflate_range carom_deflate_length[CAROM_DEFLATE_LENGTHS];
extern const carom_deflate_range carom_deflate_distance[CAROM_DEFLATE_DISTANCES];
extern const uint8_t carom_deflate_order[19]; /* of the lengths of the code of lengths */

uint32_t carom_adler32(const void *bytes, size_t length);

#endif
