/* SPDX-License-Identifier: MIT */
/* Runs of scenario files with changes, each computed once however many numbers and curves ask for
 * it, on all cores. */
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
  int paper;    /* number of the one that asked first */
  bool misread; /* the scenario cannot be read, or not with these changes */
  carom_status status;
  carom_error error;
  carom_scenario *scenario;
  carom_impact_request trial; /* of an impact */
  carom_outcome outcome;
  carom_history history;
  carom_run *job; /* of another kind than an impact: one of the next three */
  const carom_chain_job *chain;
  const carom_bounce_job *bounce;
  const carom_mechanism_job *mechanism;
  carom_contact contact; /* the contact of an impact, the first one of a chain */
} repro_result;

/* All that is run, and where scenario files come from. */
typedef struct repro_lab {
  const char *folder; /* NULL: those built into the command */
  repro_result *result;
  int results, room;
  bool out_of_memory;
} repro_lab;

/* Asks for a run (NULL: none) of a paper; the same run is kept once. */
void lab_ask(repro_lab *lab, const carom_paper_run *run, int paper);

/* Reads the scenarios of everything that was asked for, then computes it. */
carom_status lab_read(repro_lab *lab, int threads);
carom_status lab_compute(repro_lab *lab, int threads);
void lab_free(repro_lab *lab);

/* The result of a run that was asked for; NULL for none. */
const repro_result *lab_find(const repro_lab *lab, const carom_paper_run *run);

/* "two_spheres_8.yaml sweep=none contacts.0='{...}'", whole, "" without a run; the caller
 * frees it. NULL: out of memory. */
char *run_text(const carom_paper_run *run);

#endif
