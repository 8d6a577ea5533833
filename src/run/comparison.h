/* SPDX-License-Identifier: MIT */
/* Measured data beside what was computed: read before a run, compared after it. */
#ifndef CAROM_RUN_COMPARISON_H
#define CAROM_RUN_COMPARISON_H

#include "io/json_write.h"
#include "io/measured.h"
#include "io/scenario.h"
#include "run/diagnostics.h"
#include "run/record.h"

/* The files of a scenario. */
typedef struct carom_measured_files {
  int files, curves;
  struct carom_measured_file {
    const char *name; /* as the scenario has it */
    double share;
    carom_measured data;
  } * file;
} carom_measured_files;

/* Reads what the scenario names, its files with `prefix` before their names, for a problem that
 * records these columns. All faults are told, and the first is returned. Free in any case. */
carom_status carom_measured_load(const carom_scenario *scenario, const char *prefix,
                                 const carom_record *columns, carom_measured_files *measured,
                                 carom_tell *tell, void *user, carom_error *err);
void carom_measured_files_free(carom_measured_files *measured);

/* One curve and how far the computed one is from it. */
typedef struct carom_curve_misfit {
  const char *file;
  const carom_measured_curve *curve;
  int column; /* of the record */
  carom_misfit misfit;
} carom_curve_misfit;

typedef struct carom_misfits {
  int count;
  carom_curve_misfit *item;
} carom_misfits;

/* Compares all curves. False: out of memory. */
bool carom_misfits_judge(const carom_measured_files *measured, const carom_record *record,
                         carom_misfits *misfits);
void carom_misfits_free(carom_misfits *misfits);

/* An array `measured`, which is left out if there is nothing. */
void carom_misfits_members(carom_json *json, const carom_misfits *misfits);

#endif
