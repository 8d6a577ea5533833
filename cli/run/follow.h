/* SPDX-License-Identifier: MIT */
/* Watches a computation and reports how far it is: on a terminal a line that is rewritten,
 * elsewhere occasional plain lines, for programs lines of JSON, and run.json in its folder. */
#ifndef CAROM_CLI_FOLLOW_H
#define CAROM_CLI_FOLLOW_H

#include "cli/run/run.h"
#include "cli/run/run_folder.h"

typedef struct cli_follow {
  const cli_run *run;
  const carom_scenario *scenario;
  carom_run *going; /* the run being computed; NULL: not yet, or a sweep */
  int64_t combinations;
  /* Is standard error a terminal? Does it show a line now? */
  bool terminal, shown;
  bool there;                                       /* run.json belongs to this run */
  FILE *lines;                                      /* lines of JSON, or NULL */
  bool unheard;                                     /* a line could not be written */
  double began;                                     /* clock */
  double line_due, plain_due, json_due, folder_due; /* clock times of the next reports */
  double plain_wait;
} cli_follow;

/* Begins to watch and notes in the folder that the run goes on: EXIT_OK, or the exit code after a
 * message. `combinations` of a sweep, otherwise 0. The folder must have been claimed. */
int follow_begin(cli_follow *follow, const cli_run *run, const carom_scenario *scenario,
                 int64_t combinations);

/* The run is certain to begin: from now on run.json belongs to it, and room on the disk is
 * reserved. */
int follow_start(cli_follow *follow);

/* To be called now and then during the computation: reports what is due. `done`: finished
 * combinations of a sweep. */
void follow_tick(cli_follow *follow, int64_t done);

/* Clears the line on the terminal before anything else is written there. */
void follow_clear(cli_follow *follow);

/* Writes the last line of JSON: "done", "interrupted" or "failed". */
void follow_end(cli_follow *follow, const char *state, int64_t done);

/* Nothing was computed: removes a run.json that says that it would be. */
void follow_abandon(cli_follow *follow);

#endif
