/* SPDX-License-Identifier: MIT */
/* Preparation of a contact: settings, pair, calibration, coefficients. */
#include <carom/contact.h>

#include <string.h>

#include "contact/calibrate.h"
#include "contact/context.h"
#include "contact/needs.h"
#include "contact/pair.h"
#include "contact/speed_table.h"
#include "core/arithmetic.h"
#include "core/error.h"
#include "core/fields.h"
#include "law/blocks.h"
#include "law/settings.h"
#include "law/turning.h"

enum {
  COOKIE = 0x0c0117ac,
  SETTINGS = sizeof((carom_contact_def *)0)->setting / sizeof(carom_setting)
};

carom_contact_def carom_contact_default(void)
{
  carom_contact_def def;
  memset(&def, 0, sizeof def);
  def.law = "hertz";
  def.a = def.b = carom_body_default();
  def.reduced_mass = CAROM_UNSET;
  def.speed = 1;
  def.cookie = COOKIE;
  return def;
}

static carom_settings settings_of(carom_contact_def *def)
{
  return (carom_settings){def->setting, &def->settings, SETTINGS};
}

void carom_contact_set(carom_contact_def *def, const char *name, double value)
{
  if (def && name) carom_settings_set(settings_of(def), name, value);
}

void carom_contact_set_text(carom_contact_def *def, const char *name, const char *text)
{
  if (def && name && text) carom_settings_set_text(settings_of(def), name, text);
}

static carom_status read_tables(const carom_contact_def *def, const carom_law *law, double *value,
                                bool *given, carom_error *err)
{
  const int reference = carom_law_field(law, "reference_speed");
  const double speed = reference >= 0 && value[reference] != CAROM_UNSET ? value[reference]
                                                                         : def->speed;
  for (int i = 0; i < def->settings; i++) {
    const carom_setting *s = &def->setting[i];
    const int k = carom_law_field(law, s->name);
    if (!carom_speed_table_stands(&law->field[k], s->text)) continue;
    CAROM_TRY(carom_speed_table_read(&law->field[k], s->text, speed, &value[k], err));
    given[k] = true;
  }
  return CAROM_OK;
}

static carom_status read_settings(const carom_contact_def *def, const carom_law *law, double *value,
                                  bool *given, carom_error *err)
{
  const carom_owner owner = {"law", law->info.name, carom_law_fields(law)};
  /* speed tables are read later, when the speed is known */
  CAROM_TRY(carom_settings_read(def->setting, def->settings, SETTINGS, &owner,
                                carom_speed_table_stands, value, given, err));
  return read_tables(def, law, value, given, err);
}

static double setting_or(const carom_law *law, const double *value, const char *name,
                         double otherwise)
{
  const int k = carom_law_field(law, name);
  return k < 0 ? otherwise : value[k];
}

/* A given Hertz stiffness replaces the modulus of the pair. Laws with another kind of stiffness
 * handle it themselves. */
static void apply_stiffness(const carom_law *law, const double *value, carom_pair *pair)
{
  const int k = carom_law_field(law, "stiffness");
  if (k < 0 || value[k] == CAROM_UNSET || !law->field[k].unit) return;
  if (strcmp(law->field[k].unit, "N/m^1.5") != 0) return;
  pair->modulus = 0.75 * value[k] / CAROM_SQRT(pair->radius);
}

void carom_contact_build(carom_contact *c, const carom_pair *pair, const double *damping)
{
  for (int i = 0; i < c->law->info.dampings; i++)
    c->damping[i] = damping[i];
  c->law->prepare_materials(c->law, c->setting, pair, damping, c->constant);
  c->law->prepare_contact(c->law, c->constant, pair->radius, pair->mass, c->coefficient);
  c->coefficient[0] = c->cut ? 0 : CAROM_UNSET;
}

/* Prepares everything except the damping constants. */
static carom_status begin(const carom_contact_def *def, carom_contact *c, carom_pair *pair,
                          bool *given, carom_error *err)
{
  CAROM_TRY(read_settings(def, c->law, c->setting, given, err));
  CAROM_TRY(carom_fields_exclusive((carom_fields){c->law->field, c->law->fields},
                                   c->law->info.exclusive, given, err));
  c->law = carom_law_ruled(c->law, c->setting);
  c->resolved_only = c->law->on_reversal != NULL;
  CAROM_TRY(carom_pair_derive(def, pair, err));
  apply_stiffness(c->law, c->setting, pair);
  const bool adheres = (c->law->info.traits & CAROM_LAW_ADHERES) != 0;
  c->cut = !adheres && setting_or(c->law, c->setting, "tension", CAROM_CUT) == CAROM_CUT;
  c->yield = pair->yield;
  if (pair->yield == CAROM_NEVER) pair->yield = CAROM_UNSET;
  return carom_contact_needs(c, def, pair, err);
}

static carom_status prepare(const carom_contact_def *def, carom_contact *c, carom_error *err)
{
  bool given[CAROM_MAX_SETTINGS] = {false};
  carom_pair pair;
  CAROM_TRY(begin(def, c, &pair, given, err));
  if (!carom_blocks_choose(def->instructions, &c->instructions))
    return carom_fail(err, CAROM_ERR_UNKNOWN, "instructions",
                      "this processor or build lacks the instruction set that was asked for");
  c->modulus = pair.modulus == pair.modulus ? pair.modulus : CAROM_UNSET;
  c->radius = pair.radius;
  c->mass = pair.mass;
  c->speed = pair.speed;
  /* adhesive memory ends when the bodies separate, unless the law says otherwise */
  const bool adheres = (c->law->info.traits & CAROM_LAW_ADHERES) != 0;
  c->episode = setting_or(c->law, c->setting, "memory", CAROM_WORD(adheres)) == CAROM_WORD(1);
  for (int i = 0; i < 2; i++)
    c->asked[i] = c->intended[i] = c->damping[i] = CAROM_UNSET;
  CAROM_TRY(carom_calibrate(c, &pair, given, err));
  if (!carom_contact_finite(c))
    return carom_fail(err, CAROM_ERR_RANGE, "contact",
                      "these values give numbers beyond the range of double precision");
  return CAROM_OK;
}

carom_status carom_contact_prepare_law(const carom_contact_def *def, const carom_law *law,
                                       carom_contact *contact, carom_error *err)
{
  carom_contact c;
  CAROM_TRY(carom_arithmetic_check(err));
  memset(&c, 0, sizeof c);
  c.law = law;
  CAROM_TRY(prepare(def, &c, err));
  *contact = c;
  return CAROM_OK;
}

carom_status carom_contact_check(const carom_contact_def *def, const carom_law *law,
                                 carom_error *err)
{
  bool given[CAROM_MAX_SETTINGS] = {false};
  carom_pair pair;
  carom_contact c;
  memset(&c, 0, sizeof c);
  c.law = law;
  return begin(def, &c, &pair, given, err);
}

carom_status carom_contact_prepare(const carom_contact_def *def, carom_contact *contact,
                                   carom_error *err)
{
  if (!def || !contact)
    return carom_fail(err, CAROM_ERR_ARGUMENT, "contact", "a definition and a contact are needed");
  if (def->cookie != COOKIE)
    return carom_fail(err, CAROM_ERR_ARGUMENT, "contact",
                      "the definition was not made by carom_contact_default()");
  const carom_law *law;
  CAROM_TRY(carom_context_named(def->context, def->law, &law, err));
  return carom_contact_prepare_law(def, law, contact, err);
}

carom_state carom_contact_virgin(const carom_contact *contact)
{
  carom_state state = {{0}};
  contact->law->virgin(contact->law, contact->coefficient, state.value);
  return state;
}

void carom_contact_touch(const carom_contact *contact, carom_state *state, double approach)
{
  contact->law->touch(contact->law, contact->coefficient, state->value, approach);
}

void carom_contact_commit(const carom_contact *contact, carom_state *state, double overlap)
{
  contact->law->commit(contact->law, contact->coefficient, state->value, overlap);
  for (int k = 0; contact->resolved_only && k < contact->law->states; k++)
    state->value[k] = CAROM_NONE;
}

carom_force carom_contact_force(const carom_contact *contact, const carom_state *state,
                                double overlap, double approach)
{
  return contact->law->force(contact->law, contact->coefficient, state->value, overlap, approach);
}

carom_energy carom_contact_energy(const carom_contact *contact, const carom_state *state,
                                  double overlap)
{
  return contact->law->energy(contact->law, contact->coefficient, state->value, overlap);
}

double carom_contact_reach(const carom_contact *contact)
{
  return contact->law->reach(contact->law, contact->coefficient);
}

/* Laws with memory begin their state with d_m and d_r. */
double carom_contact_residual(const carom_contact *contact, const carom_state *state)
{
  const bool dents = contact->law->info.traits & CAROM_LAW_REMEMBERS && contact->law->states > 1;
  return dents ? state->value[1] : 0;
}

double carom_contact_yield_overlap(const carom_contact *contact)
{
  if (contact->yield == CAROM_NEVER) return CAROM_NEVER;
  if (contact->yield == CAROM_UNSET || contact->modulus == CAROM_UNSET) return CAROM_UNSET;
  const double half_pi_py = 0.5 * CAROM_PI * 1.61 * contact->yield;
  const double strain = half_pi_py / contact->modulus;
  return contact->radius * strain * strain;
}

int carom_contact_states(const carom_contact *contact)
{
  return contact->law->states;
}

int carom_contact_coefficient_count(const carom_contact *contact)
{
  return contact->law->coefficients;
}

const char *carom_contact_coefficient_name(const carom_contact *contact, int index)
{
  return index >= 0 && index < contact->law->coefficients
             ? carom_law_coefficient(contact->law, index).name
             : NULL;
}

const char *carom_contact_coefficient_unit(const carom_contact *contact, int index)
{
  return index >= 0 && index < contact->law->coefficients
             ? carom_law_coefficient(contact->law, index).unit
             : NULL;
}

void carom_contact_coefficients(const carom_contact *contact, double radius, double mass,
                                double *coefficients)
{
  contact->law->prepare_contact(contact->law, contact->constant, radius, mass, coefficients);
  coefficients[0] = contact->coefficient[0];
}
