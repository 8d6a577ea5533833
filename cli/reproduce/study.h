/* SPDX-License-Identifier: MIT */
/* What was asked of 'carom reproduce', and the results. */
#ifndef CAROM_CLI_REPRODUCE_STUDY_H
#define CAROM_CLI_REPRODUCE_STUDY_H

#include "cli/figure/figure.h"
#include "cli/reproduce/papers.h"
#include "cli/reproduce/result.h"
#include "cli/reproduce/verdict.h"
#include "cli/base/table.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

/* One reading of one printed number, computed. */
typedef struct repro_row {
  const carom_paper_number *number;
  double value, relative;
  repro_verdict verdict;
  char *run; /* by run_text */
} repro_row;

/* How many printed numbers of a paper agree: in the stated reading, and in the best one. */
typedef struct repro_counts {
  int numbers;
  int stated[REPRO_VERDICTS], best[REPRO_VERDICTS];
} repro_counts;

typedef struct repro_study {
  const carom_paper *paper[REPRO_PAPERS];
  const char *path[REPRO_PAPERS]; /* of their files, for messages */
  repro_row *row[REPRO_PAPERS];
  int papers;
  const char *figure; /* only this one, "7" or "7a"; NULL: all */
  bool pictures;      /* figures are wanted */
  int threads;
  repro_lab lab;
} repro_study;

/* Reads the scenarios that the numbers and, if wanted, the figures need. Reports whatever a paper
 * asks of them that they do not have; EXIT_OK or the exit code. */
int study_prepare(repro_study *study);

/* Computes the runs, then takes the numbers. */
carom_status study_compute(repro_study *study);
void study_free(repro_study *study);

/* Is this panel wanted? */
bool study_wants(const repro_study *study, const carom_paper_panel *panel);

repro_counts study_counts(const repro_study *study, int paper);

/* The verdicts that a summary counts; numbers without a value are counted separately. */
enum { REPRO_COUNTED = REPRO_NOTHING };

/* The value with two digits more than printed; the difference as "+0.18 %" or "-2e-05", empty if
 * zero is printed or the number is no property of the model. */
const char *study_value(const repro_row *row, char text[32]);
const char *study_difference(const repro_row *row, char text[32]);

/* Prints for reading, on standard output. */
void study_print(const repro_study *study);

/* Lists numbers and figures by paper. */
void study_list(const repro_study *study);

/* For programs. */
cli_table study_table(const repro_study *study);
void study_json(const void *study, FILE *file);

/* The pages; pictures are read from the folder. */
typedef struct repro_page {
  const repro_study *study;
  const char *folder;
} repro_page;
void study_html(const void *page, FILE *file);
void study_errata(const repro_study *study, FILE *file);

/* The file name of a panel, "003_7a.svg". */
void panel_file(const carom_paper *paper, const carom_paper_panel *panel, char name[64]);

/* Draws a panel from existing results. */
carom_status panel_figure(const repro_study *study, const carom_paper_panel *panel,
                          cli_figure *figure);

#endif
