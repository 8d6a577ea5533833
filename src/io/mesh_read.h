/* SPDX-License-Identifier: MIT */
/* Triangle meshes from files: STL in text or binary, OBJ. */
#ifndef CAROM_IO_MESH_READ_H
#define CAROM_IO_MESH_READ_H

#include <stddef.h>

#include <carom/mesh.h>

/* Triangles as a file has them, each with where it stands there: a line from 1, or a byte. */
typedef struct carom_triangles {
  double (*corner)[3][3];
  int64_t *place;
  int64_t count, capacity;
  bool binary; /* places are bytes */
} carom_triangles;

/* False without memory. */
bool carom_triangles_add(carom_triangles *t, const double corner[3][3], int64_t place);
void carom_triangles_free(carom_triangles *t);

/* stl.c, obj.c: errors tell the line in `err`, or the byte in their text. */
carom_status carom_stl_read(const char *text, size_t length, carom_triangles *out,
                            carom_error *err);
carom_status carom_obj_read(const char *text, size_t length, carom_triangles *out,
                            carom_error *err);

/* What was found in a file, with its places: what is common, and what was hardly meant. */
typedef struct carom_mesh_words {
  char note[200], warning[500];
} carom_mesh_words;

/* The text of a file of this name, welded: OBJ by its ending, else STL. */
carom_status carom_mesh_read_text(const char *name, const char *text, size_t length,
                                  carom_mesh *out, carom_mesh_report *report,
                                  carom_mesh_words *words, carom_error *err);

/* A line of text, and what is left behind it. */
typedef struct carom_lines_of {
  const char *at, *end;
  int line; /* from 1: the one that was last taken */
} carom_lines_of;

/* The next line without its end; false: there is none. */
bool carom_take_line(carom_lines_of *from, const char **line, const char **end);
/* The next word of a line, which ends at blanks; its length, 0 if there is none. */
size_t carom_take_word(const char **at, const char *end, const char **word);
/* So many numbers of a line; false: there is none where one should be, or it is too large. */
bool carom_take_numbers(const char **at, const char *end, double *out, int count);

#endif
