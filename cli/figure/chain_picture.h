/* SPDX-License-Identifier: MIT */
/* The picture of a chain: all beads, or some between, against time. */
#ifndef CAROM_CLI_CHAIN_PICTURE_H
#define CAROM_CLI_CHAIN_PICTURE_H

#include "cli/run/run_chain.h"

/* False: out of memory. */
bool picture_start(cli_chain *run);

/* An instant of the run; every few are kept. */
void picture_note(cli_chain *run, double time, const double *displacement, const double *velocity);

/* What was kept so far, for checkpoints. */
carom_status picture_archive(cli_chain *run, carom_archive *archive, carom_error *err);

/* Draws what was kept, once; false if that is nothing. The chain owns the image. */
bool picture_draw(cli_chain *run, cli_figure *figure);

#endif
