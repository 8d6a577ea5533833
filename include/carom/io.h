/* SPDX-License-Identifier: MIT */
/* Reading and running scenario files: everything that `carom run` does, for programs. This header
 * belongs to a separate library, libcarom-io (pkg-config: carom-io, CMake: carom::io).
 *
 *   carom_input *input;
 *   carom_run *run;
 *   carom_input_open("chain.yaml", &input, &err);
 *   carom_input_set(input, "chain.beads.0.velocity", "2 m/s", &err);
 *   carom_run_create(input, NULL, &run, &err);
 *   carom_run_advance(run, CAROM_RUN_END, &err);
 *   puts(carom_run_json(run, &err));
 *   carom_run_destroy(run);
 *   carom_input_destroy(input);
 *
 * Nothing here prints. An input or a run is used by one thread at a time; different ones may be
 * used by different threads concurrently. */
#ifndef CAROM_IO_H
#define CAROM_IO_H

#include <stdint.h>

#include <carom/chain.h>
#include <carom/mechanism.h>
#include <carom/scene.h>
#include <carom/verdict.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Severity of what was found in an input, or noticed while it is computed. */
typedef enum carom_severity {
  CAROM_FAULT,   /* the input cannot be run */
  CAROM_WARNING, /* it can be run, but is probably not what was intended */
  CAROM_NOTE     /* information */
} carom_severity;

typedef struct carom_diagnostic {
  carom_severity severity;
  carom_status code; /* of a fault */
  int line, column;  /* in the file, from 1; 0: not related to one place in it */
  char where[96];    /* path of the value, such as "chain.beads[0].radius"; may be empty */
  char file[256];    /* a file other than the scenario, such as one of measured data; else "" */
  char text[512];    /* a full sentence with the remedy */
} carom_diagnostic;

/* The kinds of problems that a scenario can hold: their number, their names ("impact", "chain" ...)
 * and a commented YAML scenario of each kind that runs as it is. NULL: no such kind. */
CAROM_API int carom_kind_count(void);
CAROM_API const char *carom_kind_name(int kind);
CAROM_API const char *carom_kind_example(int kind);

/* Writes the JSON Schema (draft 2020-12) of scenarios, for editors and other programs. */
CAROM_API carom_status carom_schema(const char *path, carom_error *err);

/* Reads a mesh from an STL file (text or binary), or an OBJ file recognised by its extension, and
 * welds it. Release it with carom_mesh_free. On an error `err` has the line, or its text the byte
 * offset. `report` may be NULL. */
CAROM_API carom_status carom_mesh_load(const char *path, carom_mesh *out, carom_mesh_report *report,
                                       carom_error *err);

/* An input: the text of a scenario, and values that override some of its own. */
typedef struct carom_input carom_input;

/* Reads a scenario file: JSON if its extension or first character says so, otherwise YAML
 * (CAROM_ERR_IO if the library was built without libyaml). Syntax errors are reported with line and
 * column; the meaning of values is checked by carom_input_check. The caller destroys the input. */
CAROM_API carom_status carom_input_open(const char *path, carom_input **input, carom_error *err);

/* Like carom_input_open, from a text in memory, which is copied. Files named in the scenario are
 * looked up in `folder`; NULL: the current folder. */
CAROM_API carom_status carom_input_read(const char *text, size_t length, const char *folder,
                                        carom_input **input, carom_error *err);
CAROM_API void carom_input_destroy(carom_input *input);

/* Sets the value at a path such as "run.until" or "chain.beads.0.velocity". The value is written as
 * in YAML: "2 m/s", "[0.5, 0.9]", "{law: hertz}"; "none" removes a sweep. Whether path and value
 * are valid is decided by carom_input_check. */
CAROM_API carom_status carom_input_set(carom_input *input, const char *path, const char *value,
                                       carom_error *err);

/* The value at a path, in one line, truncated to the buffer. CAROM_ERR_UNKNOWN: the text has no
 * such value, though there may be a default. */
CAROM_API carom_status carom_input_get(const carom_input *input, const char *path, char *value,
                                       size_t size, carom_error *err);

/* Checks everything, including all values of a sweep, and prepares every contact once. After
 * CAROM_OK only the computation itself can fail. Otherwise `err` holds the first fault, and the
 * diagnostics hold all faults and warnings. */
CAROM_API carom_status carom_input_check(carom_input *input, carom_error *err);

/* The findings of the last check in the order of the file; valid until the next check. */
CAROM_API const carom_diagnostic *carom_input_diagnostics(const carom_input *input, int *count);

/* The kind of problem, by name, and its title ("" if it has none). NULL until a check has found no
 * fault. */
CAROM_API const char *carom_input_kind(const carom_input *input);
CAROM_API const char *carom_input_title(const carom_input *input);

/* Writes the checked scenario with all defaults as a YAML file that can be run; comments tell where
 * values come from that the text does not contain. */
CAROM_API carom_status carom_input_write(const carom_input *input, const char *path,
                                         carom_error *err);

/* A sweep is one run for each combination of its values, the first axis varying slowest; without a
 * sweep there is one run. 0 until a check has found no fault. carom_input_combination creates the
 * input of one run, with the values of the combination and without the sweep; the caller destroys
 * it. */
CAROM_API int64_t carom_input_combinations(const carom_input *input);
CAROM_API carom_status carom_input_combination(const carom_input *input, int64_t index,
                                               carom_input **one, carom_error *err);

/* How a run is carried out; no option changes a number. Start from carom_run_default(). */
typedef struct carom_run_options {
  int threads; /* of a scene; 0: one per core */
  bool record; /* keep the record that the scenario asks for; chains and scenes always do */
  /* Called between steps, unless NULL; returning true stops the run, which can be resumed later. */
  bool (*stop)(void *user);
  /* Called, unless NULL, when a warning or note arises; carom_run_diagnostics has all of them,
   * too. */
  void (*tell)(void *user, const carom_diagnostic *diagnostic);
  void *user;
  /* Checkpoint file of chains, mechanisms and scenes; NULL: none. It is written when the run is
   * stopped, and every `checkpoint_every` seconds of wall-clock time (CAROM_UNSET: as given by
   * run.checkpoint in the scenario, if at all). Scenes of up to 200,000 particles also keep an
   * occasional checkpoint of their own in case the run fails; it is removed at the end. */
  const char *checkpoint;
  double checkpoint_every;
  /* Existing folder for the frames of a scene, chosen by record.frames and record.format; frames in
   * it are overwritten. NULL: none are written. */
  const char *frames;
  unsigned cookie;
  /* CSV file of the record, which grows during the run: it always ends with a complete line, and is
   * complete when the run is concluded. An existing file is replaced. NULL: none is written. */
  const char *series;
  /* Used by a process that computes part of a scene whose particles are supplied by another program
   * (carom-lammps); NULL: the scene has its own particles. */
  const struct carom_made_for *made_for;
} carom_run_options;

CAROM_API carom_run_options carom_run_default(void);

typedef struct carom_run carom_run;

/* Builds the object that the input describes, in its initial state, and reads the files that it
 * names. `options` may be NULL for the defaults. The input is not needed afterwards. An input with
 * a sweep is refused: use carom_input_combination. The caller destroys the run. */
CAROM_API carom_status carom_run_create(const carom_input *input, const carom_run_options *options,
                                        carom_run **run, carom_error *err);
CAROM_API void carom_run_destroy(carom_run *run);

/* Loads a checkpoint, before anything was computed; the scenario and `record` must be those it was
 * made with (run.until may be later). Results are then bit for bit those of an uninterrupted run.
 * After an error the run can only be destroyed. */
CAROM_API carom_status carom_run_restart(carom_run *run, const char *path, carom_error *err);

/* Computes up to this time (s), or to the end (CAROM_RUN_END). It stops at the first regular step
 * that reaches the time, so that no number depends on where a run was halted. Impacts and bounces
 * are computed as a whole. Returns early, without an error, if `stop` asks for it. After an error
 * the run stays at its last valid instant and cannot be continued, but everything computed so far
 * can be read. */
#define CAROM_RUN_END __builtin_inf()
CAROM_API carom_status carom_run_advance(carom_run *run, double until, carom_error *err);

/* Ends a run early: the present instant is added to the record and final measures are taken, as
 * carom_run_advance does at the end. The run cannot be continued. */
CAROM_API carom_status carom_run_conclude(carom_run *run, carom_error *err);

CAROM_API double carom_run_time(const carom_run *run);
CAROM_API double carom_run_until(const carom_run *run); /* CAROM_UNSET: not known in advance */
CAROM_API bool carom_run_is_over(const carom_run *run); /* has reached its end */

/* Writes a checkpoint of the present state. CAROM_ERR_IO if the library was built without HDF5,
 * CAROM_ERR_CONFLICT for impacts and bounces, which have no checkpoints. */
CAROM_API carom_status carom_run_checkpoint(carom_run *run, const char *path, carom_error *err);

/* The record so far: value[row * stride + column], in SI units. The first column is the time. Valid
 * until the run continues. */
typedef struct carom_record_column {
  const char *name, *unit;
} carom_record_column;

typedef struct carom_record_view {
  const carom_record_column *column;
  int columns;
  const double *value;
  int64_t rows;
  int stride;
} carom_record_view;

CAROM_API carom_record_view carom_run_record(const carom_run *run);

/* The same columns at the present instant, whether or not a row is due, into `row[columns]`. For
 * impacts and bounces, the last recorded row (CAROM_ERR_MISSING: there is none). */
CAROM_API carom_status carom_run_sample(carom_run *run, double *row, int columns, carom_error *err);

/* Writes the record as CSV, like series.csv; for mechanisms it has an additional column, the
 * averaged acceleration. */
CAROM_API carom_status carom_run_series(const carom_run *run, const char *path, carom_error *err);

/* The present state and all measures of the run so far. Names are paths of the JSON text, such as
 * "energy.kinetic" or "contacts.0.peak_force". The array is valid until the next call or until the
 * run continues. NULL after an error. */
typedef enum carom_result_type {
  CAROM_RESULT_NUMBER,
  CAROM_RESULT_BOOL,
  CAROM_RESULT_TEXT,
  CAROM_RESULT_NONE /* no value: null */
} carom_result_type;

typedef struct carom_result {
  const char *name;
  carom_result_type type;
  double number;    /* a boolean is 0 or 1 */
  const char *unit; /* of a number, "1" if dimensionless; else "" */
  const char *text; /* of a text; else "" */
} carom_result;

CAROM_API const carom_result *carom_run_results(carom_run *run, int *count, carom_error *err);

/* The result of this name; CAROM_ERR_UNKNOWN: there is none. */
CAROM_API carom_status carom_run_result(carom_run *run, const char *name, carom_result *result,
                                        carom_error *err);

/* All results as a JSON object: what `carom run --json` prints. NULL after an error. */
CAROM_API const char *carom_run_json(carom_run *run, carom_error *err);

/* Progress of a run, available at any moment between steps and in callbacks. CAROM_UNSET: not
 * known. */
typedef struct carom_run_progress {
  double time, until;    /* s; `until` is an upper bound where stages have a time limit */
  double share;          /* fraction of the run that is done, 0 to 1 */
  double seconds, left;  /* wall-clock time since computing began, and the estimate for the rest */
  int64_t bodies, steps; /* steps from the start, including those before a restart */
  double rate;           /* bodies times steps per second since computing began */
  double kinetic;        /* J */
  double budget;         /* relative energy error, carom_run_energy.off */
  int64_t rows, frames;  /* recorded and written so far */
} carom_run_progress;

CAROM_API carom_run_progress carom_run_progress_now(const carom_run *run);

/* How well the energy budget closes, J. */
typedef struct carom_run_energy {
  double residual;         /* amount by which the budget fails to close */
  double start, end, work; /* energy at the start and now; work done since, gross or net */
  double off;              /* |residual| over the largest of these three; 0 if all are 0 */
  const char *remedy;      /* the likely cause and the remedy, as part of a sentence */
} carom_run_energy;

CAROM_API carom_run_energy carom_run_budget(const carom_run *run);

/* Verdicts on the contacts, one per kind of contact; sentences about anything out of order are in
 * the results. The array is valid until the next call or until the run continues. */
typedef struct carom_run_verdict {
  const char *name; /* which contacts; "" if the law identifies them */
  const char *law;  /* name of the law */
  int64_t contacts; /* number of contacts of this kind */
  double at_step;   /* restitution in the fixed steps of the run; CAROM_UNSET: steps are adaptive */
  carom_verdict judged;
  carom_encounters encounters; /* summed over these contacts */
} carom_run_verdict;

CAROM_API const carom_run_verdict *carom_run_verdicts(carom_run *run, int *count, carom_error *err);

/* Warnings and notes so far. */
CAROM_API const carom_diagnostic *carom_run_diagnostics(const carom_run *run, int *count);

/* Number of frames written so far. */
CAROM_API int64_t carom_run_frames(const carom_run *run);

/* The underlying object, for use with its own header; NULL if the run is of another kind. It
 * belongs to the run. Reading it is always safe; if a caller advances it, the run does not record
 * that. */
CAROM_API carom_chain *carom_run_chain(carom_run *run);
CAROM_API carom_mechanism *carom_run_mechanism(carom_run *run);
CAROM_API carom_scene *carom_run_scene(carom_run *run);

#ifdef __cplusplus
}
#endif

#endif
