/* SPDX-License-Identifier: MIT */
/* Triangle meshes from files: STL in text or binary, OBJ. */
#ifndef CAROM_IO_MESH_READ_H
#define CAROM_IO_MESH_READ_H

#include <stddef.h>

#include <carom/mesh.h>

/* Triangles in the order of a file, each with its place there: a line from 1, or a byte offset. */
typedef struct carom_triangles {
  double (*corner)[3][3];
  int64_t *place;
  int64_t count, capacity;
  bool binary; /* places are byte offsets */
} carom_triangles;

/* Returns false if memory runs out. */
bool carom_triangles_add(carom_triangles *t, const double corner[3][3], int64_t place);
void carom_triangles_free(carom_triangles *t);

/* stl.c, obj.c: errors give the line in `err`, or the byte offset in their text. */
carom_status carom_stl_read(const char *text, size_t length, carom_triangles *out,
                            carom_error *err);
carom_status carom_obj_read(const char *text, size_t length, carom_triangles *out,
                            carom_error *err);

/* Findings in a file with their places: common ones, and ones that are hardly intended. */
typedef struct carom_mesh_words {
  char note[200], warning[500];
} carom_mesh_words;

/* Reads and welds the text of a file of this name: OBJ by its extension, otherwise STL. */
carom_status carom_mesh_read_text(const char *name, const char *text, size_t length,
                                  carom_mesh *out, carom_mesh_report *report,
                                  carom_mesh_words *words, carom_error *err);

/* A text from which lines are taken. */
typedef struct carom_lines_of {
  const char *at, *end;
  int line; /* number of the line taken last, from 1 */
} carom_lines_of;

/* The next line without its line ending; returns false if there is none. */
bool carom_take_line(carom_lines_of *from, const char **line, const char **end);
/* The next word of a line, delimited by blanks; returns its length, 0 if there is none. */
size_t carom_take_word(const char **at, const char *end, const char **word);
/* Reads this many numbers from a line; returns false if one is missing or too large. */
bool carom_take_numbers(const char **at, const char *end, double *out, int count);

#endif
