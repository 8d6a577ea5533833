/* SPDX-License-Identifier: MIT */
/* A run: the object of one kind of problem, what is kept of it, and how it goes on. There is one
 * driver (run.c) over a table of what differs from kind to kind. */
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
  size_t size;         /* of that structure */
  const char *module;  /* of its checkpoints; NULL: it has none */
  int version;         /* of the arrays in them */
  const char *example; /* a scenario to begin with */
  /* The columns that a scenario keeps. */
  void (*columns)(const carom_scenario *scenario, carom_record *record);
  /* Builds the object in its first state. What is wrong then is a fault of the input. */
  carom_status (*create)(carom_run *run, carom_error *err);
  /* Warns of what is odd about its start; NULL: it is done with. */
  void (*warn)(carom_run *run);
  /* Computes until the end of the scenario, or until carom_monitor_pause says so. */
  carom_status (*advance)(carom_run *run, carom_error *err);
  double (*time)(const carom_run *run);
  bool (*is_over)(const carom_run *run);
  double (*step)(const carom_run *run); /* of fixed steps, which may pass the end; NULL: none */
  /* The row of this instant: all columns. */
  carom_status (*sample)(carom_run *run, double *row, carom_error *err);
  /* Keeps this instant, the last one, if it is not kept yet; and takes measures of all rows. */
  carom_status (*keep_end)(carom_run *run, carom_error *err);
  void (*measure)(carom_run *run);
  /* State and what was kept, for checkpoints; NULL where module is. */
  carom_status (*archive)(carom_run *run, carom_archive *archive, carom_error *err);
  /* Members of the result, into an object that is open. */
  void (*members)(carom_json *json, const carom_run *run);
  carom_run_energy (*budget)(const carom_run *run);
  /* What became of the contacts; the gravest of those that are not listed, if there are such. */
  bool (*verdicts)(const carom_run *run, carom_verdicts *list);
  carom_record_tail (*tail)(const carom_run *run); /* NULL: none */
  /* How far it is: bodies, steps since it was created, kinetic energy; NULL: nothing to tell. */
  void (*progress)(const carom_run *run, carom_run_progress *progress);
  void (*destroy)(carom_run *run); /* what the structure holds beyond carom_run */
} carom_run_kind;

/* The file that grows with the record (series.h). */
typedef struct carom_series {
  char *path; /* NULL: there is none */
  FILE *file; /* NULL: not open */
  bool failing;
  bool whole;   /* with the column that follows from all rows */
  int64_t rows; /* that it has */
  double due;   /* clock: not written to before */
} carom_series;

struct carom_run {
  const carom_run_kind *kind;
  const carom_scenario *scenario;
  carom_scenario *own; /* the same, if it belongs to the run */
  char *folder;        /* of files that the scenario names */
  char *frames;        /* of frames, or NULL */
  carom_run_options options;
  carom_record record;
  carom_monitor monitor;
  carom_series series;
  carom_measured_files measured; /* what it is compared with */
  bool own_measured;
  carom_misfits misfits;
  bool begun;        /* something was computed */
  bool over;         /* at its end */
  bool interrupted;  /* stopped before its end, or failed */
  bool concluded;    /* the last row is kept, measures are taken */
  carom_error error; /* that stopped it; code CAROM_OK: none did */
  carom_diagnostics told;
  double started; /* clock */
  double first;   /* clock when computing began, time and steps then */
  double first_time;
  int64_t first_steps;
  char *json; /* of carom_run_json */
  struct carom_result_list *results;
  carom_verdicts judged; /* of carom_run_verdicts */
  carom_run_verdict *verdict;
};

extern const carom_run_kind carom_kind_impact, carom_kind_bounce, carom_kind_chain,
    carom_kind_mechanism, carom_kind_scene;
const carom_run_kind *carom_kind_of(carom_scenario_kind problem);

/* The same as carom_run_create for a scenario that lives longer than the run, as does `measured`
 * (NULL: read now). `prefix` stands before names of files. */
carom_status carom_run_of(const carom_scenario *scenario, const char *prefix,
                          const carom_measured_files *measured, const carom_run_options *options,
                          carom_run **run, carom_error *err);

/* Told, and kept. A place of 0 is none. */
void carom_run_note(carom_run *run, const char *format, ...) CAROM_PRINTF(2, 3);
void carom_run_warn(carom_run *run, const char *where, const char *format, ...) CAROM_PRINTF(3, 4);
void carom_run_warn_error(carom_run *run, const carom_error *err);

/* The record as CSV; `run` is a carom_run. */
void carom_run_csv(const void *run, FILE *file);

/* Members of the result, the defaults that nobody gave, and the error, if there is one. */
void carom_run_members(carom_json *json, const carom_run *run);

/* Out of memory for rows, told with the setting to change. */
carom_status carom_run_no_room(carom_error *err);

#endif
