/* SPDX-License-Identifier: MIT */
/* What the recorded beads of a chain tell of a wave: peaks, speeds, widths, decay. */
#ifndef CAROM_CLI_CHAIN_MEASURES_H
#define CAROM_CLI_CHAIN_MEASURES_H

#include "cli/run/run_chain.h"

/* The width of the pulse around recorded bead i at an instant where its sensor sees `force`, if
 * that is more than ever before; else CAROM_UNSET. */
double chain_width(cli_chain *run, int i, double force, const double *displacement,
                   const double *velocity);

/* Measures the rows that were kept. */
void chain_measure(cli_chain *run);

/* For people, nothing where no pulse was seen; and as members "sensors", "waves" and "decay" of an
 * object that is open. */
void chain_print_sensors(const cli_chain *run);
void chain_write_sensors(carom_json *json, const cli_chain *run);

#endif
