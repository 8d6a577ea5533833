/* SPDX-License-Identifier: MIT */
/* Files that are either complete or absent, and never replace another unless asked to. */
#ifndef CAROM_CLI_OUTPUT_H
#define CAROM_CLI_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

#include "cli/base/message.h"

enum { OUTPUT_PATH = 1024 };

/* Can `path` be written later? Its folder must exist, and the file must not unless `force`. An
 * error is printed with the name of `option`. EXIT_OK or EXIT_INPUT. "-" is always valid. */
int output_check(const char *option, const char *path, bool force);

/* A file being written. */
typedef struct cli_output {
  FILE *file;
  char path[OUTPUT_PATH], temporary[OUTPUT_PATH + 16];
  bool force;
} cli_output;

carom_status output_open(cli_output *output, const char *path, bool force, carom_error *err);

/* Moves the finished file into place; on an error nothing is left behind. */
carom_status output_close(cli_output *output, carom_error *err);

/* Removes the unfinished file. */
void output_discard(cli_output *output);

/* Writes a whole file with a function. */
carom_status output_write(const char *path, bool force, void (*write)(const void *user, FILE *file),
                          const void *user, carom_error *err);

/* "folder/name"; false if that is too long. */
bool output_join(char path[OUTPUT_PATH], const char *folder, const char *name);

/* Removes unfinished versions of these files that killed processes left in the folder. */
void output_sweep(const char *folder, const char *const *names, int count);

/* Creates the folder at `path` if it is missing; its parent must exist. Errors are printed. */
int output_folder(const char *option, const char *path);

#endif
