/* SPDX-License-Identifier: MIT */
#include <carom/verdict.h>

#include "impact/owed.h"
#include "law/law.h"

/* Strains beyond this are not small. */
static const double most_overlap = 0.1;

const char *carom_validity_text(carom_validity validity)
{
  switch (validity) {
  case CAROM_VALID:
    return "within the range of the law";
  case CAROM_BEYOND_YIELD:
    return "the peak overlap passes first yield: this law knows no plasticity; consider ma-liu";
  case CAROM_BEYOND_OVERLAP:
    return "overlap beyond a tenth of the effective radius";
  case CAROM_NOT_AS_ASKED:
    return "delivers another restitution than asked: calibrated for another speed (see "
           "impact_speed, impact_speed_floor, reference_speed)";
  case CAROM_BEYOND_RANGE:
    return "the peak overlap passes the range to which the law was fitted; consider ma-liu";
  case CAROM_AT_FLOOR:
    return "touches slower than impact_speed_floor were taken as this fast: the floor decides; use "
           "impact_speed: expected, or give a speed";
  }
  return "unknown";
}

const char *carom_validity_name(carom_validity validity)
{
  switch (validity) {
  case CAROM_VALID:
    return "valid";
  case CAROM_BEYOND_YIELD:
    return "beyond yield";
  case CAROM_BEYOND_OVERLAP:
    return "beyond overlap";
  case CAROM_NOT_AS_ASKED:
    return "not as asked";
  case CAROM_BEYOND_RANGE:
    return "beyond range";
  case CAROM_AT_FLOOR:
    return "latched at the floor";
  }
  return "unknown";
}

int carom_validity_rank(carom_validity validity)
{
  static const carom_validity order[] = {CAROM_VALID,    CAROM_BEYOND_YIELD, CAROM_NOT_AS_ASKED,
                                         CAROM_AT_FLOOR, CAROM_BEYOND_RANGE, CAROM_BEYOND_OVERLAP};
  int rank = 0;
  for (int i = 0; i < (int)(sizeof order / sizeof *order); i++)
    if (order[i] == validity) rank = i;
  return rank;
}

static bool is_elastic(const carom_contact *c)
{
  return (c->law->info.traits & CAROM_LAW_ELASTIC) != 0;
}

static double over(double overlap, double limit)
{
  return limit == CAROM_UNSET ? CAROM_UNSET : overlap / limit;
}

carom_validity carom_verdict_of_overlap(const carom_contact *c, double overlap)
{
  if (overlap > most_overlap * c->radius) return CAROM_BEYOND_OVERLAP;
  if (over(overlap, carom_contact_range(c)) > 1) return CAROM_BEYOND_RANGE;
  return is_elastic(c) && over(overlap, carom_contact_yield_overlap(c)) > 1 ? CAROM_BEYOND_YIELD
                                                                            : CAROM_VALID;
}

/* Both ends of a class of speeds are tried; neighbours share one. */
typedef struct survey {
  const carom_contact *contact;
  double speed, off; /* the last one tried, and how much farther than allowed it is from asked */
  carom_verdict *out;
} survey;

/* By how much the restitution at this speed is farther from the one asked for than is allowed;
 * CAROM_UNSET: nobody can tell. */
static double off_at(survey *s, double speed)
{
  if (speed == s->speed) return s->off;
  carom_impact_def def = carom_impact_default();
  carom_impact impact;
  carom_verdict *out = s->out;
  def.contact = s->contact;
  def.speed = speed;
  def.tolerance = 1e-10;
  s->speed = speed;
  s->off = CAROM_UNSET;
  if (carom_impact_resolve(&def, &impact, NULL) != CAROM_OK) return s->off;
  const double e = impact.restitution;
  const double asked = carom_asked_at(s->contact, impact.overlap_over_yield);
  if (out->lowest == CAROM_UNSET || e < out->lowest) out->lowest = e;
  if (out->highest == CAROM_UNSET || e > out->highest) out->highest = e;
  if (asked != CAROM_UNSET) s->off = CAROM_FABS(e - asked) - CAROM_RESTITUTION_OFF;
  return s->off;
}

/* The share of a class of speeds that is off, its restitution taken as straight in between. */
static double share_between(double low, double high)
{
  const bool one = low > 0, two = high > 0;
  if (one == two) return one;
  const double part = low / (low - high);
  return one ? part : 1 - part;
}

/* Goes through the speeds that occurred. */
static void survey_speeds(const carom_contact *c, const carom_encounters *record,
                          carom_verdict *out)
{
  survey s = {.contact = c, .out = out};
  double off = 0;
  long judged = 0;
  for (int k = 0; k < CAROM_SPEED_CLASSES; k++) {
    if (record->impacts[k] == 0) continue;
    const double from = k == 0 ? record->slowest : carom_speed_class(k);
    const double to = k + 1 < CAROM_SPEED_CLASSES ? carom_speed_class(k + 1) : record->fastest;
    const double low = off_at(&s, from > record->slowest ? from : record->slowest);
    const double high = off_at(&s, to < record->fastest ? to : record->fastest);
    if (low == CAROM_UNSET || high == CAROM_UNSET) continue;
    judged += record->impacts[k];
    off += (double)record->impacts[k] * share_between(low, high);
  }
  if (judged > 0) out->off = off / (double)judged;
  if (out->lowest != CAROM_UNSET || !(record->fastest >= CAROM_SLOWEST_IMPACT)) return;
  const double fastest = off_at(&s, record->fastest);
  if (fastest != CAROM_UNSET) out->off = fastest > 0;
}

carom_verdict carom_verdict_of(const carom_contact *c, const carom_encounters *record)
{
  carom_impact_def def = carom_impact_default();
  carom_impact impact;
  carom_verdict out = {
      .overlap_over_radius = record->deepest / c->radius,
      .overlap_over_range = over(record->deepest, carom_contact_range(c)),
      .overlap_over_yield = over(record->deepest, carom_contact_yield_overlap(c)),
      .yield_judged = !is_elastic(c) || c->yield != CAROM_UNSET,
      .off = CAROM_UNSET,
      .delivered = CAROM_UNSET,
      .duration = CAROM_UNSET,
      .lowest = CAROM_UNSET,
      .highest = CAROM_UNSET,
  };
  def.contact = c;
  def.speed = c->speed;
  if (carom_impact_resolve(&def, &impact, NULL) == CAROM_OK) {
    out.delivered = impact.restitution;
    out.duration = impact.duration;
  }
  survey_speeds(c, record, &out);
  out.validity = carom_verdict_of_overlap(c, record->deepest);
  if (out.validity == CAROM_VALID || out.validity == CAROM_BEYOND_YIELD) {
    if (out.off > 0 && carom_owes(c)) out.validity = CAROM_NOT_AS_ASKED;
    if (record->at_floor > 0) out.validity = CAROM_AT_FLOOR;
  }
  return out;
}
