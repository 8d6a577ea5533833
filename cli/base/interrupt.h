/* SPDX-License-Identifier: MIT */
/* Ctrl-C ends a computation at its next stop, so that what was computed is kept; SIGUSR1 asks how
 * far it is. */
#ifndef CAROM_CLI_INTERRUPT_H
#define CAROM_CLI_INTERRUPT_H

#include <stdbool.h>

/* From now on the first SIGINT or SIGTERM only sets a flag; the second ends the program.
 * Files that may not grow any further no longer end it either: writing fails instead. */
void interrupt_watch(void);

/* So does this signal from now on, however often it comes. */
void interrupt_by(int signal);

bool interrupt_seen(void);

/* The exit code of a command that was interrupted: 130 after Ctrl-C, as shells have it. */
int interrupt_code(void);

/* Whether SIGUSR1 came since the last call. */
bool interrupt_asked(void);

#endif
