/* SPDX-License-Identifier: MIT */
/* Text taken line by line and word by word. It need not be terminated. */
#ifndef CAROM_IO_LINES_H
#define CAROM_IO_LINES_H

#include <stdbool.h>

#include "core/error.h"

/* Some characters of a text. */
typedef struct carom_chars {
  const char *from, *to;
} carom_chars;

typedef struct carom_line_reader {
  const char *at, *end;
  int line; /* the one that was read last */
} carom_line_reader;

/* The next line, however long, without the blanks around it; false at the end. A byte order mark
 * before the first one is passed over. */
bool carom_next_line(carom_line_reader *lines, carom_chars *line);

/* The next word of a line, which is taken off; empty at its end. */
carom_chars carom_next_word(carom_chars *line);

bool carom_blank(char c);
bool carom_chars_is(carom_chars span, const char *text);

/* Takes the text off the beginning if it stands there. */
bool carom_chars_after(carom_chars *span, const char *text);

/* Is all of it one number? */
bool carom_chars_number(carom_chars span, double *value);

/* As many characters as fit into a message. */
int carom_chars_shown(carom_chars span);

/* An error of syntax, in the line that was read last. */
carom_status carom_lines_fail(const carom_line_reader *lines, carom_error *err, const char *format,
                              ...) CAROM_PRINTF(3, 4);

#endif
