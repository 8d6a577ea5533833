/* SPDX-License-Identifier: MIT */
/* Energies over time. Losses and work have a panel of their own where the stored energy would
 * flatten them; work has another where it would flatten the losses. */
#ifndef CAROM_CLI_ENERGY_FIGURE_H
#define CAROM_CLI_ENERGY_FIGURE_H

#include "cli/figure/figure.h"
#include "run/run.h"

/* Channels of a kind of problem: `held` of them first, then `lost`, then work done. */
typedef struct cli_energies {
  const char *const *name;
  int channels, held, lost;
  double (*value)(const carom_run *run, int64_t row, int channel); /* J */
} cli_energies;

/* Leaves out channels that stay 0, except the first. Without rows there are no panels. */
carom_status energy_figure(const carom_run *run, const cli_energies *energies, cli_figure *figure);

#endif
