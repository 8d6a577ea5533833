/* SPDX-License-Identifier: MIT */
/* Many laws over the values of one setting. */
#ifndef CAROM_CLI_COMPARE_SWEEP_H
#define CAROM_CLI_COMPARE_SWEEP_H

#include "cli/report/compare_rows.h"

/* One impact for each law and each value of "name=a,b,c" or "name=low:high:count[:log]"; csv, json,
 * plot and force are options of `given`. Laws without the setting keep their own. */
int compare_sweep(const cli_arguments *given, const cli_rows *rows, const char *text, int threads);

#endif
