/* SPDX-License-Identifier: MIT */
#include "cli/text/chain_contacts.h"

#include <string.h>

#include "cli/text/impact_text.h"
#include "cli/text/verdict_text.h"

enum { KINDS = 12 }; /* more are only counted, and judged together */

/* Contacts with the same law and constants. */
typedef struct kinds {
  cli_verdict kind[KINDS];
  int count;
  long others;
  carom_validity worst; /* of the others, by their overlap and the floor */
} kinds;

static bool same(const carom_contact *a, const carom_contact *b)
{
  return a->law == b->law && a->mass == b->mass && a->radius == b->radius &&
         memcmp(a->coefficient, b->coefficient, sizeof a->coefficient) == 0;
}

static cli_verdict *kind_of(kinds *all, const carom_contact *contact)
{
  for (int k = 0; k < all->count; k++)
    if (same(&all->kind[k].contact, contact)) return &all->kind[k];
  return all->count < KINDS ? &all->kind[all->count++] : NULL;
}

static carom_validity graver(carom_validity a, carom_validity b)
{
  return carom_validity_rank(a) > carom_validity_rank(b) ? a : b;
}

static void note(kinds *all, const cli_chain *run, int number)
{
  carom_contact contact;
  carom_encounters met;
  if (carom_chain_prepared(run->chain, number, &contact, NULL) != CAROM_OK ||
      carom_chain_encounters(run->chain, number, &met, NULL) != CAROM_OK)
    return;
  cli_verdict *k = kind_of(all, &contact);
  if (k) {
    verdict_add(k, &contact, &met);
    return;
  }
  all->others++;
  all->worst = graver(all->worst, carom_verdict_of_overlap(&contact, met.deepest));
  if (met.at_floor > 0) all->worst = graver(all->worst, CAROM_AT_FLOOR);
}

/* Fixed steps are tried on the stiffest contact. */
static void note_steps(kinds *all, const cli_chain *run)
{
  const double step = run->scenario->run.step;
  carom_chain_pacing pace;
  carom_contact contact;
  if (step == CAROM_UNSET || carom_chain_pace(run->chain, &pace, NULL) != CAROM_OK ||
      pace.delivered == CAROM_UNSET ||
      carom_chain_prepared(run->chain, pace.contact, &contact, NULL) != CAROM_OK)
    return;
  for (int k = 0; k < all->count; k++)
    if (same(&all->kind[k].contact, &contact)) {
      all->kind[k].step = step;
      all->kind[k].at_step = pace.delivered;
    }
}

static kinds gather(const cli_chain *run)
{
  kinds all = {.count = 0};
  for (int i = 0; i < carom_chain_beads(run->chain) - 1; i++)
    note(&all, run, i);
  note(&all, run, CAROM_LEFT_WALL);
  note(&all, run, CAROM_RIGHT_WALL);
  note_steps(&all, run);
  for (int i = 0; i < all.count; i++)
    verdict_judge(&all.kind[i]);
  return all;
}

const char *chain_validity(const cli_chain *run)
{
  const kinds all = gather(run);
  return verdict_note(all.worst, all.kind, all.count);
}

void chain_print_contacts(const cli_chain *run)
{
  const kinds all = gather(run);
  verdict_table(all.kind, all.count, NULL, stdout, false);
  verdict_print(all.kind, all.count, stdout, false);
  if (all.others)
    printf("%ld contacts of further kinds are not listed: %s, judged by overlap and floor alone.\n",
           all.others, carom_validity_name(all.worst));
  putchar('\n');
}

void chain_write_contacts(carom_json *json, const cli_chain *run)
{
  const kinds all = gather(run);
  carom_json_array(json, "laws");
  for (int i = 0; i < all.count; i++) {
    const cli_verdict *k = &all.kind[i];
    const int which = carom_law_about(k->contact.law)->dampings == 2;
    const double asked = k->contact.asked[which], intended = k->contact.intended[which];
    carom_json_object(json, NULL);
    carom_json_string(json, "law", carom_law_about(k->contact.law)->name);
    carom_json_integer(json, "contacts", k->contacts);
    carom_json_number(json, "asked_restitution", asked);
    carom_json_number(json, "default_restitution", asked == CAROM_UNSET ? intended : CAROM_UNSET);
    carom_json_number(json, "restitution", k->verdict.delivered);
    carom_json_number(json, "restitution_at_step", k->step > 0 ? k->at_step : CAROM_UNSET);
    carom_json_number(json, "speed", k->contact.speed);
    verdict_members(json, k);
    carom_json_end(json);
  }
  carom_json_end(json);
  if (all.others == 0) return;
  carom_json_object(json, "further_kinds");
  carom_json_integer(json, "contacts", all.others);
  carom_json_string(json, "validity", carom_validity_name(all.worst));
  carom_json_end(json);
}
