/* SPDX-License-Identifier: MIT */
/* The compressed format of zlib (RFC 1950, 1951), as VTK and PNG want it: written and read here, so
 * that files have the same bytes on every machine and need no library. */
#ifndef CAROM_IO_ZLIB_STREAM_H
#define CAROM_IO_ZLIB_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Compresses `length` bytes into memory that the caller frees; NULL without memory. */
uint8_t *carom_zlib_pack(const void *bytes, size_t length, size_t *packed);

/* Expands a stream into exactly `room` bytes. False if it is damaged, or of another length. */
bool carom_zlib_unpack(const void *packed, size_t length, void *bytes, size_t room);

/* The checksum of PNG (crc) over more bytes; begin with 0. */
uint32_t carom_crc32(uint32_t crc, const void *bytes, size_t length);

#endif
