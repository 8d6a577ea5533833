/* SPDX-License-Identifier: MIT */
#include "cli/chain_contacts.h"

#include <string.h>

#include "cli/impact_text.h"
#include "cli/quantity.h"
#include "cli/table.h"

enum { KINDS = 12 }; /* more are only counted */

/* Contacts with the same law and constants. */
typedef struct kind {
  carom_contact contact;
  int first, count, beyond_yield, beyond_overlap;
  bool resolved;
  carom_impact impact; /* at the speed the calibration expects */
  double most;         /* largest first peak of the overlap, m */
} kind;

typedef struct kinds {
  kind kind[KINDS];
  int count;
  long others;
} kinds;

static bool same(const carom_contact *a, const carom_contact *b)
{
  return a->law == b->law && a->mass == b->mass && a->radius == b->radius &&
         memcmp(a->slot, b->slot, sizeof a->slot) == 0;
}

static kind *kind_of(kinds *all, const carom_contact *contact, int number)
{
  for (int k = 0; k < all->count; k++)
    if (same(&all->kind[k].contact, contact)) return &all->kind[k];
  if (all->count == KINDS) {
    all->others++;
    return NULL;
  }
  kind *k = &all->kind[all->count++];
  *k = (kind){.contact = *contact, .first = number};
  carom_impact_def def = carom_impact_default();
  def.contact = &k->contact;
  def.speed = contact->speed;
  k->resolved = carom_impact_resolve(&def, &k->impact, NULL) == CAROM_OK;
  return k;
}

static void note(kinds *all, const cli_chain *run, int number)
{
  carom_contact contact;
  carom_chain_contact now;
  if (carom_chain_prepared(run->chain, number, &contact, NULL) != CAROM_OK ||
      carom_chain_look(run->chain, number, &now, NULL) != CAROM_OK)
    return;
  kind *k = kind_of(all, &contact, number);
  if (!k) return;
  const double yield = carom_contact_yield_overlap(&contact);
  const bool elastic = (carom_law_about(contact.law)->traits & CAROM_LAW_ELASTIC) != 0;
  const double peak = now.first_peak_overlap > now.overlap ? now.first_peak_overlap : now.overlap;
  k->count++;
  k->most = peak > k->most ? peak : k->most;
  k->beyond_overlap += peak > 0.1 * contact.radius;
  k->beyond_yield += elastic && yield != CAROM_UNSET && peak > yield;
}

static kinds gather(const cli_chain *run)
{
  kinds all = {.count = 0};
  for (int i = 0; i < carom_chain_beads(run->chain) - 1; i++)
    note(&all, run, i);
  note(&all, run, CAROM_LEFT_WALL);
  note(&all, run, CAROM_RIGHT_WALL);
  return all;
}

static const char *verdict(const kind *k)
{
  return k->beyond_overlap ? "beyond overlap" : k->beyond_yield ? "beyond yield" : "valid";
}

const char *chain_validity(const cli_chain *run)
{
  const kinds all = gather(run);
  const kind *worst = NULL;
  for (int i = 0; i < all.count; i++)
    if (all.kind[i].beyond_overlap || (all.kind[i].beyond_yield && !worst)) worst = &all.kind[i];
  return worst ? verdict(worst) : NULL;
}

static const char *plural(int count)
{
  return count == 1 ? "" : "s";
}

void chain_print_contacts(const cli_chain *run)
{
  static const cli_column columns[] = {
      {"law", "law", NULL, 0},          {"contacts", "contacts", NULL, 0},
      {"asked", "asked", NULL, 0},      {"delivered", "delivered", "1", 4},
      {"at", "speed", "m/s", 0},        {"contact time", "duration", "s", 0},
      {"validity", "validity", NULL, 0}};
  const kinds all = gather(run);
  cli_table table = table_new(columns, sizeof columns / sizeof *columns);
  for (int i = 0; i < all.count; i++) {
    const kind *k = &all.kind[i];
    char text[48];
    const char *asked = impact_asked(&k->contact, text);
    table_text(&table, carom_law_about(k->contact.law)->name);
    char number[24];
    snprintf(number, sizeof number, "%d", k->count);
    table_text(&table, number);
    table_text(&table, asked ? asked : "-");
    table_number(&table, k->resolved ? k->impact.restitution : __builtin_nan(""));
    table_number(&table, k->contact.speed);
    table_number(&table, k->resolved ? k->impact.duration : __builtin_nan(""));
    table_text(&table, verdict(k));
  }
  if (table_ok(&table)) table_write_text(&table, stdout);
  table_free(&table);
  if (all.others) printf("%ld contacts of further kinds are not listed.\n", all.others);
  for (int i = 0; i < all.count; i++) {
    const kind *k = &all.kind[i];
    const double yield = carom_contact_yield_overlap(&k->contact);
    if (k->beyond_yield)
      printf("%s: the overlap passes first yield in at least %d contact%s, up to %.3g times: this "
             "law knows no plasticity.\n",
             carom_law_about(k->contact.law)->name, k->beyond_yield, plural(k->beyond_yield),
             k->most / yield);
    if (k->beyond_overlap)
      printf("%s: the overlap passes a tenth of the effective radius in at least %d contact%s: no "
             "law here is meant for that.\n",
             carom_law_about(k->contact.law)->name, k->beyond_overlap, plural(k->beyond_overlap));
  }
  putchar('\n');
}

void chain_write_contacts(carom_json *json, const cli_chain *run)
{
  const kinds all = gather(run);
  carom_json_array(json, "laws");
  for (int i = 0; i < all.count; i++) {
    const kind *k = &all.kind[i];
    const bool two = carom_law_about(k->contact.law)->dampings == 2;
    const double asked = two ? k->contact.asked[1] : k->contact.asked[0];
    carom_json_object(json, NULL);
    carom_json_string(json, "law", carom_law_about(k->contact.law)->name);
    carom_json_integer(json, "contacts", k->count);
    carom_json_number(json, "asked_restitution", asked);
    carom_json_number(json, "restitution", k->resolved ? k->impact.restitution : __builtin_nan(""));
    carom_json_number(json, "speed", k->contact.speed);
    carom_json_number(json, "contact_time", k->resolved ? k->impact.duration : __builtin_nan(""));
    carom_json_string(json, "validity", verdict(k));
    carom_json_end(json);
  }
  carom_json_end(json);
}
