/* SPDX-License-Identifier: MIT */
#include "run/diagnostics.h"

#include <stdio.h>
#include <stdlib.h>

void carom_diagnostics_keep(void *user, const carom_diagnostic *diagnostic)
{
  carom_diagnostics *list = user;
  if (list->count == list->room) {
    const int room = list->room ? 2 * list->room : 8;
    carom_diagnostic *grown = realloc(list->item, (size_t)room * sizeof *grown);
    if (!grown) return;
    list->item = grown;
    list->room = room;
  }
  list->item[list->count++] = *diagnostic;
}

void carom_diagnostics_free(carom_diagnostics *list)
{
  free(list->item);
  *list = (carom_diagnostics){.item = NULL};
}

carom_diagnostic carom_diagnostic_of(carom_severity severity, const carom_error *err,
                                     const char *file)
{
  carom_diagnostic d = {
      .severity = severity, .code = err->code, .line = err->line, .column = err->column};
  snprintf(d.where, sizeof d.where, "%s", err->where);
  snprintf(d.file, sizeof d.file, "%s", file ? file : "");
  snprintf(d.text, sizeof d.text, "%s", err->text[0] ? err->text : carom_status_text(err->code));
  return d;
}

static void tell_list(carom_severity severity, const carom_error *error, int count, int more,
                      carom_tell *tell, void *user)
{
  for (int i = 0; i < count; i++) {
    const carom_diagnostic d = carom_diagnostic_of(severity, &error[i], NULL);
    tell(user, &d);
  }
  if (more <= 0) return;
  carom_diagnostic rest = {.severity = CAROM_NOTE};
  snprintf(rest.text, sizeof rest.text, "and %d more %s", more,
           severity == CAROM_FAULT ? "faults" : "warnings");
  tell(user, &rest);
}

void carom_faults_tell(const carom_faults *faults, carom_tell *tell, void *user)
{
  tell_list(CAROM_FAULT, faults->fault, faults->count, faults->more, tell, user);
}

void carom_warnings_tell(const carom_faults *faults, carom_tell *tell, void *user)
{
  tell_list(CAROM_WARNING, faults->warning, faults->warnings, faults->more_warnings, tell, user);
}
