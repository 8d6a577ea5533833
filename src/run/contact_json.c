/* SPDX-License-Identifier: MIT */
#include "run/contact_json.h"

#include <stdio.h>

#include "core/fields.h"
#include "core/text.h"
#include "run/budget.h"

void carom_contact_setting_member(carom_json *json, const carom_field *field, double value)
{
  char text[96];
  if (value == CAROM_UNSET) {
    carom_json_null(json, field->name);
  } else if (field->words && value < 0) {
    carom_field_print(field, value, text, sizeof text);
    carom_json_string(json, field->name, text);
  } else {
    carom_json_quantity(json, field->name, field->unit ? field->unit : "1", value);
  }
}

void carom_contact_by_phase(carom_json *json, const char *key, const carom_contact *contact,
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

void carom_contact_restitutions(carom_json *json, const carom_contact *contact)
{
  double unasked[2];
  for (int k = 0; k < 2; k++)
    unasked[k] = contact->asked[k] == CAROM_UNSET ? contact->intended[k] : CAROM_UNSET;
  carom_contact_by_phase(json, "asked_restitution", contact, contact->asked);
  carom_contact_by_phase(json, "default_restitution", contact, unasked);
}

static void write_energy(carom_json *json, const carom_impact *r)
{
  carom_json_object(json, "energy");
  carom_json_quantity(json, "kinetic_in", "J", r->energy.kinetic_in);
  carom_json_quantity(json, "kinetic_out", "J", r->energy.kinetic_out);
  carom_json_quantity(json, "stored", "J", r->energy.stored);
  carom_json_quantity(json, "viscous", "J", r->energy.viscous);
  carom_json_quantity(json, "plastic", "J", r->energy.plastic);
  carom_json_quantity(json, "residual", "J", r->energy.residual);
  carom_json_end(json);
  const carom_run_energy budget = carom_impact_energy(r);
  carom_json_number(json, "budget_off", carom_energy_off(&budget));
}

static void write_contact(carom_json *json, const carom_contact *c)
{
  const carom_fields fields = carom_law_fields(c->law);
  carom_json_object(json, "settings");
  for (int i = 0; i < fields.count; i++)
    carom_contact_setting_member(json, &fields.field[i], c->setting[i]);
  carom_json_end(json);
  carom_json_object(json, "contact");
  carom_json_quantity(json, "modulus", "Pa", c->modulus);
  carom_json_quantity(json, "radius", "m", c->radius);
  carom_json_quantity(json, "mass", "kg", c->mass);
  carom_json_quantity(json, "yield", "Pa", c->yield);
  carom_json_end(json);
  carom_contact_by_phase(json, "damping", c, c->damping);
  const carom_adhesion hold = carom_contact_adhesion(c);
  if (!(hold.pull_off > 0)) return;
  carom_json_object(json, "adhesion");
  carom_json_quantity(json, "pull_off_force", "N", hold.pull_off);
  carom_json_quantity(json, "pull_off_overlap", "m", hold.overlap);
  carom_json_quantity(json, "reach", "m", hold.reach);
  carom_json_quantity(json, "work", "J", hold.work);
  carom_json_quantity(json, "sticking_speed", "m/s", hold.sticking_speed);
  carom_json_number(json, "tabor", hold.tabor);
  carom_json_end(json);
}

void carom_impact_members(carom_json *json, const carom_contact *c, const carom_impact *r)
{
  carom_json_string(json, "law", carom_law_about(c->law)->name);
  carom_json_number(json, "restitution", r->restitution);
  carom_contact_restitutions(json, c);
  carom_json_quantity(json, "speed_in", "m/s", r->speed_in);
  carom_json_quantity(json, "speed_out", "m/s", r->speed_out);
  carom_json_quantity(json, "duration", "s", r->duration);
  carom_json_quantity(json, "peak_force", "N", r->peak_force);
  carom_json_quantity(json, "time_of_peak_force", "s", r->time_of_peak_force);
  carom_json_quantity(json, "peak_overlap", "m", r->peak_overlap);
  carom_json_quantity(json, "time_of_peak_overlap", "s", r->time_of_peak_overlap);
  carom_json_quantity(json, "overlap_at_separation", "m", r->overlap_at_separation);
  carom_json_quantity(json, "residual_overlap", "m", r->residual_overlap);
  carom_json_quantity(json, "energy_lost", "J", r->energy_lost);
  write_energy(json, r);
  write_contact(json, c);
  carom_json_object(json, "validity");
  carom_json_string(json, "verdict", carom_validity_name(r->validity));
  carom_json_string(json, "text", carom_validity_text(r->validity));
  carom_json_number(json, "overlap_over_yield", r->overlap_over_yield);
  const double range = carom_contact_range(c);
  carom_json_number(json, "overlap_over_range",
                    range == CAROM_UNSET ? CAROM_UNSET : r->peak_overlap / range);
  carom_json_bool(json, "yield_judged", !carom_contact_unjudged(c));
  carom_json_end(json);
  carom_json_string(json, "tension", c->cut ? "cut" : "keep");
  carom_json_string(json, "separation", c->cut ? "force" : "overlap"); /* former name */
}

bool carom_contact_asked_nothing(const carom_contact *contact)
{
  return contact->asked[0] == CAROM_UNSET && contact->asked[1] == CAROM_UNSET;
}

/* For one phase: the restitution asked for, or the default that applies. */
static void add_phase(const carom_contact *contact, int phase, bool marked, char text[48])
{
  if (contact->intended[phase] == CAROM_UNSET)
    carom_append(text, 48, "-");
  else
    carom_append(text, 48, "%s%.4g", marked ? "default " : "", contact->intended[phase]);
}

const char *carom_contact_asked(const carom_contact *contact, char text[48])
{
  const double *asked = contact->asked, *intended = contact->intended;
  const bool two = carom_law_about(contact->law)->dampings == 2;
  if (intended[0] == CAROM_UNSET && (!two || intended[1] == CAROM_UNSET)) return NULL;
  text[0] = '\0';
  add_phase(contact, 0, asked[0] == CAROM_UNSET, text);
  if (!two) return text;
  carom_append(text, 48, " / ");
  add_phase(contact, 1, asked[1] == CAROM_UNSET && asked[0] != CAROM_UNSET, text);
  if (asked[0] == CAROM_UNSET && asked[1] != CAROM_UNSET) carom_append(text, 48, " asked");
  return text;
}

const char *carom_contact_unjudged(const carom_contact *contact)
{
  if (!(carom_law_about(contact->law)->traits & CAROM_LAW_ELASTIC)) return NULL;
  if (contact->yield == CAROM_UNSET) return "yield not given: not judged";
  if (carom_contact_yield_overlap(contact) == CAROM_UNSET)
    return "young or poisson not given: first yield not judged";
  return NULL;
}

double carom_contact_setting_in_force(const carom_contact *contact, const char *name)
{
  const int k = carom_field_find(carom_law_fields(contact->law), name);
  return k < 0 ? __builtin_nan("") : contact->setting[k];
}
