/* SPDX-License-Identifier: MIT */
/* A scenario file as a command gets it, and the diagnostics about it. */
#ifndef CAROM_CLI_SCENARIO_FILE_H
#define CAROM_CLI_SCENARIO_FILE_H

#include "cli/base/arguments.h"
#include "run/input.h"

/* Reads the file named by the only word, with the changes from the command line. If it cannot be
 * read, reports the error, sets *code and returns NULL. */
carom_input *file_read(const cli_arguments *given, int *code);

/* The scenario of the file, checked with every value of a sweep. All errors are reported as
 * "FILE:LINE:COLUMN: PATH: SENTENCE"; if there are any, returns NULL and sets *code. Otherwise all
 * warnings are reported. */
carom_scenario *file_scenario(const carom_input *file, int *code);

/* Reports an error found after reading, with its place in the file if it has one. Returns
 * EXIT_INPUT, or EXIT_FAILED if memory ran out for a reason outside the file. */
int file_fault(const carom_input *file, const carom_error *err);

/* Reports a diagnostic about the file `input`, or about another file that it names. */
void file_tell(void *input, const carom_diagnostic *diagnostic);

#endif
