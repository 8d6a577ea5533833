/* SPDX-License-Identifier: MIT */
/* A scenario file as a command gets it, and what is told of it. */
#ifndef CAROM_CLI_SCENARIO_FILE_H
#define CAROM_CLI_SCENARIO_FILE_H

#include "cli/base/arguments.h"
#include "run/input.h"

/* Reads the file that is named by the only word, with what the command line changes in it. NULL,
 * told, and *code if it cannot be read. */
carom_input *file_read(const cli_arguments *given, int *code);

/* The scenario of the file, checked with every value of a sweep. All faults are told, each as
 * "FILE:LINE:COLUMN: PATH: SENTENCE"; NULL, and *code, if there are any. Else all warnings are. */
carom_scenario *file_scenario(const carom_input *file, int *code);

/* Tells a fault that was found after reading, with its place in the file if it has one. The exit
 * code: EXIT_INPUT, or EXIT_FAILED without memory that no place in the file has asked for. */
int file_fault(const carom_input *file, const carom_error *err);

/* Tells a diagnostic about the file `input`, or about the other one that it names. */
void file_tell(void *input, const carom_diagnostic *diagnostic);

#endif
