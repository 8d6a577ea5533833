/* SPDX-License-Identifier: MIT */
/* A scenario file as a command gets it: its text, and what the command line changes. */
#ifndef CAROM_CLI_SCENARIO_FILE_H
#define CAROM_CLI_SCENARIO_FILE_H

#include "cli/base/arguments.h"
#include "io/hash.h"
#include "io/scenario.h"

typedef struct cli_file {
  const char *path;
  char *text;
  size_t length;
  bool json;
  carom_change *change; /* of the command line */
  int changes;
  char hash[CAROM_HASH_ROOM];
} cli_file;

/* Reads the file that is named by the only word. Faults are told. Free in any case. */
int file_read(const cli_arguments *given, cli_file *file);
void file_free(cli_file *file);

/* The scenario of the file, checked with every value of a sweep. All faults are told, each as
 * "FILE:LINE:COLUMN: PATH: SENTENCE"; NULL, and *code, if there are any. Else all warnings are. */
carom_scenario *file_scenario(const cli_file *file, int *code);

/* Tells a fault that was found after reading, with its place in the file if it has one. The exit
 * code: ENDED_EARLY, or ENDED_BADLY without memory that no place in the file has asked for. */
int file_fault(const cli_file *file, const carom_error *err);

/* The same for a fault whose path tells where it stands, as far as the file has that path. */
int file_fault_in(const cli_file *file, const carom_scenario *scenario, const carom_error *err);

/* Tells the warnings among what was found. */
void file_warnings(const cli_file *file, const carom_faults *faults);

/* The scenario of one combination of a sweep; faults are kept, not told. */
carom_scenario *file_combination(const cli_file *file, const carom_scenario *sweep, long index,
                                 carom_faults *faults);

#endif
