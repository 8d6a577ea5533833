/* SPDX-License-Identifier: MIT */
#include "cli/text/verdict_text.h"

#include <math.h>
#include <string.h>

#include "cli/text/impact_text.h"
#include "cli/base/quantity.h"
#include "cli/base/table.h"
#include "cli/run/trial.h"
#include "core/text.h"

void verdict_add(cli_verdict *v, const carom_contact *contact, const carom_encounters *record)
{
  const double deepest = record->deepest, yield = carom_contact_yield_overlap(contact);
  const double range = carom_contact_range(contact);
  const bool elastic = (carom_law_about(contact->law)->traits & CAROM_LAW_ELASTIC) != 0;
  if (v->contacts++ == 0) v->contact = *contact;
  v->deep += deepest > CAROM_MOST_OVERLAP * contact->radius;
  v->fitted += range != CAROM_UNSET && deepest > range;
  v->yielded += elastic && yield != CAROM_UNSET && deepest > yield;
  v->latched += record->at_floor > 0;
  carom_encounters_add(&v->sum, record);
}

/* Steps that are too long take another restitution from the law than it delivers resolved. */
static bool lost_in_steps(const cli_verdict *v)
{
  return v->step > 0 && fabs(v->at_step - v->verdict.delivered) > CAROM_RESTITUTION_OFF;
}

void verdict_judge(cli_verdict *v)
{
  char asked[48];
  v->verdict = carom_verdict_of(&v->contact, &v->sum);
  if (!lost_in_steps(v) || !impact_asked(&v->contact, asked) ||
      trial_setting(&v->contact, "calibration") == CAROM_WORD(1))
    return;
  const carom_validity missed = impact_asked_nothing(&v->contact) ? CAROM_NOT_AS_DEFAULT
                                                                  : CAROM_NOT_AS_ASKED;
  if (carom_validity_rank(missed) > carom_validity_rank(v->verdict.validity))
    v->verdict.validity = missed;
}

const char *verdict_note(carom_validity gravest, const cli_verdict *list, int count)
{
  const char *unjudged = NULL;
  for (int i = 0; i < count; i++) {
    const carom_verdict *r = &list[i].verdict;
    if (carom_validity_rank(r->validity) > carom_validity_rank(gravest)) gravest = r->validity;
    if (!r->yield_judged && !unjudged) unjudged = impact_unjudged(&list[i].contact);
  }
  return gravest == CAROM_VALID ? unjudged : carom_validity_name(gravest);
}

static double known(double value)
{
  return value == CAROM_UNSET ? (double)NAN : value;
}

/* "93 %", with more digits where a few of many matter. */
static const char *share_text(double share, char text[24])
{
  const double part = 100 * share;
  snprintf(text, 24, part > 0 && part < 0.1 ? "%.2g %%" : part < 10 ? "%.3g %%" : "%.0f %%", part);
  return text;
}

static long counted_impacts(const carom_encounters *e)
{
  long sum = 0;
  for (int k = 0; k < CAROM_SPEED_CLASSES; k++)
    sum += e->impacts[k];
  return sum;
}

/* Where impacts are not counted, only the fastest one is known to be off or not. */
static bool share_known(const cli_verdict *v)
{
  return v->verdict.off != CAROM_UNSET && counted_impacts(&v->sum) > 0;
}

static const char *law_of(const cli_verdict *v)
{
  return carom_law_about(v->contact.law)->name;
}

void verdict_table(const cli_verdict *list, int count, const char *title, FILE *file, bool html)
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
    const cli_verdict *v = &list[i];
    const carom_verdict *r = &v->verdict;
    char asked[48], number[24];
    snprintf(number, sizeof number, "%ld", v->contacts);
    table_text(&table, title ? v->name : number);
    table_text(&table, law_of(v));
    table_text(&table, impact_asked(&v->contact, asked));
    table_number(&table, known(r->delivered));
    table_number(&table, v->contact.speed);
    table_number(&table, v->sum.fastest > 0 ? v->sum.fastest : (double)NAN);
    table_number(&table, known(r->lowest));
    table_number(&table, known(r->highest));
    table_text(&table, share_known(v) ? share_text(r->off, number) : NULL);
    table_number(&table, known(r->duration));
    table_text(&table, carom_validity_name(r->validity));
  }
  if (table_ok(&table) && count > 0) (html ? table_write_html : table_write_text)(&table, file);
  table_free(&table);
}

/* "in 3 of 40 contacts", or nothing where there is but one, or nobody knows. */
static const char *in_contacts(const cli_verdict *v, long some, char text[64])
{
  *text = 0;
  if (v->contacts > 1 && !v->sum.shared)
    snprintf(text, 64, " in %ld of %ld contacts", some, v->contacts);
  return text;
}

static bool tell_overlap(const cli_verdict *v, char *text)
{
  char where[64];
  if (!v->deep) return false;
  carom_append(
      text, VERDICT_ROOM,
      "the overlap passes a tenth of the effective radius%s, up to %.3g of it: no law here "
      "is meant for that.",
      in_contacts(v, v->deep, where), v->verdict.overlap_over_radius);
  return true;
}

static bool tell_range(const cli_verdict *v, char *text)
{
  char where[64];
  if (!v->fitted) return false;
  carom_append(text, VERDICT_ROOM,
               "the overlap passes the range to which the law was fitted%s, up to %.3g times.",
               in_contacts(v, v->fitted, where), v->verdict.overlap_over_range);
  return true;
}

static bool tell_floor(const cli_verdict *v, char *text)
{
  char where[64], floor[QUANTITY_ROOM], speed[QUANTITY_ROOM];
  if (!v->latched) return false;
  if (v->contacts > 1)
    snprintf(where, sizeof where, "%ld of %ld contacts", v->latched, v->contacts);
  else
    snprintf(where, sizeof where, "%ld of %ld touches", v->sum.at_floor, v->sum.touches);
  carom_append(text, VERDICT_ROOM,
               "latched at the floor in %s: bodies that touch slower than impact_speed_floor (%s) "
               "are damped by that number; with impact_speed: expected (%s here), or a speed that "
               "is given, they are not.",
               where, quantity_print(carom_contact_speed_floor(&v->contact), "m/s", floor),
               quantity_print(v->contact.speed, "m/s", speed));
  return true;
}

/* "0.7 asked for at 1 m/s", "default 0.7 meant for 1 m/s"; NULL: nothing is. */
static const char *wished(const cli_verdict *v, char text[96])
{
  char asked[48], at[QUANTITY_ROOM];
  if (!impact_asked(&v->contact, asked)) return NULL;
  snprintf(text, 96, "%s %s %s", asked,
           impact_asked_nothing(&v->contact) ? "meant for" : "asked for at",
           quantity_print(v->contact.speed, "m/s", at));
  return text;
}

/* What says for which speed a restitution is asked. */
static const char *hint(const cli_verdict *v, char text[96])
{
  const carom_fields fields = carom_law_fields(v->contact.law);
  const char *name = v->setting;
  for (int i = 0; !name && i < fields.count; i++)
    if (strcmp(fields.field[i].name, "reference_speed") == 0) name = fields.field[i].name;
  *text = 0;
  if (name)
    snprintf(text, 96, "; %s says for which speed it is %s", name,
             impact_asked_nothing(&v->contact) ? "meant" : "asked");
  return text;
}

/* What was delivered at the speeds that occurred. */
static bool tell_impacts(const cli_verdict *v, long impacts, char *text)
{
  const carom_verdict *r = &v->verdict;
  char slow[QUANTITY_ROOM], fast[QUANTITY_ROOM], share[24], how[96], wanted[96];
  const char *wish = wished(v, wanted);
  if (!(r->off > 0) || !wish) return false;
  quantity_print(v->sum.slowest, "m/s", slow);
  quantity_print(v->sum.fastest, "m/s", fast);
  if (impacts == 1)
    carom_append(text, VERDICT_ROOM, "the impact at %s delivers %.4f, not the %s%s.", fast,
                 r->lowest, wish, hint(v, how));
  else
    carom_append(text, VERDICT_ROOM,
                 "%ld impacts at %s to %s deliver %.4f to %.4f, %s of them off the %s by more than "
                 "%g%s.",
                 impacts, slow, fast, r->lowest, r->highest, share_text(r->off, share), wish,
                 CAROM_RESTITUTION_OFF, hint(v, how));
  return true;
}

/* At the fastest of each kind, if impacts are not counted: "0.43", "0.43 to 0.6". */
static const char *fastest_text(const carom_verdict *r, char text[32])
{
  if (r->highest - r->lowest > 5e-5)
    snprintf(text, 32, "%.4g to %.4g", r->lowest, r->highest);
  else
    snprintf(text, 32, "%.4g", r->lowest);
  return text;
}

static bool tell_restitution(const cli_verdict *v, char *text)
{
  const carom_verdict *r = &v->verdict;
  const long impacts = counted_impacts(&v->sum);
  const bool faster = v->sum.fastest > v->contact.speed && v->allowed > 0;
  const bool missed = r->validity == CAROM_NOT_AS_ASKED || r->validity == CAROM_NOT_AS_DEFAULT;
  char fast[QUANTITY_ROOM], at[QUANTITY_ROOM], how[96], wanted[96], there[32];
  const char *wish = wished(v, wanted);
  if (impacts > 0) return tell_impacts(v, impacts, text);
  if (r->lowest == CAROM_UNSET || r->delivered == CAROM_UNSET) return false;
  const double change = fmax(fabs(r->lowest - r->delivered), fabs(r->highest - r->delivered));
  quantity_print(v->sum.fastest, "m/s", fast);
  quantity_print(v->contact.speed, "m/s", at);
  if (change > (faster ? v->allowed : CAROM_RESTITUTION_OFF))
    carom_append(text, VERDICT_ROOM,
                 "bodies met at up to %s, where the restitution is %s, not %.4g as at %s%s.", fast,
                 fastest_text(r, there), r->delivered, at, hint(v, how));
  else if (missed && r->off > 0 && wish)
    carom_append(text, VERDICT_ROOM,
                 "bodies met at up to %s, where the restitution is %s, not the %s.", fast,
                 fastest_text(r, there), wish);
  else
    return false;
  return true;
}

static bool tell_steps(const cli_verdict *v, char *text)
{
  char step[QUANTITY_ROOM];
  if (!lost_in_steps(v)) return false;
  carom_append(text, VERDICT_ROOM,
               "in steps of %s the restitution is %.4g instead of %.4g; take shorter ones.",
               quantity_print(v->step, "s", step), v->at_step, v->verdict.delivered);
  return true;
}

static bool tell_yield(const cli_verdict *v, char *text)
{
  char where[64];
  if (!v->yielded) return false;
  carom_append(text, VERDICT_ROOM,
               "the overlap passes first yield%s, up to %.3g times: this law knows no plasticity.",
               in_contacts(v, v->yielded, where), v->verdict.overlap_over_yield);
  return true;
}

static bool tell_unjudged(const cli_verdict *v, char *text)
{
  if (v->verdict.yield_judged || !(v->sum.deepest > 0)) return false;
  carom_append(text, VERDICT_ROOM, "%s.", impact_unjudged(&v->contact));
  return true;
}

bool verdict_sentence(const cli_verdict *v, int index, char text[VERDICT_ROOM])
{
  static bool (*const tell[])(const cli_verdict *v, char *text) = {
      tell_overlap, tell_range, tell_floor,   tell_restitution,
      tell_steps,   tell_yield, tell_unjudged};
  for (size_t i = 0; i < sizeof tell / sizeof *tell; i++) {
    snprintf(text, VERDICT_ROOM, "%.96s: ", *v->name ? v->name : law_of(v));
    if (tell[i](v, text) && index-- == 0) return true;
  }
  return false;
}

/* Is the same told of both, but for numbers? Contacts of other sizes have rows of their own, but a
 * name of their own they have not. */
static bool told_together(const cli_verdict *a, const cli_verdict *b)
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

static void join(cli_verdict *all, const cli_verdict *v)
{
  carom_verdict *a = &all->verdict;
  const carom_verdict *b = &v->verdict;
  const double before = (double)counted_impacts(&all->sum), more = (double)counted_impacts(&v->sum);
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
  if (carom_validity_rank(b->validity) > carom_validity_rank(a->validity))
    a->validity = b->validity;
  if (lost_in_steps(v)) {
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

/* Number `index` with all that are told together with it; false: it was told before. */
static bool gather(const cli_verdict *list, int count, int index, cli_verdict *all)
{
  for (int i = 0; i < index; i++)
    if (told_together(&list[i], &list[index])) return false;
  *all = list[index];
  for (int i = index + 1; i < count; i++)
    if (told_together(&list[index], &list[i])) join(all, &list[i]);
  return true;
}

void verdict_print(const cli_verdict *list, int count, FILE *file, bool html)
{
  char text[VERDICT_ROOM];
  cli_verdict all;
  for (int i = 0; i < count; i++)
    for (int k = 0; gather(list, count, i, &all) && verdict_sentence(&all, k, text); k++) {
      if (html) fputs("<p>", file);
      if (html)
        table_put_html(file, text);
      else
        fputs(text, file);
      fputs(html ? "</p>\n" : "\n", file);
    }
}

void verdict_members(carom_json *json, const cli_verdict *v)
{
  const carom_verdict *r = &v->verdict;
  const long impacts = counted_impacts(&v->sum);
  char text[VERDICT_ROOM];
  impact_by_phase(json, "asked", &v->contact, v->contact.asked);
  carom_json_number(json, "delivered", known(r->delivered));
  carom_json_number(json, "at", v->contact.speed);
  carom_json_number(json, "contact_time", known(r->duration));
  carom_json_number(json, "slowest_approach", v->sum.slowest > 0 ? v->sum.slowest : (double)NAN);
  carom_json_number(json, "fastest_approach", v->sum.fastest > 0 ? v->sum.fastest : (double)NAN);
  carom_json_number(json, "lowest", known(r->lowest));
  carom_json_number(json, "highest", known(r->highest));
  carom_json_number(json, "off", share_known(v) ? r->off : (double)NAN);
  if (impacts > 0)
    carom_json_integer(json, "impacts_judged", impacts);
  else
    carom_json_null(json, "impacts_judged");
  if (v->sum.touches > 0 || !(v->sum.deepest > 0))
    carom_json_integer(json, "touches", v->sum.touches);
  else
    carom_json_null(json, "touches");
  carom_json_integer(json, "latched_at_floor", v->sum.at_floor);
  carom_json_integer(json, "contacts_latched_at_floor", v->latched);
  carom_json_number(json, "overlap_over_radius", r->overlap_over_radius);
  carom_json_number(json, "overlap_over_range", known(r->overlap_over_range));
  carom_json_number(json, "overlap_over_yield", known(r->overlap_over_yield));
  carom_json_bool(json, "yield_judged", r->yield_judged);
  carom_json_string(json, "validity", carom_validity_name(r->validity));
  carom_json_row(json, "notes");
  for (int k = 0; verdict_sentence(v, k, text); k++)
    carom_json_string(json, NULL, text);
  carom_json_end(json);
}
