/* SPDX-License-Identifier: MIT */
/* The zlib format (RFC 1950, 1951), required by VTK and PNG; implemented here, so that files have
 * the same bytes on every machine and need no library. */
#ifndef CAROM_IO_ZLIB_STREAM_H
#define CAROM_IO_ZLIB_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Compresses `length` bytes into memory that the caller frees; NULL if memory runs out. */
uint8_t *carom_zlib_pack(const void *bytes, size_t length, size_t *packed);

/* Decompresses a stream into exactly `room` bytes. Returns false if it is damaged or has another
 * length. */
bool carom_zlib_unpack(const void *packed, size_t length, void *bytes, size_t room);

/* Updates the CRC-32 used by PNG with more bytes; start with 0. */
uint32_t carom_crc32(uint32_t crc, const void *bytes, size_t length);

#endif
