/* SPDX-License-Identifier: MIT */
#include "core/archive.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"

_Static_assert(sizeof(int) == 4 && sizeof(bool) == 1, "sizes of elements");

enum { NAME_ROOM = 96 };

size_t carom_element_size(carom_element element)
{
  static const size_t size[] = {sizeof(double), sizeof(int64_t), sizeof(int), sizeof(uint32_t), 1,
                                sizeof(bool)};
  const unsigned k = (unsigned)element;
  return k < sizeof size / sizeof *size ? size[k] : 0;
}

carom_status carom_archive_array(carom_archive *archive, const char *group, const char *name,
                                 carom_element element, void *data, size_t count, carom_error *err)
{
  char full[NAME_ROOM];
  snprintf(full, sizeof full, "%s/%s", group, name);
  for (char *c = full + strlen(group) + 1; *c; c++)
    if (*c == '.') *c = '_';
  if (err) err->code = CAROM_OK;
  const carom_status status = archive->array(archive, full, element, data, count, err);
  if (status == CAROM_OK || (err && err->code != CAROM_OK)) return status;
  return carom_fail(err, status, full, "whoever keeps the arrays has ended the visit");
}

/* Copies between rows that are `stride` apart and a dense array. */
static void copy_rows(char *rows, size_t stride, char *dense, size_t bytes, size_t count,
                      bool gather)
{
  for (size_t i = 0; i < count; i++)
    memcpy(gather ? dense + i * bytes : rows + i * stride,
           gather ? rows + i * stride : dense + i * bytes, bytes);
}

static carom_status visit(carom_archive *archive, const char *group, const carom_column *column,
                          char *first, size_t stride, size_t count, carom_error *err)
{
  const size_t bytes = column->width * carom_element_size(column->element);
  char *rows = first ? first + column->offset : NULL; /* a table without rows may be nowhere */
  if (stride == bytes || count == 1)
    return carom_archive_array(archive, group, column->name, column->element, rows,
                               count * column->width, err);
  char *dense = malloc(count * bytes + 1);
  if (!dense) return carom_fail(err, CAROM_ERR_MEMORY, group, "out of memory");
  if (!archive->loading) copy_rows(rows, stride, dense, bytes, count, true);
  const carom_status status = carom_archive_array(archive, group, column->name, column->element,
                                                  dense, count * column->width, err);
  if (archive->loading && status == CAROM_OK) copy_rows(rows, stride, dense, bytes, count, false);
  free(dense);
  return status;
}

carom_status carom_archive_table(carom_archive *archive, const char *group,
                                 const carom_column *column, int columns, void *first,
                                 size_t stride, size_t count, carom_error *err)
{
  for (int k = 0; k < columns; k++)
    CAROM_TRY(visit(archive, group, &column[k], first, stride, count, err));
  return CAROM_OK;
}
