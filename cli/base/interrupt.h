/* SPDX-License-Identifier: MIT */
/* Ctrl-C, SIGTERM, a closed terminal or a limit of processor time end a computation at its next
 * stop, so that its results are kept. SIGUSR1 asks how far it is. */
#ifndef CAROM_CLI_INTERRUPT_H
#define CAROM_CLI_INTERRUPT_H

#include <stdbool.h>

/* From now on the first SIGINT, SIGTERM, SIGHUP or SIGXCPU only sets a flag; a second one of the
 * same kind ends the program. Under nohup SIGHUP has no effect. Files that cannot grow any further
 * and pipes without a reader no longer end the program either: writing fails instead. */
void interrupt_watch(void);

/* From now on this signal sets the flag, too, however often it comes. */
void interrupt_by(int signal);

bool interrupt_seen(void);

/* Exit code of an interrupted command: 130 after Ctrl-C, as shells expect. */
int interrupt_code(void);

/* Has something been written to a pipe without a reader, as in 'carom run FILE | head'? */
bool interrupt_reader_gone(void);

/* Has SIGUSR1 come since the last call? */
bool interrupt_asked(void);

#endif
