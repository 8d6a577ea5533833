/* SPDX-License-Identifier: MIT */
/* Reads a LAMMPS dump as a table: one frame of "dump custom" (atoms) or "dump local" (entries). */
#include "io/frame_table.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/number.h"
#include "io/lines.h"
#include "io/tree.h"

/* Names of columns in tables of spheres; others keep their names. */
static const struct {
  const char *theirs, *ours;
} renamed[] = {{"xu", "x"},
               {"yu", "y"},
               {"zu", "z"},
               {"type", "material"},
               {"omegax", "wx"},
               {"omegay", "wy"},
               {"omegaz", "wz"},
               {"quatw", "orientation"},
               {"quati", "orientation_x"},
               {"quatj", "orientation_y"},
               {"quatk", "orientation_z"}};

struct reader {
  carom_line_reader lines;
  carom_frame_table *frame;
  int64_t count; /* number of rows; -1: not yet given */
  bool there;    /* the rows have been read */
};

#define WRONG(r, ...) carom_lines_fail(&(r)->lines, err, __VA_ARGS__)

static carom_status next_number(struct reader *r, carom_chars *line, double *value,
                                carom_error *err)
{
  const carom_chars word = carom_next_word(line);
  if (!carom_chars_number(word, value))
    return WRONG(r, "a number is expected here, not '%.*s'", carom_chars_shown(word), word.from);
  return CAROM_OK;
}

static carom_status read_one(struct reader *r, double *value, carom_error *err)
{
  carom_chars line = {NULL, NULL};
  carom_next_line(&r->lines, &line);
  return next_number(r, &line, value, err);
}

static carom_status read_count(struct reader *r, carom_frame_rows rows, carom_error *err)
{
  double value;
  CAROM_TRY(read_one(r, &value, err));
  if (!(value >= 0) || value != floor(value) || value > (double)(r->lines.end - r->lines.at))
    return WRONG(r, "the file is too short for so many rows");
  r->count = (int64_t)value;
  r->frame->rows = rows;
  return CAROM_OK;
}

/* "abc origin": edges, and the corner from which they start. */
static carom_status read_edges(struct reader *r, carom_error *err)
{
  double edge[9];
  for (int k = 0; k < 3; k++) {
    carom_chars line = {NULL, NULL};
    carom_next_line(&r->lines, &line);
    for (int i = 0; i < 3; i++)
      CAROM_TRY(next_number(r, &line, &edge[3 * k + i], err));
    CAROM_TRY(next_number(r, &line, &r->frame->low[k], err));
    r->frame->high[k] = r->frame->low[k] + edge[4 * k];
  }
  if (carom_frame_table_shear(r->frame, edge)) return CAROM_OK;
  return WRONG(r, "boxes that are sheared in more than one plane are not read");
}

/* The bounds enclose the tilted cell, so the tilt is subtracted. */
static carom_status read_bounds(struct reader *r, bool tilted, carom_error *err)
{
  double tilt[3] = {0};
  for (int k = 0; k < 3; k++) {
    carom_chars line = {NULL, NULL};
    carom_next_line(&r->lines, &line);
    CAROM_TRY(next_number(r, &line, &r->frame->low[k], err));
    CAROM_TRY(next_number(r, &line, &r->frame->high[k], err));
    if (tilted) CAROM_TRY(next_number(r, &line, &tilt[k], err));
  }
  const double edge[9] = {0, 0, 0, tilt[0], 0, 0, tilt[1], tilt[2], 0};
  if (!carom_frame_table_shear(r->frame, edge))
    return WRONG(r, "boxes that are sheared in more than one plane are not read");
  const double off = r->frame->offset;
  r->frame->low[r->frame->flow] -= off < 0 ? off : 0;
  r->frame->high[r->frame->flow] -= off > 0 ? off : 0;
  return CAROM_OK;
}

static carom_status read_box(struct reader *r, carom_chars rest, carom_error *err)
{
  const bool tilted = carom_chars_after(&rest, " xy xz yz"),
             edges = !tilted && carom_chars_after(&rest, " abc origin");
  for (int k = 0; k < 3; k++) {
    const carom_chars word = carom_next_word(&rest);
    r->frame->periodic[k] = word.to > word.from && *word.from == 'p';
  }
  CAROM_TRY(edges ? read_edges(r, err) : read_bounds(r, tilted, err));
  r->frame->boxed = true;
  return CAROM_OK;
}

static const char *our_name(carom_chars name, char **text)
{
  for (size_t k = 0; k < sizeof renamed / sizeof *renamed; k++)
    if (carom_chars_is(name, renamed[k].theirs)) return renamed[k].ours;
  char *copy = *text;
  memcpy(copy, name.from, (size_t)(name.to - name.from));
  copy[name.to - name.from] = '\0';
  *text += name.to - name.from + 1;
  return copy;
}

static carom_status read_columns(struct reader *r, carom_chars rest, carom_error *err)
{
  carom_csv *t = &r->frame->table;
  const size_t room = (size_t)(rest.to - rest.from) + 1;
  char *text = t->text = malloc(room + 1);
  t->name = malloc(room * sizeof *t->name);
  t->unit = malloc(room * sizeof *t->unit);
  if (!text || !t->name || !t->unit)
    return carom_fail(err, CAROM_ERR_MEMORY, NULL, "not enough memory for the frame");
  for (carom_chars word = carom_next_word(&rest); word.to > word.from;
       word = carom_next_word(&rest)) {
    const char *name = our_name(word, &text);
    for (int k = 0; k < t->columns; k++)
      if (!strcmp(t->name[k], name))
        return WRONG(r, "there are two columns '%.40s', or one under two names", name);
    t->name[t->columns] = name;
    t->unit[t->columns++] = "";
  }
  return t->columns > 0 ? CAROM_OK : WRONG(r, "the columns are not named");
}

/* Every cell takes at least a character and a blank, which bounds their number by the size of the
 * file. */
static carom_status read_rows(struct reader *r, carom_chars rest, carom_error *err)
{
  carom_csv *t = &r->frame->table;
  if (r->there) return WRONG(r, "there is more than one frame; keep one a file");
  if (r->count < 0) return WRONG(r, "the number of rows must stand before them");
  CAROM_TRY(read_columns(r, rest, err));
  if ((uint64_t)r->count * (uint64_t)t->columns > (uint64_t)(r->lines.end - r->lines.at) / 2 + 1)
    return WRONG(r, "the file is too short for %" PRId64 " rows", r->count);
  t->value = malloc(((size_t)r->count * (size_t)t->columns + 1) * sizeof *t->value);
  if (!t->value) return carom_fail(err, CAROM_ERR_MEMORY, NULL, "not enough memory for the frame");
  for (; t->rows < r->count; t->rows++) {
    carom_chars line = {NULL, NULL};
    if (!carom_next_line(&r->lines, &line))
      return WRONG(r, "the file ends after %" PRId64 " of %" PRId64 " rows", t->rows, r->count);
    double *row = t->value + t->rows * t->columns;
    for (int k = 0; k < t->columns; k++) {
      const carom_chars word = carom_next_word(&line);
      if (word.to == word.from)
        return WRONG(r, "this line has %d columns instead of %d", k, t->columns);
      /* A word, such as in column 'element'. */
      if (!carom_chars_number(word, &row[k])) row[k] = (double)NAN;
    }
  }
  r->there = true;
  return CAROM_OK;
}

/* Unknown items are skipped, as other readers do. */
static carom_status read_item(struct reader *r, carom_chars line, carom_error *err)
{
  double value;
  if (carom_chars_after(&line, "ITEM: TIMESTEP")) {
    if (r->there) return WRONG(r, "there is more than one frame; keep one a file");
    CAROM_TRY(read_one(r, &value, err));
    if (!(fabs(value) < 9e15)) return WRONG(r, "this is no number of a step");
    r->frame->step = (int64_t)value;
    return CAROM_OK;
  }
  if (carom_chars_after(&line, "ITEM: TIME")) return read_one(r, &r->frame->time, err);
  if (carom_chars_after(&line, "ITEM: NUMBER OF ATOMS"))
    return read_count(r, CAROM_ROWS_BODIES, err);
  if (carom_chars_after(&line, "ITEM: NUMBER OF ENTRIES"))
    return read_count(r, CAROM_ROWS_CONTACTS, err);
  if (carom_chars_after(&line, "ITEM: BOX BOUNDS")) return read_box(r, line, err);
  if (carom_chars_after(&line, "ITEM: ATOMS") || carom_chars_after(&line, "ITEM: ENTRIES"))
    return read_rows(r, line, err);
  return CAROM_OK;
}

/* Types are numbered from 1. */
static void count_from_zero(carom_csv *t)
{
  for (int k = 0; k < t->columns; k++)
    for (int64_t i = 0; !strcmp(t->name[k], "material") && i < t->rows; i++)
      t->value[i * t->columns + k] -= 1;
}

/* Entries are contacts, unless their columns are those of bonds. */
static bool tells_bonds(const carom_csv *t)
{
  for (int k = 0; k < t->columns; k++)
    if (!strcmp(t->name[k], "broken_at")) return true;
  return false;
}

carom_status carom_frame_from_dump(const char *text, size_t length, carom_frame_table *frame,
                                   carom_error *err)
{
  struct reader r = {.lines = {text, text + length, 0}, .frame = frame, .count = -1};
  carom_chars line;
  carom_status status = CAROM_OK;
  *frame = (carom_frame_table){.time = (double)NAN};
  const size_t mark = carom_tree_mark(text, length);
  if (length < mark + 5 || memcmp(text + mark, "ITEM:", 5))
    status = WRONG(&r, "this is no dump of LAMMPS");
  while (status == CAROM_OK && carom_next_line(&r.lines, &line))
    status = read_item(&r, line, err);
  if (status == CAROM_OK && !r.there) status = WRONG(&r, "there are no rows of atoms or entries");
  if (status == CAROM_OK && frame->rows == CAROM_ROWS_BODIES) count_from_zero(&frame->table);
  if (status == CAROM_OK && frame->rows == CAROM_ROWS_CONTACTS && tells_bonds(&frame->table))
    frame->rows = CAROM_ROWS_BONDS;
  if (status != CAROM_OK) carom_frame_table_free(frame);
  return status;
}
