/* SPDX-License-Identifier: MIT */
/* The parts of a paper file, each read by its own source file. */
#ifndef CAROM_IO_PAPER_PARTS_H
#define CAROM_IO_PAPER_PARTS_H

#include "io/format_group.h"
#include "io/paper.h"

/* A named run. */
typedef struct carom_named_run {
  const char *name;
  carom_paper_run run;
} carom_named_run;

typedef struct carom_paper_reader {
  carom_tree *tree;
  carom_paper *paper;
  carom_faults *faults;
  carom_named_run *run; /* runs read so far */
  int runs;
  carom_paper_number *number; /* the paper's numbers, to be filled in */
  const carom_node *looks;    /* named curves that others derive from; or NULL */
} carom_paper_reader;

/* Each part gets its node, which may be NULL. */
void carom_read_paper_runs(carom_paper_reader *in, const carom_node *node);
void carom_read_paper_numbers(carom_paper_reader *in, const carom_node *node);
void carom_read_paper_figures(carom_paper_reader *in, const carom_node *node);

/* Reads a run where it is used: its name, or a group as in `runs`. NULL after a fault. */
const carom_paper_run *carom_read_paper_run(carom_paper_reader *in, const carom_node *node);

/* Reads text of one line, or of several; "" after a fault, NULL without a node. */
const char *carom_paper_text(carom_paper_reader *in, const carom_node *node);
const char *carom_paper_lines(carom_paper_reader *in, const carom_node *node);

/* Likewise for text that may be empty (''), which gives NULL. */
const char *carom_paper_option(carom_paper_reader *in, const carom_node *node);

/* Reads a name that can be part of a file name. */
const char *carom_paper_name(carom_paper_reader *in, const carom_node *node);

bool carom_paper_truth(carom_paper_reader *in, const carom_node *node);

/* The number of items of a list, 0 without a node; and memory for this many elements, NULL after a
 * fault. */
int carom_paper_count(carom_paper_reader *in, const carom_node *node, const char *wanted);
void *carom_paper_room(carom_paper_reader *in, int count, size_t size);

#endif
