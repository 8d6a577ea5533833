/* SPDX-License-Identifier: MIT */
/* The command line taken apart: options of the command, settings, and words. */
#ifndef CAROM_CLI_ARGUMENTS_H
#define CAROM_CLI_ARGUMENTS_H

#include <stdbool.h>

#include "cli/base/message.h"
#include "run/impact_request.h"

enum { OPTIONS_MAX = 24 };

/* An option of a command, such as {"csv", "FILE", "..."}; a switch has no value (NULL). */
typedef struct cli_option {
  const char *name, *value, *text;
} cli_option;

typedef struct cli_arguments cli_arguments;

/* A sub-command, defined in a constant table. */
typedef struct cli_command {
  const char *name, *summary;
  const char *usage;    /* what follows the name */
  const char *text;     /* what it does, in a few lines */
  const char *examples; /* lines that work as typed */
  const cli_option *option;
  int options;
  int (*run)(const cli_arguments *given);
} cli_command;

struct cli_arguments {
  const cli_command *command;
  const char *option[OPTIONS_MAX]; /* NULL where not given, "" for a switch */
  const char **word;
  carom_assignment *assigned; /* "name=value", "--set name=value", "--name value" ... */
  int words, assignments;
  char *text; /* memory that names and values point into */
};

/* Parses argv[0 .. argc), which begins after the name of the command. An argument that is no option
 * of the command is a setting if it has a value, otherwise a word. Returns EXIT_OK, or the exit
 * code after a message. Call arguments_free in any case. */
int arguments_read(const cli_command *command, int argc, char **argv, cli_arguments *given);
void arguments_free(cli_arguments *given);

/* The value of an option, NULL if it was not given; whether a switch was given. */
const char *arguments_value(const cli_arguments *given, const char *name);
bool arguments_has(const cli_arguments *given, const char *name);

/* For commands without settings: refuses any that are given. EXIT_OK, or the exit code after a
 * message. */
int arguments_no_settings(const cli_arguments *given);

/* The value of an option as a whole number in a range, or `fallback`; *code is set on an error. */
int64_t arguments_whole(const cli_arguments *given, const char *name, int64_t fallback, int64_t min,
                        int64_t max, int *code);

/* Number of threads given by --threads; 0 if not given, which means one per core. */
int arguments_threads(const cli_arguments *given, int *code);

/* Prints the help of a command to standard output. */
void arguments_help(const cli_command *command);

#endif
