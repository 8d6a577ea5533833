/* SPDX-License-Identifier: MIT */
/* Scenario and paper files and parts of pages: built into the command (cmake/embed.cmake), or from
 * a folder. */
#ifndef CAROM_CLI_REPRODUCE_FILES_H
#define CAROM_CLI_REPRODUCE_FILES_H

#include <stddef.h>

#include <carom/base.h>

typedef struct repro_file {
  const char *name;
  const unsigned char *text;
  size_t length;
} repro_file;

extern const repro_file repro_scenarios[], repro_papers[]; /* in the order of their names */
extern const int repro_scenarios_count, repro_papers_count;

/* Scripts and styles of the pages of runs (cli/report/page). */
extern const repro_file page_parts[];
extern const int page_parts_count;

/* The text of a file, to be freed by the caller. `folder` NULL: the built-in file with this name.
 * CAROM_ERR_UNKNOWN if there is none. */
carom_status files_text(const repro_file *list, int count, const char *folder, const char *name,
                        char **text, size_t *length, carom_error *err);

/* The names of the *.yaml in a folder, sorted; the caller frees each and the list. Returns their
 * number, or -1 and an error. */
int files_names(const char *folder, char ***names, carom_error *err);

#endif
