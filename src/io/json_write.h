/* SPDX-License-Identifier: MIT */
/* A JSON text written as it comes, indented by two blanks, to a file or into memory.
 *
 *   carom_json out = carom_json_to_file(stdout);
 *   carom_json_object(&out, NULL);
 *   carom_json_number(&out, "speed_out", 4.2);
 *   carom_json_end(&out);
 *   status = carom_json_finish(&out, &err);
 *
 * Every value takes the key under which it stands in an object, and NULL in an array or at the top.
 * Faults (no memory, no room on the disk, a key too many) are remembered and reported once, by
 * carom_json_finish. */
#ifndef CAROM_IO_JSON_WRITE_H
#define CAROM_IO_JSON_WRITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "core/error.h"

#define CAROM_JSON_DEPTH 64

/* An event for a listener: the beginning or end of an object or array, or a value. Numbers that are
 * not finite are reported as null. */
typedef struct carom_json_item {
  enum {
    CAROM_JSON_OPEN,
    CAROM_JSON_CLOSE,
    CAROM_JSON_NUMBER,
    CAROM_JSON_BOOL,
    CAROM_JSON_STRING,
    CAROM_JSON_NULL
  } kind;
  const char *key;  /* NULL: an item of an array, or an end */
  const char *unit; /* unit of a number */
  const char *text; /* value of a string */
  double number;    /* value of a number or boolean */
} carom_json_item;

typedef struct carom_json {
  FILE *file; /* NULL: the output is collected in `text` */
  char *text; /* terminated after carom_json_finish has returned CAROM_OK; the caller frees it */
  size_t length, room;
  int depth;
  uint64_t objects, rows,
      filled; /* one bit per level: is an object; is on one line; is not empty */
  bool done;  /* the top-level value is complete */
  carom_status fault;
  void (*hear)(void *user, const carom_json_item *item); /* listener, or NULL */
  void *user;
} carom_json;

carom_json carom_json_to_file(FILE *file);
carom_json carom_json_to_memory(void);

void carom_json_object(carom_json *json, const char *key);
void carom_json_array(carom_json *json, const char *key);
void carom_json_row(carom_json *json, const char *key); /* an array, written on one line */
void carom_json_end(carom_json *json);                  /* ends the innermost of these */

/* NULL is written as null. */
void carom_json_string(carom_json *json, const char *key, const char *value);
void carom_json_number(carom_json *json, const char *key, double value); /* null if not finite */
void carom_json_quantity(carom_json *json, const char *key, const char *unit,
                         double value); /* a number with its unit */
void carom_json_integer(carom_json *json, const char *key, long long value);
void carom_json_bool(carom_json *json, const char *key, bool value);
void carom_json_null(carom_json *json, const char *key);

/* Ends the text with a line feed and reports the first fault, if any. A file is flushed, not
 * closed. On an error the text in memory is freed and set to NULL. */
carom_status carom_json_finish(carom_json *json, carom_error *err);

#endif
