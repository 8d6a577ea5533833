/* SPDX-License-Identifier: MIT */
/* Blocks of contacts give the bits of one contact at a time: every law, every instruction set,
 * any count, sizes and coefficients shared or of their own. */
#include "chance.h"
#include "instructions.h"
#include "setup.h"

#include <inttypes.h>

enum { MOST = 1000, STATES = 8, SLOTS = 16 };

static const int64_t counts[] = {0, 1, 7, 8, 9, 1000};
static const carom_instructions sets[] = {CAROM_INSTRUCTIONS_BEST, CAROM_INSTRUCTIONS_BASE,
                                          CAROM_INSTRUCTIONS_AVX2, CAROM_INSTRUCTIONS_AVX512};
static const double untouched = -12345.678;

/* The arrays of a block, one more than the most that is used. */
typedef struct arrays {
  double overlap[MOST + 1], approach[MOST + 1], elastic[MOST + 1], dissipative[MOST + 1];
  double state[STATES][MOST + 1], coefficient[SLOTS][MOST + 1], radius[MOST + 1], mass[MOST + 1];
  double *state_at[STATES];
  const double *coefficient_at[SLOTS];
} arrays;

static arrays block_arrays;

static bool same(double a, double b)
{
  return memcmp(&a, &b, sizeof a) == 0;
}

static carom_state state_of(const carom_contact *c, const arrays *a, int64_t i)
{
  carom_state s = {{0}};
  for (int k = 0; k < carom_contact_states(c); k++)
    s.value[k] = a->state[k][i];
  return s;
}

/* Contacts in every regime: apart, elastic, beyond yield, parting; some with a dent. */
static void fill(arrays *a, const carom_contact *c, chance *r)
{
  const double d_y = carom_contact_yield_overlap(c);
  for (int64_t i = 0; i <= MOST; i++) {
    carom_state s = carom_contact_virgin(c);
    carom_contact_touch(c, &s, chance_of_scale(r, 1e-4, 10));
    if (chance_index(r, 2)) carom_contact_commit(c, &s, d_y * chance_of_scale(r, 0.1, 300));
    for (int k = 0; k < carom_contact_states(c); k++)
      a->state[k][i] = s.value[k];
    double coefficients[SLOTS];
    a->radius[i] = c->radius * chance_between(r, 0.8, 1.25);
    a->mass[i] = c->mass * chance_between(r, 0.5, 2);
    carom_contact_coefficients(c, a->radius[i], a->mass[i], coefficients);
    for (int k = 0; k < carom_contact_coefficient_count(c); k++)
      a->coefficient[k][i] = coefficients[k];
    a->overlap[i] = d_y * chance_of_scale(r, 1e-3, 300) * (chance_index(r, 5) ? 1 : -1);
    if (chance_index(r, 20) == 0) a->overlap[i] = chance_index(r, 2) ? d_y : 0;
    a->approach[i] = chance_between(r, -3, 3);
    a->elastic[i] = a->dissipative[i] = untouched;
  }
  for (int k = 0; k < STATES; k++)
    a->state_at[k] = a->state[k];
  for (int k = 0; k < SLOTS; k++)
    a->coefficient_at[k] = a->coefficient[k];
}

/* Where the coefficients of a law come from. */
typedef enum sizes { SHARED, OWN_COEFFICIENTS, OWN_SIZES, SIZES } sizes;

static const char *const size_names[SIZES] = {"", ", own coefficients", ", own sizes"};

static carom_contact contact_at(const carom_contact *c, const arrays *a, int64_t i, sizes how)
{
  carom_contact one = *c;
  for (int k = 0; how != SHARED && k < carom_contact_coefficient_count(c); k++)
    one.coefficient[k] = a->coefficient[k][i];
  return one;
}

static carom_block block_of(const arrays *a, int64_t count, sizes how)
{
  return (carom_block){.count = count,
                       .overlap = a->overlap,
                       .state = a->state_at,
                       .coefficient = how == OWN_COEFFICIENTS ? a->coefficient_at : NULL,
                       .radius = how == OWN_SIZES ? a->radius : NULL,
                       .mass = how == OWN_SIZES ? a->mass : NULL};
}

static void check_forces(const carom_contact *c, const arrays *a, int64_t count, sizes how)
{
  for (int64_t i = 0; i < count; i++) {
    const carom_contact one = contact_at(c, a, i, how);
    const carom_state s = state_of(c, a, i);
    const carom_force f = carom_contact_force(&one, &s, a->overlap[i], a->approach[i]);
    if (!same(f.elastic, a->elastic[i]) || !same(f.dissipative, a->dissipative[i]))
      fail_msg("%s, %d, contact %" PRId64 " of %" PRId64 "%s: %.17g + %.17g, alone %.17g + %.17g",
               carom_law_about(c->law)->name, (int)c->instructions, i, count, size_names[how],
               a->elastic[i], a->dissipative[i], f.elastic, f.dissipative);
  }
  for (int64_t i = count; i <= MOST; i++)
    assert_true(a->elastic[i] == untouched && a->dissipative[i] == untouched);
}

static void compare_forces(const carom_contact *c, chance *r)
{
  arrays *a = &block_arrays;
  for (int n = 0; n < COUNT(counts); n++) {
    for (int how = 0; how < SIZES; how++) {
      fill(a, c, r);
      carom_block block = block_of(a, counts[n], (sizes)how);
      block.approach = a->approach;
      block.elastic = a->elastic;
      block.dissipative = a->dissipative;
      carom_contact_forces(c, &block);
      check_forces(c, a, counts[n], (sizes)how);
    }
  }
}

static void compare_commits(const carom_contact *c, chance *r)
{
  arrays *a = &block_arrays;
  for (int n = 0; n < COUNT(counts); n++)
    for (int how = 0; how < SIZES; how++) {
      static carom_state expected[MOST + 1];
      fill(a, c, r);
      for (int64_t i = 0; i <= MOST; i++) {
        const carom_contact one = contact_at(c, a, i, (sizes)how);
        expected[i] = state_of(c, a, i);
        if (i < counts[n]) carom_contact_commit(&one, &expected[i], a->overlap[i]);
      }
      const carom_block block = block_of(a, counts[n], (sizes)how);
      carom_contact_commits(c, &block);
      for (int64_t i = 0; i <= MOST; i++)
        for (int k = 0; k < carom_contact_states(c); k++)
          if (!same(a->state[k][i], expected[i].value[k]))
            fail_msg("%s, %d, state %d of contact %" PRId64 " of %" PRId64 "%s: %.17g, alone %.17g",
                     carom_law_about(c->law)->name, (int)c->instructions, k, i, counts[n],
                     size_names[how], a->state[k][i], expected[i].value[k]);
    }
}

/* A law with one word for each of its fields of words, other words on each round. */
static carom_contact_def with_words(const carom_law *law, int round)
{
  carom_contact_def def = two_spheres(carom_law_about(law)->name);
  const carom_fields table = carom_law_fields(law);
  for (int i = 0; i < table.count; i++) {
    if (table.field[i].unit) continue;
    if (strcmp(table.field[i].name, "rule") == 0) continue; /* blocks know the first only */
    int words = 1;
    for (const char *s = table.field[i].words; *s; s++)
      words += *s == '|';
    const bool possible = strcmp(table.field[i].name, "calibration") != 0 || has_formula(law);
    set(&def, table.field[i].name, CAROM_WORD(possible ? round % words : 0));
  }
  /* constants that would come out of a numerical solution */
  const int dampings = carom_law_about(law)->dampings;
  if (dampings == 2) set(&def, "damping_ratio_plastic", 0.3);
  if (dampings == 1 && isnan(carom_law_exact(law, 0, 0.5, CAROM_CUT)))
    set(&def, "damping_ratio", 0.3);
  return def;
}

static void for_every_contact(void (*compare)(const carom_contact *c, chance *r))
{
  chance r = {.seed = 401};
  int compared = 0;
  for (int k = 0; k < carom_law_count(); k++) {
    for (int round = 0; round < 3; round++) {
      for (int s = 0; s < COUNT(sets); s++) {
        carom_contact_def def = with_words(carom_law_at(k), round);
        carom_contact c;
        carom_error err;
        def.instructions = sets[s];
        if (!has_instructions(sets[s])) {
          assert_true(sets[s] > CAROM_INSTRUCTIONS_BASE); /* these two are always there */
          continue;
        }
        const carom_status status = carom_contact_prepare(&def, &c, &err);
        if (status == CAROM_ERR_MISSING) continue; /* no published formula */
        if (status != CAROM_OK) fail_msg("%s: %s", def.law, err.text);
        assert_true(sets[s] == CAROM_INSTRUCTIONS_BEST || c.instructions == sets[s]);
        compare(&c, &r);
        compared++;
      }
    }
  }
  print_message("%d laws with their settings and instruction sets\n", compared);
  assert_true(compared >= 4 * carom_law_count());
}

static void forces_have_the_bits_of_one_contact(void **state)
{
  (void)state;
  for_every_contact(compare_forces);
}

static void commits_have_the_bits_of_one_contact(void **state)
{
  (void)state;
  for_every_contact(compare_commits);
}

static void coefficients_of_the_same_size_are_the_contact_s_own(void **state)
{
  (void)state;
  for (int k = 0; k < carom_law_count(); k++) {
    const carom_contact_def def = with_words(carom_law_at(k), 0);
    const carom_contact c = prepared(&def);
    double coefficients[SLOTS];
    carom_contact_coefficients(&c, c.radius, c.mass, coefficients);
    for (int i = 0; i < carom_contact_coefficient_count(&c); i++)
      assert_true(same(coefficients[i], c.coefficient[i]));
  }
}

/* Slots for another size are those of a contact prepared for it. */
static void coefficients_follow_size_and_mass(void **state)
{
  (void)state;
  for (int k = 0; k < carom_law_count(); k++) {
    carom_contact_def def = with_words(carom_law_at(k), 1);
    const carom_fields fields = carom_law_fields(carom_law_at(k));
    for (int i = 0; i < fields.count; i++) /* what such a law keeps, rather than a restitution */
      if (!strcmp(fields.field[i].name, "damping_rate"))
        carom_contact_set(&def, "damping_rate", 100);
    const carom_contact c = prepared(&def);
    def.a.radius = def.b.radius = 0.005;
    const carom_contact small = prepared(&def);
    double coefficients[SLOTS];
    carom_contact_coefficients(&c, small.radius, small.mass, coefficients);
    for (int i = 1; i < carom_contact_coefficient_count(&c); i++)
      assert_close_named(coefficients[i], small.coefficient[i], 1e-14,
                         carom_contact_coefficient_name(&c, i));
    assert_true(same(coefficients[0], small.coefficient[0]));
  }
}

SUITE_CLOSE("blocks", forces_have_the_bits_of_one_contact, commits_have_the_bits_of_one_contact,
            coefficients_of_the_same_size_are_the_contact_s_own, coefficients_follow_size_and_mass)
