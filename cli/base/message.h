/* SPDX-License-Identifier: MIT */
/* What the command writes to standard error, and its exit codes. Control characters in text from
 * users are written as \n, \x1b and the like, so that a message stays on one line. */
#ifndef CAROM_CLI_MESSAGE_H
#define CAROM_CLI_MESSAGE_H

#include <carom/io.h>

#include "core/text.h"

enum {
  EXIT_OK = 0,
  EXIT_FAILED = 1, /* something went wrong after the run had started */
  EXIT_INPUT = 2   /* found before the run started: usage, input, place of the output */
};

/* Prints "carom: WHERE: SENTENCE"; returns the exit code that belongs to the error. */
int message_error(const carom_error *err);

/* The same with the parts given; always returns EXIT_INPUT. `where` may be NULL. */
int message_usage(const char *where, const char *format, ...) CAROM_PRINTF(2, 3);

/* Prints "PATH:LINE:COLUMN: WHERE: SENTENCE" with the place of an error in a file; without a line,
 * like message_usage. Always returns EXIT_INPUT. */
int message_place(const char *path, const carom_error *err);

/* Prints a line that is not an error. */
void message_note(const char *format, ...) CAROM_PRINTF(1, 2);

/* Prints "carom: warning: WHERE: SENTENCE": the command continues, but the result may not be what
 * was wanted. A repeated warning is printed once. Any thread may warn. */
void message_warning(const char *where, const char *format, ...) CAROM_PRINTF(2, 3);

/* Prints a diagnostic about a file: an error like message_place, a warning as "PATH:LINE:COLUMN:
 * warning: WHERE: SENTENCE", or a note. */
void message_diagnostic(const char *path, const carom_diagnostic *diagnostic);

/* Keeps a warning that was printed elsewhere, for run.json. */
void message_keep(const char *where, const char *text);

/* All warnings so far, "WHERE: SENTENCE" each, for run.json. */
int message_warnings(void);
const char *message_warning_at(int index);

/* Is standard error a terminal on which a line can be written anew? */
bool message_rewrites(void);

#endif
