/* SPDX-License-Identifier: MIT */
/* What a run reports of its contacts: the restitution asked for and delivered at the speeds that
 * occurred, and whether the law was within its range. The same for every kind of problem. */
#ifndef CAROM_CLI_VERDICT_TEXT_H
#define CAROM_CLI_VERDICT_TEXT_H

#include <stdio.h>

#include "run/verdicts.h"

/* A table; `title` is that of the first column, which holds names, or NULL for the number of
 * contacts. */
void verdict_table(const carom_contact_verdict *list, int count, const char *title, FILE *file,
                   bool html);

/* Prints all sentences, one per line or, for a page, one per paragraph. Contacts without a name are
 * merged if they have the same law and were asked the same. */
void verdict_print(const carom_contact_verdict *list, int count, FILE *file, bool html);

#endif
