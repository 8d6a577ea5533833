/* SPDX-License-Identifier: MIT */
/* Scenario files, read and run: everything that `carom run` does, for programs. This header belongs
 * to a library of its own, libcarom-io (pkg-config: carom-io, CMake: carom::io).
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
 * Nothing here prints. An input or a run is used by one thread at a time; different ones by any
 * number of threads. */
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

/* What was found in an input, or is noticed while it is computed. */
typedef enum carom_severity {
  CAROM_FAULT,   /* it cannot be run */
  CAROM_WARNING, /* it can, but was hardly meant so */
  CAROM_NOTE     /* worth knowing */
} carom_severity;

typedef struct carom_diagnostic {
  carom_severity severity;
  carom_status code; /* of a fault */
  int line, column;  /* in the file, from 1; 0: it is not about one place there */
  char where[96];    /* path of the value, such as "chain.beads[0].radius"; may be empty */
  char file[256];    /* another file than the scenario, such as one of measured data; else empty */
  char text[512];    /* a full sentence with the remedy */
} carom_diagnostic;

/* The kinds of problems that a scenario can hold, by number and name ("impact", "chain" ...), and
 * the text of a commented scenario of that kind that runs as it is, in YAML. NULL: no such kind. */
CAROM_API int carom_kind_count(void);
CAROM_API const char *carom_kind_name(int kind);
CAROM_API const char *carom_kind_example(int kind);

/* Writes the JSON Schema (draft 2020-12) of scenarios, for editors and other programs. */
CAROM_API carom_status carom_schema(const char *path, carom_error *err);

/* Reads a mesh from a file, STL in text or binary, or OBJ by its ending, and welds it. Release it
 * with carom_mesh_free. Errors tell the line in `err`, or the byte in their text. `report` may be
 * NULL. */
CAROM_API carom_status carom_mesh_load(const char *path, carom_mesh *out, carom_mesh_report *report,
                                       carom_error *err);

/* An input: the text of a scenario, and values that replace some of its own. */
typedef struct carom_input carom_input;

/* Reads a scenario file, JSON by its ending or first character, else YAML (CAROM_ERR_IO in a
 * library without libyaml). A text that is neither is an error with its line and column; what the
 * values mean is looked at by carom_input_check. */
CAROM_API carom_status carom_input_open(const char *path, carom_input **input, carom_error *err);

/* The same from a text in memory, which is copied. Files that the scenario names are looked for in
 * `folder`; NULL: the current one. */
CAROM_API carom_status carom_input_read(const char *text, size_t length, const char *folder,
                                        carom_input **input, carom_error *err);
CAROM_API void carom_input_destroy(carom_input *input);

/* Replaces the value at a path such as "run.until" or "chain.beads.0.velocity", or adds it. A value
 * is written as in YAML: "2 m/s", "[0.5, 0.9]", "{law: hertz}"; "none" takes a sweep away. Whether
 * there can be such a value is checked with all others. */
CAROM_API carom_status carom_input_set(carom_input *input, const char *path, const char *value,
                                       carom_error *err);

/* The value at a path, in one line, cut to the buffer. CAROM_ERR_UNKNOWN: the text has none, though
 * there may be a default. */
CAROM_API carom_status carom_input_get(const carom_input *input, const char *path, char *value,
                                       size_t size, carom_error *err);

/* Looks at everything, all values of a sweep included, and prepares every contact once. After
 * CAROM_OK nothing but time can go wrong. Otherwise the first fault is in `err` and all are in the
 * diagnostics, the warnings with them. */
CAROM_API carom_status carom_input_check(carom_input *input, carom_error *err);

/* What the last check found, in the order of the file; they live until the next one. */
CAROM_API const carom_diagnostic *carom_input_diagnostics(const carom_input *input, int *count);

/* Which kind of problem it is, by name, and its title ("" without one). NULL before a check that
 * found no fault. */
CAROM_API const char *carom_input_kind(const carom_input *input);
CAROM_API const char *carom_input_title(const carom_input *input);

/* Writes the scenario, checked, with every default in it, as a YAML file that can be run; remarks
 * say where values come from that the text does not have. */
CAROM_API carom_status carom_input_write(const carom_input *input, const char *path,
                                         carom_error *err);

/* A sweep is one run for each combination of its values, the first axis varying slowest; without a
 * sweep there is one. 0 before a check that found no fault. The input of one combination has its
 * values set, and no sweep. */
CAROM_API int64_t carom_input_combinations(const carom_input *input);
CAROM_API carom_status carom_input_combination(const carom_input *input, int64_t index,
                                               carom_input **one, carom_error *err);

/* How a run is carried out; none of it changes a number. Start from carom_run_default(). */
typedef struct carom_run_options {
  int threads; /* of a scene; 0: one per core */
  bool record; /* keep what the scenario asks for at instants; chains and scenes always do */
  /* Asked between steps; true stops the run, which can go on later. NULL: nobody asks. */
  bool (*stop)(void *user);
  /* Told of warnings and notes when they arise; all are in carom_run_diagnostics, too. */
  void (*tell)(void *user, const carom_diagnostic *diagnostic);
  void *user;
  /* File of checkpoints, of chains, mechanisms and scenes; NULL: none are written. One is written
   * when the run is stopped, and at intervals of `checkpoint_every` s on the clock (CAROM_UNSET:
   * those of run.checkpoint, if the scenario has it). Scenes of up to 200,000 particles keep one
   * now and then in any case, for the case that the run goes wrong; it is removed at the end. */
  const char *checkpoint;
  double checkpoint_every;
  /* Folder for the frames of a scene, as record.frames and record.format say; it must exist, and
   * frames in it are replaced. NULL: none are written. */
  const char *frames;
  unsigned cookie;
  /* File of the record as CSV, which grows while the run is computed: whole lines at any moment,
   * all of it once the run is concluded. An older one is replaced. NULL: none is written. */
  const char *series;
  /* Of a process that computes a part of a scene whose particles come from another one
   * (carom-lammps); NULL: the scene has its own. */
  const struct carom_made_for *made_for;
} carom_run_options;

CAROM_API carom_run_options carom_run_default(void);

typedef struct carom_run carom_run;

/* Builds what the input describes, in its first state; files that it names are read now. NULL
 * options: the defaults. The input is not needed afterwards. A sweep is refused: take one of its
 * combinations. */
CAROM_API carom_status carom_run_create(const carom_input *input, const carom_run_options *options,
                                        carom_run **run, carom_error *err);
CAROM_API void carom_run_destroy(carom_run *run);

/* Takes up the state of a checkpoint, before anything was computed; scenario and `record` must be
 * those it was made with (run.until may be later). Results are then those of a run that was never
 * stopped, bit for bit. On an error the run is good for nothing but its destruction. */
CAROM_API carom_status carom_run_restart(carom_run *run, const char *path, carom_error *err);

/* Computes until this time (s), or to the end (CAROM_RUN_END): to the first step that is not before
 * it, so that no number depends on where a run was halted. Impacts and bounces are computed as a
 * whole at once. Returns early, without an error, if it is told to stop. On an error the run stays
 * at its last good instant and cannot go on; all that was computed can still be looked at. */
#define CAROM_RUN_END __builtin_inf()
CAROM_API carom_status carom_run_advance(carom_run *run, double until, carom_error *err);

/* Ends a run before its time: the last instant is added to the record and measures are taken, as
 * carom_run_advance does at the end. It cannot go on then. */
CAROM_API carom_status carom_run_conclude(carom_run *run, carom_error *err);

CAROM_API double carom_run_time(const carom_run *run);
CAROM_API double carom_run_until(const carom_run *run); /* CAROM_UNSET: not known before */
CAROM_API bool carom_run_is_over(const carom_run *run); /* at its end */

/* Stores the state now. CAROM_ERR_IO in a library without HDF5, CAROM_ERR_CONFLICT for impacts and
 * bounces, which have none. */
CAROM_API carom_status carom_run_checkpoint(carom_run *run, const char *path, carom_error *err);

/* What was recorded so far; value[row * stride + column], in SI units. The first column is the
 * time. It lives until the run goes on. */
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

/* The same columns at this instant, whether or not one is due, into `row[columns]`. Of impacts and
 * bounces the last one that was recorded (CAROM_ERR_MISSING: there is none). */
CAROM_API carom_status carom_run_sample(carom_run *run, double *row, int columns, carom_error *err);

/* The record as CSV, as in series.csv: mechanisms have a further column there, the averaged
 * acceleration. */
CAROM_API carom_status carom_run_series(const carom_run *run, const char *path, carom_error *err);

/* The state now and what was measured of the run so far. Names are paths of the JSON text, such as
 * "energy.kinetic" or "contacts.0.peak_force". They live until the next call or until the run goes
 * on. NULL with an error. */
typedef enum carom_result_type {
  CAROM_RESULT_NUMBER,
  CAROM_RESULT_BOOL,
  CAROM_RESULT_TEXT,
  CAROM_RESULT_NONE /* nothing to tell: null */
} carom_result_type;

typedef struct carom_result {
  const char *name;
  carom_result_type type;
  double number;    /* a truth value is 0 or 1 */
  const char *unit; /* of a number, "1" for a pure one; else "" */
  const char *text; /* of a text; else "" */
} carom_result;

CAROM_API const carom_result *carom_run_results(carom_run *run, int *count, carom_error *err);

/* The one with this name; CAROM_ERR_UNKNOWN: there is none. */
CAROM_API carom_status carom_run_result(carom_run *run, const char *name, carom_result *result,
                                        carom_error *err);

/* The same as the text of a JSON object: what `carom run --json` prints. NULL with an error. */
CAROM_API const char *carom_run_json(carom_run *run, carom_error *err);

/* How far a run is, at any moment between steps: in a callback, too. CAROM_UNSET: not known. */
typedef struct carom_run_progress {
  double time, until;    /* s; until at the latest, where stages have a time */
  double share;          /* of the run that is done, 0 to 1 */
  double seconds, left;  /* on the clock since computing began, and likely until the end */
  int64_t bodies, steps; /* steps from the start, those before a restart among them */
  double rate;           /* bodies times steps a second, since computing began */
  double kinetic;        /* J */
  double budget;         /* off by this share: carom_run_energy */
  int64_t rows, frames;  /* kept so far */
} carom_run_progress;

CAROM_API carom_run_progress carom_run_progress_now(const carom_run *run);

/* How well the energy budget closes, J. */
typedef struct carom_run_energy {
  double residual;         /* what the budget lacks */
  double start, end, work; /* held at the start and now; put in since, in parts or in all */
  double off;              /* |residual| over the largest of the three; 0 if there is none */
  const char *remedy;      /* what is likely to blame, and what to do: a part of a sentence */
} carom_run_energy;

CAROM_API carom_run_energy carom_run_budget(const carom_run *run);

/* What became of the contacts, one for each kind of them; the sentences about what is not as it
 * should be are in the results. They live until the next call or until the run goes on. */
typedef struct carom_run_verdict {
  const char *name; /* which contacts; "" if the law says it */
  const char *law;  /* by name */
  int64_t contacts; /* how many are alike */
  double at_step;   /* restitution in the fixed steps of the run; CAROM_UNSET: there are none */
  carom_verdict judged;
  carom_encounters encounters; /* of all of them */
} carom_run_verdict;

CAROM_API const carom_run_verdict *carom_run_verdicts(carom_run *run, int *count, carom_error *err);

/* Warnings and notes so far. */
CAROM_API const carom_diagnostic *carom_run_diagnostics(const carom_run *run, int *count);

/* Frames that were written so far. */
CAROM_API int64_t carom_run_frames(const carom_run *run);

/* The object itself, for everything that its own header offers; NULL if the run is of another kind.
 * Looking is always fine; whoever advances it by hand gets no record of that. */
CAROM_API carom_chain *carom_run_chain(carom_run *run);
CAROM_API carom_mechanism *carom_run_mechanism(carom_run *run);
CAROM_API carom_scene *carom_run_scene(carom_run *run);

#ifdef __cplusplus
}
#endif

#endif
