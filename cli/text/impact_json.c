/* SPDX-License-Identifier: MIT */
#include "cli/text/impact_text.h"

#include "core/fields.h"

void impact_setting(carom_json *json, const carom_field *field, double value)
{
  char text[96];
  if (value == CAROM_UNSET) {
    carom_json_null(json, field->name);
  } else if (field->words && value < 0) {
    carom_field_print(field, value, text, sizeof text);
    carom_json_string(json, field->name, text);
  } else {
    carom_json_number(json, field->name, value);
  }
}

void impact_by_phase(carom_json *json, const char *key, const carom_contact *contact,
                     const double value[2])
{
  const bool none = value[0] == CAROM_UNSET && value[1] == CAROM_UNSET;
  const int dampings = carom_law_about(contact->law)->dampings;
  if (dampings == 0 || none) {
    carom_json_null(json, key);
  } else if (dampings == 1) {
    carom_json_number(json, key, value[0]);
  } else {
    carom_json_object(json, key);
    carom_json_number(json, "elastic", value[0]);
    carom_json_number(json, "plastic", value[1]);
    carom_json_end(json);
  }
}

void impact_restitutions(carom_json *json, const carom_contact *contact)
{
  double unasked[2];
  for (int k = 0; k < 2; k++)
    unasked[k] = contact->asked[k] == CAROM_UNSET ? contact->intended[k] : CAROM_UNSET;
  impact_by_phase(json, "asked_restitution", contact, contact->asked);
  impact_by_phase(json, "default_restitution", contact, unasked);
}

static void write_energy(carom_json *json, const carom_impact *r)
{
  carom_json_object(json, "energy");
  carom_json_number(json, "kinetic_in", r->energy.kinetic_in);
  carom_json_number(json, "kinetic_out", r->energy.kinetic_out);
  carom_json_number(json, "stored", r->energy.stored);
  carom_json_number(json, "viscous", r->energy.viscous);
  carom_json_number(json, "plastic", r->energy.plastic);
  carom_json_number(json, "residual", r->energy.residual);
  carom_json_end(json);
  const cli_budget budget = impact_budget(r);
  carom_json_number(json, "budget_off", budget_off(&budget));
}

static void write_contact(carom_json *json, const carom_contact *c)
{
  const carom_fields fields = carom_law_fields(c->law);
  carom_json_object(json, "settings");
  for (int i = 0; i < fields.count; i++)
    impact_setting(json, &fields.field[i], c->setting[i]);
  carom_json_end(json);
  carom_json_object(json, "contact");
  carom_json_number(json, "modulus", c->modulus);
  carom_json_number(json, "radius", c->radius);
  carom_json_number(json, "mass", c->mass);
  carom_json_number(json, "yield", c->yield);
  carom_json_end(json);
  impact_by_phase(json, "damping", c, c->damping);
}

static void write_scaled(carom_json *json, const cli_outcome *outcome)
{
  const carom_impact_scaled s = carom_impact_scale(&outcome->contact, &outcome->impact);
  carom_json_object(json, "scaled");
  carom_json_number(json, "length", s.length);
  carom_json_number(json, "time", s.time);
  carom_json_number(json, "force", s.force);
  carom_json_number(json, "h_max", s.h_max);
  carom_json_number(json, "t_max", s.t_max);
  carom_json_number(json, "t_c", s.t_c);
  carom_json_number(json, "F_max", s.F_max);
  carom_json_number(json, "t_F", s.t_F);
  carom_json_number(json, "e", s.e);
  carom_json_number(json, "damping_ratio", s.damping_ratio);
  carom_json_number(json, "d_max_star", s.d_max_star);
  carom_json_number(json, "t_max_star", s.t_max_star);
  carom_json_number(json, "t_c_star", s.t_c_star);
  carom_json_end(json);
}

void impact_members(carom_json *json, const cli_outcome *outcome, bool with_scaled)
{
  const carom_contact *c = &outcome->contact;
  const carom_impact *r = &outcome->impact;
  carom_json_string(json, "law", carom_law_about(c->law)->name);
  carom_json_number(json, "restitution", r->restitution);
  impact_restitutions(json, c);
  carom_json_number(json, "speed_in", r->speed_in);
  carom_json_number(json, "speed_out", r->speed_out);
  carom_json_number(json, "duration", r->duration);
  carom_json_number(json, "peak_force", r->peak_force);
  carom_json_number(json, "time_of_peak_force", r->time_of_peak_force);
  carom_json_number(json, "peak_overlap", r->peak_overlap);
  carom_json_number(json, "time_of_peak_overlap", r->time_of_peak_overlap);
  carom_json_number(json, "overlap_at_separation", r->overlap_at_separation);
  carom_json_number(json, "residual_overlap", r->residual_overlap);
  carom_json_number(json, "energy_lost", r->energy_lost);
  write_energy(json, r);
  write_contact(json, c);
  carom_json_object(json, "validity");
  carom_json_string(json, "verdict", carom_validity_name(r->validity));
  carom_json_string(json, "text", carom_validity_text(r->validity));
  carom_json_number(json, "overlap_over_yield", r->overlap_over_yield);
  const double range = carom_contact_range(c);
  carom_json_number(json, "overlap_over_range",
                    range == CAROM_UNSET ? CAROM_UNSET : r->peak_overlap / range);
  carom_json_bool(json, "yield_judged", !impact_unjudged(c));
  carom_json_end(json);
  carom_json_string(json, "separation", c->cut ? "force" : "overlap");
  if (with_scaled) write_scaled(json, outcome);
}
