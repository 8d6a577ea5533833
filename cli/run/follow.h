/* SPDX-License-Identifier: MIT */
/* Watches a computation and tells how far it is: a line that is rewritten on a terminal, plain
 * lines now and then elsewhere, lines of JSON for programs, and run.json in its folder. */
#ifndef CAROM_CLI_FOLLOW_H
#define CAROM_CLI_FOLLOW_H

#include "cli/run/run.h"
#include "cli/run/run_folder.h"

typedef struct cli_follow {
  const cli_run *run;
  const carom_scenario *scenario;
  carom_run *going; /* that is computed; NULL: not there yet, or a sweep */
  int64_t combinations;
  bool terminal, shown;                             /* standard error is one; a line stands there */
  bool there;                                       /* run.json is that of this run */
  FILE *lines;                                      /* of JSON, or NULL */
  bool unheard;                                     /* one of them could not be written */
  double began;                                     /* clock */
  double line_due, plain_due, json_due, folder_due; /* clock of the next ones */
  double plain_wait;
} cli_follow;

/* Begins to watch, and says in the folder that the run goes: EXIT_OK, or the exit code after a
 * message. `combinations` of a sweep, else 0. The folder must have been claimed. */
int follow_begin(cli_follow *follow, const cli_run *run, const carom_scenario *scenario,
                 int64_t combinations);

/* The run is sure to begin: run.json is its own from now on, and room on the disk is kept. */
int follow_start(cli_follow *follow);

/* Now and then while it is computed: tells what is due. Of a sweep, how many are `done`. */
void follow_tick(cli_follow *follow, int64_t done);

/* Takes the line off the terminal, before anything else is written there. */
void follow_clear(cli_follow *follow);

/* The last line of JSON: "done", "interrupted" or "failed". */
void follow_end(cli_follow *follow, const char *state, int64_t done);

/* Nothing was computed: takes a run.json away that says it would be. */
void follow_abandon(cli_follow *follow);

#endif
