/* SPDX-License-Identifier: MIT */
/* Random numbers and random contacts for tests: the same sequence everywhere. */
#ifndef CAROM_TESTS_RANDOM_CONTACT_H
#define CAROM_TESTS_RANDOM_CONTACT_H

#include <carom/carom.h>
#include <stdint.h>
#include <string.h>

#include "law/law.h"
#include "user_laws.h"

/* The laws under test: those of the registry, then two that users wrote. */
static inline const carom_context *tested_context(void)
{
  static carom_context *context; /* lives as long as the program */
  if (context) return context;
  const carom_user_law laws[] = {my_tsuji(), my_dent()};
  assert_int_equal(carom_context_create(&context, NULL), CAROM_OK);
  for (int i = 0; i < 2; i++) {
    carom_error err = {0};
    if (carom_context_register(context, &laws[i], NULL, &err) != CAROM_OK)
      fail_msg("%s: %s: %s", laws[i].info.name, err.where, err.text);
  }
  return context;
}

static inline int tested_count(void)
{
  return carom_law_count() + carom_context_count(tested_context());
}

static inline const carom_law *tested_at(int index)
{
  const int built_in = carom_law_count();
  return index < built_in ? carom_law_at(index)
                          : carom_context_at(tested_context(), index - built_in);
}

typedef struct random_stream {
  uint64_t key, counter;
} random_stream;

static inline random_stream random_from(uint64_t key)
{
  return (random_stream){key, 0};
}

/* A counter mixed by multiplications and shifts (the finaliser of SplitMix64). */
static inline uint64_t random_bits(random_stream *r)
{
  uint64_t x = r->key * 0xd1342543de82ef95u + ++r->counter * 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

static inline double random_between(random_stream *r, double low, double high)
{
  return low + (high - low) * (double)(random_bits(r) >> 11) * 0x1p-53;
}

static inline double random_log(random_stream *r, double low, double high)
{
  return low * carom_exp(random_between(r, 0, 1) * carom_log(high / low));
}

/* Laws without a published formula can only be calibrated exactly. */
static inline bool random_has_formula(const carom_law *law)
{
  const double constant = law->published(law, 0, 0.5);
  return constant == constant;
}

/* Every word of a field of words, and numbers of common fields within sensible limits. */
static inline void random_settings(const carom_law *law, random_stream *r, carom_contact_def *def)
{
  for (int i = 0; i < law->fields; i++) {
    const carom_field *f = &law->field[i];
    if (strcmp(f->name, "rule") == 0) continue; /* all but the first are for resolved modules */
    if (!f->unit) {
      int words = 1;
      for (const char *p = f->words; *p; p++)
        words += *p == '|';
      const double word = CAROM_WORD((double)(random_bits(r) % (uint64_t)words));
      const bool formula = strcmp(f->name, "calibration") != 0 || random_has_formula(law);
      carom_contact_set(def, f->name, formula ? word : f->fallback);
    } else if (strncmp(f->name, "restitution", 11) == 0 && law->info.dampings == 1) {
      carom_contact_set(def, f->name, random_between(r, 0.05, 1));
    } else if (strcmp(f->name, "hardness_ratio") == 0) {
      carom_contact_set(def, f->name, random_between(r, 2, 4));
    } else if (strcmp(f->name, "plastic_ratio") == 0) {
      carom_contact_set(def, f->name, random_between(r, 4, 30));
    } else if (strcmp(f->name, "exponent") == 0) {
      carom_contact_set(def, f->name, random_bits(r) % 4 == 0 ? 0 : random_between(r, 0.1, 2));
    }
  }
  if (law->info.traits & CAROM_LAW_ADHERES) { /* by number: slow ones stick */
    for (int i = 0; i < def->settings; i++)
      if (strcmp(def->setting[i].name, "restitution") == 0)
        def->setting[i] = def->setting[--def->settings];
    carom_contact_set(def, "damping_ratio", random_between(r, 0, 1));
  }
  /* two phases by number, so that nothing is unattainable */
  if (law->info.dampings == 2) {
    carom_contact_set(def, "damping_ratio_elastic", random_between(r, 0, 1));
    carom_contact_set(def, "damping_ratio_plastic", random_between(r, 0, 1));
  }
}

static inline void random_body(random_stream *r, carom_body *body)
{
  body->radius = random_log(r, 1e-4, 1);
  body->material.young = random_log(r, 1e9, 1e12);
  body->material.poisson = random_between(r, 0, 0.49);
  body->material.density = random_log(r, 500, 2e4);
  body->material.yield = body->material.young * random_log(r, 3e-4, 2e-2);
}

/* A contact of this law between random bodies, at a speed that may or may not reach yield. */
static inline void random_contact(const carom_law *law, random_stream *r, carom_contact *c)
{
  carom_contact_def def = carom_contact_default();
  carom_error err = {0};
  def.law = law->info.name;
  def.context = tested_context();
  random_body(r, &def.a);
  random_body(r, &def.b);
  if (random_bits(r) % 4 == 0) def.b.shape = CAROM_FLAT;
  if (random_bits(r) % 4 == 0) def.b.fixed = true;
  def.speed = random_log(r, 1e-2, 30);
  random_settings(law, r, &def);
  if (carom_contact_prepare(&def, c, &err) != CAROM_OK)
    fail_msg("%s: %s: %s", law->info.name, err.where, err.text);
}

/* Laws with several forms promise to be sound only in the one of that name, their first. */
static inline bool random_contact_is_sound(const carom_contact *c)
{
  const int form = carom_law_field(c->law, "form");
  return form < 0 || c->setting[form] == CAROM_WORD(0);
}

#endif
