/* SPDX-License-Identifier: MIT */
/* The page of a run: one self-contained HTML file, made only from the folder of the run. Words and
 * tables are written here; figures and views are drawn by the scripts of cli/report/page/ from
 * numbers in the page. */
#ifndef CAROM_CLI_RUN_PAGE_H
#define CAROM_CLI_RUN_PAGE_H

#include <stdio.h>

#include "io/csv.h"
#include "io/tree.h"

/* The contents of a folder. */
typedef struct run_page {
  const char *folder;
  carom_tree *tree;
  const carom_node *about;  /* run.json */
  const carom_node *result; /* in it, or NULL */
  const char *kind;         /* "scene" ... */
  bool sweep;
  carom_csv series; /* without columns if there is no series */
  bool has_series;
  char *scenario; /* text of the file that was run, if it has not changed since; otherwise NULL */
} run_page;

/* Writes FOLDER/report.html and replaces an older one. */
carom_status run_page_write(const char *folder, carom_error *err);

/* Parts of the page, each written into an open file. */
void run_page_words(const run_page *page, FILE *file);  /* what a reader should know first */
void run_page_repeat(const run_page *page, FILE *file); /* timing, and how to repeat the run */
void run_page_series(const run_page *page, FILE *file); /* numbers for figures */

/* Frames for the 3D view, at most `most` bytes of the page; false if there are none. */
bool run_page_frames(const run_page *page, size_t most, FILE *file);

/* A member as text or number; "" and NaN if it is missing. */
const char *run_page_text(const carom_node *object, const char *key);
double run_page_number(const carom_node *object, const char *key);

/* Writes text from others: HTML escaped, control characters shown as U+FFFD. */
void run_page_put(FILE *file, const char *text);

/* Writes JSON that may stand in a script element: without "<". */
void run_page_put_json(FILE *file, const char *id, const char *text);

#endif
