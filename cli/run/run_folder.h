/* SPDX-License-Identifier: MIT */
/* The folder of a run: its files, and run.json, which tells where they came from. */
#ifndef CAROM_CLI_RUN_FOLDER_H
#define CAROM_CLI_RUN_FOLDER_H

#include "cli/base/output.h"
#include "cli/run/run.h"

enum { FOLDER_FILES = 64 };

/* Writes the members of the result into an object that is open. */
typedef void cli_members(carom_json *json, const void *user);

typedef struct cli_folder {
  const cli_run *run;
  const carom_scenario *scenario;
  const char *state;                  /* "running", "done", "interrupted" or "failed" */
  const carom_run_progress *progress; /* of a run in progress, or NULL */
  bool interrupted;
  const carom_error *error; /* that stopped the run, or NULL */
  cli_members *members;     /* writes members of `user` into run.json; NULL: none yet */
  const void *user;
  const char *file[FOLDER_FILES]; /* written so far */
  int files;
} cli_folder;

/* Can all these files be written? Creates the folder, claims it, and removes what killed runs left
 * of these files. Errors are printed. */
int folder_check(const cli_run *run, const char *const *names, int count);

/* Writes the present run.json; `again`: replaces that of this run. */
carom_status folder_beat(const cli_folder *folder, bool again, carom_error *err);

/* The first file and the last. run.json, small and most valuable, is on the disk before anything
 * larger. It is written again with the hashes of the other files, even if some of these failed.
 * `status` is that of the files in between; it is returned unless it is success. */
carom_status folder_begin(cli_folder *folder, carom_error *err);
carom_status folder_finish(cli_folder *folder, carom_status status, carom_error *err);

/* Writes a file of the folder. */
carom_status folder_write(cli_folder *folder, const char *name,
                          void (*write)(const void *user, FILE *file), const void *user,
                          carom_error *err);
/* The same, replacing a file that grew while the run went on. */
carom_status folder_replace(cli_folder *folder, const char *name,
                            void (*write)(const void *user, FILE *file), const void *user,
                            carom_error *err);
carom_status folder_draw(cli_folder *folder, const char *name, const cli_figure *figure,
                         carom_error *err);

/* The page of the run, made from its folder. */
#define RUN_PAGE "report.html"
carom_status folder_page(const cli_run *run, carom_error *err);

/* Writes everything that a run leaves; pictures only if `draw`. */
carom_status folder_fill(const cli_run *run, carom_run *done, bool draw, carom_error *err);

/* Draws the figure requested: measured beside computed data, or else the usual figure. */
carom_status folder_plot(const cli_run *run, const carom_run *done, const cli_figure *usual,
                         carom_error *err);

#endif
