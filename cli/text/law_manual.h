/* SPDX-License-Identifier: MIT */
/* The manual of the laws: a page and a picture for each, and an index. */
#ifndef CAROM_CLI_LAW_MANUAL_H
#define CAROM_CLI_LAW_MANUAL_H

#include <stdbool.h>

/* Writes NAME.md and NAME.svg of every law and README.md; no pictures without gnuplot. Existing
 * files are replaced only if `force`. Errors are printed. */
int law_manual(const char *folder, bool force);

#endif
