/* SPDX-License-Identifier: MIT */
/* Reads text line by line and word by word. It need not be terminated. */
#ifndef CAROM_IO_LINES_H
#define CAROM_IO_LINES_H

#include <stdbool.h>

#include "core/error.h"

/* A span of characters in a text. */
typedef struct carom_chars {
  const char *from, *to;
} carom_chars;

typedef struct carom_line_reader {
  const char *at, *end;
  int line; /* number of the line read last */
} carom_line_reader;

/* The next line of any length, without surrounding blanks; returns false at the end. A leading byte
 * order mark is skipped. */
bool carom_next_line(carom_line_reader *lines, carom_chars *line);

/* Removes and returns the next word of a line; empty at its end. */
carom_chars carom_next_word(carom_chars *line);

bool carom_blank(char c);
bool carom_chars_is(carom_chars span, const char *text);

/* Removes the text from the beginning if it is there. */
bool carom_chars_after(carom_chars *span, const char *text);

/* True if the whole span is a number. */
bool carom_chars_number(carom_chars span, double *value);

/* The number of characters that fit into a message. */
int carom_chars_shown(carom_chars span);

/* Reports a syntax error in the line read last. */
carom_status carom_lines_fail(const carom_line_reader *lines, carom_error *err, const char *format,
                              ...) CAROM_PRINTF(3, 4);

#endif
