/* SPDX-License-Identifier: MIT */
/* What the command says on standard error, and how it ends. */
#ifndef CAROM_CLI_MESSAGE_H
#define CAROM_CLI_MESSAGE_H

#include <carom/base.h>

#include "core/text.h"

enum {
  ENDED_WELL = 0,
  ENDED_BADLY = 1, /* something went wrong after the run had started */
  ENDED_EARLY = 2  /* found before the run started: usage, input, place of the output */
};

/* "carom: WHERE: SENTENCE" on standard error; the exit code that belongs to the error. */
int message_error(const carom_error *err);

/* The same from parts; always ENDED_EARLY. `where` may be NULL. */
int message_usage(const char *where, const char *format, ...) CAROM_PRINTF(2, 3);

/* A line that is no error. */
void message_note(const char *format, ...) CAROM_PRINTF(1, 2);

#endif
