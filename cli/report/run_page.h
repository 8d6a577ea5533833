/* SPDX-License-Identifier: MIT */
/* The page of a run: one HTML file that needs nothing beside it, made from the folder of the run
 * alone. Words and tables are written here; figures and views are drawn by the scripts of
 * cli/report/page/ from numbers that the page holds. */
#ifndef CAROM_CLI_RUN_PAGE_H
#define CAROM_CLI_RUN_PAGE_H

#include <stdio.h>

#include "io/csv.h"
#include "io/tree.h"

/* A folder, read. */
typedef struct run_page {
  const char *folder;
  carom_tree *tree;
  const carom_node *about;  /* run.json */
  const carom_node *result; /* in it, or NULL */
  const char *kind;         /* "scene" ... */
  bool sweep;
  carom_csv series; /* without columns: there is none */
  bool has_series;
  char *scenario; /* text of the file that was run, if it is still the same; else NULL */
} run_page;

/* Writes FOLDER/report.html; an older one is replaced. */
carom_status run_page_write(const char *folder, carom_error *err);

/* Parts of it, each into a file that is open. */
void run_page_words(const run_page *page, FILE *file);  /* what is to be known first */
void run_page_repeat(const run_page *page, FILE *file); /* timing, and how to do it again */
void run_page_series(const run_page *page, FILE *file); /* numbers for figures */

/* Frames for the view in space; false: there are none. At most `most` bytes of the page. */
bool run_page_frames(const run_page *page, size_t most, FILE *file);

/* A member as text or number; "" and NaN where it is none. */
const char *run_page_text(const carom_node *object, const char *key);
double run_page_number(const carom_node *object, const char *key);

/* Text of others on a page: marks of HTML escaped, control characters shown as U+FFFD. */
void run_page_put(FILE *file, const char *text);

/* A JSON text that may stand in a script element: no "<" in it. */
void run_page_put_json(FILE *file, const char *id, const char *text);

#endif
