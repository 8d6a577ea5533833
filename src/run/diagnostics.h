/* SPDX-License-Identifier: MIT */
/* A list of what was found. */
#ifndef CAROM_RUN_DIAGNOSTICS_H
#define CAROM_RUN_DIAGNOSTICS_H

#include <carom/io.h>

#include "io/schema_read.h"

typedef struct carom_diagnostics {
  carom_diagnostic *item;
  int count, room;
} carom_diagnostics;

/* Hears of diagnostics one by one. */
typedef void carom_tell(void *user, const carom_diagnostic *diagnostic);

/* A carom_tell that keeps them in the list `user`; without memory one is lost. */
void carom_diagnostics_keep(void *user, const carom_diagnostic *diagnostic);
void carom_diagnostics_free(carom_diagnostics *list);

/* From an error; `file` as in the diagnostic, or NULL. */
carom_diagnostic carom_diagnostic_of(carom_severity severity, const carom_error *err,
                                     const char *file);

/* Tells all faults, then all warnings; and how many more there are of each. */
void carom_faults_tell(const carom_faults *faults, carom_tell *tell, void *user);
void carom_warnings_tell(const carom_faults *faults, carom_tell *tell, void *user);

#endif
