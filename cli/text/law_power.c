/* SPDX-License-Identifier: MIT */
#include "cli/text/law_power.h"

#include "run/quantity.h"

void law_power_text(const carom_dashpot *p, FILE *file)
{
  char mass[CAROM_QUANTITY_ROOM];
  const double last = 1 - 2 * p->q;
  const bool timeless = last * last < 1e-24;
  fprintf(file,
          "\nC of the dashpot C d^b v: C = c m*^(1-q) K^q v_r^(1-2q), q = 2 (1 + b)/5\n"
          "  b = %.4g, q = %.4g, 1-q = %.4g, 1-2q = %.4g\n  m* = %s, K = %.6g N/m^1.5, ",
          p->exponent, p->q, 1 - p->q, timeless ? 0 : last,
          carom_quantity_print(p->mass, "kg", mass), p->stiffness);
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
            p->speed, p->ratio, p->coefficient_here, p->unit, p->ratio_felt);
  }
}

void law_power_members(carom_json *json, const carom_dashpot *p)
{
  const double c = p->ratio;
  carom_json_number(json, "exponent", p->exponent);
  carom_json_number(json, "q", p->q);
  carom_json_number(json, "mass", p->mass);
  carom_json_number(json, "stiffness", p->stiffness);
  carom_json_number(json, "reference_speed", p->reference);
  carom_json_number(json, "speed", p->speed);
  carom_json_string(json, "unit", p->unit);
  carom_json_number(json, "coefficient_per_ratio", p->per_ratio);
  carom_json_number(json, "damping_ratio", c);
  carom_json_number(json, "damping_coefficient", c * p->per_ratio);
  carom_json_number(json, "coefficient_keeping_restitution", p->coefficient_here);
  carom_json_number(json, "ratio_felt", p->ratio_felt);
}
