/* SPDX-License-Identifier: MIT */
/* All papers. */
#ifndef CAROM_CLI_REPRODUCE_PAPERS_H
#define CAROM_CLI_REPRODUCE_PAPERS_H

#include "cli/base/message.h"
#include "io/paper.h"

enum { REPRO_PAPERS = 64 };

/* A paper and the file that it was read from, for messages. */
typedef struct repro_source {
  carom_paper *paper;
  char *path;
} repro_source;

typedef struct repro_library {
  repro_source source[REPRO_PAPERS];
  int count;
} repro_library;

/* Reads the papers of a folder, or the built-in ones if it is NULL. All errors are reported;
 * returns EXIT_OK or the exit code. Free in any case. */
int library_read(repro_library *library, const char *folder);
void library_free(repro_library *library);

/* Reports the faults of a file; EXIT_OK if there are none. */
int faults_tell(const char *path, const carom_faults *faults);

#endif
