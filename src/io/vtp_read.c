/* SPDX-License-Identifier: MIT */
/* Reads VTK PolyData as a table: bodies (points with values), contacts (lines with values) or walls
 * (polygons with values). Arrays are appended as raw bytes of either byte order, compressed by zlib
 * or not, or are inline text. */
#include "io/vtp_read.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "io/zlib_stream.h"

#define WRONG(...) carom_fail(err, CAROM_ERR_SYNTAX, NULL, __VA_ARGS__)

static const struct {
  const char *name;
  int size;
  enum { REAL, SIGNED, UNSIGNED } kind;
} types[] = {{"Float32", 4, REAL},    {"Float64", 8, REAL},    {"Int8", 1, SIGNED},
             {"Int16", 2, SIGNED},    {"Int32", 4, SIGNED},    {"Int64", 8, SIGNED},
             {"UInt8", 1, UNSIGNED},  {"UInt16", 2, UNSIGNED}, {"UInt32", 4, UNSIGNED},
             {"UInt64", 8, UNSIGNED}, {"String", 1, UNSIGNED}};
enum { TYPES = sizeof types / sizeof *types, LAST = TYPES - 1 };

static const char *const sections[CAROM_VTP_SECTIONS] = {
    "FieldData", "Points", "PointData", "CellData", "Verts", "Lines", "Strips", "Polys"};

/* The value of an attribute of a tag; empty if it has none. */
static carom_chars attribute(carom_chars tag, const char *name)
{
  const size_t length = strlen(name);
  for (const char *at = tag.from; at + length + 2 < tag.to; at++) {
    if (!carom_blank(at[0]) && at[0] != '\n') continue;
    if (memcmp(at + 1, name, length) || at[length + 1] != '=') continue;
    const char *from = at + length + 2, quote = *from;
    if (quote != '"' && quote != '\'') continue;
    const char *to = memchr(from + 1, quote, (size_t)(tag.to - from - 1));
    if (to) return (carom_chars){from + 1, to};
  }
  return (carom_chars){tag.to, tag.to};
}

/* A non-negative integer attribute; `missing` if there is no such attribute; -1 if it is not a
 * number. */
static int64_t whole(carom_chars tag, const char *name, int64_t missing)
{
  const carom_chars value = attribute(tag, name);
  double number;
  if (value.from == value.to) return missing;
  if (!carom_chars_number(value, &number) || !(number >= 0) || number > 9e15 ||
      number != floor(number))
    return -1;
  return (int64_t)number;
}

static bool starts(carom_chars tag, const char *name)
{
  const size_t length = strlen(name);
  if ((size_t)(tag.to - tag.from) < length || memcmp(tag.from, name, length)) return false;
  const char *next = tag.from + length;
  return next == tag.to || carom_blank(*next) || *next == '\n' || *next == '/';
}

static carom_status add_array(carom_vtp *v, int section, carom_chars tag, const char *end,
                              carom_error *err)
{
  if (v->arrays == CAROM_VTP_ARRAYS)
    return WRONG("there are more than %d arrays", CAROM_VTP_ARRAYS);
  carom_vtp_array *a = &v->array[v->arrays];
  const carom_chars type = attribute(tag, "type"), format = attribute(tag, "format");
  *a = (carom_vtp_array){.section = section, .name = attribute(tag, "Name")};
  while (a->type < TYPES && !carom_chars_is(type, types[a->type].name))
    a->type++;
  const int64_t width = whole(tag, "NumberOfComponents", 1);
  a->tuples = whole(tag, "NumberOfTuples", -1);
  if (a->type == TYPES || width < 1 || width > 1000)
    return WRONG("the array '%.*s' has a type or a width that is not known",
                 carom_chars_shown(a->name), a->name.from);
  a->width = (int)width;
  a->appended = carom_chars_is(format, "appended");
  a->offset = whole(tag, "offset", 0);
  if (!a->appended) {
    const char *stop = memchr(tag.to, '<', (size_t)(end - tag.to));
    a->text = (carom_chars){tag.to + 1, stop && stop > tag.to ? stop : tag.to + 1};
    if (!carom_chars_is(format, "ascii"))
      return WRONG("the array '%.*s' is coded in the text (base64); save it as appended data, raw",
                   carom_chars_shown(a->name), a->name.from);
  }
  v->arrays++;
  return CAROM_OK;
}

static carom_status open_file(carom_vtp *v, carom_chars tag, carom_error *err)
{
  const carom_chars order = attribute(tag, "byte_order"), head = attribute(tag, "header_type");
  const carom_chars packer = attribute(tag, "compressor");
  const uint16_t one = 1;
  const bool little = *(const unsigned char *)&one == 1;
  if (!carom_chars_is(attribute(tag, "type"), "PolyData"))
    return WRONG("this is VTK, but no PolyData; save bodies as PolyData (.vtp)");
  v->swapped = little != carom_chars_is(order, "LittleEndian");
  v->head = carom_chars_is(head, "UInt64") ? 8 : 4;
  v->packed = packer.to > packer.from;
  if (v->packed && !carom_chars_is(packer, "vtkZLibDataCompressor"))
    return WRONG("'%.*s' is not known; save it with zlib, or not compressed",
                 carom_chars_shown(packer), packer.from);
  return CAROM_OK;
}

static carom_status open_piece(carom_vtp *v, carom_chars tag, carom_error *err)
{
  if (v->pieces++) return WRONG("there is more than one piece; save it as one");
  v->points = whole(tag, "NumberOfPoints", 0);
  v->lines = whole(tag, "NumberOfLines", 0);
  v->polygons = whole(tag, "NumberOfPolys", 0);
  if (v->points < 0 || v->lines < 0 || v->polygons < 0)
    return WRONG("the numbers of points, lines and polygons are not counted");
  return CAROM_OK;
}

carom_status carom_vtp_scan(const char *text, size_t length, carom_vtp *v, carom_error *err)
{
  const char *at = text, *end = text + length;
  int section = -1;
  bool opened = false;
  *v = (carom_vtp){.head = 4};
  while (at < end && (at = memchr(at, '<', (size_t)(end - at))) != NULL) {
    const char *stop = memchr(at, '>', (size_t)(end - at));
    if (!stop) return WRONG("the file is cut off");
    const carom_chars tag = {at + 1, stop};
    at = stop + 1;
    if (starts(tag, "VTKFile")) {
      CAROM_TRY(open_file(v, tag, err));
      opened = true;
    } else if (starts(tag, "Piece")) {
      CAROM_TRY(open_piece(v, tag, err));
    } else if (starts(tag, "DataArray") || starts(tag, "Array")) {
      if (section >= 0) CAROM_TRY(add_array(v, section, tag, end, err));
    } else if (starts(tag, "AppendedData")) {
      const char *mark = memchr(at, '_', (size_t)(end - at));
      if (!carom_chars_is(attribute(tag, "encoding"), "raw") || !mark)
        return WRONG("the appended data are not raw; save them so");
      v->raw = (carom_chars){mark + 1, end};
      break;
    }
    for (int k = 0; k < CAROM_VTP_SECTIONS; k++) {
      if (starts(tag, sections[k]) && stop[-1] != '/') section = k;
      if (*tag.from == '/' && starts((carom_chars){tag.from + 1, tag.to}, sections[k]))
        section = -1;
    }
  }
  return opened ? CAROM_OK : WRONG("this is no file of VTK (XML)");
}

static void turn(char *bytes, int size)
{
  for (int k = 0; k < size / 2; k++) {
    const char one = bytes[k];
    bytes[k] = bytes[size - 1 - k];
    bytes[size - 1 - k] = one;
  }
}

static double number_at(const char *from, int type, bool swapped)
{
  char own[8];
  const int size = types[type].size;
  memcpy(own, from, (size_t)size);
  if (swapped) turn(own, size);
#define TAKE(kind)                                                                                 \
  do {                                                                                             \
    kind value;                                                                                    \
    memcpy(&value, own, sizeof value);                                                             \
    return (double)value;                                                                          \
  } while (0)
  switch (types[type].kind) {
  case REAL:
    if (size == 4) TAKE(float);
    TAKE(double);
  case SIGNED:
    if (size == 1) TAKE(int8_t);
    if (size == 2) TAKE(int16_t);
    if (size == 4) TAKE(int32_t);
    TAKE(int64_t);
  default:
    if (size == 1) TAKE(uint8_t);
    if (size == 2) TAKE(uint16_t);
    if (size == 4) TAKE(uint32_t);
    TAKE(uint64_t);
  }
#undef TAKE
}

/* Reads a length before the data; returns false if the file ends before. */
static bool head_at(const carom_vtp *v, size_t at, size_t *value)
{
  static const int uint32 = 8, uint64 = 9; /* indices in the table of types */
  const size_t all = (size_t)(v->raw.to - v->raw.from);
  if (at > all || all - at < (size_t)v->head) return false;
  const double number = number_at(v->raw.from + at, v->head == 8 ? uint64 : uint32, v->swapped);
  if (number > 9e15) return false;
  *value = (size_t)number;
  return true;
}

/* Decompresses consecutive blocks. They are preceded by their number, size, size of the last one
 * (0: all are equal), and compressed sizes. */
static char *unpack(const carom_vtp *v, size_t at, size_t *bytes)
{
  size_t blocks, size, last, lengths = at + 3 * (size_t)v->head;
  const size_t all = (size_t)(v->raw.to - v->raw.from);
  if (!head_at(v, at, &blocks) || !head_at(v, at + (size_t)v->head, &size) ||
      !head_at(v, at + 2 * (size_t)v->head, &last) || blocks > all / (size_t)v->head)
    return NULL;
  /* deflate expands by a factor of at most 1032 */
  if (size > all * 1032 || last > size || (blocks > 0 && size > all * 1032 / blocks)) return NULL;
  *bytes = blocks == 0 ? 0 : last ? (blocks - 1) * size + last : blocks * size;
  char *out = malloc(*bytes + 1);
  size_t from = lengths + blocks * (size_t)v->head;
  for (size_t k = 0; out && k < blocks; k++) {
    size_t length;
    const size_t room = k + 1 == blocks && last ? last : size;
    if (!head_at(v, lengths + k * (size_t)v->head, &length) || from > all || length > all - from ||
        !carom_zlib_unpack(v->raw.from + from, length, out + k * size, room)) {
      free(out);
      return NULL;
    }
    from += length;
  }
  return out;
}

static double *numbers_of(const carom_vtp *v, const carom_vtp_array *a, const char *bytes,
                          size_t count)
{
  double *value = malloc((count + 1) * sizeof *value);
  for (size_t i = 0; value && i < count; i++)
    value[i] = number_at(bytes + i * (size_t)types[a->type].size, a->type, v->swapped);
  return value;
}

static double *read_text(const carom_vtp_array *a, size_t count)
{
  carom_chars text = a->text;
  if (count > (size_t)(text.to - text.from)) return NULL;
  double *value = malloc((count + 1) * sizeof *value);
  for (size_t i = 0; value && i < count; i++) {
    while (text.from < text.to && (carom_blank(*text.from) || *text.from == '\n'))
      text.from++;
    carom_chars word = {text.from, text.from};
    while (word.to < text.to && !carom_blank(*word.to) && *word.to != '\n')
      word.to++;
    text.from = word.to;
    if (carom_chars_number(word, &value[i])) continue;
    free(value);
    return NULL;
  }
  return value;
}

carom_status carom_vtp_values(const carom_vtp *v, const carom_vtp_array *a, int64_t count,
                              double **value, carom_error *err)
{
  const size_t size = (size_t)types[a->type].size, all = (size_t)(v->raw.to - v->raw.from);
  size_t bytes = 0, at = (size_t)a->offset;
  *value = NULL;
  if (a->offset < 0 || count < 0 || (uint64_t)count > SIZE_MAX / 64)
    return WRONG("the array '%.*s' is damaged", carom_chars_shown(a->name), a->name.from);
  const size_t wanted = (size_t)count * size;
  if (!a->appended) {
    *value = read_text(a, (size_t)count);
  } else if (v->packed) {
    char *out = unpack(v, at, &bytes);
    if (out && bytes == wanted) *value = numbers_of(v, a, out, (size_t)count);
    free(out);
  } else if (head_at(v, at, &bytes) && bytes == wanted && bytes <= all - at - (size_t)v->head) {
    *value = numbers_of(v, a, v->raw.from + at + v->head, (size_t)count);
  }
  if (*value) return CAROM_OK;
  return WRONG("the array '%.*s' is damaged, or has not the %.0f numbers it should have",
               carom_chars_shown(a->name), a->name.from, (double)count);
}

const carom_vtp_array *carom_vtp_find(const carom_vtp *v, carom_vtp_section section,
                                      const char *name)
{
  for (int k = 0; k < v->arrays; k++)
    if (v->array[k].section == (int)section && (!name || carom_chars_is(v->array[k].name, name)))
      return &v->array[k];
  return NULL;
}
