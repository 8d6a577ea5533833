/* SPDX-License-Identifier: MIT */
/* A chain for people. */
#ifndef CAROM_CLI_CHAIN_TEXT_H
#define CAROM_CLI_CHAIN_TEXT_H

#include <stdio.h>

#include "cli/figure/figure.h"
#include "run/chain.h"

void chain_summary(const carom_run *run);

/* Who rests in a settled start and who was left out, in lines that begin with `before`; nothing for
 * a start as placed. */
void chain_print_start(const carom_chain_job *run, const char *before, FILE *file);

/* What the recorded beads tell of a wave; nothing where no pulse was seen. */
void chain_print_sensors(const carom_chain_job *run);

/* Force against time at the recorded contacts and in the recorded beads, velocity of these beads,
 * force against overlap; all beads against time, as a picture. */
carom_status chain_forces(const carom_run *run, cli_figure *figure, carom_error *err);
carom_status chain_sensor_forces(const carom_run *run, cli_figure *figure, carom_error *err);
carom_status chain_velocities(const carom_run *run, cli_figure *figure, carom_error *err);
carom_status chain_loops(const carom_run *run, cli_figure *figure, carom_error *err);
carom_status chain_picture(const carom_run *run, cli_figure *figure, carom_error *err);

/* Energies over time, if they are recorded. */
carom_status chain_energies(const carom_run *run, cli_figure *figure, carom_error *err);

#endif
