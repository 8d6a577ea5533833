/* SPDX-License-Identifier: MIT */
/* Measured data beside computed results. */
#ifndef CAROM_CLI_MEASURED_TEXT_H
#define CAROM_CLI_MEASURED_TEXT_H

#include "cli/figure/figure.h"
#include "run/comparison.h"

/* Prints a table; nothing if there are no measured data. */
void measured_print(const carom_misfits *misfits);

/* Computed lines and measured points, for the first two units. */
carom_status measured_figure(const carom_misfits *misfits, const carom_record *record,
                             cli_figure *figure);

#endif
