/* SPDX-License-Identifier: MIT */
/* A scenario written out with every default, as a file that can be run. */
#ifndef CAROM_CLI_CHECK_PRINT_H
#define CAROM_CLI_CHECK_PRINT_H

#include <stdio.h>

#include "io/scenario.h"

void check_print(const carom_scenario *scenario, FILE *file);

#endif
