/* SPDX-License-Identifier: MIT */
/* Measured data beside what was computed, for people. */
#ifndef CAROM_CLI_MEASURED_TEXT_H
#define CAROM_CLI_MEASURED_TEXT_H

#include "cli/figure/figure.h"
#include "run/comparison.h"

/* A table on standard output; nothing if nothing was measured. */
void measured_print(const carom_misfits *misfits);

/* Lines that were computed and points that were measured, of the first two units. */
carom_status measured_figure(const carom_misfits *misfits, const carom_record *record,
                             cli_figure *figure);

#endif
