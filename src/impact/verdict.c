/* SPDX-License-Identifier: MIT */
#include <carom/verdict.h>

#include "impact/owed.h"
#include "law/law.h"

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
  case CAROM_NOT_AS_DEFAULT:
    return "delivers another restitution than the default of the law, which nobody asked for: "
           "calibrated for another speed (see impact_speed, impact_speed_floor, reference_speed)";
  case CAROM_BEYOND_RANGE:
    return "the peak overlap passes the range to which the law was fitted; consider ma-liu";
  case CAROM_AT_FLOOR:
    return "touches slower than impact_speed_floor were taken as this fast: the floor decides; use "
           "impact_speed: expected, or give a speed";
  case CAROM_BEYOND_THEORY:
    return "the Tabor parameter is outside the range of this theory of adhesion: jkr is for soft "
           "and large bodies (5 and more), dmt for hard and small ones (0.1 and less)";
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
  case CAROM_NOT_AS_DEFAULT:
    return "not as default";
  case CAROM_BEYOND_RANGE:
    return "beyond range";
  case CAROM_AT_FLOOR:
    return "latched at the floor";
  case CAROM_BEYOND_THEORY:
    return "beyond theory";
  }
  return "unknown";
}

int carom_validity_rank(carom_validity validity)
{
  static const carom_validity order[] = {
      CAROM_VALID,    CAROM_BEYOND_YIELD, CAROM_NOT_AS_DEFAULT, CAROM_NOT_AS_ASKED,
      CAROM_AT_FLOOR, CAROM_BEYOND_RANGE, CAROM_BEYOND_THEORY,  CAROM_BEYOND_OVERLAP};
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
  if (overlap > CAROM_MOST_OVERLAP * c->radius) return CAROM_BEYOND_OVERLAP;
  if (carom_contact_outside_theory(c)) return CAROM_BEYOND_THEORY;
  if (over(overlap, carom_contact_range(c)) > 1) return CAROM_BEYOND_RANGE;
  return is_elastic(c) && over(overlap, carom_contact_yield_overlap(c)) > 1 ? CAROM_BEYOND_YIELD
                                                                            : CAROM_VALID;
}

/* The amount by which the restitution at this speed misses its target beyond the tolerance;
 * CAROM_UNSET where it is not known. */
static double off_at(const carom_contact *c, double speed, carom_verdict *out)
{
  carom_impact_def def = carom_impact_default();
  carom_impact impact;
  def.contact = c;
  def.speed = speed;
  def.tolerance = 1e-10;
  if (carom_impact_resolve(&def, &impact, NULL) != CAROM_OK) return CAROM_UNSET;
  const double e = impact.restitution, wanted = carom_intended_at(c, impact.overlap_over_yield);
  if (out->lowest == CAROM_UNSET || e < out->lowest) out->lowest = e;
  if (out->highest == CAROM_UNSET || e > out->highest) out->highest = e;
  return wanted == CAROM_UNSET ? CAROM_UNSET : CAROM_FABS(e - wanted) - CAROM_RESTITUTION_OFF;
}

/* Evaluates the speeds that occurred, each class by its mean. */
static void survey_speeds(const carom_contact *c, const carom_encounters *record,
                          carom_verdict *out)
{
  int64_t judged = 0, off = 0;
  if (!(record->fastest >= CAROM_SLOWEST_IMPACT)) return;
  const double fastest = off_at(c, record->fastest, out);
  if (record->slowest > 0 && record->slowest < record->fastest) off_at(c, record->slowest, out);
  for (int k = 0; k < CAROM_SPEED_CLASSES; k++) {
    if (record->impacts[k] == 0) continue;
    const double beyond = off_at(c, record->speeds[k] / record->impacts[k], out);
    if (beyond == CAROM_UNSET) continue;
    judged += record->impacts[k];
    off += beyond > 0 ? record->impacts[k] : 0;
  }
  if (judged > 0)
    out->off = (double)off / (double)judged;
  else if (fastest != CAROM_UNSET)
    out->off = fastest > 0;
}

carom_verdict carom_verdict_of(const carom_contact *c, const carom_encounters *record)
{
  carom_impact_def def = carom_impact_default();
  carom_impact impact;
  carom_verdict out = {
      .overlap_over_radius = record->deepest / c->radius,
      .overlap_over_range = over(record->deepest, carom_contact_range(c)),
      .overlap_over_yield = over(record->deepest, carom_contact_yield_overlap(c)),
      .yield_judged = !is_elastic(c) || carom_contact_yield_overlap(c) != CAROM_UNSET,
      .off = CAROM_UNSET,
      .delivered = CAROM_UNSET,
      .duration = CAROM_UNSET,
      .lowest = CAROM_UNSET,
      .highest = CAROM_UNSET,
      .tabor = carom_contact_adhesion(c).tabor,
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
    if (out.off > 0 && carom_owes(c)) out.validity = carom_missed_at(c, out.overlap_over_yield);
    if (record->at_floor > 0) out.validity = CAROM_AT_FLOOR;
  }
  return out;
}
