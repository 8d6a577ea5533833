/* SPDX-License-Identifier: MIT */
/* The values of a varied setting. */
#ifndef CAROM_CLI_SWEEP_H
#define CAROM_CLI_SWEEP_H

#include "cli/figure/figure.h"
#include "cli/run/request.h"

enum { SWEEP_MAX = 100000, SWEEP_TEXT = 64, SWEEP_LABEL = 64 };

typedef struct cli_sweep {
  char name[64];
  const carom_field *field;
  int count;
  char (*value)[SWEEP_TEXT]; /* as typed by a user */
} cli_sweep;

/* Reads "name=a,b,c" or "name=low:high:count" or "name=low:high:count:log". Errors are reported. */
int sweep_read(const carom_impact_request *trial, const cli_arguments *given, const char *text,
               cli_sweep *sweep);
void sweep_free(cli_sweep *sweep);

/* Value number k in SI, NaN for a word. */
double sweep_number(const cli_sweep *sweep, int k);

/* A panel for restitution against the value, without curves. `label` must outlive it. */
cli_panel sweep_panel(const cli_sweep *sweep, char label[SWEEP_LABEL]);

#endif
