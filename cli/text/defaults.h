/* SPDX-License-Identifier: MIT */
/* Values that nobody gave and that decide what comes out. */
#ifndef CAROM_CLI_DEFAULTS_H
#define CAROM_CLI_DEFAULTS_H

#include <stdio.h>

#include "io/scenario.h"

/* A paragraph that names them with their values; nothing if all were given. */
void defaults_print(const carom_scenario *scenario, FILE *file);

#endif
