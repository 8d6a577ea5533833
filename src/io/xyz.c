/* SPDX-License-Identifier: MIT */
#include "io/xyz.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/number.h"
#include "io/frame_table.h"
#include "io/lines.h"

enum { NUMBERS = 1000 }; /* largest number of materials, as in a scene */

struct reader {
  carom_line_reader lines;
  carom_chars header;
  const char *const *material; /* known names */
  int materials, names;        /* column of materials, or -1 */
  char *type;                  /* type of every column: S, R, I or L */
  int number_of[NUMBERS]; /* index in `material` of a number in the file; -1: not yet looked up */
  carom_csv *table;
};

static const struct property {
  const char *name;
  int columns;
  const char *column[4];
} known[] = {
    {"pos", 3, {"x", "y", "z"}},
    {"velo", 3, {"vx", "vy", "vz"}},
    {"spin", 3, {"wx", "wy", "wz"}},
    {"omega", 3, {"wx", "wy", "wz"}},
    {"radius", 1, {"radius"}},
    {"mass", 1, {"mass"}},
    {"id", 1, {"id"}},
    {"fixed", 1, {"fixed"}},
    {"material", 1, {"material"}},
};
/* Properties of our frames; in files of other programs these names may mean something else. */
static const struct property of_frames[] = {
    {"force", 3, {"fx", "fy", "fz"}},
    {"torque", 3, {"tqx", "tqy", "tqz"}},
    {"to", 3, {"tox", "toy", "toz"}},
    {"orientation", 4, {"orientation", "orientation_x", "orientation_y", "orientation_z"}},
};

#define WRONG(r, ...) carom_lines_fail(&(r)->lines, err, __VA_ARGS__)

/* Like carom_chars_is(), for a value in quotes: a backslash stands before quotes and backslashes.
 */
static bool means(carom_chars value, const char *text)
{
  const char *c = value.from;
  for (; c < value.to && *text; c++, text++) {
    if (*c == '\\' && c + 1 < value.to) c++;
    if (*c != *text) return false;
  }
  return c == value.to && !*text;
}

/* A key or a value of the second line, bare or quoted; quotes are removed. */
static carom_chars next_part(const char **at, const char *end, bool key)
{
  const bool quoted = *at < end && **at == '"';
  carom_chars part = {*at + quoted, *at + quoted};
  while (part.to < end &&
         (quoted ? *part.to != '"' : !carom_blank(*part.to) && !(key && *part.to == '=')))
    part.to += quoted && *part.to == '\\' && part.to + 1 < end ? 2 : 1;
  *at = part.to + (quoted && part.to < end);
  return part;
}

static bool header_value(carom_chars header, const char *key, carom_chars *value)
{
  for (const char *at = header.from; at < header.to;) {
    while (at < header.to && carom_blank(*at))
      at++;
    const carom_chars name = next_part(&at, header.to, true);
    if (at >= header.to || *at != '=') continue;
    at++;
    *value = next_part(&at, header.to, false);
    if (carom_chars_is(name, key)) return true;
  }
  return false;
}

static carom_status read_count(struct reader *r, int64_t *count, carom_error *err)
{
  carom_chars line = {NULL, NULL};
  double value = 0;
  const bool there = carom_next_line(&r->lines, &line);
  if (!there || !carom_chars_number(line, &value) || !(value >= 0) || value != floor(value) ||
      value > (double)(r->lines.end - r->lines.at))
    return WRONG(r, "the first line of extended XYZ is the number of spheres that follow");
  *count = (int64_t)value;
  return CAROM_OK;
}

/* Takes the next field of NAME:TYPE:NUMBER. */
static carom_chars next_field(carom_chars *properties)
{
  carom_chars field = {properties->from, properties->from};
  while (field.to < properties->to && *field.to != ':')
    field.to++;
  properties->from = field.to + (field.to < properties->to);
  return field;
}

static const struct property *find(carom_chars name, char type, int64_t many)
{
  for (size_t k = 0; k < sizeof known / sizeof *known; k++)
    if (carom_chars_is(name, known[k].name)) return &known[k];
  for (size_t k = 0; k < sizeof of_frames / sizeof *of_frames; k++)
    if (carom_chars_is(name, of_frames[k].name) && type == 'R' && many == of_frames[k].columns)
      return &of_frames[k];
  return NULL;
}

static carom_status add_property(struct reader *r, carom_chars name, char type, int64_t many,
                                 char **text, carom_error *err)
{
  carom_csv *t = r->table;
  const struct property *own = find(name, type, many);
  const char *first = own ? own->column[0] : *text;
  if (!own) {
    memcpy(*text, name.from, (size_t)(name.to - name.from));
    (*text)[name.to - name.from] = '\0';
    *text += name.to - name.from + 1;
  }
  for (int k = 0; k < t->columns; k++)
    if (!strcmp(t->name[k], first))
      return WRONG(r, "'%.*s' stands twice in Properties, or under another name",
                   carom_chars_shown(name), name.from);
  const bool names = own && !strcmp(own->name, "material");
  if (own && many != own->columns)
    return WRONG(r, "'%s' has %d column%s, as in %s:R:%d", own->name, own->columns,
                 own->columns > 1 ? "s" : "", own->name, own->columns);
  if (own && type == 'S' && !names)
    return WRONG(r, "'%s' is made of numbers, as in %s:R:%d", own->name, own->name, own->columns);
  if (names) r->names = t->columns;
  for (int64_t k = 0; k < many; k++) {
    t->name[t->columns] = own ? own->column[k] : first;
    t->unit[t->columns] = "";
    r->type[t->columns++] = type;
  }
  return CAROM_OK;
}

/* Every column takes at least a character and a blank in a line, which bounds their number; a frame
 * without bodies may still have a few. */
static carom_status read_properties(struct reader *r, carom_error *err)
{
  carom_chars all;
  if (!carom_next_line(&r->lines, &r->header) || !header_value(r->header, "Properties", &all))
    return WRONG(r, "the second line of extended XYZ tells its columns, as in "
                    "Properties=pos:R:3:radius:R:1");
  if (memchr(all.from, '\0', (size_t)(all.to - all.from)))
    return WRONG(r, "this is not text, but a file of bytes");
  const int64_t most = (r->lines.end - r->lines.at) / 2 + 64;
  const size_t room = (size_t)(all.to - all.from) + 1;
  char *text = r->table->text = malloc(room + 1);
  size_t columns = 0;
  while (all.from < all.to) {
    const carom_chars name = next_field(&all), type = next_field(&all), number = next_field(&all);
    double many = 0;
    if (name.to == name.from || type.to - type.from != 1 || !strchr("SRIL", *type.from))
      return WRONG(r, "these Properties are not NAME:TYPE:NUMBER with a type of R, I, L or S");
    if (!carom_chars_number(number, &many) || !(many >= 1) || many != floor(many) ||
        many > (double)(most - (int64_t)columns))
      return WRONG(r, "the columns of '%.*s' cannot be counted, or no line is as long",
                   carom_chars_shown(name), name.from);
    columns += (size_t)many;
    const char **names = realloc(r->table->name, columns * sizeof *names);
    if (names) r->table->name = names;
    const char **units = realloc(r->table->unit, columns * sizeof *units);
    if (units) r->table->unit = units;
    char *types = realloc(r->type, columns);
    if (types) r->type = types;
    if (!names || !units || !types || !text)
      return carom_fail(err, CAROM_ERR_MEMORY, NULL, "not enough memory for %zu columns", columns);
    CAROM_TRY(add_property(r, name, *type.from, (int64_t)many, &text, err));
  }
  return CAROM_OK;
}

static carom_status find_material(struct reader *r, carom_chars name, bool escaped, double *value,
                                  carom_error *err)
{
  for (int i = 0; i < r->materials; i++)
    if (escaped ? means(name, r->material[i]) : carom_chars_is(name, r->material[i]))
      return *value = i, CAROM_OK;
  return WRONG(r,
               "the file calls a material '%.*s', which is not among 'materials'; add it there, or "
               "give these particles one by 'material'",
               carom_chars_shown(name), name.from);
}

/* A number stands for the name that the second line gives it. */
static carom_status read_material(struct reader *r, carom_chars word, double *value,
                                  carom_error *err)
{
  if (r->type[r->names] == 'S') return find_material(r, word, false, value, err);
  const bool counts = *value >= 0 && *value < NUMBERS && *value == floor(*value);
  const int number = counts ? (int)*value : 0;
  if (counts && r->number_of[number] < 0) {
    char key[32];
    carom_chars name;
    snprintf(key, sizeof key, "material_%d", number);
    if (!header_value(r->header, key, &name))
      return WRONG(r,
                   "the second line does not say what material %d is, as in %s=\"glass\"; add it, "
                   "or give these particles one by 'material'",
                   number, key);
    CAROM_TRY(find_material(r, name, true, value, err));
    r->number_of[number] = (int)*value;
  }
  if (!counts)
    return WRONG(r, "'%.*s' is no number of a material", carom_chars_shown(word), word.from);
  *value = r->number_of[number];
  return CAROM_OK;
}

static bool read_word(carom_chars word, char type, double *value)
{
  *value = (double)NAN;
  if (type == 'S') return word.to > word.from;
  if (type == 'L' && (carom_chars_is(word, "T") || carom_chars_is(word, "True")))
    return *value = 1, true;
  if (type == 'L' && (carom_chars_is(word, "F") || carom_chars_is(word, "False")))
    return *value = 0, true;
  return carom_chars_number(word, value);
}

static carom_status read_row(struct reader *r, carom_chars line, double *row, carom_error *err)
{
  const int columns = r->table->columns;
  for (int k = 0; k < columns; k++) {
    const carom_chars word = carom_next_word(&line);
    if (!read_word(word, r->type[k], &row[k]))
      return WRONG(r, "there is no %s in column %d of %d", r->type[k] == 'S' ? "word" : "number",
                   k + 1, columns);
    if (k == r->names && r->materials > 0) CAROM_TRY(read_material(r, word, &row[k], err));
  }
  const carom_chars more = carom_next_word(&line);
  if (more.to > more.from)
    return WRONG(r, "this line has more columns than the %d of Properties", columns);
  return CAROM_OK;
}

static carom_status read_rows(struct reader *r, int64_t count, carom_error *err)
{
  carom_csv *t = r->table;
  carom_chars line;
  const size_t columns = (size_t)t->columns;
  if (columns == 0) return WRONG(r, "there are no columns in Properties");
  if ((size_t)count > (size_t)(r->lines.end - r->lines.at) / columns + 1)
    return WRONG(r, "the file is too short for %" PRId64 " spheres", count);
  t->value = malloc(((size_t)count * columns + 1) * sizeof *t->value);
  if (!t->value)
    return carom_fail(err, CAROM_ERR_MEMORY, NULL, "not enough memory for %" PRId64 " spheres",
                      count);
  for (; t->rows < count; t->rows++) {
    if (!carom_next_line(&r->lines, &line))
      return WRONG(r, "the file ends after %" PRId64 " of %" PRId64 " spheres", t->rows, count);
    CAROM_TRY(read_row(r, line, t->value + t->rows * t->columns, err));
  }
  while (carom_next_line(&r->lines, &line))
    if (line.to > line.from)
      return WRONG(r,
                   "the first line promises %" PRId64
                   " spheres, but more follows; correct the number, or "
                   "keep one frame a file",
                   count);
  return CAROM_OK;
}

carom_status carom_xyz_read(const char *text, size_t length, const char *const *material,
                            int materials, carom_csv *table, carom_error *err)
{
  struct reader r = {.lines = {text, text + length, 0},
                     .material = material,
                     .materials = materials,
                     .names = -1,
                     .table = table};
  int64_t count = 0;
  *table = (carom_csv){.columns = 0};
  for (int i = 0; i < NUMBERS; i++)
    r.number_of[i] = -1;
  carom_status status = read_count(&r, &count, err);
  if (status == CAROM_OK) status = read_properties(&r, err);
  if (status == CAROM_OK) status = read_rows(&r, count, err);
  free(r.type);
  if (status != CAROM_OK) carom_csv_free(table);
  return status;
}

/* Reads numbers such as "1 0 0 0 1 0 0 0 1" and returns how many there are, at most `most`. */
static int read_numbers(carom_chars value, double *number, int most)
{
  int count = 0;
  while (count < most) {
    if (!carom_chars_number(carom_next_word(&value), &number[count])) break;
    count++;
  }
  return count;
}

static void read_box(carom_chars header, carom_frame_table *frame)
{
  carom_chars value;
  double edge[9], origin[3] = {0, 0, 0};
  if (!header_value(header, "Lattice", &value) || read_numbers(value, edge, 9) != 9) return;
  if (header_value(header, "Origin", &value) && read_numbers(value, origin, 3) != 3) return;
  for (int k = 0; k < 3; k++)
    frame->low[k] = origin[k], frame->high[k] = origin[k] + edge[4 * k];
  const bool told = header_value(header, "pbc", &value);
  for (int k = 0; told && k < 3; k++)
    frame->periodic[k] = carom_chars_is(carom_next_word(&value), "T");
  frame->boxed = carom_frame_table_shear(frame, edge);
}

/* Reads the names of numbers: material_0="glass". */
static bool read_names(carom_chars header, const char *what, carom_names *names)
{
  for (int k = 0; k < NUMBERS; k++) {
    char key[32], *text;
    carom_chars value;
    snprintf(key, sizeof key, "%s_%d", what, k);
    if (!header_value(header, key, &value)) break;
    text = malloc((size_t)(value.to - value.from) + 1);
    size_t length = 0;
    for (const char *c = value.from; text && c < value.to; c++) {
      if (*c == '\\' && c + 1 < value.to) c++;
      text[length++] = *c;
    }
    const bool kept = text && carom_names_set(names, k, text, length);
    free(text);
    if (!kept) return false;
  }
  return true;
}

carom_status carom_frame_from_xyz(const char *text, size_t length, carom_frame_table *frame,
                                  carom_error *err)
{
  carom_line_reader lines = {text, text + length, 0};
  carom_chars header = {text, text}, value;
  double number;
  *frame = (carom_frame_table){.time = (double)NAN};
  CAROM_TRY(carom_xyz_read(text, length, NULL, 0, &frame->table, err));
  carom_next_line(&lines, &header);
  carom_next_line(&lines, &header);
  if (header_value(header, "Time", &value) && carom_chars_number(value, &number))
    frame->time = number;
  if (header_value(header, "Step", &value) && carom_chars_number(value, &number) &&
      fabs(number) < 9e15)
    frame->step = (int64_t)number;
  read_box(header, frame);
  for (int k = 0; k < frame->table.columns; k++)
    if (!strcmp(frame->table.name[k], "tox")) frame->rows = CAROM_ROWS_CONTACTS;
  if (read_names(header, "material", &frame->material) && read_names(header, "wall", &frame->wall))
    return CAROM_OK;
  carom_frame_table_free(frame);
  return carom_fail(err, CAROM_ERR_MEMORY, NULL, "not enough memory for the frame");
}
