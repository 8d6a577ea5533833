/* SPDX-License-Identifier: MIT */
/* A folder of pages, pictures and tables that replaces an earlier one of its kind and nothing
 * else. */
#ifndef CAROM_CLI_REPORT_FOLDER_H
#define CAROM_CLI_REPORT_FOLDER_H

#include "cli/figure/figure.h"
#include "cli/base/output.h"
#include "cli/base/table.h"

enum { PLACE_FILES = 192, PLACE_NAME = 64 };

/* The folder that is filled. */
typedef struct cli_report_folder {
  const char *folder;
  char name[PLACE_FILES][PLACE_NAME];
  int files;
} cli_report_folder;

/* Accepts an empty or new folder, an earlier report, or any with `force`; creates it if it is
 * missing. Errors are printed. */
int report_folder_check(const char *folder, bool force);

/* Removes what the earlier report wrote, and nothing else. */
void report_folder_clear(const char *folder);

/* The path of a file about to be written, which is registered. */
carom_status report_folder_path(cli_report_folder *place, const char *name, char path[OUTPUT_PATH],
                                carom_error *err);

/* Each writes one file. A table is freed. */
carom_status report_folder_write(cli_report_folder *place, const char *name,
                                 void (*write)(const void *user, FILE *file), const void *user,
                                 carom_error *err);
carom_status report_folder_table(cli_report_folder *place, const char *name, cli_table table,
                                 carom_error *err);
carom_status report_folder_picture(cli_report_folder *place, const char *name,
                                   const cli_figure *figure, carom_error *err);

/* Lists the files of the report: first, so that an interrupted report is still recognised, and
 * again when all files exist. */
carom_status report_folder_mark(const cli_report_folder *place, carom_error *err);

#endif
