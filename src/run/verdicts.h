/* SPDX-License-Identifier: MIT */
/* What a run tells of its contacts: what was asked, what was delivered at the speeds that occurred,
 * and whether the law was used where it is meant to be. The same for every kind of problem. */
#ifndef CAROM_RUN_VERDICTS_H
#define CAROM_RUN_VERDICTS_H

#include <carom/io.h>

#include "io/json_write.h"

/* A contact, or several alike. */
typedef struct carom_contact_verdict {
  char name[96];       /* in messages; empty: the law alone */
  const char *setting; /* what says for which speed a restitution is asked; NULL: reference_speed */
  double allowed;      /* how much it may be off where bodies were faster; 0: as a verdict has it */
  double step,
      at_step; /* fixed steps, and the restitution in them at the expected speed; 0: none */
  carom_contact contact;
  carom_encounters sum;
  const carom_stage *adhesion; /* the model beside the law, or NULL: then the law has the theory */
  double tabor;                /* its Tabor parameter, if there is a model */
  int64_t contacts;            /* how many */
  int64_t yielded, fitted, deep, latched; /* of them: beyond yield, range, overlap, at the floor */
  carom_verdict verdict;                  /* after carom_verdict_judge */
} carom_contact_verdict;

/* Those of a run; contacts of further kinds may be judged together. */
typedef struct carom_verdicts {
  carom_contact_verdict *item;
  int count;
  int64_t others;
  carom_validity worst; /* of the others */
} carom_verdicts;

/* An empty list with room for so many; false: out of memory. */
bool carom_verdicts_room(carom_verdicts *list, int count);
void carom_verdicts_free(carom_verdicts *list);

/* One more contact that is alike. */
void carom_verdict_add(carom_contact_verdict *v, const carom_contact *contact,
                       const carom_encounters *record);

void carom_verdict_judge(carom_contact_verdict *v);

/* Steps that are too long take another restitution from the law than it delivers resolved. */
bool carom_verdict_lost_in_steps(const carom_contact_verdict *v);

/* Where impacts are not counted, only the fastest one is known to be off or not. */
bool carom_verdict_share_known(const carom_contact_verdict *v);

/* Impacts of a record, of all speeds; "93 %", with more digits where a few of many matter. */
int64_t carom_encounters_impacts(const carom_encounters *e);
const char *carom_share_text(double share, char text[24]);

/* In few words: the gravest of both, "yield not given: not judged" where that is all there is to
 * say, or NULL. The same of a run. */
const char *carom_verdict_note(carom_validity gravest, const carom_contact_verdict *list,
                               int count);
const char *carom_run_validity(const carom_run *run);

/* Sentence number `index` about what is not as it should be; false: there are no more. */
enum { CAROM_VERDICT_ROOM = 400 };
bool carom_verdict_sentence(const carom_contact_verdict *v, int index,
                            char text[CAROM_VERDICT_ROOM]);

/* Into an object that is open. */
void carom_verdict_members(carom_json *json, const carom_contact_verdict *v);

#endif
