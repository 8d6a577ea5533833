/* SPDX-License-Identifier: MIT */
/* The dimensional damping coefficient of laws with a dashpot C d^b v in addition to a Hertzian
 * spring. */
#include <string.h>

#include "contact/context.h"
#include "core/text.h"
#include "law/law.h"

static int coefficient_named(const carom_contact *contact, const char *name)
{
  for (int i = 0; i < carom_contact_coefficient_count(contact); i++)
    if (!strcmp(carom_contact_coefficient_name(contact, i), name)) return i;
  return -1;
}

/* The exponent is a coefficient of the law, or follows from the unit of C where it is fixed. */
static bool exponent_of(const carom_contact *contact, double *b)
{
  const int exponent = coefficient_named(contact, "exponent"),
            damping = coefficient_named(contact, "damping");
  const bool quarter = damping >= 0 &&
                       !strcmp(carom_contact_coefficient_unit(contact, damping), "N s/m^1.25");
  if (damping < 0 || (exponent < 0 && !quarter)) return false;
  *b = exponent >= 0 ? contact->coefficient[exponent] : 0.25;
  return true;
}

/* The contact with c = 1 at v_r or, if `here`, at the expected speed. */
static bool prepare_unit(const carom_contact_def *given, const carom_law *law, bool here,
                         carom_contact *unit)
{
  static const char *const others[] = {"restitution", "calibration", "damping_coefficient",
                                       "reference_speed"};
  carom_contact_def def = *given;
  for (int i = 0; i < (here ? 4 : 3); i++)
    if (carom_law_field(law, others[i]) >= 0) carom_contact_set(&def, others[i], CAROM_UNSET);
  carom_contact_set(&def, "damping_ratio", 1);
  return carom_contact_prepare(&def, unit, NULL) == CAROM_OK;
}

bool carom_contact_dashpot(const carom_contact_def *def, carom_dashpot *out)
{
  const carom_law *law;
  carom_contact contact, unit, here;
  if (carom_context_named(def->context, def->law, &law, NULL) != CAROM_OK) return false;
  /* fails for laws without a damping ratio */
  if (!prepare_unit(def, law, false, &unit) || !prepare_unit(def, law, true, &here)) return false;
  carom_dashpot d = {.mass = unit.mass, .speed = def->speed, .cut = unit.cut};
  if (!exponent_of(&unit, &d.exponent)) return false;
  const bool known = carom_contact_prepare(def, &contact, NULL) == CAROM_OK;
  const int reference = carom_law_field(law, "reference_speed"),
            damping = coefficient_named(&unit, "damping");
  const double v_r = reference < 0 ? CAROM_NONE : unit.setting[reference];
  d.q = 2 * (1 + d.exponent) / 5;
  d.stiffness = unit.coefficient[coefficient_named(&unit, "stiffness")];
  d.reference = v_r > 0 ? v_r : def->speed;
  d.per_ratio = unit.coefficient[damping];
  d.per_ratio_here = here.coefficient[damping];
  d.ratio = known ? contact.damping[0] : CAROM_NONE;
  d.ratio_felt = d.ratio * d.per_ratio / d.per_ratio_here;
  d.coefficient_here = d.ratio * d.per_ratio_here;
  if (d.exponent == 0)
    carom_append(d.unit, sizeof d.unit, "N s/m");
  else
    carom_append(d.unit, sizeof d.unit, "N s/m^%.4g", 1 + d.exponent);
  *out = d;
  return true;
}
