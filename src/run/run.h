/* SPDX-License-Identifier: MIT */
/* A run: the object of one kind of problem, its record, and how it is advanced. One driver (run.c)
 * uses a table of what differs from kind to kind. */
#ifndef CAROM_RUN_RUN_H
#define CAROM_RUN_RUN_H

#include "io/json_write.h"
#include "run/budget.h"
#include "run/comparison.h"
#include "run/diagnostics.h"
#include "run/input.h"
#include "run/monitor.h"
#include "run/record.h"
#include "run/verdicts.h"

/* What differs from kind to kind. The structure of a kind begins with a carom_run. */
typedef struct carom_run_kind {
  size_t size;         /* size of that structure */
  const char *module;  /* name in checkpoints; NULL: it has none */
  int version;         /* version of the arrays in checkpoints */
  const char *example; /* commented example scenario */
  /* Defines the columns that a scenario records. */
  void (*columns)(const carom_scenario *scenario, carom_record *record);
  /* Builds the object in its initial state. Errors are reported as faults of the input. */
  carom_status (*create)(carom_run *run, carom_error *err);
  /* Warns of an unusual start; NULL: nothing to check. */
  void (*warn)(carom_run *run);
  /* Computes to the end of the scenario, or until carom_monitor_pause returns true. */
  carom_status (*advance)(carom_run *run, carom_error *err);
  double (*time)(const carom_run *run);
  bool (*is_over)(const carom_run *run);
  double (*step)(const carom_run *run); /* length of fixed steps, the last of which may pass the
                                           end; NULL: none */
  /* Fills in the row of the present instant: all columns. */
  carom_status (*sample)(carom_run *run, double *row, carom_error *err);
  /* Records the final instant, unless already recorded, and takes measures of all rows. */
  carom_status (*keep_end)(carom_run *run, carom_error *err);
  void (*measure)(carom_run *run);
  /* Archives the state and the record, for checkpoints; NULL if `module` is. */
  carom_status (*archive)(carom_run *run, carom_archive *archive, carom_error *err);
  /* Writes the members of the result into an open object. */
  void (*members)(carom_json *json, const carom_run *run);
  carom_run_energy (*budget)(const carom_run *run);
  /* Verdicts on the contacts, and the gravest verdict on those that are not listed, if any. */
  bool (*verdicts)(const carom_run *run, carom_verdicts *list);
  carom_record_tail (*tail)(const carom_run *run); /* NULL: none */
  /* Progress: bodies, steps since it was created, kinetic energy; NULL: nothing to report. */
  void (*progress)(const carom_run *run, carom_run_progress *progress);
  void (*destroy)(carom_run *run); /* releases what the structure holds beyond carom_run */
} carom_run_kind;

/* The CSV file that grows with the record (series.h). */
typedef struct carom_series {
  char *path; /* NULL: no file */
  FILE *file; /* NULL: not open */
  bool failing;
  bool whole;   /* the derived column has been written */
  int64_t rows; /* rows written */
  double due;   /* clock: time of the next write */
} carom_series;

struct carom_run {
  const carom_run_kind *kind;
  const carom_scenario *scenario;
  carom_scenario *own; /* the scenario, if the run owns it */
  char *folder;        /* folder of files that the scenario names */
  char *frames;        /* folder of frames, or NULL */
  carom_run_options options;
  carom_record record;
  carom_monitor monitor;
  carom_series series;
  carom_measured_files measured; /* data for comparison */
  bool own_measured;
  carom_misfits misfits;
  bool begun;        /* something has been computed */
  bool over;         /* has reached its end */
  bool interrupted;  /* stopped early, or failed */
  bool concluded;    /* the last row has been recorded and measures taken */
  carom_error error; /* error that stopped it; code CAROM_OK: none */
  carom_diagnostics told;
  double started; /* clock */
  double first;   /* clock when computing began, time and steps then */
  double first_time;
  int64_t first_steps;
  char *json; /* result of carom_run_json */
  struct carom_result_list *results;
  carom_verdicts judged; /* result of carom_run_verdicts */
  carom_run_verdict *verdict;
};

extern const carom_run_kind carom_kind_impact, carom_kind_bounce, carom_kind_chain,
    carom_kind_mechanism, carom_kind_scene;
const carom_run_kind *carom_kind_of(carom_scenario_kind problem);

/* Like carom_run_create, for a scenario that outlives the run, as must `measured` (NULL: read now).
 * `prefix` is prepended to file names. */
carom_status carom_run_of(const carom_scenario *scenario, const char *prefix,
                          const carom_measured_files *measured, const carom_run_options *options,
                          carom_run **run, carom_error *err);

/* Reports a note and keeps it. A line of 0 means no place in the file. */
void carom_run_note(carom_run *run, const char *format, ...) CAROM_PRINTF(2, 3);
void carom_run_warn(carom_run *run, const char *where, const char *format, ...) CAROM_PRINTF(3, 4);
void carom_run_warn_error(carom_run *run, const carom_error *err);

/* Writes the record as CSV; `run` is a carom_run. */
void carom_run_csv(const void *run, FILE *file);

/* Writes the members of the result, the defaults used, and the error, if there is one. */
void carom_run_members(carom_json *json, const carom_run *run);

/* Reports that memory for rows ran out, with the setting to change. */
carom_status carom_run_no_room(carom_error *err);

#endif
