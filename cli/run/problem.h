/* SPDX-License-Identifier: MIT */
/* What the command knows about each kind of problem of a scenario file. */
#ifndef CAROM_CLI_PROBLEM_H
#define CAROM_CLI_PROBLEM_H

#include "cli/run/run.h"
#include "cli/base/table.h"

enum { SWEEP_NUMBERS = 8 };

/* What is left of one combination of a sweep. */
typedef struct cli_sweep_row {
  long index; /* of the combination, from 0 */
  bool done;
  carom_status status;
  carom_error error;
  double number[SWEEP_NUMBERS]; /* for the columns of the problem */
  double off;                   /* of the energy budget */
  const char *note;             /* NULL: nothing to say */
  const cli_run *run;           /* that of the sweep */
  const cli_measured *measured; /* data to compare with */
  cli_misfits misfits;
  char *json; /* the members of the result, as an object */
} cli_sweep_row;

typedef struct cli_problem {
  const char *example; /* a file to begin with: 'carom new' */
  /* Computes, prints, and fills the folder. The exit code. */
  int (*run)(const cli_run *run, const carom_scenario *scenario);
  /* Computes one combination of a sweep without a word; and its cells in these columns. */
  void (*compute)(const carom_scenario *scenario, cli_sweep_row *row);
  void (*add)(cli_table *table, const cli_sweep_row *row);
  const cli_column *column;
  int columns;
  /* Adds the columns that are kept over time; NULL: nothing is. */
  void (*record)(const carom_scenario *scenario, cli_record *record);
  /* What 'carom check' says beyond the contacts, as comments; NULL: nothing. The exit code. And
   * what a contact of the problem is called: "contacts 1 to 5". */
  int (*derive)(const cli_run *run, const carom_scenario *scenario, FILE *file);
  void (*name_contact)(const carom_scenario_joint *joint, FILE *file);
} cli_problem;

extern const cli_problem problem_impact, problem_bounce, problem_chain, problem_mechanism,
    problem_scene;

const cli_problem *problem_of(carom_problem problem);

/* Reads the data that the scenario is to be compared with; what it keeps has a name each. Faults
 * are told. Free in any case. */
int problem_measured(const cli_file *file, const carom_scenario *scenario, cli_measured *measured);

/* Keeps the members of a result in a row. */
void problem_keep(cli_sweep_row *row, void (*members)(carom_json *json, const void *user),
                  const void *user);

#endif
