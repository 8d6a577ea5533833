/* SPDX-License-Identifier: MIT */
/* Random bodies and settings, for any law of the registry. */
#ifndef CAROM_TESTS_RANDOM_BODIES_H
#define CAROM_TESTS_RANDOM_BODIES_H

#include "chance.h"
#include "setup.h"

static inline carom_material random_material(chance *c)
{
  /* one after the other: compilers evaluate arguments in any order */
  const double young = chance_of_scale(c, 1e6, 1e12);
  const double yield = young * chance_of_scale(c, 1e-3, 2e-2);
  const double density = chance_between(c, 500, 2e4), poisson = chance_between(c, 0, 0.49);
  return material(young, poisson, density, yield);
}

/* A sphere, and a sphere, flat or socket that may be fixed. */
static inline carom_contact_def random_bodies(chance *c, const char *law)
{
  carom_contact_def def = carom_contact_default();
  def.law = law;
  def.a.material = random_material(c);
  def.b.material = random_material(c);
  def.a.radius = chance_of_scale(c, 1e-4, 1);
  def.b.shape = (carom_shape)chance_index(c, 3);
  def.b.radius = def.a.radius * chance_between(c, 1.02, 5);
  def.b.fixed = chance_index(c, 2) == 0;
  const double mass = carom_body_mass(&def.a);
  if (chance_index(c, 4) == 0) def.a.mass = mass * chance_of_scale(c, 1e-2, 1e2);
  if (chance_index(c, 4) == 0) def.reduced_mass = mass * chance_of_scale(c, 1e-2, 1e2);
  return def;
}

/* The speed at which these bodies begin to yield, by Hertz: m v^2/2 = (2/5) K d_y^(5/2). */
static inline double yield_speed(carom_contact_def def)
{
  def.law = "hertz";
  def.settings = 0;
  const carom_contact hertz = prepared(&def);
  const double K = coefficient_of(&hertz, "stiffness"), d = carom_contact_yield_overlap(&hertz);
  return sqrt(0.8 * K * d * d * sqrt(d) / hertz.mass);
}

/* A random word for every setting that takes words only; no formula where none was published. */
static inline void random_words(chance *c, carom_contact_def *def)
{
  const carom_law *law = carom_law_find(def->law);
  const carom_fields table = carom_law_fields(law);
  for (int i = 0; i < table.count; i++) {
    if (table.field[i].unit || !table.field[i].words) continue;
    if (strcmp(table.field[i].name, "rule") == 0) continue; /* the first is the sound one */
    int words = 1;
    for (const char *s = table.field[i].words; *s; s++)
      words += *s == '|';
    const int word = chance_index(c, words);
    const bool possible = strcmp(table.field[i].name, "calibration") != 0 || has_formula(law);
    set(def, table.field[i].name, CAROM_WORD(possible ? word : 0));
  }
}

/* A setting, if the law has it. */
static inline void set_if_any(carom_contact_def *def, const char *name, double value)
{
  if (has_field(carom_law_find(def->law), name)) set(def, name, value);
}

#endif
