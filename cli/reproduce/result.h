/* SPDX-License-Identifier: MIT */
/* Runs of scenario files with changes, each computed once however many numbers and curves ask for
 * it, on all cores. */
#ifndef CAROM_CLI_REPRODUCE_RESULT_H
#define CAROM_CLI_REPRODUCE_RESULT_H

#include "cli/run.h"
#include "cli/run_bounce.h"
#include "cli/run_chain.h"
#include "cli/run_impact.h"
#include "cli/run_mechanism.h"
#include "cli/trial.h"

enum { REPRO_CHANGES = 8 };

/* A scenario of scenarios/ ("two_spheres_8") and what is changed in it, as by --set. */
typedef struct repro_run {
  const char *scenario;
  struct {
    const char *path, *value;
  } change[REPRO_CHANGES];
} repro_run;

typedef struct repro_result {
  const repro_run *run;
  carom_status status;
  carom_error error;
  carom_scenario *scenario;
  cli_trial trial; /* of an impact */
  cli_outcome outcome;
  cli_history history;
  cli_chain chain;         /* of a chain; its `chain` is NULL for an impact */
  cli_bounce bounce;       /* of a bounce */
  cli_mechanism mechanism; /* of a mechanism */
  carom_contact contact;   /* the contact of an impact, the first one of a chain */
} repro_result;

/* All that is run, and where scenario files come from. */
typedef struct repro_lab {
  const char *folder; /* NULL: those built into the command */
  repro_result *result;
  int results, room;
  bool out_of_memory;
} repro_lab;

/* Asks for a run; the same run is kept once. Runs without a scenario are passed over. */
void lab_ask(repro_lab *lab, const repro_run *run);

/* Computes everything that was asked for. */
carom_status lab_compute(repro_lab *lab, int threads);
void lab_free(repro_lab *lab);

/* The result of a run that was asked for; NULL for a run without a scenario. */
const repro_result *lab_find(const repro_lab *lab, const repro_run *run);

/* "two_spheres_8.yaml sweep=none contacts.0='{...}'", whole, "" without a scenario; the caller
 * frees it. NULL: out of memory. */
char *run_text(const repro_run *run);

/* Points that grow; the caller frees x and y. */
typedef struct repro_points {
  double *x, *y;
  long count, room;
} repro_points;

carom_status points_add(repro_points *points, double x, double y);

/* The scenario files built into the command. */
typedef struct repro_file {
  const char *name;
  const unsigned char *text;
  size_t length;
} repro_file;
extern const repro_file repro_files[];
extern const int repro_file_count;

#endif
