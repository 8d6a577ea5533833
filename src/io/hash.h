/* SPDX-License-Identifier: MIT */
/* SHA-256, by which a run identifies the files it read and wrote. */
#ifndef CAROM_IO_HASH_H
#define CAROM_IO_HASH_H

#include <stddef.h>

enum { CAROM_HASH_ROOM = 65 };

/* The 64 hexadecimal digits printed by sha256sum, terminated. */
void carom_hash(const void *bytes, size_t length, char text[CAROM_HASH_ROOM]);

#endif
