/* SPDX-License-Identifier: MIT */
/* The start of a chain: who rests in a settled one and who was left out, and what fixed steps will
 * do to its contacts. */
#ifndef CAROM_CLI_CHAIN_START_H
#define CAROM_CLI_CHAIN_START_H

#include "cli/run/run_chain.h"

/* To be called before anything moves. */
void chain_note_start(cli_chain *run);

/* Warns of the deepest contact, if it is deeper than laws are meant for before anything moves. */
void chain_warn_overlap(const cli_chain *run);

/* Warns of steps that are too long for a contact, with the restitution that is left. */
void chain_warn_step(const cli_chain *run);

/* Lines that begin with `before`; nothing for a start as placed. */
void chain_print_start(const cli_chain *run, const char *before, FILE *file);
void chain_write_start(carom_json *json, const cli_chain *run);

#endif
