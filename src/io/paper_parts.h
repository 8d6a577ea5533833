/* SPDX-License-Identifier: MIT */
/* The parts of a paper file, each read by its own file. */
#ifndef CAROM_IO_PAPER_PARTS_H
#define CAROM_IO_PAPER_PARTS_H

#include "io/format_group.h"
#include "io/paper.h"

/* A run by its name. */
typedef struct carom_named_run {
  const char *name;
  carom_paper_run run;
} carom_named_run;

typedef struct carom_paper_reader {
  carom_tree *tree;
  carom_paper *paper;
  carom_faults *faults;
  carom_named_run *run; /* those that were read so far */
  int runs;
  carom_paper_number *number; /* the paper's, to be filled */
  const carom_node *looks;    /* curves that others are like, by name; or NULL */
} carom_paper_reader;

/* Each part gets its node, which may be NULL. */
void carom_read_paper_runs(carom_paper_reader *in, const carom_node *node);
void carom_read_paper_numbers(carom_paper_reader *in, const carom_node *node);
void carom_read_paper_figures(carom_paper_reader *in, const carom_node *node);

/* A run where it is used: its name, or a group as in `runs`. NULL after a fault. */
const carom_paper_run *carom_read_paper_run(carom_paper_reader *in, const carom_node *node);

/* Text of one line, or of several; "" after a fault, NULL without a node. */
const char *carom_paper_text(carom_paper_reader *in, const carom_node *node);
const char *carom_paper_lines(carom_paper_reader *in, const carom_node *node);

/* The same where nothing is written as '': NULL. */
const char *carom_paper_option(carom_paper_reader *in, const carom_node *node);

/* A name that can be part of the name of a file. */
const char *carom_paper_name(carom_paper_reader *in, const carom_node *node);

bool carom_paper_truth(carom_paper_reader *in, const carom_node *node);

/* The items of a list, none without a node; room for so many things, NULL after a fault. */
int carom_paper_count(carom_paper_reader *in, const carom_node *node, const char *wanted);
void *carom_paper_room(carom_paper_reader *in, int count, size_t size);

#endif
