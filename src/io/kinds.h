/* SPDX-License-Identifier: MIT */
/* The kinds of scenarios. A new kind is a row of this table, a group in the format, a file that
 * reads it, a row in the table of runs (run/run.h) and one in the command's (cli/run/kind.h). */
#ifndef CAROM_IO_KINDS_H
#define CAROM_IO_KINDS_H

#include "io/scenario.h"

typedef struct carom_kind_info {
  const char *name;    /* its key in the file: "chain" */
  const char *owner;   /* for messages: "a chain" */
  const char *run;     /* what it takes of `run`, as in "until|tolerance" */
  const char *record;  /* and of `record` */
  bool needs_contacts; /* materials and contacts must be given */
  bool slides;         /* contacts may have a tangential model */
  void (*read)(carom_scenario *scenario, const carom_node *node, carom_faults *faults);
  /* After the values of `run` and `record` were taken: defaults, and what else must hold. `node`
   * stands for the missing group where none is given. */
  void (*finish_run)(carom_scenario *scenario, const carom_group_values *run,
                     const carom_node *node, carom_faults *faults);
  void (*finish_record)(carom_scenario *scenario, const carom_group_values *record,
                        carom_faults *faults);
} carom_kind_info;

const carom_kind_info *carom_kind_about(carom_scenario_kind problem);

/* Refuses what this kind of problem does not take of a group. */
void carom_kind_takes(const carom_kind_info *kind, const char *names,
                      const carom_group_values *found, carom_faults *faults);

#endif
