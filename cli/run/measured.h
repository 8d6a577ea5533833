/* SPDX-License-Identifier: MIT */
/* Measured data beside what was computed: read before a run, compared after it. */
#ifndef CAROM_CLI_MEASURED_H
#define CAROM_CLI_MEASURED_H

#include "cli/figure/figure.h"
#include "cli/run/scenario_file.h"
#include "cli/run/record.h"
#include "io/json_write.h"
#include "io/measured.h"

/* The files of a scenario. */
typedef struct cli_measured {
  int files, curves;
  struct cli_measured_file {
    const char *name; /* as the scenario has it */
    double share;
    carom_measured data;
  } * file;
} cli_measured;

/* Reads what the scenario names, with paths relative to its file, for a problem that records these
 * columns. Faults are told as "FILE:LINE:COLUMN: SENTENCE". Free in any case. */
int measured_load(const cli_file *file, const carom_scenario *scenario, const cli_record *columns,
                  cli_measured *measured);
void measured_free(cli_measured *measured);

/* One curve and how far the computed one is from it. */
typedef struct cli_misfit {
  const char *file;
  const carom_measured_curve *curve;
  int column; /* of the record */
  carom_misfit misfit;
} cli_misfit;

typedef struct cli_misfits {
  int count;
  cli_misfit *item;
} cli_misfits;

/* Compares all curves; none if `measured` is NULL. False: out of memory. */
bool measured_judge(const cli_measured *measured, const cli_record *record, cli_misfits *misfits);
void misfits_free(cli_misfits *misfits);

/* For people; for programs as an array `measured`, which is left out if there is nothing. */
void measured_print(const cli_misfits *misfits);
void measured_members(carom_json *json, const cli_misfits *misfits);

/* Lines that were computed and points that were measured, of the first two units. */
carom_status measured_figure(const cli_misfits *misfits, const cli_record *record,
                             cli_figure *figure);

#endif
