/* SPDX-License-Identifier: MIT */
/* Verdicts of a run on its contacts: the restitution asked for, the one delivered at the speeds
 * that occurred, and whether the law was used within its range. The same for every kind of
 * problem. */
#ifndef CAROM_RUN_VERDICTS_H
#define CAROM_RUN_VERDICTS_H

#include <carom/io.h>

#include "io/json_write.h"

/* A contact, or several of one kind. */
typedef struct carom_contact_verdict {
  char name[96];        /* for messages; empty: the name of the law suffices */
  const char *setting;  /* setting that gives the speed of calibration; NULL: reference_speed */
  double allowed;       /* permitted deviation at higher speeds; 0: that of a verdict */
  double step, at_step; /* fixed steps, and their restitution at the expected speed; 0: none */
  carom_contact contact;
  carom_encounters sum;
  const carom_stage *adhesion; /* adhesion model added to the law, or NULL: the theory is that of
                                  the law */
  double tabor;                /* Tabor parameter of that model */
  int64_t contacts;            /* number of contacts */
  int64_t yielded, fitted, deep, latched; /* number of them beyond yield, range, overlap, and at the
                                             speed floor */
  carom_verdict verdict;                  /* set by carom_verdict_judge */
} carom_contact_verdict;

/* The verdicts of a run; contacts of additional kinds may be judged together. */
typedef struct carom_verdicts {
  carom_contact_verdict *item;
  int count;
  int64_t others;
  carom_validity worst; /* gravest verdict on contacts that are not listed */
} carom_verdicts;

/* Makes an empty list with room for this many; returns false if memory runs out. */
bool carom_verdicts_room(carom_verdicts *list, int count);
void carom_verdicts_free(carom_verdicts *list);

/* Adds a contact of the same kind. */
void carom_verdict_add(carom_contact_verdict *v, const carom_contact *contact,
                       const carom_encounters *record);

void carom_verdict_judge(carom_contact_verdict *v);

/* True if the steps are so long that the restitution differs from that of the resolved law. */
bool carom_verdict_lost_in_steps(const carom_contact_verdict *v);

/* If impacts are not counted, only the fastest one is known to deviate or not. */
bool carom_verdict_share_known(const carom_contact_verdict *v);

/* The number of impacts of a record at all speeds; and a share such as "93 %", with more digits
 * where a few of many matter. */
int64_t carom_encounters_impacts(const carom_encounters *e);
const char *carom_share_text(double share, char text[24]);

/* A short note: the graver of the two verdicts, "yield not given: not judged" where nothing else is
 * to be said, or NULL. The same for a run. */
const char *carom_verdict_note(carom_validity gravest, const carom_contact_verdict *list,
                               int count);
const char *carom_run_validity(const carom_run *run);

/* Sentence number `index` about anything out of order; false if there are no more. */
enum { CAROM_VERDICT_ROOM = 400 };
bool carom_verdict_sentence(const carom_contact_verdict *v, int index,
                            char text[CAROM_VERDICT_ROOM]);

/* Writes the members into an open object. */
void carom_verdict_members(carom_json *json, const carom_contact_verdict *v);

#endif
