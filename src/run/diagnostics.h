/* SPDX-License-Identifier: MIT */
/* A list of diagnostics. */
#ifndef CAROM_RUN_DIAGNOSTICS_H
#define CAROM_RUN_DIAGNOSTICS_H

#include <carom/io.h>

#include "io/schema_read.h"

typedef struct carom_diagnostics {
  carom_diagnostic *item;
  int count, room;
} carom_diagnostics;

/* Called for each diagnostic. */
typedef void carom_tell(void *user, const carom_diagnostic *diagnostic);

/* A carom_tell that appends to the list `user`; if memory runs out a diagnostic is lost. */
void carom_diagnostics_keep(void *user, const carom_diagnostic *diagnostic);
void carom_diagnostics_free(carom_diagnostics *list);

/* Makes a diagnostic from an error; `file` as in the diagnostic, or NULL. */
carom_diagnostic carom_diagnostic_of(carom_severity severity, const carom_error *err,
                                     const char *file);

/* Reports all faults, then all warnings, and how many more of each there are. */
void carom_faults_tell(const carom_faults *faults, carom_tell *tell, void *user);
void carom_warnings_tell(const carom_faults *faults, carom_tell *tell, void *user);

#endif
