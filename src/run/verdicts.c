/* SPDX-License-Identifier: MIT */
#include "run/verdicts.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "run/contact_json.h"
#include "run/quantity.h"
#include "run/run.h"

void carom_verdict_add(carom_contact_verdict *v, const carom_contact *contact,
                       const carom_encounters *record)
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

/* True if the steps are so long that the restitution differs from that of the resolved law. */
bool carom_verdict_lost_in_steps(const carom_contact_verdict *v)
{
  return v->step > 0 && fabs(v->at_step - v->verdict.delivered) > CAROM_RESTITUTION_OFF;
}

/* An adhesion model added to the law has its own theory. */
static void judge_adhesion(carom_contact_verdict *v)
{
  carom_verdict *r = &v->verdict;
  if (!v->adhesion) return;
  r->tabor = v->tabor;
  if (r->tabor != CAROM_UNSET && r->tabor > carom_stage_about(v->adhesion)->softest &&
      carom_validity_rank(CAROM_BEYOND_THEORY) > carom_validity_rank(r->validity))
    r->validity = CAROM_BEYOND_THEORY;
}

void carom_verdict_judge(carom_contact_verdict *v)
{
  char asked[48];
  v->verdict = carom_verdict_of(&v->contact, &v->sum);
  judge_adhesion(v);
  if (!carom_verdict_lost_in_steps(v) || !carom_contact_asked(&v->contact, asked) ||
      carom_contact_setting_in_force(&v->contact, "calibration") == CAROM_WORD(1))
    return;
  const carom_validity missed = carom_contact_asked_nothing(&v->contact) ? CAROM_NOT_AS_DEFAULT
                                                                         : CAROM_NOT_AS_ASKED;
  if (carom_validity_rank(missed) > carom_validity_rank(v->verdict.validity))
    v->verdict.validity = missed;
}

const char *carom_verdict_note(carom_validity gravest, const carom_contact_verdict *list, int count)
{
  const char *unjudged = NULL;
  for (int i = 0; i < count; i++) {
    const carom_verdict *r = &list[i].verdict;
    if (carom_validity_rank(r->validity) > carom_validity_rank(gravest)) gravest = r->validity;
    if (!r->yield_judged && !unjudged) unjudged = carom_contact_unjudged(&list[i].contact);
  }
  return gravest == CAROM_VALID ? unjudged : carom_validity_name(gravest);
}

/* Prints "93 %", with more digits where a few of many matter. */
const char *carom_share_text(double share, char text[24])
{
  const double part = 100 * share;
  snprintf(text, 24, part > 0 && part < 0.1 ? "%.2g %%" : part < 10 ? "%.3g %%" : "%.0f %%", part);
  return text;
}

int64_t carom_encounters_impacts(const carom_encounters *e)
{
  int64_t sum = 0;
  for (int k = 0; k < CAROM_SPEED_CLASSES; k++)
    sum += e->impacts[k];
  return sum;
}

/* If impacts are not counted, only the fastest one is known to deviate or not. */
bool carom_verdict_share_known(const carom_contact_verdict *v)
{
  return v->verdict.off != CAROM_UNSET && carom_encounters_impacts(&v->sum) > 0;
}

static const char *law_of(const carom_contact_verdict *v)
{
  return carom_law_about(v->contact.law)->name;
}

/* "in 3 of 40 contacts", or "" if there is only one, or the number is not known. */
static const char *in_contacts(const carom_contact_verdict *v, int64_t some, char text[64])
{
  *text = 0;
  if (v->contacts > 1 && !v->sum.shared)
    snprintf(text, 64, " in %" PRId64 " of %" PRId64 " contacts", some, v->contacts);
  return text;
}

static bool tell_overlap(const carom_contact_verdict *v, char *text)
{
  char where[64];
  if (!v->deep) return false;
  carom_append(
      text, CAROM_VERDICT_ROOM,
      "the overlap passes a tenth of the effective radius%s, up to %.3g of it: no law here "
      "is meant for that.",
      in_contacts(v, v->deep, where), v->verdict.overlap_over_radius);
  return true;
}

static bool tell_range(const carom_contact_verdict *v, char *text)
{
  char where[64];
  if (!v->fitted) return false;
  carom_append(text, CAROM_VERDICT_ROOM,
               "the overlap passes the range to which the law was fitted%s, up to %.3g times.",
               in_contacts(v, v->fitted, where), v->verdict.overlap_over_range);
  return true;
}

static bool tell_floor(const carom_contact_verdict *v, char *text)
{
  char where[64], floor[CAROM_QUANTITY_ROOM], speed[CAROM_QUANTITY_ROOM];
  if (!v->latched) return false;
  if (v->contacts > 1)
    snprintf(where, sizeof where, "%" PRId64 " of %" PRId64 " contacts", v->latched, v->contacts);
  else
    snprintf(where, sizeof where, "%" PRId64 " of %" PRId64 " touches", v->sum.at_floor,
             v->sum.touches);
  carom_append(text, CAROM_VERDICT_ROOM,
               "latched at the floor in %s: bodies that touch slower than impact_speed_floor (%s) "
               "are damped by that number; with impact_speed: expected (%s here), or a speed that "
               "is given, they are not.",
               where, carom_quantity_print(carom_contact_speed_floor(&v->contact), "m/s", floor),
               carom_quantity_print(v->contact.speed, "m/s", speed));
  return true;
}

/* "0.7 asked for at 1 m/s" or "default 0.7 meant for 1 m/s"; NULL if there is no target. */
static const char *wished(const carom_contact_verdict *v, char text[96])
{
  char asked[48], at[CAROM_QUANTITY_ROOM];
  if (!carom_contact_asked(&v->contact, asked)) return NULL;
  snprintf(text, 96, "%s %s %s", asked,
           carom_contact_asked_nothing(&v->contact) ? "meant for" : "asked for at",
           carom_quantity_print(v->contact.speed, "m/s", at));
  return text;
}

/* The setting that gives the speed of calibration. */
static const char *hint(const carom_contact_verdict *v, char text[96])
{
  const carom_fields fields = carom_law_fields(v->contact.law);
  const char *name = v->setting;
  for (int i = 0; !name && i < fields.count; i++)
    if (strcmp(fields.field[i].name, "reference_speed") == 0) name = fields.field[i].name;
  *text = 0;
  if (name)
    snprintf(text, 96, "; %s says for which speed it is %s", name,
             carom_contact_asked_nothing(&v->contact) ? "meant" : "asked");
  return text;
}

/* The likely cause of a missed restitution: the published formula, or the speed. */
static const char *remedy(const carom_contact_verdict *v, char text[96])
{
  if (carom_contact_setting_in_force(&v->contact, "calibration") != CAROM_WORD(1))
    return hint(v, text);
  snprintf(text, 96, "; the published formula delivers %.4f there, calibration: exact what is %s",
           v->verdict.delivered, carom_contact_asked_nothing(&v->contact) ? "meant" : "asked");
  return text;
}

/* The restitution delivered over the speeds that occurred: "0.43", "0.43 to 0.6". */
static const char *delivered_text(const carom_verdict *r, char text[32])
{
  if (r->highest - r->lowest > 5e-5)
    snprintf(text, 32, "%.4g to %.4g", r->lowest, r->highest);
  else
    snprintf(text, 32, "%.4g", r->lowest);
  return text;
}

/* Reports what was delivered at the speeds that occurred. */
static bool tell_impacts(const carom_contact_verdict *v, int64_t impacts, char *text)
{
  const carom_verdict *r = &v->verdict;
  char slow[CAROM_QUANTITY_ROOM], fast[CAROM_QUANTITY_ROOM], share[24], how[96], wanted[96];
  char range[32];
  const char *wish = wished(v, wanted);
  if (!(r->off > 0) || !wish) return false;
  carom_quantity_print(v->sum.slowest, "m/s", slow);
  carom_quantity_print(v->sum.fastest, "m/s", fast);
  if (impacts == 1)
    carom_append(text, CAROM_VERDICT_ROOM, "the impact at %s delivers %.4f, not the %s%s.", fast,
                 r->lowest, wish, remedy(v, how));
  else
    carom_append(text, CAROM_VERDICT_ROOM,
                 "%" PRId64
                 " impacts at %s to %s deliver %s, %s of them off the %s by more than %g%s.",
                 impacts, slow, fast, delivered_text(r, range), carom_share_text(r->off, share),
                 wish, CAROM_RESTITUTION_OFF, remedy(v, how));
  return true;
}

static bool tell_restitution(const carom_contact_verdict *v, char *text)
{
  const carom_verdict *r = &v->verdict;
  const int64_t impacts = carom_encounters_impacts(&v->sum);
  const bool faster = v->sum.fastest > v->contact.speed && v->allowed > 0;
  const bool missed = r->validity == CAROM_NOT_AS_ASKED || r->validity == CAROM_NOT_AS_DEFAULT;
  char fast[CAROM_QUANTITY_ROOM], at[CAROM_QUANTITY_ROOM], how[96], wanted[96], there[32];
  const char *wish = wished(v, wanted);
  if (impacts > 0) return tell_impacts(v, impacts, text);
  if (r->lowest == CAROM_UNSET || r->delivered == CAROM_UNSET) return false;
  const double change = carom_larger(fabs(r->lowest - r->delivered),
                                     fabs(r->highest - r->delivered));
  carom_quantity_print(v->sum.fastest, "m/s", fast);
  carom_quantity_print(v->contact.speed, "m/s", at);
  if (change > (faster ? v->allowed : CAROM_RESTITUTION_OFF))
    carom_append(text, CAROM_VERDICT_ROOM,
                 "bodies met at up to %s, where the restitution is %s, not %.4g as at %s%s.", fast,
                 delivered_text(r, there), r->delivered, at, hint(v, how));
  else if (missed && r->off > 0 && wish)
    carom_append(text, CAROM_VERDICT_ROOM,
                 "bodies met at up to %s, where the restitution is %s, not the %s.", fast,
                 delivered_text(r, there), wish);
  else
    return false;
  return true;
}

static bool tell_steps(const carom_contact_verdict *v, char *text)
{
  char step[CAROM_QUANTITY_ROOM];
  if (!carom_verdict_lost_in_steps(v)) return false;
  carom_append(text, CAROM_VERDICT_ROOM,
               "in steps of %s the restitution is %.4g instead of %.4g; take shorter ones.",
               carom_quantity_print(v->step, "s", step), v->at_step, v->verdict.delivered);
  return true;
}

static bool tell_yield(const carom_contact_verdict *v, char *text)
{
  char where[64];
  if (!v->yielded) return false;
  carom_append(text, CAROM_VERDICT_ROOM,
               "the overlap passes first yield%s, up to %.3g times: this law knows no plasticity.",
               in_contacts(v, v->yielded, where), v->verdict.overlap_over_yield);
  return true;
}

static bool tell_theory(const carom_contact_verdict *v, char *text)
{
  const carom_law_info *law = carom_law_about(v->contact.law);
  const carom_stage_info *model = v->adhesion ? carom_stage_about(v->adhesion) : NULL;
  const double tabor = v->verdict.tabor, least = model ? 0 : law->least;
  if (tabor == CAROM_UNSET || !(tabor < least || (model && tabor > model->softest))) return false;
  carom_append(text, CAROM_VERDICT_ROOM,
               "the Tabor parameter is %.3g, and %s is meant for %s bodies: %g and %s. See "
               "'carom law %s'.",
               tabor, model ? model->name : law->name, model ? "hard, small" : "soft, large",
               model ? model->softest : least, model ? "less" : "more",
               model ? model->name : law->name);
  return true;
}

static bool tell_unjudged(const carom_contact_verdict *v, char *text)
{
  if (v->verdict.yield_judged || !(v->sum.deepest > 0)) return false;
  carom_append(text, CAROM_VERDICT_ROOM, "%s.", carom_contact_unjudged(&v->contact));
  return true;
}

bool carom_verdict_sentence(const carom_contact_verdict *v, int index,
                            char text[CAROM_VERDICT_ROOM])
{
  static bool (*const tell[])(const carom_contact_verdict *v, char *text) = {
      tell_overlap, tell_range, tell_floor,  tell_restitution,
      tell_steps,   tell_yield, tell_theory, tell_unjudged};
  for (size_t i = 0; i < sizeof tell / sizeof *tell; i++) {
    snprintf(text, CAROM_VERDICT_ROOM, "%.96s: ", *v->name ? v->name : law_of(v));
    if (tell[i](v, text) && index-- == 0) return true;
  }
  return false;
}

void carom_verdict_members(carom_json *json, const carom_contact_verdict *v)
{
  const carom_verdict *r = &v->verdict;
  const int64_t impacts = carom_encounters_impacts(&v->sum);
  char text[CAROM_VERDICT_ROOM];
  carom_contact_by_phase(json, "asked", &v->contact, v->contact.asked);
  carom_json_number(json, "delivered", r->delivered);
  carom_json_quantity(json, "at", "m/s", v->contact.speed);
  carom_json_quantity(json, "contact_time", "s", r->duration);
  carom_json_quantity(json, "slowest_approach", "m/s",
                      v->sum.slowest > 0 ? v->sum.slowest : (double)NAN);
  carom_json_quantity(json, "fastest_approach", "m/s",
                      v->sum.fastest > 0 ? v->sum.fastest : (double)NAN);
  carom_json_number(json, "lowest", r->lowest);
  carom_json_number(json, "highest", r->highest);
  carom_json_number(json, "off", carom_verdict_share_known(v) ? r->off : (double)NAN);
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
  carom_json_number(json, "overlap_over_range", r->overlap_over_range);
  carom_json_number(json, "overlap_over_yield", r->overlap_over_yield);
  carom_json_bool(json, "yield_judged", r->yield_judged);
  carom_json_number(json, "tabor", r->tabor);
  carom_json_string(json, "validity", carom_validity_name(r->validity));
  carom_json_row(json, "notes");
  for (int k = 0; carom_verdict_sentence(v, k, text); k++)
    carom_json_string(json, NULL, text);
  carom_json_end(json);
}

bool carom_verdicts_room(carom_verdicts *list, int count)
{
  *list = (carom_verdicts){.item = calloc((size_t)count + 1, sizeof *list->item)};
  return list->item != NULL;
}

void carom_verdicts_free(carom_verdicts *list)
{
  free(list->item);
  *list = (carom_verdicts){.item = NULL};
}

const char *carom_run_validity(const carom_run *run)
{
  carom_verdicts list = {.item = NULL};
  const bool made = run->kind->verdicts(run, &list);
  const char *note = made ? carom_verdict_note(list.worst, list.item, list.count) : NULL;
  carom_verdicts_free(&list);
  return note;
}

const carom_run_verdict *carom_run_verdicts(carom_run *run, int *count, carom_error *err)
{
  if (count) *count = 0;
  if (!run || !count) {
    carom_fail(err, CAROM_ERR_ARGUMENT, run ? "count" : "run", "must not be NULL");
    return NULL;
  }
  carom_verdicts_free(&run->judged);
  free(run->verdict);
  run->verdict = NULL;
  if (run->kind->verdicts(run, &run->judged))
    run->verdict = calloc((size_t)run->judged.count + 1, sizeof *run->verdict);
  if (!run->verdict) {
    carom_fail(err, CAROM_ERR_MEMORY, NULL, "out of memory");
    return NULL;
  }
  for (int i = 0; i < run->judged.count; i++) {
    const carom_contact_verdict *v = &run->judged.item[i];
    run->verdict[i] = (carom_run_verdict){.name = v->name,
                                          .law = carom_law_about(v->contact.law)->name,
                                          .contacts = v->contacts,
                                          .at_step = v->step > 0 ? v->at_step : CAROM_UNSET,
                                          .judged = v->verdict,
                                          .encounters = v->sum};
  }
  *count = run->judged.count;
  return run->verdict;
}
