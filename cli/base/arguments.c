/* SPDX-License-Identifier: MIT */
#include "cli/base/arguments.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/run/request.h"

static int option_index(const cli_command *command, const char *name)
{
  for (int i = 0; i < command->options; i++)
    if (carom_same_name(command->option[i].name, name)) return i;
  return -1;
}

static const char *option_name(const void *user, int index)
{
  const cli_command *command = user;
  return command->option[index].name;
}

/* Handles "--name" alone: an option or setting without its value, or an unknown name. */
static int no_value(const cli_arguments *given, const char *argument)
{
  const cli_command *command = given->command;
  const char *name = argument + 2, *near = NULL;
  if (option_index(command, name) >= 0 || carom_setting_named(name))
    return message_usage(argument, "a value must follow, as in %s VALUE or %s=VALUE", argument,
                         argument);
  near = carom_nearest_name(name, command->options, option_name, command);
  if (!near) near = request_nearest_setting(name);
  if (near) return message_usage(argument, "unknown option; did you mean '--%s'?", near);
  return message_usage(argument, "unknown option; 'carom %s --help' lists them", command->name);
}

/* The option meant by a misspelt name that is neither a setting nor a path of a scenario file. */
static const char *misspelt(const cli_command *command, const char *name)
{
  if (strchr(name, '.') || carom_setting_named(name) || request_nearest_setting(name)) return NULL;
  return carom_nearest_name(name, command->options, option_name, command);
}

/* An option may be given only once; settings may be given again, and the last one counts. */
static int twice(const char *argument, const char *before, const char *now)
{
  const char *why = strcmp(argument, "--sweep") ? "" : ": only one setting can be varied at a time";
  return message_usage(argument, "was given twice, as '%s' and '%s'%s; leave one out", before, now,
                       why);
}

/* Takes "name=value" and cuts it in two. */
static int assign(cli_arguments *given, char *text, const char *where)
{
  char *equals = strchr(text, '=');
  if (!equals || equals == text)
    return message_usage(where, "'%s' is no setting; write name=value", text);
  *equals = '\0';
  given->assigned[given->assignments++] = (carom_assignment){text, equals + 1};
  return EXIT_OK;
}

/* Takes "--name", "--name=value" or "--name value"; `next` is the argument that follows. */
static int dashed(cli_arguments *given, char *argument, char *next, bool *took_next)
{
  char *name = argument + 2, *equals = strchr(name, '=');
  if (equals) *equals = '\0';
  char *value = equals ? equals + 1 : next;
  const int k = option_index(given->command, name);
  const bool is_switch = k >= 0 && !given->command->option[k].value;
  if (is_switch) {
    if (equals) return message_usage(argument, "takes no value; write %s alone", argument);
    given->option[k] = "";
    return EXIT_OK;
  }
  if (!value || (k < 0 && !equals && !strncmp(value, "--", 2))) return no_value(given, argument);
  const char *near = k < 0 ? misspelt(given->command, name) : NULL;
  if (near) return message_usage(argument, "unknown option; did you mean '--%s'?", near);
  *took_next = !equals;
  if (!strcmp(name, "set")) return assign(given, value, "--set");
  if (k >= 0 && given->option[k]) return twice(argument, given->option[k], value);
  if (k >= 0)
    given->option[k] = value;
  else
    given->assigned[given->assignments++] = (carom_assignment){name, value};
  return EXIT_OK;
}

static int sort_out(cli_arguments *given, int argc, char **argv)
{
  for (int i = 0; i < argc; i++) {
    char *argument = argv[i];
    int code = EXIT_OK;
    bool took_next = false;
    if (!strncmp(argument, "--", 2) && argument[2])
      code = dashed(given, argument, i + 1 < argc ? argv[i + 1] : NULL, &took_next);
    else if (argument[0] == '-' && argument[1])
      code = message_usage(argument,
                           "unknown option; options have two dashes, as --json "
                           "('carom %s --help' lists them)",
                           given->command->name);
    else if (strchr(argument, '='))
      code = assign(given, argument, NULL);
    else
      given->word[given->words++] = argument;
    if (code != EXIT_OK) return code;
    i += took_next;
  }
  return EXIT_OK;
}

int arguments_read(const cli_command *command, int argc, char **argv, cli_arguments *given)
{
  *given = (cli_arguments){.command = command};
  size_t length = 1, count = (size_t)argc + 1;
  for (int i = 0; i < argc; i++)
    length += strlen(argv[i]) + 1;
  char **copy = calloc(count, sizeof *copy);
  given->text = malloc(length);
  given->word = calloc(count, sizeof *given->word);
  given->assigned = calloc(count, sizeof *given->assigned);
  if (!copy || !given->text || !given->word || !given->assigned) {
    free(copy);
    message_usage(NULL, "out of memory");
    return EXIT_FAILED;
  }
  char *place = given->text;
  for (int i = 0; i < argc; i++) {
    copy[i] = place;
    place = stpcpy(place, argv[i]) + 1;
  }
  const int code = sort_out(given, argc, copy);
  free(copy);
  return code;
}

void arguments_free(cli_arguments *given)
{
  free(given->text);
  free(given->word);
  free(given->assigned);
}

const char *arguments_value(const cli_arguments *given, const char *name)
{
  const int k = option_index(given->command, name);
  return k < 0 ? NULL : given->option[k];
}

bool arguments_has(const cli_arguments *given, const char *name)
{
  return arguments_value(given, name) != NULL;
}

int arguments_no_settings(const cli_arguments *given)
{
  if (given->assignments == 0) return EXIT_OK;
  return message_usage(given->assigned[0].name, "unknown option; 'carom %s --help' lists them",
                       given->command->name);
}

int64_t arguments_whole(const cli_arguments *given, const char *name, int64_t fallback, int64_t min,
                        int64_t max, int *code)
{
  const char *text = arguments_value(given, name);
  if (!text) return fallback;
  char *end = NULL;
  errno = 0;
  const int64_t value = strtoll(text, &end, 10);
  if (end != text && !*end && errno == 0 && value >= min && value <= max) return value;
  char where[64];
  snprintf(where, sizeof where, "--%s", name);
  *code = message_usage(where,
                        "'%s' is not accepted; give a whole number from %" PRId64 " to %" PRId64,
                        text, min, max);
  return fallback;
}

int arguments_threads(const cli_arguments *given, int *code)
{
  return (int)arguments_whole(given, "threads", 0, 0, CAROM_THREADS_MAX, code);
}

void arguments_help(const cli_command *command)
{
  printf("carom %s: %s\n\nUsage: carom %s%s%s\n\n%s\n", command->name, command->summary,
         command->name, *command->usage ? " " : "", command->usage, command->text);
  if (command->options > 0) printf("\nOptions:\n");
  for (int i = 0; i < command->options; i++) {
    const cli_option *o = &command->option[i];
    char left[40];
    snprintf(left, sizeof left, "--%s%s%s", o->name, o->value ? " " : "", o->value ? o->value : "");
    printf("  %-21s  %s\n", left, o->text);
  }
  printf("\nExamples:\n%s", command->examples);
}
