/* SPDX-License-Identifier: MIT */
/* STL: triangles with separate corners, as text or as records of 50 bytes. Normals are ignored,
 * because they follow from the corners. */
#include <math.h>
#include <string.h>

#include "core/error.h"
#include "io/mesh_read.h"
#include "io/tree.h"

enum { HEAD = 80, COUNT = 4, RECORD = 50, NORMAL = 12 };

/* Reads little-endian numbers on any processor. */
static uint32_t number_at(const char *bytes)
{
  uint32_t value = 0;
  for (int k = 3; k >= 0; k--)
    value = value << 8 | (unsigned char)bytes[k];
  return value;
}

static double float_at(const char *bytes)
{
  const uint32_t bits = number_at(bytes);
  float value;
  memcpy(&value, &bits, sizeof value);
  return (double)value;
}

static carom_status no_memory(carom_error *err)
{
  return carom_fail(err, CAROM_ERR_MEMORY, NULL, "not enough memory for the triangles");
}

static carom_status read_binary(const char *text, uint32_t count, carom_triangles *out,
                                carom_error *err)
{
  out->binary = true;
  for (uint32_t t = 0; t < count; t++) {
    const size_t at = HEAD + COUNT + (size_t)RECORD * t;
    double corner[3][3];
    for (int k = 0; k < 9; k++) {
      corner[k / 3][k % 3] = float_at(text + at + NORMAL + 4 * k);
      if (!isfinite(corner[k / 3][k % 3]))
        return carom_fail(err, CAROM_ERR_SYNTAX, NULL,
                          "a corner of triangle %u at byte %zu is no number", t + 1, at);
    }
    if (!carom_triangles_add(out, (const double(*)[3])corner, (int64_t)at)) return no_memory(err);
  }
  return CAROM_OK;
}

static carom_status in_line(int line, carom_status status, carom_error *err)
{
  if (err) err->line = line;
  return status;
}

static bool word_is(const char *word, size_t length, const char *name)
{
  if (length != strlen(name)) return false;
  for (size_t k = 0; k < length; k++)
    if ((word[k] | 0x20) != name[k]) return false;
  return true;
}

static carom_status read_text(const char *text, size_t length, carom_triangles *out,
                              carom_error *err)
{
  carom_lines_of from = {text, text + length, 0};
  const char *at, *end, *word;
  double corner[3][3];
  int corners = 0, facet = 0;
  while (carom_take_line(&from, &at, &end)) {
    const size_t size = carom_take_word(&at, end, &word);
    if (word_is(word, size, "facet")) {
      facet = from.line;
      corners = 0;
    } else if (word_is(word, size, "vertex")) {
      if (facet == 0 || corners == 3)
        return in_line(from.line,
                       carom_fail(err, CAROM_ERR_SYNTAX, NULL,
                                  facet ? "a facet has three corners, and this is another one"
                                        : "a corner stands outside of any facet"),
                       err);
      if (!carom_take_numbers(&at, end, corner[corners++], 3))
        return in_line(from.line,
                       carom_fail(err, CAROM_ERR_SYNTAX, NULL,
                                  "a corner needs three numbers, as in vertex 0 0.5 1e-2"),
                       err);
    } else if (word_is(word, size, "endfacet")) {
      if (facet == 0 || corners < 3)
        return in_line(from.line,
                       carom_fail(err, CAROM_ERR_SYNTAX, NULL,
                                  "a facet ends here that has %d corners, not three", corners),
                       err);
      if (!carom_triangles_add(out, (const double(*)[3])corner, facet)) return no_memory(err);
      facet = 0;
    } else if (size > 0 && !word_is(word, size, "solid") && !word_is(word, size, "endsolid") &&
               !word_is(word, size, "outer") && !word_is(word, size, "endloop") &&
               !word_is(word, size, "color")) {
      return in_line(from.line,
                     carom_fail(err, CAROM_ERR_SYNTAX, NULL,
                                "'%.*s' is no word of an STL file, which has solid, facet, outer "
                                "loop, vertex, endloop, endfacet and endsolid",
                                size < 40 ? (int)size : 40, word),
                     err);
    }
  }
  if (facet)
    return in_line(
        from.line,
        carom_fail(err, CAROM_ERR_SYNTAX, NULL, "the file ends within the facet of line %d", facet),
        err);
  return CAROM_OK;
}

carom_status carom_stl_read(const char *text, size_t length, carom_triangles *out, carom_error *err)
{
  *out = (carom_triangles){0};
  const bool head = length >= HEAD + COUNT;
  const size_t mark = carom_tree_mark(text, length);
  const uint32_t count = head ? number_at(text + HEAD) : 0;
  const size_t needed = HEAD + COUNT + (size_t)RECORD * count;
  carom_status status;
  if (head && length == needed)
    status = read_binary(text, count, out, err);
  else if (length >= mark + 5 && word_is(text + mark, 5, "solid"))
    status = read_text(text, length, out, err);
  else if (head)
    status = carom_fail(err, CAROM_ERR_SYNTAX, NULL,
                        "no STL file: text begins with 'solid', and %u triangles in binary, as "
                        "byte 80 says, take %zu bytes, not %zu",
                        count, needed, length);
  else
    status = carom_fail(err, CAROM_ERR_SYNTAX, NULL,
                        "no STL file: text begins with 'solid', and binary has 84 bytes at least");
  if (status == CAROM_OK && out->count == 0)
    status = carom_fail(err, CAROM_ERR_MISSING, NULL, "the file has no triangles");
  if (status != CAROM_OK) carom_triangles_free(out);
  return status;
}
