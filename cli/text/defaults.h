/* SPDX-License-Identifier: MIT */
/* Default values that decide the result. */
#ifndef CAROM_CLI_DEFAULTS_H
#define CAROM_CLI_DEFAULTS_H

#include <stdio.h>

#include "io/scenario.h"

/* Prints a paragraph that names them with their values; nothing if all were given. */
void defaults_print(const carom_scenario *scenario, FILE *file);

#endif
