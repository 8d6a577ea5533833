/* SPDX-License-Identifier: MIT */
/* The text of a scenario and what is changed in it. */
#ifndef CAROM_RUN_INPUT_H
#define CAROM_RUN_INPUT_H

#include "io/hash.h"
#include "io/scenario.h"
#include "run/diagnostics.h"

struct carom_input {
  char *path;   /* of its file; NULL: a text */
  char *prefix; /* before names of files in it: its folder with a slash, or "" */
  char *text;
  size_t length;
  bool json;
  carom_change *change; /* paths and values are copies; nodes are those of `sweep` */
  int changes, room;
  char hash[CAROM_HASH_ROOM]; /* of the text */
  carom_scenario *sweep;      /* of which this is a combination; or NULL */
  carom_tree *tree;           /* with all changes; NULL: not looked at */
  carom_scenario *scenario;   /* of the last check; NULL: it found faults */
  carom_diagnostics found;
};

/* The file or the text alone, without a look at it. NULL with an error. */
carom_input *carom_input_load(const char *path, carom_error *err);
carom_input *carom_input_of_text(const char *text, size_t length, const char *folder,
                                 carom_error *err);

/* Adds a change, without a look at it; `node` as in carom_change. False: out of memory. */
bool carom_input_change(carom_input *input, const char *path, const char *value,
                        const carom_node *node);

/* The scenario, checked with every value of a sweep; NULL if there are faults. The caller frees it.
 */
carom_scenario *carom_input_scenario(const carom_input *input, carom_faults *faults);

/* That of one combination of its sweep. */
carom_scenario *carom_input_scenario_at(const carom_input *input, const carom_scenario *sweep,
                                        int64_t index, carom_faults *faults);

/* An error whose path tells where it is gets the place there, as far as the file has that path. */
void carom_input_place(const carom_scenario *scenario, carom_error *err);

#endif
