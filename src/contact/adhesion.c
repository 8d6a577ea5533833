/* SPDX-License-Identifier: MIT */
/* Adhesive contacts: their pull-off force and work, and what friction sees of them. */
#include "contact/adhesion.h"

#include <string.h>

#include "law/law.h"

static double constant_named(const carom_contact *c, const char *name)
{
  for (int k = 0; name && k < c->law->constants; k++)
    if (strcmp(c->law->constant[k].name, name) == 0) return c->constant[k];
  return 0;
}

double carom_contact_grip(const carom_contact *c)
{
  return constant_named(c, c->law->info.grip);
}

/* The tension at an overlap, for bodies that adhere. */
static double tension(const carom_contact *c, const carom_state *state, double d)
{
  return -carom_contact_force(c, state, d, 0).elastic;
}

/* The largest tension between two overlaps by golden-section search; it has a single maximum
 * there. */
static double strongest(const carom_contact *c, const carom_state *state, double low, double high)
{
  const double share = 0.61803398874989484820;
  double a = high - share * (high - low), b = low + share * (high - low);
  double f = tension(c, state, a), g = tension(c, state, b);
  for (int i = 0; i < 100; i++) {
    if (f > g) {
      high = b, b = a, g = f;
      a = high - share * (high - low), f = tension(c, state, a);
    } else {
      low = a, a = b, f = g;
      b = low + share * (high - low), g = tension(c, state, b);
    }
  }
  return 0.5 * (low + high);
}

/* For bodies that have first been pressed to an overlap of `touch`. */
static carom_adhesion after_touch(const carom_contact *c, double touch)
{
  carom_adhesion out = {.tabor = CAROM_UNSET};
  carom_state state = carom_contact_virgin(c);
  out.reach = carom_contact_reach(c);
  carom_contact_touch(c, &state, c->speed);
  carom_contact_commit(c, &state, touch);
  double far = touch; /* overlap at which the force is no longer tensile */
  while (tension(c, &state, far) > 0 && far < c->radius)
    far *= 2;
  out.overlap = strongest(c, &state, -out.reach * (1 - 1e-12), far);
  out.pull_off = tension(c, &state, out.overlap);
  out.work = carom_contact_energy(c, &state, 0).plastic;
  out.sticking_speed = CAROM_SQRT(2 * out.work / c->mass);
  for (int k = 1; k < c->law->coefficients; k++)
    if (strcmp(c->law->coefficient[k].name, "tabor") == 0) out.tabor = c->coefficient[k];
  return out;
}

/* Adhesion that grows with the dent is zero at first touch. */
carom_adhesion carom_contact_adhesion(const carom_contact *c)
{
  const carom_adhesion none = {.tabor = CAROM_UNSET};
  if (!(c->law->info.traits & CAROM_LAW_ADHERES)) return none;
  const double reach = carom_contact_reach(c), touch = 1e-9 * (reach > 0 ? reach : c->radius);
  const carom_adhesion out = after_touch(c, touch), deeper = after_touch(c, 4 * touch);
  return deeper.pull_off > 2 * out.pull_off ? none : out;
}

carom_footing carom_contact_footing(const carom_contact *c, const carom_state *state,
                                    double overlap, carom_force force)
{
  const int bed = c->law->info.bed - 1;
  carom_footing f = {force.elastic + force.dissipative, overlap};
  if (bed < 0 || !carom_within(carom_contact_reach(c), overlap)) return f;
  f.normal_force += state->value[bed] > 0 ? carom_contact_grip(c) * c->radius : 0;
  f.overlap = state->value[bed];
  return f;
}
