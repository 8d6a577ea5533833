/* SPDX-License-Identifier: MIT */
/* carom new: a scenario file to begin with. */
#include <stdio.h>
#include <string.h>

#include <carom/io.h>

#include "cli/commands/commands.h"
#include "core/text.h"

static const char *name_at(const void *user, int index)
{
  (void)user;
  return carom_kind_name(index);
}

static int run(const cli_arguments *given)
{
  if (given->assignments)
    return message_usage(given->assigned[0].name, "'carom new' takes no settings; change the file");
  char known[120] = "";
  for (int i = 0; i < carom_kind_count(); i++)
    carom_append(known, sizeof known, "%s%s", i ? "|" : "", name_at(NULL, i));
  if (given->words != 1) return message_usage(NULL, "name one kind: carom new %s", known);
  const char *name = given->word[0];
  for (int i = 0; i < carom_kind_count(); i++) {
    if (strcmp(name, name_at(NULL, i)) != 0) continue;
    fputs(carom_kind_example(i), stdout);
    return EXIT_OK;
  }
  const char *near = carom_nearest_name(name, carom_kind_count(), name_at, NULL);
  return message_usage(name, "unknown kind of scenario; %s%s%sthere are %s",
                       near ? "did you mean '" : "", near ? near : "", near ? "'? " : "", known);
}

const cli_command command_new = {
    .name = "new",
    .summary = "print a scenario file to start from",
    .usage = "KIND",
    .text = "Prints a commented scenario file that runs as it is; KIND is impact, bounce, chain,\n"
            "mechanism or scene.",
    .examples = "  carom new impact | tee impact.yaml\n"
                "  carom new chain | tee chain.yaml\n",
    .run = run};
