/* SPDX-License-Identifier: MIT */
#include "io/json_write.h"

#include <stdlib.h>
#include <string.h>

#include "core/number.h"
#include "core/text.h"

#define ROOM_FIRST 1024

carom_json carom_json_to_file(FILE *file)
{
  return (carom_json){.file = file, .fault = file ? CAROM_OK : CAROM_ERR_ARGUMENT};
}

carom_json carom_json_to_memory(void)
{
  return (carom_json){.file = NULL};
}

static bool make_room(carom_json *json, size_t length)
{
  if (length < json->room - json->length) return true;
  size_t room = json->room ? json->room : ROOM_FIRST;
  while (room - json->length <= length && room <= SIZE_MAX / 2)
    room *= 2;
  char *text = room - json->length > length ? realloc(json->text, room) : NULL;
  if (!text) {
    json->fault = CAROM_ERR_MEMORY;
    return false;
  }
  json->text = text;
  json->room = room;
  return true;
}

static void put(carom_json *json, const char *text, size_t length)
{
  if (json->fault != CAROM_OK) return;
  if (json->file) {
    if (fwrite(text, 1, length, json->file) != length) json->fault = CAROM_ERR_IO;
    return;
  }
  if (!make_room(json, length)) return;
  memcpy(json->text + json->length, text, length);
  json->length += length;
  json->text[json->length] = '\0';
}

static void put_text(carom_json *json, const char *text)
{
  put(json, text, strlen(text));
}

static uint64_t level(const carom_json *json)
{
  return (uint64_t)1 << (json->depth - 1);
}

static void put_line(carom_json *json)
{
  put_text(json, "\n");
  for (int i = 0; i < json->depth; i++)
    put_text(json, "  ");
}

/* The replacement for the character at `text`, or NULL if it is written as it is. */
static const char *escaped(const char *text, size_t bytes, char room[8])
{
  static const char from[] = "\"\\\b\f\n\r\t";
  static const char *const to[] = {"\\\"", "\\\\", "\\b", "\\f", "\\n", "\\r", "\\t"};
  if (bytes == 0) return "\xEF\xBF\xBD"; /* not UTF-8: replaced by U+FFFD */
  const char *known = strchr(from, *text);
  if (known) return to[known - from];
  if ((unsigned char)*text >= 0x20 && *text != 0x7F) return NULL;
  snprintf(room, 8, "\\u%04x", (unsigned)(unsigned char)*text);
  return room;
}

static void put_string(carom_json *json, const char *text)
{
  size_t left = strlen(text);
  const char *start = text; /* start of the characters that are written unchanged */
  put_text(json, "\"");
  while (left > 0) {
    char room[8];
    size_t bytes = carom_utf8_length(text, left);
    const char *other = escaped(text, bytes, room);
    size_t step = bytes ? bytes : 1;
    if (other) {
      put(json, start, (size_t)(text - start));
      put_text(json, other);
      start = text + step;
    }
    text += step;
    left -= step;
  }
  put(json, start, (size_t)(text - start));
  put_text(json, "\"");
}

static void hear(carom_json *json, carom_json_item item)
{
  if (json->hear) json->hear(json->user, &item);
}

/* Writes what precedes a value: comma, line break, key. Returns false if no value is permitted
 * here. */
static bool begin(carom_json *json, const char *key)
{
  if (json->fault != CAROM_OK) return false;
  bool in_object = json->depth > 0 && (json->objects & level(json));
  if (in_object != (key != NULL) || json->done) {
    json->fault = CAROM_ERR_ARGUMENT;
    return false;
  }
  if (json->depth == 0) {
    json->done = true;
    return true;
  }
  bool row = json->rows & level(json), filled = json->filled & level(json);
  if (filled) put_text(json, row ? ", " : ",");
  if (!row) put_line(json);
  json->filled |= level(json);
  if (key) {
    put_string(json, key);
    put_text(json, ": ");
  }
  return true;
}

static void open_level(carom_json *json, const char *key, bool object, bool row)
{
  bool inside_row = json->depth > 0 && (json->rows & level(json));
  if (!begin(json, key)) return;
  if (json->depth == CAROM_JSON_DEPTH) {
    json->fault = CAROM_ERR_ARGUMENT;
    return;
  }
  hear(json, (carom_json_item){.kind = CAROM_JSON_OPEN, .key = key});
  put_text(json, object ? "{" : "[");
  json->depth++;
  json->done = false;
  json->objects = object ? json->objects | level(json) : json->objects & ~level(json);
  json->rows = row || inside_row ? json->rows | level(json) : json->rows & ~level(json);
  json->filled &= ~level(json);
}

void carom_json_object(carom_json *json, const char *key)
{
  open_level(json, key, true, false);
}

void carom_json_array(carom_json *json, const char *key)
{
  open_level(json, key, false, false);
}

void carom_json_row(carom_json *json, const char *key)
{
  open_level(json, key, false, true);
}

void carom_json_end(carom_json *json)
{
  if (json->fault != CAROM_OK) return;
  if (json->depth == 0) {
    json->fault = CAROM_ERR_ARGUMENT;
    return;
  }
  hear(json, (carom_json_item){.kind = CAROM_JSON_CLOSE});
  bool object = json->objects & level(json);
  bool own_line = (json->filled & level(json)) && !(json->rows & level(json));
  json->depth--;
  if (own_line) put_line(json);
  put_text(json, object ? "}" : "]");
  json->done = json->depth == 0;
}

void carom_json_string(carom_json *json, const char *key, const char *value)
{
  if (!begin(json, key)) return;
  hear(json, (carom_json_item){
                 .kind = value ? CAROM_JSON_STRING : CAROM_JSON_NULL, .key = key, .text = value});
  if (value)
    put_string(json, value);
  else
    put_text(json, "null");
}

void carom_json_number(carom_json *json, const char *key, double value)
{
  carom_json_quantity(json, key, "1", value);
}

void carom_json_quantity(carom_json *json, const char *key, const char *unit, double value)
{
  char text[CAROM_NUMBER_ROOM];
  if (!begin(json, key)) return;
  bool finite = value - value == 0.0;
  hear(json, (carom_json_item){.kind = finite ? CAROM_JSON_NUMBER : CAROM_JSON_NULL,
                               .key = key,
                               .unit = unit,
                               .number = value});
  if (finite) carom_number_print(value, text);
  put_text(json, finite ? text : "null");
}

void carom_json_integer(carom_json *json, const char *key, long long value)
{
  char text[CAROM_NUMBER_ROOM];
  if (!begin(json, key)) return;
  hear(json, (carom_json_item){
                 .kind = CAROM_JSON_NUMBER, .key = key, .unit = "1", .number = (double)value});
  snprintf(text, sizeof text, "%lld", value);
  put_text(json, text);
}

void carom_json_bool(carom_json *json, const char *key, bool value)
{
  if (!begin(json, key)) return;
  hear(json, (carom_json_item){.kind = CAROM_JSON_BOOL, .key = key, .number = value});
  put_text(json, value ? "true" : "false");
}

void carom_json_null(carom_json *json, const char *key)
{
  if (!begin(json, key)) return;
  hear(json, (carom_json_item){.kind = CAROM_JSON_NULL, .key = key});
  put_text(json, "null");
}

carom_status carom_json_finish(carom_json *json, carom_error *err)
{
  if (json->fault == CAROM_OK && !json->done) json->fault = CAROM_ERR_ARGUMENT;
  put_text(json, "\n");
  if (json->fault == CAROM_OK && json->file && (fflush(json->file) != 0 || ferror(json->file)))
    json->fault = CAROM_ERR_IO;
  if (json->fault == CAROM_OK) return CAROM_OK;
  free(json->text);
  json->text = NULL;
  json->length = json->room = 0;
  const char *text = json->fault == CAROM_ERR_MEMORY
                         ? "there is not enough memory for the JSON text"
                     : json->fault == CAROM_ERR_IO
                         ? "the JSON text could not be written; is the disk full?"
                         : "the JSON text is not complete, or a key is missing or out of place";
  return carom_fail(err, json->fault, NULL, "%s", text);
}
