/* SPDX-License-Identifier: MIT */
#include "cli/base/message.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LINE = 8192 };

/* Warnings of this process, in the order in which they were given. */
static struct {
  pthread_mutex_t mutex;
  char **text;
  int count, room;
} given = {.mutex = PTHREAD_MUTEX_INITIALIZER};

/* Escapes control characters: an escape sequence from a file must not reach the terminal. */
static void put_plain(const char *text)
{
  for (size_t left = strlen(text); left > 0;) {
    size_t length = carom_utf8_length(text, left);
    if (length > 0 && !carom_control_at(text)) {
      fwrite(text, 1, length, stderr);
    } else {
      if (length == 0) length = 1;
      for (size_t i = 0; i < length; i++) {
        const char *known = strchr("\nn\tt\rr", text[i]);
        if (known)
          fprintf(stderr, "\\%c", known[1]);
        else
          fprintf(stderr, "\\x%02x", (unsigned)(unsigned char)text[i]);
      }
    }
    text += length;
    left -= length;
  }
}

/* BEGIN: WHERE: TEXT */
static void put_line(const char *begin, const char *where, const char *text)
{
  put_plain(begin);
  fputs(": ", stderr);
  if (where && *where) {
    put_plain(where);
    fputs(": ", stderr);
  }
  put_plain(text);
  fputc('\n', stderr);
}

CAROM_PRINTF(3, 0)
static void print(const char *begin, const char *where, const char *format, va_list list)
{
  char text[LINE];
  if (vsnprintf(text, sizeof text, format, list) >= (int)sizeof text) carom_cut(text, sizeof text);
  put_line(begin, where, text);
}

int message_usage(const char *where, const char *format, ...)
{
  va_list list;
  va_start(list, format);
  print("carom", where, format, list);
  va_end(list);
  return EXIT_INPUT;
}

void message_note(const char *format, ...)
{
  va_list list;
  va_start(list, format);
  print("carom", NULL, format, list);
  va_end(list);
}

int message_error(const carom_error *err)
{
  message_usage(err->where, "%s", err->text[0] ? err->text : carom_status_text(err->code));
  switch (err->code) {
  case CAROM_ERR_DIVERGED:
  case CAROM_ERR_MEMORY:
  case CAROM_ERR_IO:
    return EXIT_FAILED;
  default:
    return EXIT_INPUT;
  }
}

/* PATH:LINE:COLUMN */
static const char *place(const char *path, int line, int column, char text[LINE])
{
  snprintf(text, LINE, "%s:%d:%d", path, line, column);
  return text;
}

int message_place(const char *path, const carom_error *err)
{
  char begin[LINE];
  if (err->line > 0)
    put_line(place(path, err->line, err->column, begin), err->where, err->text);
  else
    put_line("carom", *err->where ? err->where : path, err->text);
  return EXIT_INPUT;
}

/* Keeps a warning; false if it has been given before. */
static bool remember(const char *where, const char *text)
{
  const size_t size = (where ? strlen(where) : 0) + strlen(text) + 3;
  char *line = malloc(size);
  if (!line) return true;
  snprintf(line, size, "%s%s%s", where && *where ? where : "", where && *where ? ": " : "", text);
  for (int i = 0; i < given.count; i++)
    if (!strcmp(given.text[i], line)) return free(line), false;
  if (given.count == given.room) {
    char **grown = realloc(given.text, (size_t)(2 * given.room + 8) * sizeof *grown);
    if (!grown) return free(line), true;
    given.text = grown;
    given.room = 2 * given.room + 8;
  }
  given.text[given.count++] = line;
  return true;
}

static void warn(const char *begin, const char *where, const char *text)
{
  char line[LINE + 16];
  pthread_mutex_lock(&given.mutex);
  if (remember(where, text)) {
    snprintf(line, sizeof line, "%s: warning", begin);
    put_line(line, where, text);
  }
  pthread_mutex_unlock(&given.mutex);
}

void message_keep(const char *where, const char *text)
{
  pthread_mutex_lock(&given.mutex);
  remember(where, text);
  pthread_mutex_unlock(&given.mutex);
}

void message_warning(const char *where, const char *format, ...)
{
  char text[LINE];
  va_list list;
  va_start(list, format);
  if (vsnprintf(text, sizeof text, format, list) >= (int)sizeof text) carom_cut(text, sizeof text);
  va_end(list);
  warn("carom", where, text);
}

void message_diagnostic(const char *path, const carom_diagnostic *d)
{
  char begin[LINE] = "carom";
  if (d->line > 0) place(path, d->line, d->column, begin);
  const char *where = d->line > 0 || *d->where ? d->where : path;
  if (d->severity == CAROM_NOTE)
    message_note("%s", d->text);
  else if (d->severity == CAROM_WARNING)
    warn(begin, where, d->text);
  else
    put_line(begin, where, d->text);
}

int message_warnings(void)
{
  return given.count;
}

const char *message_warning_at(int index)
{
  return given.text[index];
}

/* Editors and logs that play a terminal say by `dumb` that they know no control sequences. */
bool message_rewrites(void)
{
  const char *term = getenv("TERM");
  return isatty(STDERR_FILENO) && !(term && !strcmp(term, "dumb"));
}
