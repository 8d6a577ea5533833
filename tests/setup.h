/* SPDX-License-Identifier: MIT */
/* Contacts and impacts that must succeed, and pairs of bodies that several tests use. */
#ifndef CAROM_TESTS_SETUP_H
#define CAROM_TESTS_SETUP_H

#include <stdlib.h>
#include <string.h>

#include <carom/carom.h>

#include "close.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

static inline carom_contact prepared(const carom_contact_def *def)
{
  carom_contact contact;
  carom_error err = {.code = CAROM_OK};
  if (carom_contact_prepare(def, &contact, &err) != CAROM_OK)
    fail_msg("%s: %s: %s", def->law, err.where, err.text);
  return contact;
}

static inline carom_impact resolved(const carom_impact_def *def)
{
  carom_impact impact;
  carom_error err = {.code = CAROM_OK};
  if (carom_impact_resolve(def, &impact, &err) != CAROM_OK)
    fail_msg("%s at %g m/s: %s: %s", carom_law_about(def->contact->law)->name, def->speed,
             err.where, err.text);
  return impact;
}

/* An impact of a virgin pair. */
static inline carom_impact struck(const carom_contact *contact, double speed)
{
  carom_impact_def def = carom_impact_default();
  def.contact = contact;
  def.speed = speed;
  return resolved(&def);
}

static inline void set(carom_contact_def *def, const char *name, double value)
{
  carom_contact_set(def, name, value);
}

static inline void choose(carom_contact_def *def, const char *name, const char *word)
{
  carom_contact_set_text(def, name, word);
}

/* Does the law have this setting? */
static inline bool has_field(const carom_law *law, const char *name)
{
  const carom_fields table = carom_law_fields(law);
  for (int i = 0; i < table.count; i++)
    if (strcmp(table.field[i].name, name) == 0) return true;
  return false;
}

static inline int coefficient_index(const carom_contact *contact, const char *name)
{
  for (int i = 0; i < carom_contact_coefficient_count(contact); i++)
    if (strcmp(carom_contact_coefficient_name(contact, i), name) == 0) return i;
  return -1;
}

static inline bool has_coefficient(const carom_contact *contact, const char *name)
{
  return coefficient_index(contact, name) >= 0;
}

/* Was a formula for its damping constant published? */
static inline bool has_formula(const carom_law *law)
{
  return !isnan(carom_law_published(law, 0, 0.5));
}

/* The coefficient of that name. */
static inline double coefficient_of(const carom_contact *contact, const char *name)
{
  const int i = coefficient_index(contact, name);
  if (i >= 0) return contact->coefficient[i];
  fail_msg("law %s has no coefficient %s", carom_law_about(contact->law)->name, name);
  return 0;
}

static inline carom_material material(double young, double poisson, double density, double yield)
{
  return (carom_material){.young = young, .poisson = poisson, .density = density, .yield = yield};
}

/* Two steel spheres of 20 mm radius. */
static inline carom_contact_def two_spheres(const char *law)
{
  carom_contact_def def = carom_contact_default();
  def.law = law;
  def.a.material = def.b.material = material(2.07e11, 0.3, 7800, 1.03e9);
  def.a.radius = def.b.radius = 0.02;
  return def;
}

/* A steel sphere of 20 mm radius in a fixed socket of 20.5 mm radius. */
static inline carom_contact_def sphere_in_socket(const char *law)
{
  carom_contact_def def = carom_contact_default();
  def.law = law;
  def.a.material = material(2e11, 0.29, 7800, 3e7);
  def.a.radius = 0.02;
  def.b.material = material(6.5e10, 0.33, 2700, 3e7);
  def.b.shape = CAROM_SOCKET;
  def.b.radius = 0.0205;
  def.b.fixed = true;
  return def;
}

/* Everything an impact recorded. */
typedef struct history {
  carom_impact_sample *sample;
  int count, room;
} history;

static inline void history_add(void *user, const carom_impact_sample *sample)
{
  history *h = user;
  if (h->count == h->room) {
    h->room = h->room ? 2 * h->room : 256;
    h->sample = realloc(h->sample, (size_t)h->room * sizeof *h->sample);
    assert_non_null(h->sample);
  }
  h->sample[h->count++] = *sample;
}

static inline void history_free(history *h)
{
  free(h->sample);
  *h = (history){NULL, 0, 0};
}

static inline double total(carom_force force)
{
  return force.elastic + force.dissipative;
}

#endif
