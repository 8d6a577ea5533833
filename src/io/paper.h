/* SPDX-License-Identifier: MIT */
/* A paper file: the numbers and curves that a paper prints, how they are computed here, and what is
 * wrong with them. It contains no verdicts, which are computed from the printed text and the value,
 * except that a printed number may be declared not to be a property of the model. */
#ifndef CAROM_IO_PAPER_H
#define CAROM_IO_PAPER_H

#include "io/paper_terms.h"
#include "io/scenario.h"

/* A scenario of scenarios/ ("two_spheres_8") and changes to it, as by --set. */
typedef struct carom_paper_run {
  const char *scenario;
  const carom_change *change;
  int changes;
  const carom_node *node; /* where it is given */
} carom_paper_run;

/* One printed number in one reading. Readings of the same number are consecutive and share their
 * `id`; the first is the one that the paper's text states, whether it agrees or not. */
typedef struct carom_paper_number carom_paper_number;
struct carom_paper_number {
  const char *id;
  const char *where, *quantity, *unit;
  const char *printed; /* as printed, so that its digits are known */
  const char *digits; /* determines the number of digits: `printed`, unless the paper drops zeros */
  const char *measured; /* value that the paper measured, or computed by finite elements; or NULL */
  const carom_paper_run *run; /* NULL: nothing is run */
  carom_call measure;
  const char *as;     /* description of the reading: conventions and data */
  const char *reason; /* one line if the paper is wrong or silent, or NULL */
  bool no_property;   /* the printed number depends on the solver alone, such as its last sample */
  int reading;        /* index of the reading, from 0 */
};

/* A curve of a panel: its run, and which points of it are drawn. */
typedef struct carom_paper_curve {
  const char *title;          /* entry in the legend; NULL: none */
  const char *law;            /* law whose colour and dashes it has */
  const char *dash;           /* its own dashes, "" for none; NULL: those of the law */
  int marks;                  /* 0: a line; otherwise points only, of this point type of gnuplot */
  const carom_paper_run *run; /* NULL: nothing is run */
  carom_call points;
  const char *label; /* label at the maximum or the end of the curve, or NULL */
  bool label_at_end;
} carom_paper_curve;

typedef struct carom_paper_axis {
  const char *label, *unit; /* unit: NULL for a pure number */
  double range[2];          /* in SI, used if the second is larger than the first */
  bool unit_range;          /* from 0 to 1 */
} carom_paper_axis;

/* One panel of a figure: figure 4 has the panels "4a", "4b" and "4c". */
typedef struct carom_paper_panel {
  const char *name;
  const char *title, *caption;
  const char *missing; /* parts of the paper's figure that cannot be reproduced here, or NULL */
  carom_paper_axis x, y;
  bool wide;
  const carom_paper_curve *curve;
  int curves;
} carom_paper_panel;

typedef struct carom_paper_equation {
  const char *name, *text;
} carom_paper_equation;

typedef struct carom_paper_erratum {
  const char *where, *printed, *instead, *why;
} carom_paper_erratum;

typedef struct carom_paper {
  const char *name; /* "003" */
  const char *authors, *title;
  const char *measured; /* title of that column: "measured", "finite elements" */
  const char *setting;  /* how its runs are interpreted here, some sentences */
  const carom_paper_equation *equation;
  const carom_paper_erratum *erratum;
  const char *const *open; /* what could not be reproduced, and why */
  const carom_paper_number *number;
  const carom_paper_panel *panel;
  int equations, errata, opens, numbers, panels;
  carom_tree *tree; /* owns everything */
} carom_paper;

/* Reads a YAML text. NULL after faults. Free with carom_paper_free. */
carom_paper *carom_paper_read(const char *text, size_t length, carom_faults *faults);
void carom_paper_free(carom_paper *paper);

/* Checks that a scenario has what is taken from its run: the kind of problem, and the beads,
 * contacts and bodies that are named. Adds a fault of the file otherwise. */
void carom_paper_check(const carom_call *call, const carom_scenario *scenario,
                       carom_faults *faults);

#endif
