/* SPDX-License-Identifier: MIT */
/* The values of a setting that is varied. */
#ifndef CAROM_CLI_SWEEP_H
#define CAROM_CLI_SWEEP_H

#include "cli/figure/figure.h"
#include "cli/run/request.h"

enum { SWEEP_MAX = 100000, SWEEP_TEXT = 64, SWEEP_LABEL = 64 };

typedef struct cli_sweep {
  char name[64];
  const carom_field *field;
  int count;
  char (*value)[SWEEP_TEXT]; /* as a user would type them */
} cli_sweep;

/* Reads "name=a,b,c" or "name=low:high:count" or "name=low:high:count:log". Faults are told. */
int sweep_read(const carom_impact_request *trial, const cli_arguments *given, const char *text,
               cli_sweep *sweep);
void sweep_free(cli_sweep *sweep);

/* Value number k in SI, NaN for a word. */
double sweep_number(const cli_sweep *sweep, int k);

/* Restitution against the value: a panel without curves. `label` must live as long. */
cli_panel sweep_panel(const cli_sweep *sweep, char label[SWEEP_LABEL]);

#endif
