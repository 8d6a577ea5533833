/* SPDX-License-Identifier: MIT */
/* What the command says on standard error, and how it ends. Text of users stands in these lines:
 * control characters in it are written as \n, \x1b and the like, so that a line stays one. */
#ifndef CAROM_CLI_MESSAGE_H
#define CAROM_CLI_MESSAGE_H

#include <carom/io.h>

#include "core/text.h"

enum {
  EXIT_OK = 0,
  EXIT_FAILED = 1, /* something went wrong after the run had started */
  EXIT_INPUT = 2   /* found before the run started: usage, input, place of the output */
};

/* "carom: WHERE: SENTENCE" on standard error; the exit code that belongs to the error. */
int message_error(const carom_error *err);

/* The same from parts; always EXIT_INPUT. `where` may be NULL. */
int message_usage(const char *where, const char *format, ...) CAROM_PRINTF(2, 3);

/* "PATH:LINE:COLUMN: WHERE: SENTENCE", the place of an error in a file; without a line in it as
 * message_usage. Always EXIT_INPUT. */
int message_place(const char *path, const carom_error *err);

/* A line that is no error. */
void message_note(const char *format, ...) CAROM_PRINTF(1, 2);

/* "carom: warning: WHERE: SENTENCE": the command goes on, but the answer may not be the one that
 * was wanted. What was said already is not said again. Any thread may warn. */
void message_warning(const char *where, const char *format, ...) CAROM_PRINTF(2, 3);

/* A diagnostic about a file: a fault as message_place has it, a warning "PATH:LINE:COLUMN: warning:
 * WHERE: SENTENCE", a note. */
void message_diagnostic(const char *path, const carom_diagnostic *diagnostic);

/* Keeps a warning that was said elsewhere, for run.json. */
void message_keep(const char *where, const char *text);

/* All warnings so far, "WHERE: SENTENCE" each, for run.json. */
int message_warnings(void);
const char *message_warning_at(int index);

#endif
