/* SPDX-License-Identifier: MIT */
/* An archive that keeps a state in memory. */
#ifndef CAROM_TESTS_MEMORY_ARCHIVE_H
#define CAROM_TESTS_MEMORY_ARCHIVE_H

#include <stdlib.h>
#include <string.h>

#include <carom/archive.h>

#include "close.h"

enum { MEMORY_NAMES = 512 };

/* Names and contents in sequence. */
typedef struct memory {
  carom_archive archive;
  char *bytes;
  size_t used, room, at;
  size_t name[MEMORY_NAMES]; /* where names of the stored state begin */
  int names;
} memory;

/* HDF5 accepts a name only once per file. */
static inline void keep_name(memory *m, const char *name)
{
  for (int k = 0; k < m->names; k++)
    if (strcmp(m->bytes + m->name[k], name) == 0) fail_msg("two arrays are named %s", name);
  assert_true(m->names < MEMORY_NAMES);
  m->name[m->names++] = m->used;
}

static inline void keep(memory *m, const void *bytes, size_t length)
{
  if (m->used + length > m->room) {
    m->room = 2 * (m->used + length);
    m->bytes = realloc(m->bytes, m->room);
    assert_non_null(m->bytes);
  }
  if (length) memcpy(m->bytes + m->used, bytes, length);
  m->used += length;
}

static inline carom_status put_or_get(carom_archive *archive, const char *name,
                                      carom_element element, void *data, size_t count,
                                      carom_error *err)
{
  memory *m = (memory *)archive;
  const size_t length = strlen(name) + 1, bytes = count * carom_element_size(element);
  (void)err;
  if (!archive->loading) {
    keep_name(m, name);
    keep(m, name, length);
    keep(m, data, bytes);
    return CAROM_OK;
  }
  assert_true(m->at + length + bytes <= m->used);
  assert_string_equal(m->bytes + m->at, name);
  if (bytes) memcpy(data, m->bytes + m->at + length, bytes);
  m->at += length + bytes;
  return CAROM_OK;
}

#endif
