/* SPDX-License-Identifier: MIT */
/* The contacts of a chain by kind. */
#include <string.h>

#include "run/chain.h"

enum { KINDS = 12 }; /* kinds beyond this number are only counted, and judged together */

/* Contacts with the same law and constants. */
static bool same(const carom_contact *a, const carom_contact *b)
{
  return a->law == b->law && a->mass == b->mass && a->radius == b->radius &&
         memcmp(a->coefficient, b->coefficient, sizeof a->coefficient) == 0;
}

static carom_contact_verdict *kind_of(carom_verdicts *all, const carom_contact *contact)
{
  for (int k = 0; k < all->count; k++)
    if (same(&all->item[k].contact, contact)) return &all->item[k];
  return all->count < KINDS ? &all->item[all->count++] : NULL;
}

static carom_validity graver(carom_validity a, carom_validity b)
{
  return carom_validity_rank(a) > carom_validity_rank(b) ? a : b;
}

static void note(carom_verdicts *all, const carom_chain_job *run, int number)
{
  carom_contact contact;
  carom_encounters met;
  if (carom_chain_prepared(run->chain, number, &contact, NULL) != CAROM_OK ||
      carom_chain_encounters(run->chain, number, &met, NULL) != CAROM_OK)
    return;
  carom_contact_verdict *k = kind_of(all, &contact);
  if (k) {
    carom_verdict_add(k, &contact, &met);
    return;
  }
  all->others++;
  all->worst = graver(all->worst, carom_verdict_of_overlap(&contact, met.deepest));
  if (met.at_floor > 0) all->worst = graver(all->worst, CAROM_AT_FLOOR);
}

/* Fixed steps were tested on the stiffest contact. */
static void note_steps(carom_verdicts *all, const carom_chain_job *run)
{
  const double step = run->base.scenario->run.step;
  carom_chain_pacing pace;
  carom_contact contact;
  if (step == CAROM_UNSET || carom_chain_pace(run->chain, &pace, NULL) != CAROM_OK ||
      pace.delivered == CAROM_UNSET ||
      carom_chain_prepared(run->chain, pace.contact, &contact, NULL) != CAROM_OK)
    return;
  for (int k = 0; k < all->count; k++)
    if (same(&all->item[k].contact, &contact)) {
      all->item[k].step = step;
      all->item[k].at_step = pace.delivered;
    }
}

bool carom_chain_verdicts(const carom_run *run, carom_verdicts *list)
{
  const carom_chain_job *job = carom_chain_job_of(run);
  if (!carom_verdicts_room(list, KINDS)) return false;
  for (int i = 0; i < carom_chain_beads(job->chain) - 1; i++)
    note(list, job, i);
  note(list, job, CAROM_LEFT_WALL);
  note(list, job, CAROM_RIGHT_WALL);
  note_steps(list, job);
  for (int i = 0; i < list->count; i++)
    carom_verdict_judge(&list->item[i]);
  return true;
}
