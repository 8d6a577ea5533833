/* SPDX-License-Identifier: MIT */
/* Reads an entire file as text. */
#ifndef CAROM_IO_FILE_H
#define CAROM_IO_FILE_H

#include <stddef.h>

#include "core/error.h"

/* Reads a file of at most `limit` bytes into memory that the caller frees. The text is terminated;
 * *length does not include the terminator. On an error *text is NULL. */
carom_status carom_file_read(const char *path, size_t limit, char **text, size_t *length,
                             carom_error *err);

/* The path of a file named in a scenario, relative to the scenario's folder unless it is absolute;
 * returns false after an error. */
bool carom_file_path(const char *folder, const char *file, char *path, size_t room,
                     carom_error *err);

#endif
