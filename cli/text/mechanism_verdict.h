/* SPDX-License-Identifier: MIT */
#ifndef CAROM_CLI_MECHANISM_VERDICT_H
#define CAROM_CLI_MECHANISM_VERDICT_H

#include "cli/run/run_mechanism.h"
#include "cli/text/verdict_text.h"

/* What is told of the contact of a clearance; false without such a clearance. */
bool mechanism_verdict(const cli_mechanism *run, int clearance, cli_verdict *out);

/* Of all of them, to be freed; NULL without any, or without memory. */
cli_verdict *mechanism_verdicts(const cli_mechanism *run, int clearances);

/* The gravest of them, or NULL if all are valid. */
const char *mechanism_validity(const cli_mechanism *run);

#endif
