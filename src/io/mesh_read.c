/* SPDX-License-Identifier: MIT */
#include "io/mesh_read.h"

#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/number.h"
#include "core/text.h"
#include "io/file.h"
#include "io/tree.h"

#include <carom/io.h>

bool carom_triangles_add(carom_triangles *t, const double corner[3][3], int64_t place)
{
  if (t->count == t->capacity) {
    const int64_t room = 2 * t->capacity + 256;
    void *corners = realloc(t->corner, (size_t)room * sizeof *t->corner);
    if (corners) t->corner = corners;
    void *places = realloc(t->place, (size_t)room * sizeof *t->place);
    if (places) t->place = places;
    if (!corners || !places) return false;
    t->capacity = room;
  }
  memcpy(t->corner[t->count], corner, sizeof *t->corner);
  t->place[t->count++] = place;
  return true;
}

void carom_triangles_free(carom_triangles *t)
{
  free(t->corner);
  free(t->place);
  *t = (carom_triangles){0};
}

bool carom_take_line(carom_lines_of *from, const char **line, const char **end)
{
  if (from->line == 0) from->at += carom_tree_mark(from->at, (size_t)(from->end - from->at));
  if (from->at >= from->end) return false;
  *line = from->at;
  const char *stop = memchr(from->at, '\n', (size_t)(from->end - from->at));
  from->at = stop ? stop + 1 : from->end;
  *end = stop ? stop : from->end;
  if (*end > *line && (*end)[-1] == '\r') --*end;
  from->line++;
  return true;
}

static bool is_blank(char c)
{
  return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

size_t carom_take_word(const char **at, const char *end, const char **word)
{
  while (*at < end && is_blank(**at))
    ++*at;
  *word = *at;
  while (*at < end && !is_blank(**at))
    ++*at;
  return (size_t)(*at - *word);
}

bool carom_take_numbers(const char **at, const char *end, double *out, int count)
{
  for (int k = 0; k < count; k++) {
    const char *word;
    size_t length = carom_take_word(at, end, &word);
    if (length > 0 && *word == '+') word++, length--;
    if (length == 0 || carom_number_scan(word, length) != length ||
        !carom_number_value(word, length, 0, &out[k]) || !(out[k] > -1e75 && out[k] < 1e75))
      return false;
  }
  return true;
}

/* "2 edges are open (the first of triangle 4, line 7)" */
static void tell(const carom_triangles *t, int64_t count, int64_t first, const char *noun,
                 const char *const verb[2], char *told, size_t room)
{
  if (count == 0) return;
  carom_append(told, room, "%s%lld %s%s %s (%s triangle %lld, %s %lld)", *told ? "; " : "",
               (long long)count, noun, count == 1 ? "" : "s", verb[count > 1],
               *noun == 't' ? "the first:" : "the first of", (long long)first + 1,
               t->binary ? "byte" : "line", (long long)t->place[first]);
}

static void tell_all(const carom_triangles *t, const carom_mesh_report *r, carom_mesh_words *out)
{
  static const char *const area[2] = {"has no area and is left out",
                                      "have no area and are left out"};
  static const char *const copy[2] = {"repeats another and is left out",
                                      "repeat others and are left out"};
  static const char *const open[2] = {"is open", "are open"};
  static const char *const turned[2] = {"joins triangles that face opposite sides",
                                        "join triangles that face opposite sides"};
  static const char *const many[2] = {"has more than two triangles",
                                      "have more than two triangles"};
  tell(t, r->open, r->first_open, "edge", open, out->note, sizeof out->note);
  tell(t, r->degenerate, r->first_degenerate, "triangle", area, out->warning, sizeof out->warning);
  tell(t, r->duplicated, r->first_duplicated, "triangle", copy, out->warning, sizeof out->warning);
  tell(t, r->inverted, r->first_inverted, "edge", turned, out->warning, sizeof out->warning);
  tell(t, r->overcrowded, r->first_overcrowded, "edge", many, out->warning, sizeof out->warning);
}

static bool is_obj(const char *name)
{
  const size_t length = strlen(name);
  return length >= 4 && carom_same_name(name + length - 4, ".obj");
}

carom_status carom_mesh_read_text(const char *name, const char *text, size_t length,
                                  carom_mesh *out, carom_mesh_report *report,
                                  carom_mesh_words *words, carom_error *err)
{
  carom_triangles t = {0};
  carom_mesh_report own;
  *out = (carom_mesh){0};
  *words = (carom_mesh_words){0};
  carom_status status = is_obj(name) ? carom_obj_read(text, length, &t, err)
                                     : carom_stl_read(text, length, &t, err);
  if (status == CAROM_OK)
    status = carom_mesh_weld((const double(*)[3][3])t.corner, t.count, CAROM_UNSET, out, &own, err);
  if (status == CAROM_OK && report) *report = own;
  if (status == CAROM_OK) tell_all(&t, &own, words);
  carom_triangles_free(&t);
  return status;
}

carom_status carom_mesh_load(const char *path, carom_mesh *out, carom_mesh_report *report,
                             carom_error *err)
{
  enum { LIMIT = 2000000000 };
  carom_mesh_words words;
  char *text = NULL;
  size_t length = 0;
  if (!path || !out)
    return carom_fail(err, CAROM_ERR_ARGUMENT, "path", "a path and a mesh are needed");
  CAROM_TRY(carom_file_read(path, LIMIT, &text, &length, err));
  const carom_status status = carom_mesh_read_text(path, text, length, out, report, &words, err);
  free(text);
  return status;
}
