/* SPDX-License-Identifier: MIT */
/* Ctrl-C ends a computation at its next stop, so that what was computed is kept; so do SIGTERM, a
 * terminal that is closed and a limit of processor time. SIGUSR1 asks how far it is. */
#ifndef CAROM_CLI_INTERRUPT_H
#define CAROM_CLI_INTERRUPT_H

#include <stdbool.h>

/* From now on the first SIGINT, SIGTERM, SIGHUP or SIGXCPU only sets a flag; the second of its kind
 * ends the program. Under nohup SIGHUP does nothing. Files that may not grow any further and pipes
 * that nobody reads no longer end it either: writing fails instead. */
void interrupt_watch(void);

/* So does this signal from now on, however often it comes. */
void interrupt_by(int signal);

bool interrupt_seen(void);

/* The exit code of a command that was interrupted: 130 after Ctrl-C, as shells have it. */
int interrupt_code(void);

/* Whether something was written to a pipe that nobody reads, as in 'carom run FILE | head'. */
bool interrupt_reader_gone(void);

/* Whether SIGUSR1 came since the last call. */
bool interrupt_asked(void);

#endif
