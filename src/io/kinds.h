/* SPDX-License-Identifier: MIT */
/* The kinds of scenarios. A new kind needs a row in this table, a group in the format, a file that
 * reads it, a row in the table of runs (run/run.h) and one in that of the command
 * (cli/run/kind.h). */
#ifndef CAROM_IO_KINDS_H
#define CAROM_IO_KINDS_H

#include "io/scenario.h"

typedef struct carom_kind_info {
  const char *name;    /* its key in the file: "chain" */
  const char *owner;   /* for messages: "a chain" */
  const char *run;     /* settings of `run` that it accepts: "until|tolerance" */
  const char *record;  /* settings of `record` that it accepts */
  bool needs_contacts; /* materials and contacts must be given */
  bool slides;         /* contacts may have a tangential model */
  void (*read)(carom_scenario *scenario, const carom_node *node, carom_faults *faults);
  /* Called after the values of `run` and `record` were read: sets defaults and checks further
   * conditions. `node` stands for the group if it is missing. */
  void (*finish_run)(carom_scenario *scenario, const carom_group_values *run,
                     const carom_node *node, carom_faults *faults);
  void (*finish_record)(carom_scenario *scenario, const carom_group_values *record,
                        carom_faults *faults);
} carom_kind_info;

const carom_kind_info *carom_kind_about(carom_scenario_kind problem);

/* Rejects settings of a group that this kind of problem does not accept. */
void carom_kind_takes(const carom_kind_info *kind, const char *names,
                      const carom_group_values *found, carom_faults *faults);

#endif
