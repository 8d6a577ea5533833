/* SPDX-License-Identifier: MIT */
#include "io/lines.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "core/number.h"
#include "io/tree.h"

bool carom_blank(char c)
{
  return c == ' ' || c == '\t' || c == '\r';
}

bool carom_next_line(carom_line_reader *lines, carom_chars *line)
{
  if (lines->line == 0) lines->at += carom_tree_mark(lines->at, (size_t)(lines->end - lines->at));
  if (lines->at >= lines->end) return false;
  const char *stop = memchr(lines->at, '\n', (size_t)(lines->end - lines->at));
  *line = (carom_chars){lines->at, stop ? stop : lines->end};
  lines->at = stop ? stop + 1 : lines->end;
  lines->line++;
  while (line->from < line->to && carom_blank(*line->from))
    line->from++;
  while (line->to > line->from && carom_blank(line->to[-1]))
    line->to--;
  return true;
}

carom_chars carom_next_word(carom_chars *line)
{
  while (line->from < line->to && carom_blank(*line->from))
    line->from++;
  carom_chars word = {line->from, line->from};
  while (word.to < line->to && !carom_blank(*word.to))
    word.to++;
  line->from = word.to;
  return word;
}

bool carom_chars_is(carom_chars span, const char *text)
{
  const size_t length = strlen(text);
  return (size_t)(span.to - span.from) == length && !memcmp(span.from, text, length);
}

bool carom_chars_after(carom_chars *span, const char *text)
{
  const size_t length = strlen(text);
  if ((size_t)(span->to - span->from) < length || memcmp(span->from, text, length)) return false;
  span->from += length;
  return true;
}

bool carom_chars_number(carom_chars span, double *value)
{
  const size_t length = (size_t)(span.to - span.from);
  return length > 0 && carom_number_scan(span.from, length) == length &&
         carom_number_value(span.from, length, 0, value);
}

int carom_chars_shown(carom_chars span)
{
  const ptrdiff_t most = 60;
  return (int)(span.to - span.from < most ? span.to - span.from : most);
}

carom_status carom_lines_fail(const carom_line_reader *lines, carom_error *err, const char *format,
                              ...)
{
  char text[400];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  return carom_fail_at(err, CAROM_ERR_SYNTAX, lines->line, 0, NULL, "%s", text);
}
