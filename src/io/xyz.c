/* SPDX-License-Identifier: MIT */
#include "io/xyz.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/number.h"

enum { NUMBERS = 1000 }; /* of materials, as many as a scene has */

/* Some characters of the text, which ends nowhere by itself. */
struct span {
  const char *from, *to;
};

struct reader {
  const char *at, *end;
  int line;
  struct span header;
  const char *const *material; /* names that are known */
  int materials, names;        /* column of materials, or -1 */
  char *type;                  /* of every column: S, R, I or L */
  int number_of[NUMBERS];      /* a number of the file as one of `material`; -1: not asked yet */
  carom_csv *table;
};

static const struct property {
  const char *name;
  int columns;
  const char *column[3];
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

#define WRONG(r, ...) wrong(r, carom_fail(err, CAROM_ERR_SYNTAX, NULL, __VA_ARGS__), err)

static carom_status wrong(const struct reader *r, carom_status status, carom_error *err)
{
  if (err) err->line = r->line;
  return status;
}

static bool blank(char c)
{
  return c == ' ' || c == '\t' || c == '\r';
}

static int length_of(struct span s)
{
  const ptrdiff_t most = 60; /* for messages */
  return (int)(s.to - s.from < most ? s.to - s.from : most);
}

/* The next line, however long, without the blanks around it. */
static bool next_line(struct reader *r, struct span *line)
{
  if (r->at >= r->end) return false;
  const char *stop = memchr(r->at, '\n', (size_t)(r->end - r->at));
  *line = (struct span){r->at, stop ? stop : r->end};
  r->at = stop ? stop + 1 : r->end;
  r->line++;
  while (line->from < line->to && blank(*line->from))
    line->from++;
  while (line->to > line->from && blank(line->to[-1]))
    line->to--;
  return true;
}

/* The next word of a line; empty at its end. */
static struct span next_word(struct span *line)
{
  while (line->from < line->to && blank(*line->from))
    line->from++;
  struct span word = {line->from, line->from};
  while (word.to < line->to && !blank(*word.to))
    word.to++;
  line->from = word.to;
  return word;
}

static bool is(struct span s, const char *text)
{
  const size_t length = strlen(text);
  return (size_t)(s.to - s.from) == length && !memcmp(s.from, text, length);
}

/* Like is(), for a value in quotes: a backslash stands before quotes and backslashes. */
static bool means(struct span value, const char *text)
{
  const char *c = value.from;
  for (; c < value.to && *text; c++, text++) {
    if (*c == '\\' && c + 1 < value.to) c++;
    if (*c != *text) return false;
  }
  return c == value.to && !*text;
}

/* A key or a value of the second line: bare, or in quotes, which are left out. */
static struct span next_part(const char **at, const char *end, bool key)
{
  const bool quoted = *at < end && **at == '"';
  struct span part = {*at + quoted, *at + quoted};
  while (part.to < end &&
         (quoted ? *part.to != '"' : !blank(*part.to) && !(key && *part.to == '=')))
    part.to += quoted && *part.to == '\\' && part.to + 1 < end ? 2 : 1;
  *at = part.to + (quoted && part.to < end);
  return part;
}

static bool header_value(struct span header, const char *key, struct span *value)
{
  for (const char *at = header.from; at < header.to;) {
    while (at < header.to && blank(*at))
      at++;
    const struct span name = next_part(&at, header.to, true);
    if (at >= header.to || *at != '=') continue;
    at++;
    *value = next_part(&at, header.to, false);
    if (is(name, key)) return true;
  }
  return false;
}

static carom_status read_count(struct reader *r, int64_t *count, carom_error *err)
{
  struct span line = {NULL, NULL};
  double value = 0;
  const bool there = next_line(r, &line);
  const size_t length = there ? (size_t)(line.to - line.from) : 0;
  if (length == 0 || carom_number_scan(line.from, length) != length ||
      !carom_number_value(line.from, length, 0, &value) || !(value >= 1) || value != floor(value) ||
      value > (double)(r->end - r->at))
    return WRONG(r, "the first line of extended XYZ is the number of spheres that follow, 1 or "
                    "more");
  *count = (int64_t)value;
  return CAROM_OK;
}

/* NAME:TYPE:NUMBER: from the text between colons. */
static struct span next_field(struct span *properties)
{
  struct span field = {properties->from, properties->from};
  while (field.to < properties->to && *field.to != ':')
    field.to++;
  properties->from = field.to + (field.to < properties->to);
  return field;
}

static const struct property *find(struct span name)
{
  for (size_t k = 0; k < sizeof known / sizeof *known; k++)
    if (is(name, known[k].name)) return &known[k];
  return NULL;
}

static carom_status add_property(struct reader *r, struct span name, char type, int64_t many,
                                 char **text, carom_error *err)
{
  carom_csv *t = r->table;
  const struct property *own = find(name);
  const char *first = own ? own->column[0] : *text;
  if (!own) {
    memcpy(*text, name.from, (size_t)(name.to - name.from));
    (*text)[name.to - name.from] = '\0';
    *text += name.to - name.from + 1;
  }
  for (int k = 0; k < t->columns; k++)
    if (!strcmp(t->name[k], first))
      return WRONG(r, "'%.*s' stands twice in Properties, or under another name", length_of(name),
                   name.from);
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

/* A line has at least a character and a blank for every column: there cannot be more of them. */
static carom_status read_properties(struct reader *r, carom_error *err)
{
  struct span all;
  if (!next_line(r, &r->header) || !header_value(r->header, "Properties", &all))
    return WRONG(r, "the second line of extended XYZ tells its columns, as in "
                    "Properties=pos:R:3:radius:R:1");
  if (memchr(all.from, '\0', (size_t)(all.to - all.from)))
    return WRONG(r, "this is not text, but a file of bytes");
  const int64_t most = (r->end - r->at) / 2 + 1;
  const size_t room = (size_t)(all.to - all.from) + 1;
  char *text = r->table->text = malloc(room + 1);
  size_t columns = 0;
  while (all.from < all.to) {
    const struct span name = next_field(&all), type = next_field(&all), number = next_field(&all);
    const size_t digits = (size_t)(number.to - number.from);
    double many = 0;
    if (name.to == name.from || type.to - type.from != 1 || !strchr("SRIL", *type.from))
      return WRONG(r, "these Properties are not NAME:TYPE:NUMBER with a type of R, I, L or S");
    if (digits == 0 || carom_number_scan(number.from, digits) != digits ||
        !carom_number_value(number.from, digits, 0, &many) || !(many >= 1) || many != floor(many) ||
        many > (double)(most - (int64_t)columns))
      return WRONG(r, "the columns of '%.*s' cannot be counted, or no line is as long",
                   length_of(name), name.from);
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

static carom_status find_material(struct reader *r, struct span name, bool escaped, double *value,
                                  carom_error *err)
{
  for (int i = 0; i < r->materials; i++)
    if (escaped ? means(name, r->material[i]) : is(name, r->material[i]))
      return *value = i, CAROM_OK;
  return WRONG(r,
               "the file calls a material '%.*s', which is not among 'materials'; add it there, or "
               "give these particles one by 'material'",
               length_of(name), name.from);
}

/* A number is what the second line calls it. */
static carom_status read_material(struct reader *r, struct span word, double *value,
                                  carom_error *err)
{
  if (r->type[r->names] == 'S') return find_material(r, word, false, value, err);
  const bool counts = *value >= 0 && *value < NUMBERS && *value == floor(*value);
  const int number = counts ? (int)*value : 0;
  if (counts && r->number_of[number] < 0) {
    char key[32];
    struct span name;
    snprintf(key, sizeof key, "material_%d", number);
    if (!header_value(r->header, key, &name))
      return WRONG(r,
                   "the second line does not say what material %d is, as in %s=\"glass\"; add it, "
                   "or give these particles one by 'material'",
                   number, key);
    CAROM_TRY(find_material(r, name, true, value, err));
    r->number_of[number] = (int)*value;
  }
  if (!counts) return WRONG(r, "'%.*s' is no number of a material", length_of(word), word.from);
  *value = r->number_of[number];
  return CAROM_OK;
}

static bool read_word(struct span word, char type, double *value)
{
  const size_t length = (size_t)(word.to - word.from);
  *value = (double)NAN;
  if (type == 'S') return length > 0;
  if (type == 'L' && (is(word, "T") || is(word, "True"))) return *value = 1, true;
  if (type == 'L' && (is(word, "F") || is(word, "False"))) return *value = 0, true;
  return length > 0 && carom_number_scan(word.from, length) == length &&
         carom_number_value(word.from, length, 0, value);
}

static carom_status read_row(struct reader *r, struct span line, double *row, carom_error *err)
{
  const int columns = r->table->columns;
  for (int k = 0; k < columns; k++) {
    const struct span word = next_word(&line);
    if (!read_word(word, r->type[k], &row[k]))
      return WRONG(r, "there is no %s in column %d of %d", r->type[k] == 'S' ? "word" : "number",
                   k + 1, columns);
    if (k == r->names && r->materials > 0) CAROM_TRY(read_material(r, word, &row[k], err));
  }
  const struct span more = next_word(&line);
  if (more.to > more.from)
    return WRONG(r, "this line has more columns than the %d of Properties", columns);
  return CAROM_OK;
}

static carom_status read_rows(struct reader *r, int64_t count, carom_error *err)
{
  carom_csv *t = r->table;
  struct span line;
  const size_t columns = (size_t)t->columns;
  if (columns == 0) return WRONG(r, "there are no columns in Properties");
  if ((size_t)count > (size_t)(r->end - r->at) / columns + 1)
    return WRONG(r, "the file is too short for %" PRId64 " spheres", count);
  t->value = malloc((size_t)count * columns * sizeof *t->value);
  if (!t->value)
    return carom_fail(err, CAROM_ERR_MEMORY, NULL, "not enough memory for %" PRId64 " spheres",
                      count);
  for (; t->rows < count; t->rows++) {
    if (!next_line(r, &line))
      return WRONG(r, "the file ends after %" PRId64 " of %" PRId64 " spheres", t->rows, count);
    CAROM_TRY(read_row(r, line, t->value + t->rows * t->columns, err));
  }
  while (next_line(r, &line))
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
  struct reader r = {.at = text,
                     .end = text + length,
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
