/* SPDX-License-Identifier: MIT */
/* What a run tells of its contacts: what was asked, what was delivered at the speeds that occurred,
 * and whether the law was used where it is meant to be. The same for every kind of problem. */
#ifndef CAROM_CLI_VERDICT_TEXT_H
#define CAROM_CLI_VERDICT_TEXT_H

#include <carom/verdict.h>

#include <stdio.h>

#include "io/json_write.h"

/* A contact, or several alike. */
typedef struct cli_verdict {
  char name[96];       /* in messages; empty: the law alone */
  const char *setting; /* what says for which speed a restitution is asked; NULL: reference_speed */
  double allowed;      /* how much it may be off where bodies were faster; 0: as a verdict has it */
  double step,
      at_step; /* fixed steps, and the restitution in them at the expected speed; 0: none */
  carom_contact contact;
  carom_encounters sum;
  long contacts;                       /* how many */
  long yielded, fitted, deep, latched; /* of them: beyond yield, range, overlap, at the floor */
  carom_verdict verdict;               /* after verdict_judge */
} cli_verdict;

/* One more contact that is alike. */
void verdict_add(cli_verdict *v, const carom_contact *contact, const carom_encounters *record);

void verdict_judge(cli_verdict *v);

/* The note of a row in a sweep: the gravest of both, "yield not given: not judged" where that is
 * all there is to say, or NULL. */
const char *verdict_note(carom_validity gravest, const cli_verdict *list, int count);

/* A table; `title` is that of the first column, which holds names, or NULL for the number of
 * contacts. */
void verdict_table(const cli_verdict *list, int count, const char *title, FILE *file, bool html);

/* Sentence number `index` about what is not as it should be; false: there are no more. */
enum { VERDICT_ROOM = 400 };
bool verdict_sentence(const cli_verdict *v, int index, char text[VERDICT_ROOM]);

/* All sentences, one a line; for a page, one a paragraph. What has no name is told together with
 * those of the same law of which the same was asked. */
void verdict_print(const cli_verdict *list, int count, FILE *file, bool html);

/* The same for programs, into an object that is open; keys are those of the table. */
void verdict_members(carom_json *json, const cli_verdict *v);

#endif
