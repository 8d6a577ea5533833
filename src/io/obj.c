/* SPDX-License-Identifier: MIT */
/* Wavefront OBJ: vertices, and faces of three or more of them, which are divided into a fan of
 * triangles. Everything else (normals, textures, groups, materials, lines) is ignored. */
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/number.h"
#include "io/mesh_read.h"

typedef struct vertices {
  double (*x)[3];
  int64_t count, capacity;
} vertices;

static bool add_vertex(vertices *v, const double x[3])
{
  if (v->count == v->capacity) {
    const int64_t room = 2 * v->capacity + 256;
    void *more = realloc(v->x, (size_t)room * sizeof *v->x);
    if (!more) return false;
    v->x = more;
    v->capacity = room;
  }
  memcpy(v->x[v->count++], x, sizeof *v->x);
  return true;
}

/* Parses "7", "7/1", "7/1/3" or "7//3"; negative numbers count from the end. Returns -1 if it is
 * not a vertex. */
static int64_t vertex_of(const vertices *v, const char *word, size_t length)
{
  const char *slash = memchr(word, '/', length);
  const size_t size = slash ? (size_t)(slash - word) : length;
  double value;
  if (size == 0 || carom_number_scan(word, size) != size ||
      !carom_number_value(word, size, 0, &value) || !(value > -1e9 && value < 1e9))
    return -1;
  const int64_t number = (int64_t)value, index = number > 0 ? number - 1 : v->count + number;
  return (double)number == value && number != 0 && index >= 0 && index < v->count ? index : -1;
}

static carom_status fail_in(int line, carom_error *err, carom_status status)
{
  if (err) err->line = line;
  return status;
}

static carom_status no_memory(carom_error *err)
{
  return carom_fail(err, CAROM_ERR_MEMORY, NULL, "not enough memory for the triangles");
}

static carom_status read_face(const vertices *v, const char *at, const char *end, int line,
                              carom_triangles *out, carom_error *err)
{
  double corner[3][3];
  int count = 0;
  const char *word;
  for (size_t size; (size = carom_take_word(&at, end, &word)) > 0; count++) {
    const int64_t index = vertex_of(v, word, size);
    if (index < 0)
      return fail_in(line, err,
                     carom_fail(err, CAROM_ERR_SYNTAX, NULL,
                                "'%.*s' is none of the %lld vertices before this face",
                                size < 40 ? (int)size : 40, word, (long long)v->count));
    if (count > 2) memcpy(corner[1], corner[2], sizeof corner[1]);
    memcpy(corner[count < 2 ? count : 2], v->x[index], sizeof *corner);
    if (count >= 2 && !carom_triangles_add(out, (const double(*)[3])corner, line))
      return no_memory(err);
  }
  if (count >= 3) return CAROM_OK;
  return fail_in(line, err,
                 carom_fail(err, CAROM_ERR_SYNTAX, NULL,
                            "a face needs three vertices at least, as in f 1 2 3, not %d", count));
}

static carom_status read_lines(vertices *v, const char *text, size_t length, carom_triangles *out,
                               carom_error *err)
{
  carom_lines_of from = {text, text + length, 0};
  const char *at, *end, *word;
  while (carom_take_line(&from, &at, &end)) {
    const size_t size = carom_take_word(&at, end, &word);
    double x[3];
    if (size != 1) continue;
    if (*word == 'v') {
      if (!carom_take_numbers(&at, end, x, 3))
        return fail_in(from.line, err,
                       carom_fail(err, CAROM_ERR_SYNTAX, NULL,
                                  "a vertex needs three numbers, as in v 0 0.5 1e-2"));
      if (!add_vertex(v, x)) return no_memory(err);
    } else if (*word == 'f') {
      CAROM_TRY(read_face(v, at, end, from.line, out, err));
    }
  }
  return CAROM_OK;
}

carom_status carom_obj_read(const char *text, size_t length, carom_triangles *out, carom_error *err)
{
  vertices v = {0};
  *out = (carom_triangles){0};
  carom_status status = read_lines(&v, text, length, out, err);
  free(v.x);
  if (status == CAROM_OK && out->count == 0)
    status = carom_fail(err, CAROM_ERR_MISSING, NULL, "the file has no faces");
  if (status != CAROM_OK) carom_triangles_free(out);
  return status;
}
