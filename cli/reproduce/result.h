/* SPDX-License-Identifier: MIT */
/* Runs of scenario files with changes. Each is computed once, however many numbers and curves ask
 * for it, on all cores. */
#ifndef CAROM_CLI_REPRODUCE_RESULT_H
#define CAROM_CLI_REPRODUCE_RESULT_H

#include "cli/figure/figure.h"
#include "cli/run/request.h"
#include "io/paper.h"
#include "run/bounce.h"
#include "run/chain.h"
#include "run/mechanism.h"

typedef struct repro_result {
  const carom_paper_run *run;
  int paper;    /* number of the first paper that asked for it */
  bool misread; /* the scenario cannot be read, or not with these changes */
  carom_status status;
  carom_error error;
  carom_scenario *scenario;
  carom_impact_request trial; /* of an impact */
  carom_outcome outcome;
  carom_history history;
  carom_run *job; /* for kinds other than impacts */
  const carom_chain_job *chain;
  const carom_bounce_job *bounce;
  const carom_mechanism_job *mechanism;
  carom_contact contact; /* of an impact; of a chain the first contact */
} repro_result;

/* All runs, and where scenario files come from. */
typedef struct repro_lab {
  const char *folder; /* NULL: those built into the command */
  repro_result *result;
  int results, room;
  bool out_of_memory;
} repro_lab;

/* Asks for a run (NULL: none) on behalf of a paper; equal runs are kept once. */
void lab_ask(repro_lab *lab, const carom_paper_run *run, int paper);

/* Reads the scenarios of everything asked for, then computes it. */
carom_status lab_read(repro_lab *lab, int threads);
carom_status lab_compute(repro_lab *lab, int threads);
void lab_free(repro_lab *lab);

/* The result of a run that was asked for; NULL for none. */
const repro_result *lab_find(const repro_lab *lab, const carom_paper_run *run);

/* The whole command line "two_spheres_8.yaml sweep=none contacts.0='{...}'", "" without a run, to
 * be freed by the caller. NULL: out of memory. */
char *run_text(const carom_paper_run *run);

#endif
