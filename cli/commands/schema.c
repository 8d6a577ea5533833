/* SPDX-License-Identifier: MIT */
/* carom schema: the JSON Schema of scenario files. */
#include <stdio.h>

#include "cli/commands/commands.h"
#include "io/schema.h"

static int run(const cli_arguments *given)
{
  if (given->words || given->assignments)
    return message_usage(given->words ? given->word[0] : given->assigned[0].name,
                         "'carom schema' takes nothing; leave this out");
  carom_json json = carom_json_to_file(stdout);
  carom_error err = {0};
  carom_schema_write(&json);
  return carom_json_finish(&json, &err) == CAROM_OK ? EXIT_OK : message_error(&err);
}

static const cli_option options[] = {
    {"json", NULL, "accepted without effect: the schema is JSON"},
};

const cli_command command_schema = {
    .name = "schema",
    .summary = "the JSON Schema of scenario files",
    .usage = "",
    .text = "Prints a JSON Schema (draft 2020-12) of scenario files, made from the tables that\n"
            "the command itself reads: types, ranges, words, defaults, descriptions.",
    .examples = "  carom schema\n",
    .option = options,
    .options = sizeof options / sizeof *options,
    .run = run};
