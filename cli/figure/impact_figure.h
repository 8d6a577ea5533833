/* SPDX-License-Identifier: MIT */
/* Force against overlap and against time. */
#ifndef CAROM_CLI_IMPACT_FIGURE_H
#define CAROM_CLI_IMPACT_FIGURE_H

#include "cli/figure/figure.h"
#include "run/outcome.h"

/* Two empty panels with their labels. */
cli_figure impact_figure(void);

/* Adds one impact to both panels; `like` says how it is resolved. `before`: the pair's memory
 * before it, NULL for a virgin pair. */
carom_status impact_figure_add(cli_figure *figure, const carom_impact_def *like,
                               const carom_outcome *outcome, const carom_state *before,
                               const char *title, cli_look look, carom_error *err);

/* Adds the elastic part of the same impact, thin and grey. */
carom_status impact_figure_elastic(cli_figure *figure, const carom_impact_def *like,
                                   const carom_outcome *outcome, carom_error *err);

#endif
