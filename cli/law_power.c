/* SPDX-License-Identifier: MIT */
#include "cli/law_power.h"

#include <string.h>

#include "cli/quantity.h"

static int coefficient_named(const carom_contact *contact, const char *name)
{
  for (int i = 0; i < carom_contact_coefficient_count(contact); i++)
    if (!strcmp(carom_contact_coefficient_name(contact, i), name)) return i;
  return -1;
}

/* The exponent is a slot, or known from the unit where there is only one. */
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

/* The contact with c = 1, at v_r or `here`, at the impact speed. */
static bool prepare_unit(const cli_trial *trial, bool here, carom_contact *unit)
{
  static const char *const others[] = {"restitution", "calibration", "damping_coefficient",
                                       "reference_speed"};
  carom_contact_def def = trial->contact;
  for (int i = 0; i < (here ? 4 : 3); i++)
    if (trial_field(trial, others[i])) carom_contact_set(&def, others[i], CAROM_UNSET);
  carom_contact_set(&def, "damping_ratio", 1);
  return carom_contact_prepare(&def, unit, NULL) == CAROM_OK;
}

bool law_power(const cli_trial *trial, cli_power *power)
{
  carom_contact contact, unit, here;
  /* laws without a damping ratio end here */
  if (!prepare_unit(trial, false, &unit) || !prepare_unit(trial, true, &here)) return false;
  if (!exponent_of(&unit, &power->b)) return false;
  const bool known = carom_contact_prepare(&trial->contact, &contact, NULL) == CAROM_OK;
  const double reference = trial_setting(&unit, "reference_speed");
  const int damping = coefficient_named(&unit, "damping");
  power->q = 2 * (1 + power->b) / 5;
  power->mass = unit.mass;
  power->stiffness = unit.coefficient[coefficient_named(&unit, "stiffness")];
  power->speed = trial->speed;
  power->reference = reference > 0 ? reference : trial->speed;
  power->per_ratio = unit.coefficient[damping];
  power->per_ratio_here = here.coefficient[damping];
  power->ratio = known ? contact.damping[0] : __builtin_nan("");
  power->cut = unit.cut;
  snprintf(power->unit, sizeof power->unit, "N s/m^%.4g", 1 + power->b);
  if (power->b == 0) snprintf(power->unit, sizeof power->unit, "N s/m");
  return true;
}

double law_power_felt(const cli_power *p)
{
  return p->ratio * p->per_ratio / p->per_ratio_here;
}

double law_power_again(const cli_power *p)
{
  return p->ratio * p->per_ratio_here;
}

void law_power_text(const cli_power *p, FILE *file)
{
  char mass[QUANTITY_ROOM];
  const double last = 1 - 2 * p->q;
  const bool timeless = last * last < 1e-24;
  fprintf(file,
          "\nC of the dashpot C d^b v: C = c m*^(1-q) K^q v_r^(1-2q), q = 2 (1 + b)/5\n"
          "  b = %.4g, q = %.4g, 1-q = %.4g, 1-2q = %.4g\n  m* = %s, K = %.6g N/m^1.5, ",
          p->b, p->q, 1 - p->q, timeless ? 0 : last, quantity_print(p->mass, "kg", mass),
          p->stiffness);
  if (!timeless) fprintf(file, "v_r = %.6g m/s, ", p->reference);
  fprintf(file, "so C = c * %.6g %s\n", p->per_ratio, p->unit);
  if (p->ratio == p->ratio)
    fprintf(file, "  in force: c = %.6g, C = %.6g %s\n", p->ratio, p->ratio * p->per_ratio,
            p->unit);
  if (timeless) {
    fputs("  The speed drops out: the same C gives the same restitution at every speed.\n", file);
  } else if (p->speed != p->reference && p->ratio == p->ratio) {
    fprintf(file,
            "At %.6g m/s instead of v_r, two things that are easily confused:\n"
            "  ratio that keeps the restitution:      c = %.6g as before, which takes C = %.6g %s\n"
            "  ratio felt while C stays that of v_r:  c (v_r/v)^(1-2q) = %.6g\n",
            p->speed, p->ratio, law_power_again(p), p->unit, law_power_felt(p));
  }
}

void law_power_members(carom_json *json, const cli_power *p)
{
  const double c = p->ratio;
  carom_json_number(json, "exponent", p->b);
  carom_json_number(json, "q", p->q);
  carom_json_number(json, "mass", p->mass);
  carom_json_number(json, "stiffness", p->stiffness);
  carom_json_number(json, "reference_speed", p->reference);
  carom_json_number(json, "speed", p->speed);
  carom_json_string(json, "unit", p->unit);
  carom_json_number(json, "coefficient_per_ratio", p->per_ratio);
  carom_json_number(json, "damping_ratio", c);
  carom_json_number(json, "damping_coefficient", c * p->per_ratio);
  carom_json_number(json, "coefficient_keeping_restitution", law_power_again(p));
  carom_json_number(json, "ratio_felt", law_power_felt(p));
}
