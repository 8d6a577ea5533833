/* SPDX-License-Identifier: MIT */
/* What the command knows about each kind of scenario: words, figures, files, columns of a sweep. */
#ifndef CAROM_CLI_KIND_H
#define CAROM_CLI_KIND_H

#include "cli/base/table.h"
#include "cli/run/run.h"
#include "cli/run/run_folder.h"

enum { SWEEP_NUMBERS = 8 };

/* What the table of a sweep shows of one combination. */
typedef struct cli_cells {
  double number[SWEEP_NUMBERS]; /* for the columns of the kind */
  const char *note;             /* NULL: nothing to say */
} cli_cells;

typedef struct cli_kind {
  const char *const *file; /* files that a folder may get */
  int files;
  /* Called before the run is computed; NULL: nothing to say. */
  void (*announce)(const carom_run *run);
  void (*summary)(const carom_run *run);
  void (*close)(const carom_run *run); /* last words on standard error; NULL: none */
  bool shows_failed;                   /* print the summary of a failed run, too */
  /* The figure of --plot; and all files of a folder except series.csv and run.json, pictures only
   * if `draw`. */
  carom_status (*figure)(const carom_run *run, cli_figure *figure, carom_error *err);
  carom_status (*fill)(cli_folder *folder, const carom_run *run, bool draw, carom_error *err);
  /* For one combination of a sweep: numbers, a note, and cells of these columns. */
  void (*measure)(const carom_run *run, double *number);
  const char *(*note)(const carom_run *run);
  void (*add)(cli_table *table, const double *number);
  const cli_column *column;
  int columns;
  /* `derive`: what 'carom check' prints besides the contacts, as comments; NULL: nothing. Returns
   * the exit code. `name_contact`: the name of a contact in this kind: "contacts 1 to 5". */
  int (*derive)(const carom_input *file, const carom_scenario *scenario, FILE *text);
  void (*name_contact)(const carom_scenario_joint *joint, FILE *file);
} cli_kind;

/* The members that every kind has under the same names in its file. */
#define KIND_PARTS                                                                                 \
  .file = files, .files = sizeof files / sizeof *files, .fill = fill, .measure = measure,          \
  .add = add, .column = columns, .columns = sizeof columns / sizeof *columns

extern const cli_kind kind_impact, kind_bounce, kind_chain, kind_mechanism, kind_scene;

const cli_kind *kind_of(carom_scenario_kind problem);

/* How many instants a run keeps: the first, one every record.every, and the last. */
double kind_instants(const carom_scenario *scenario);

/* Builds what a run would build, so that errors are reported now; on an error returns NULL and sets
 * *code. */
carom_run *kind_try(const carom_input *file, const carom_scenario *scenario, int *code);

#endif
