/* SPDX-License-Identifier: MIT */
/* What a run tells of its contacts: what was asked, what was delivered at the speeds that occurred,
 * and whether the law was used where it is meant to be. The same for every kind of problem. */
#ifndef CAROM_CLI_VERDICT_TEXT_H
#define CAROM_CLI_VERDICT_TEXT_H

#include <stdio.h>

#include "run/verdicts.h"

/* A table; `title` is that of the first column, which holds names, or NULL for the number of
 * contacts. */
void verdict_table(const carom_contact_verdict *list, int count, const char *title, FILE *file,
                   bool html);

/* All sentences, one a line; for a page, one a paragraph. What has no name is told together with
 * those of the same law of which the same was asked. */
void verdict_print(const carom_contact_verdict *list, int count, FILE *file, bool html);

#endif
