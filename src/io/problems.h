/* SPDX-License-Identifier: MIT */
/* The kinds of problems a scenario file can hold. A new kind is a row of this table, a group in the
 * format, a file that reads it, and a row in the command's table (cli/run/problem.h). */
#ifndef CAROM_IO_PROBLEMS_H
#define CAROM_IO_PROBLEMS_H

#include "io/scenario.h"

typedef struct carom_problem_kind {
  const char *name;    /* its key in the file: "chain" */
  const char *owner;   /* for messages: "a chain" */
  const char *run;     /* what it takes of `run`, as in "until|tolerance" */
  const char *record;  /* and of `record` */
  bool needs_contacts; /* materials and contacts must be given */
  bool slides;         /* contacts may have a tangential model */
  void (*read)(carom_scenario *scenario, const carom_node *node, carom_faults *faults);
  /* After the values of `run` and `record` were taken: defaults, and what else must hold. `node`
   * stands for the missing group where none is given. */
  void (*finish_run)(carom_scenario *scenario, const carom_found *run, const carom_node *node,
                     carom_faults *faults);
  void (*finish_record)(carom_scenario *scenario, const carom_found *record, carom_faults *faults);
} carom_problem_kind;

const carom_problem_kind *carom_problem_about(carom_problem problem);

/* Refuses what this kind of problem does not take of a group. */
void carom_problem_takes(const carom_problem_kind *kind, const char *names,
                         const carom_found *found, carom_faults *faults);

#endif
