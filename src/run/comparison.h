/* SPDX-License-Identifier: MIT */
/* Comparison with measured data, which is read before a run and evaluated after it. */
#ifndef CAROM_RUN_COMPARISON_H
#define CAROM_RUN_COMPARISON_H

#include "io/json_write.h"
#include "io/measured.h"
#include "io/scenario.h"
#include "run/diagnostics.h"
#include "run/record.h"

/* The data files of a scenario. */
typedef struct carom_measured_files {
  int files, curves;
  struct carom_measured_file {
    const char *name; /* as written in the scenario */
    double share;
    carom_measured data;
  } * file;
} carom_measured_files;

/* Reads the data files that the scenario names, prepending `prefix` to their names, for a problem
 * that records these columns. All faults are reported, and the first is returned. Free the result
 * in any case. */
carom_status carom_measured_load(const carom_scenario *scenario, const char *prefix,
                                 const carom_record *columns, carom_measured_files *measured,
                                 carom_tell *tell, void *user, carom_error *err);
void carom_measured_files_free(carom_measured_files *measured);

/* One measured curve, and the deviation of the computed one from it. */
typedef struct carom_curve_misfit {
  const char *file;
  const carom_measured_curve *curve;
  int column; /* column of the record */
  carom_misfit misfit;
} carom_curve_misfit;

typedef struct carom_misfits {
  int count;
  carom_curve_misfit *item;
} carom_misfits;

/* Compares all curves. Returns false if memory runs out. */
bool carom_misfits_judge(const carom_measured_files *measured, const carom_record *record,
                         carom_misfits *misfits);
void carom_misfits_free(carom_misfits *misfits);

/* Writes an array `measured`, or nothing if there are no curves. */
void carom_misfits_members(carom_json *json, const carom_misfits *misfits);

#endif
