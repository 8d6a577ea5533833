/* SPDX-License-Identifier: MIT */
#include "contact/encounters.h"

#include <string.h>

#include "law/law.h"

enum { A_DECADE = 8 };

static const double first_class = 1e-6;

static int class_of(double speed)
{
  const double place = A_DECADE * 0.30102999566398119521 * carom_log2(speed / first_class);
  return !(place > 0) ? 0 : place >= CAROM_SPEED_CLASSES - 1 ? CAROM_SPEED_CLASSES - 1 : (int)place;
}

/* The value of a coefficient, or 0 if the law has none of this name. */
static double coefficient_named(const carom_contact *c, const char *name)
{
  for (int k = 1; k < c->law->coefficients; k++)
    if (strcmp(carom_law_coefficient(c->law, k).name, name) == 0) return c->coefficient[k];
  return 0;
}

double carom_contact_speed_floor(const carom_contact *c)
{
  bool damped = false;
  if (!(c->law->info.traits & CAROM_LAW_STORES_IMPACT_SPEED) ||
      coefficient_named(c, "fixed_speed") > 0)
    return 0;
  for (int i = 0; i < c->law->info.dampings; i++)
    damped |= c->damping[i] != 0;
  return damped ? coefficient_named(c, "speed_floor") : 0;
}

double carom_contact_range(const carom_contact *c)
{
  const char *of = c->law->info.range_of;
  const double unit = of ? coefficient_named(c, of) : 0;
  return unit > 0 ? c->law->info.range * unit : CAROM_UNSET;
}

bool carom_contact_outside_theory(const carom_contact *c)
{
  const carom_law_info *info = &c->law->info;
  const double value = info->judged ? coefficient_named(c, info->judged) : 0;
  return info->judged && !(value >= info->least && value <= info->most);
}

void carom_encounters_begin(carom_encounters *e, const carom_contact *contact, double latched)
{
  e->touches++;
  e->floored = latched < carom_contact_speed_floor(contact);
  e->at_floor += e->floored;
  e->touching = true;
  e->turned = false;
  e->approach = latched > 0 ? latched : 0;
}

void carom_encounters_note(carom_encounters *e, double overlap, double approach)
{
  if (overlap > e->deepest) e->deepest = overlap;
  if (!e->touching || e->turned) return;
  if (approach > e->approach) e->approach = approach;
  /* Below this speed the bodies count as at rest. */
  e->turned = approach < 0 && e->approach >= CAROM_SLOWEST_IMPACT;
}

void carom_encounters_end(carom_encounters *e)
{
  const double speed = e->approach;
  const bool impact = e->touching && !e->floored && speed >= CAROM_SLOWEST_IMPACT;
  e->touching = e->floored = e->turned = false;
  e->approach = 0;
  if (!impact) return;
  const int class = class_of(speed);
  e->impacts[class]++;
  e->speeds[class] += speed;
  if (e->slowest == 0 || speed < e->slowest) e->slowest = speed;
  if (speed > e->fastest) e->fastest = speed;
}

void carom_encounters_add(carom_encounters *sum, const carom_encounters *record)
{
  carom_encounters over = *record;
  carom_encounters_end(&over);
  sum->touches += over.touches;
  sum->at_floor += over.at_floor;
  sum->shared |= over.shared;
  if (over.slowest > 0 && (sum->slowest == 0 || over.slowest < sum->slowest))
    sum->slowest = over.slowest;
  if (over.fastest > sum->fastest) sum->fastest = over.fastest;
  if (over.deepest > sum->deepest) sum->deepest = over.deepest;
  for (int k = 0; k < CAROM_SPEED_CLASSES; k++) {
    sum->impacts[k] += over.impacts[k];
    sum->speeds[k] += over.speeds[k];
  }
}

bool carom_encounters_sane(const carom_encounters *e)
{
  const double value[] = {e->slowest, e->fastest, e->deepest, e->approach};
  bool sane = e->at_floor >= 0 && e->touches >= e->at_floor && e->fastest >= e->slowest;
  for (int k = 0; k < (int)(sizeof value / sizeof *value); k++)
    sane &= value[k] >= 0 && value[k] - value[k] == 0;
  for (int k = 0; k < CAROM_SPEED_CLASSES; k++)
    sane &= e->impacts[k] >= 0 && e->speeds[k] >= 0 && e->speeds[k] - e->speeds[k] == 0;
  return sane;
}
