/* SPDX-License-Identifier: MIT */
/* How a settled start of a chain came about: who rests, and who was left out. */
#ifndef CAROM_CLI_CHAIN_START_H
#define CAROM_CLI_CHAIN_START_H

#include "cli/run_chain.h"

/* To be called before anything moves. */
void chain_note_start(cli_chain *run);

/* Lines that begin with `before`; nothing for a start as placed. */
void chain_print_start(const cli_chain *run, const char *before, FILE *file);
void chain_write_start(carom_json *json, const cli_chain *run);

#endif
