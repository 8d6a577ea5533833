/* SPDX-License-Identifier: MIT */
/* The report of a chain. */
#ifndef CAROM_CLI_CHAIN_TEXT_H
#define CAROM_CLI_CHAIN_TEXT_H

#include <stdio.h>

#include "cli/figure/figure.h"
#include "run/chain.h"

void chain_summary(const carom_run *run);

/* Prints which beads rest in a settled start and which were left out, in lines that begin with
 * `before`; nothing for a start as placed. */
void chain_print_start(const carom_chain_job *run, const char *before, FILE *file);

/* Prints what the recorded beads tell of a wave; nothing if no pulse was seen. */
void chain_print_sensors(const carom_chain_job *run);

/* Figures: force against time at the recorded contacts and in the recorded beads, velocity of these
 * beads, force against overlap; and all beads against time, as a picture. */
carom_status chain_forces(const carom_run *run, cli_figure *figure, carom_error *err);
carom_status chain_sensor_forces(const carom_run *run, cli_figure *figure, carom_error *err);
carom_status chain_velocities(const carom_run *run, cli_figure *figure, carom_error *err);
carom_status chain_loops(const carom_run *run, cli_figure *figure, carom_error *err);
carom_status chain_picture(const carom_run *run, cli_figure *figure, carom_error *err);

/* Energies over time, if they are recorded. */
carom_status chain_energies(const carom_run *run, cli_figure *figure, carom_error *err);

#endif
