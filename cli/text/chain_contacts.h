/* SPDX-License-Identifier: MIT */
/* The contacts of a chain by kind: what was asked of each, what it delivers, and whether the run
 * stayed where its law is meant to be used. */
#ifndef CAROM_CLI_CHAIN_CONTACTS_H
#define CAROM_CLI_CHAIN_CONTACTS_H

#include "cli/run/run_chain.h"

/* For people, on standard output. */
void chain_print_contacts(const cli_chain *run);

/* What its contacts have left: "beyond overlap" or "beyond yield"; NULL if all stayed. */
const char *chain_validity(const cli_chain *run);

/* For programs: an array `laws`. */
void chain_write_contacts(carom_json *json, const cli_chain *run);

#endif
