/* SPDX-License-Identifier: MIT */
/* The text of a scenario and the changes applied to it. */
#ifndef CAROM_RUN_INPUT_H
#define CAROM_RUN_INPUT_H

#include "io/hash.h"
#include "io/scenario.h"
#include "run/diagnostics.h"

struct carom_input {
  char *path;   /* path of its file; NULL: read from a text */
  char *prefix; /* prepended to file names in it: its folder with a slash, or "" */
  char *text;
  size_t length;
  bool json;
  carom_change *change; /* paths and values are copies; nodes are those of `sweep` */
  int changes, room;
  char hash[CAROM_HASH_ROOM]; /* hash of the text */
  carom_scenario *sweep;      /* the sweep of which this is a combination; or NULL */
  carom_tree *tree;           /* tree with all changes applied; NULL: not yet built */
  carom_scenario *scenario;   /* result of the last check; NULL: it found faults */
  carom_diagnostics found;
};

/* Loads the file or text without parsing it. NULL after an error. */
carom_input *carom_input_load(const char *path, carom_error *err);
carom_input *carom_input_of_text(const char *text, size_t length, const char *folder,
                                 carom_error *err);

/* Adds a change without checking it; `node` as in carom_change. Returns false if memory runs
 * out. */
bool carom_input_change(carom_input *input, const char *path, const char *value,
                        const carom_node *node);

/* The scenario, checked with every value of a sweep; NULL if there are faults. The caller frees
 * it. */
carom_scenario *carom_input_scenario(const carom_input *input, carom_faults *faults);

/* The scenario of one combination of its sweep. */
carom_scenario *carom_input_scenario_at(const carom_input *input, const carom_scenario *sweep,
                                        int64_t index, carom_faults *faults);

/* Adds the place in the file to an error that has a path, as far as the file contains that path. */
void carom_input_place(const carom_scenario *scenario, carom_error *err);

#endif
