/* SPDX-License-Identifier: MIT */
/* Energies over time: what is held, and what was lost or done, which would flatten the rest; work
 * has a panel of its own where it would flatten the losses. */
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

/* Channels that stay 0 are left out, except the first. Without panels if there are no rows. */
carom_status energy_figure(const carom_run *run, const cli_energies *energies, cli_figure *figure);

#endif
