/* SPDX-License-Identifier: MIT */
#include "io/file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Reads to the end instead of asking for the size, so that pipes work, too. */
static carom_status read_all(FILE *file, const char *path, size_t limit, char **text,
                             size_t *length, carom_error *err)
{
  size_t room = 0, used = 0;
  char *bytes = NULL;
  carom_status status = CAROM_OK;
  for (;;) {
    if (room - used < 2) {
      size_t more = room ? 2 * room : 65536;
      char *grown = realloc(bytes, more);
      if (!grown) {
        status = carom_fail(err, CAROM_ERR_MEMORY, NULL, "not enough memory to read %s", path);
        break;
      }
      bytes = grown;
      room = more;
    }
    size_t got = fread(bytes + used, 1, room - used - 1, file);
    used += got;
    if (used > limit) {
      status = carom_fail(err, CAROM_ERR_RANGE, NULL,
                          "%s is too large; at most %zu bytes are accepted", path, limit);
      break;
    }
    if (got > 0) continue;
    if (ferror(file))
      status = carom_fail(err, CAROM_ERR_IO, NULL, "cannot read %s; is it a folder?", path);
    break;
  }
  if (status != CAROM_OK) {
    free(bytes);
    return status;
  }
  bytes[used] = '\0';
  *text = bytes;
  *length = used;
  return CAROM_OK;
}

carom_status carom_file_read(const char *path, size_t limit, char **text, size_t *length,
                             carom_error *err)
{
  if (!path || !text || !length)
    return carom_fail(err, CAROM_ERR_ARGUMENT, NULL, "a path and a place for the text are needed");
  *text = NULL;
  *length = 0;
  FILE *file = fopen(path, "rb");
  if (!file) {
    const char *why = errno == ENOENT   ? "there is no such file"
                      : errno == EACCES ? "it may not be read"
                                        : "it cannot be opened";
    return carom_fail(err, CAROM_ERR_IO, NULL, "cannot read %s: %s", path, why);
  }
  carom_status status = read_all(file, path, limit, text, length, err);
  fclose(file);
  return status;
}

bool carom_file_path(const char *folder, const char *file, char *path, size_t room,
                     carom_error *err)
{
  const bool absolute = file[0] == '/';
  if (snprintf(path, room, "%s%s%s", absolute ? "" : folder, absolute ? "" : "/", file) < (int)room)
    return true;
  carom_fail(err, CAROM_ERR_IO, NULL, "the path of the file is too long");
  return false;
}
