/* SPDX-License-Identifier: MIT */
/* A chain that is computed, with what was kept of it. */
#ifndef CAROM_CLI_RUN_CHAIN_H
#define CAROM_CLI_RUN_CHAIN_H

#include <stdio.h>

#include "cli/figure.h"
#include "io/json_write.h"
#include "io/scenario.h"

enum { CHAIN_CURVES = 12 }; /* in one figure */

typedef struct cli_chain {
  const carom_scenario *scenario;
  carom_chain *chain;
  double *start; /* positions of the bodies before anything moved */
  bool keep;     /* rows are kept: a time, then the columns below */
  double *row;   /* displacement, velocity and force of every recorded bead, then the force of
                    every recorded contact */
  long rows, room;
  int columns;
  bool out_of_memory, interrupted;
  char title[2][CHAIN_CURVES][24]; /* of curves, while figures are drawn */
} cli_chain;

/* Computes to the end, or until it is interrupted. `progress`: a line on a terminal. Free in any
 * case. */
carom_status chain_compute(cli_chain *run, const carom_scenario *scenario, bool keep, bool progress,
                           carom_error *err);
void chain_free(cli_chain *run);

/* The members of the result, into an object that is open. */
void chain_members(carom_json *json, const void *run);

/* The rows as CSV. */
void chain_csv(const void *run, FILE *file);

/* A summary for people. */
void chain_summary(const cli_chain *run);

/* Force against time at the recorded contacts, velocity of the recorded beads. */
carom_status chain_forces(cli_chain *run, cli_figure *figure);
carom_status chain_velocities(cli_chain *run, cli_figure *figure);

/* "12", "left" or "right". */
const char *chain_contact_name(int contact, char text[16]);

#endif
