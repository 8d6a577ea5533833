/* SPDX-License-Identifier: MIT */
/* Files that are either complete or not there, and that never replace another unasked. */
#ifndef CAROM_CLI_OUTPUT_H
#define CAROM_CLI_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

#include "cli/base/message.h"

enum { OUTPUT_PATH = 1024 };

/* Can `path` be written later? Its folder must exist, the file must not unless `force`. Told on
 * standard error, as belonging to `option`. EXIT_OK or EXIT_INPUT. "-" is always fine. */
int output_check(const char *option, const char *path, bool force);

/* A file in the making. */
typedef struct cli_output {
  FILE *file;
  char path[OUTPUT_PATH], temporary[OUTPUT_PATH + 16];
  bool force;
} cli_output;

carom_status output_open(cli_output *output, const char *path, bool force, carom_error *err);

/* Puts the file in its place; on an error nothing is left behind. */
carom_status output_close(cli_output *output, carom_error *err);

/* Takes the unfinished file away. */
void output_discard(cli_output *output);

/* A whole file at once, by a function that writes it. */
carom_status output_write(const char *path, bool force, void (*write)(const void *user, FILE *file),
                          const void *user, carom_error *err);

/* "folder/name"; false if that is too long. */
bool output_join(char path[OUTPUT_PATH], const char *folder, const char *name);

/* Takes away what killed processes left in the folder of files with these names that they had not
 * finished. */
void output_sweep(const char *folder, const char *const *names, int count);

/* The folder at `path`, made if it is missing; its parent must exist. Told on standard error. */
int output_folder(const char *option, const char *path);

#endif
