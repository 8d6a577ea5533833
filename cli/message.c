/* SPDX-License-Identifier: MIT */
#include "cli/message.h"

#include <stdarg.h>
#include <stdio.h>

static void print(const char *where, const char *format, va_list list)
{
  fprintf(stderr, "carom: %s%s", where && *where ? where : "", where && *where ? ": " : "");
  vfprintf(stderr, format, list);
  fputc('\n', stderr);
}

int message_usage(const char *where, const char *format, ...)
{
  va_list list;
  va_start(list, format);
  print(where, format, list);
  va_end(list);
  return ENDED_EARLY;
}

void message_note(const char *format, ...)
{
  va_list list;
  va_start(list, format);
  print(NULL, format, list);
  va_end(list);
}

int message_error(const carom_error *err)
{
  message_usage(err->where, "%s", err->text[0] ? err->text : carom_status_text(err->code));
  switch (err->code) {
  case CAROM_ERR_DIVERGED:
  case CAROM_ERR_MEMORY:
  case CAROM_ERR_IO:
    return ENDED_BADLY;
  default:
    return ENDED_EARLY;
  }
}
