/* SPDX-License-Identifier: MIT */
#include "cli/text/defaults.h"

#include <stdlib.h>

#include "cli/base/table.h"
#include "run/defaults.h"

struct paragraph {
  FILE *file;
  int written;
};

static void put(void *user, const char *path, const char *value)
{
  struct paragraph *to = user;
  fprintf(to->file, "%s%s %s", to->written++ ? ", " : "Defaults that nobody gave: ", path, value);
}

void defaults_print(const carom_scenario *scenario, FILE *file)
{
  char *text = NULL;
  size_t length = 0;
  struct paragraph to = {.file = open_memstream(&text, &length)};
  if (!to.file) return;
  carom_defaults_visit(scenario, put, &to);
  fputc('.', to.file);
  fclose(to.file);
  if (to.written > 0) {
    fputc('\n', file);
    table_paragraph(file, text, 0, 96);
  }
  free(text);
}
