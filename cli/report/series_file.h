/* SPDX-License-Identifier: MIT */
/* The series of a run, read back from its folder. */
#ifndef CAROM_CLI_SERIES_FILE_H
#define CAROM_CLI_SERIES_FILE_H

#include "io/csv.h"

/* Reads FOLDER/series.csv up to its last complete line, because a run may be writing it. Cells with
 * words, such as the notes of a sweep, are read as missing numbers. */
carom_status series_read(const char *folder, carom_csv *csv, carom_error *err);

#endif
