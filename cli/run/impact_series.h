/* SPDX-License-Identifier: MIT */
/* Many impacts: one pair hit again and again, or one setting varied. */
#ifndef CAROM_CLI_IMPACT_SERIES_H
#define CAROM_CLI_IMPACT_SERIES_H

#include "cli/run/request.h"

/* What impacts of a series share. */
typedef struct cli_series {
  const cli_arguments *given;
  const carom_impact_request *trial;
  const char *csv, *plot; /* paths, or NULL */
  bool json, scaled, force;
  int threads;
} cli_series;

/* N impacts of one pair that keeps its memory; `rebound`: each at the rebound speed of the previous
 * one. */
int series_repeat(const cli_series *series, int count, bool rebound);

/* One impact for each value of "name=a,b,c" or "name=low:high:count[:log]". */
int series_sweep(const cli_series *series, const char *text);

#endif
