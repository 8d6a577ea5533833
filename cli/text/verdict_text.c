/* SPDX-License-Identifier: MIT */
#include "cli/text/verdict_text.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "cli/base/table.h"
#include "run/contact_json.h"

void verdict_table(const carom_contact_verdict *list, int count, const char *title, FILE *file,
                   bool html)
{
  cli_column columns[] = {{"contacts", "contacts", NULL, 0},
                          {"law", "law", NULL, 0},
                          {"asked", "asked", NULL, 0},
                          {"delivered", "delivered", "1", 4},
                          {"at", "at", "m/s", 0},
                          {"approach", "fastest_approach", "m/s", 0},
                          {"lowest", "lowest", "1", 4},
                          {"highest", "highest", "1", 4},
                          {"off", "off", NULL, 0},
                          {"contact time", "contact_time", "s", 0},
                          {"validity", "validity", NULL, 0}};
  if (title) columns[0].title = title;
  cli_table table = table_new(columns, sizeof columns / sizeof *columns);
  for (int i = 0; i < count; i++) {
    const carom_contact_verdict *v = &list[i];
    const carom_verdict *r = &v->verdict;
    char asked[48], number[24];
    snprintf(number, sizeof number, "%" PRId64, v->contacts);
    table_text(&table, title ? v->name : number);
    table_text(&table, carom_law_about(v->contact.law)->name);
    table_text(&table, carom_contact_asked(&v->contact, asked));
    table_number(&table, r->delivered);
    table_number(&table, v->contact.speed);
    table_number(&table, v->sum.fastest > 0 ? v->sum.fastest : (double)NAN);
    table_number(&table, r->lowest);
    table_number(&table, r->highest);
    table_text(&table, carom_verdict_share_known(v) ? carom_share_text(r->off, number) : NULL);
    table_number(&table, r->duration);
    table_text(&table, carom_validity_name(r->validity));
  }
  if (table_ok(&table) && count > 0) (html ? table_write_html : table_write_text)(&table, file);
  table_free(&table);
}

/* Can both be reported together, apart from numbers? Contacts of other sizes have rows of their
 * own, but no names of their own. */
static bool told_together(const carom_contact_verdict *a, const carom_contact_verdict *b)
{
  const carom_contact *p = &a->contact, *q = &b->contact;
  const bool asked = memcmp(p->asked, q->asked, sizeof p->asked) == 0 &&
                     memcmp(p->intended, q->intended, sizeof p->intended) == 0;
  return !*a->name && !*b->name && p->law == q->law && asked && p->speed == q->speed &&
         carom_contact_speed_floor(p) == carom_contact_speed_floor(q) &&
         a->verdict.yield_judged == b->verdict.yield_judged &&
         fabs(a->verdict.delivered - b->verdict.delivered) <= 1e-6;
}

static void lower(double *least, double value)
{
  if (value != CAROM_UNSET && (*least == CAROM_UNSET || value < *least)) *least = value;
}

static void join(carom_contact_verdict *all, const carom_contact_verdict *v)
{
  carom_verdict *a = &all->verdict;
  const carom_verdict *b = &v->verdict;
  const double before = (double)carom_encounters_impacts(&all->sum),
               more = (double)carom_encounters_impacts(&v->sum);
  if (a->off == CAROM_UNSET || b->off == CAROM_UNSET)
    a->off = fmax(a->off, b->off);
  else
    a->off = before + more > 0 ? (a->off * before + b->off * more) / (before + more)
                               : fmax(a->off, b->off);
  lower(&a->lowest, b->lowest);
  a->highest = fmax(a->highest, b->highest);
  a->overlap_over_radius = fmax(a->overlap_over_radius, b->overlap_over_radius);
  a->overlap_over_range = fmax(a->overlap_over_range, b->overlap_over_range);
  a->overlap_over_yield = fmax(a->overlap_over_yield, b->overlap_over_yield);
  lower(&a->tabor, b->tabor);
  if (carom_validity_rank(b->validity) > carom_validity_rank(a->validity))
    a->validity = b->validity;
  if (carom_verdict_lost_in_steps(v)) {
    all->step = v->step;
    all->at_step = v->at_step;
  }
  all->contacts += v->contacts;
  all->deep += v->deep;
  all->fitted += v->fitted;
  all->yielded += v->yielded;
  all->latched += v->latched;
  carom_encounters_add(&all->sum, &v->sum);
}

/* Collects contact number `index` with all reported together with it; false if it was reported
 * before. */
static bool gather(const carom_contact_verdict *list, int count, int index,
                   carom_contact_verdict *all)
{
  for (int i = 0; i < index; i++)
    if (told_together(&list[i], &list[index])) return false;
  *all = list[index];
  for (int i = index + 1; i < count; i++)
    if (told_together(&list[index], &list[i])) join(all, &list[i]);
  return true;
}

void verdict_print(const carom_contact_verdict *list, int count, FILE *file, bool html)
{
  char text[CAROM_VERDICT_ROOM];
  carom_contact_verdict all;
  for (int i = 0; i < count; i++)
    for (int k = 0; gather(list, count, i, &all) && carom_verdict_sentence(&all, k, text); k++) {
      if (html) fputs("<p>", file);
      if (html)
        table_put_html(file, text);
      else
        fputs(text, file);
      fputs(html ? "</p>\n" : "\n", file);
    }
}
