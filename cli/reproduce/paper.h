/* SPDX-License-Identifier: MIT */
/* The papers as data: what they print, how it is computed here, what is wrong with them. There is
 * no verdict in these tables: it is computed from the printed text and the value (verdict.h). Only
 * that a printed number is no property of the model at all is said here. */
#ifndef CAROM_CLI_REPRODUCE_PAPER_H
#define CAROM_CLI_REPRODUCE_PAPER_H

#include "cli/figure.h"
#include "cli/reproduce/result.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

/* One printed number in one reading. Readings of one number stand behind each other and share their
 * `id`; the first is the one that the paper's text states, by the conventions that `setting` of the
 * paper tells with their places, whether it agrees or not. What is NULL in a later reading
 * (`where`, `quantity`, `unit`, `printed`) is as in the first. */
typedef struct repro_number repro_number;
struct repro_number {
  const char *id;
  const char *where, *quantity, *unit;
  const char *printed; /* as printed, so that its digits are known */
  const char *digits;  /* what counts for the digits instead, where the paper cuts zeros; or NULL */
  const char *measured; /* what the paper measured, or computed by finite elements; or NULL */
  repro_run run;        /* without a scenario: nothing is run */
  double (*value)(const repro_result *result, const repro_number *number);
  double x, y;        /* for `value` */
  const char *law;    /* for `value` */
  const char *as;     /* the reading: conventions and data */
  const char *reason; /* one line where the paper is at fault or silent, or NULL */
  bool no_property;   /* printed is what depends on the solver alone, such as its last sample */
};

/* A curve of a panel: what is run, and which points of it are drawn. */
typedef struct repro_curve repro_curve;
struct repro_curve {
  const char *title; /* in the legend; NULL: not there */
  const char *law;   /* whose colour and dashes it has */
  const char *dash;  /* dashes of its own, "" for none; NULL: those of the law */
  repro_run run;
  carom_status (*points)(const repro_result *result, const repro_curve *curve, repro_points *out);
  int index;   /* a bead, a contact, or what `points` wants */
  double x, y; /* a shift, a time, or what `points` wants */
  int marks;   /* the points alone, as in cli_curve */
};

/* A curve in one line; the run comes last, because it is a list. */
#define CURVE(name, of_law, dashes, drawer, ...)                                                   \
  {                                                                                                \
    .title = name, .law = of_law, .dash = dashes, .points = drawer, .run = __VA_ARGS__             \
  }
#define CURVE_AT(name, of_law, dashes, drawer, which, shift, ...)                                  \
  {                                                                                                \
    .title = name, .law = of_law, .dash = dashes, .points = drawer, .index = which, .y = shift,    \
    .run = __VA_ARGS__                                                                             \
  }
#define CURVES(list) .curve = list, .curves = COUNT(list)

/* One panel of a figure, drawn to its own file: figure 4 has the panels "4a", "4b" and "4c". */
typedef struct repro_panel {
  const char *name;
  const char *title, *caption;
  const char *missing; /* what the paper's figure shows that cannot be shown here, or NULL */
  const char *x_label, *x_unit, *y_label, *y_unit;
  bool log_x, unit_x, unit_y;
  double x_range[2], y_range[2]; /* as in cli_panel */
  bool wide;
  const repro_curve *curve;
  int curves;
} repro_panel;

/* An equation that is used, and an erratum. */
typedef struct repro_equation {
  const char *name, *text;
} repro_equation;

typedef struct repro_erratum {
  const char *where, *printed, *instead, *why;
} repro_erratum;

/* The three parts of a paper, each in a file of its own. */
typedef struct repro_numbers {
  const repro_number *item;
  int count;
} repro_numbers;

typedef struct repro_figures {
  const repro_panel *item;
  int count;
} repro_figures;

typedef struct repro_paper {
  const char *name; /* "003" */
  const char *authors, *title;
  const char *measured; /* what stands in the column of that name: "measured", "finite elements" */
  const char *setting;  /* how its runs are read here, some sentences */
  const repro_numbers *numbers;
  const repro_figures *figures;
  const repro_equation *equation;
  int equations;
  const repro_erratum *erratum;
  int errata;
  const char *const *open; /* what could not be reproduced, and why */
  int opens;
} repro_paper;

extern const repro_numbers repro_numbers_000, repro_numbers_001, repro_numbers_002,
    repro_numbers_003, repro_numbers_004;
extern const repro_figures repro_figures_000, repro_figures_001, repro_figures_002,
    repro_figures_003, repro_figures_004;
extern const repro_paper repro_paper_000, repro_paper_001, repro_paper_002, repro_paper_003,
    repro_paper_004;

enum { REPRO_PAPERS = 5 };
const repro_paper *repro_paper_at(int index);

#endif
