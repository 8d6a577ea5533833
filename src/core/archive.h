/* SPDX-License-Identifier: MIT */
/* Stores members of arrays of structures as arrays of an archive. */
#ifndef CAROM_CORE_ARCHIVE_H
#define CAROM_CORE_ARCHIVE_H

#include <carom/archive.h>

/* A member of a structure, or `width` consecutive members of the same type. */
typedef struct carom_column {
  const char *name;
  carom_element element;
  size_t offset, width;
} carom_column;

#define CAROM_COLUMN(type, member, element)                                                        \
  {                                                                                                \
#member, element, offsetof(type, member), 1                                                    \
  }
#define CAROM_COLUMNS(type, member, element, width)                                                \
  {                                                                                                \
#member, element, offsetof(type, member), width                                                \
  }

/* Visits the members of `count` structures that are `stride` bytes apart: one array per column,
 * named "group/column", with '_' in place of every character that is not a letter. */
carom_status carom_archive_table(carom_archive *archive, const char *group,
                                 const carom_column *column, int columns, void *first,
                                 size_t stride, size_t count, carom_error *err);

/* An array named "group/name". */
carom_status carom_archive_array(carom_archive *archive, const char *group, const char *name,
                                 carom_element element, void *data, size_t count, carom_error *err);

#endif
