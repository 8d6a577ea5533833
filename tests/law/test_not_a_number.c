/* SPDX-License-Identifier: MIT */
/* An overlap that is no number gives a force that is none, in every law, alone and in blocks:
 * whoever integrates must not lose sight of it. Its neighbours in a block do not notice. */
#include "instructions.h"
#include "setup.h"
#include "user_laws.h"

static const carom_instructions sets[] = {CAROM_INSTRUCTIONS_BEST, CAROM_INSTRUCTIONS_BASE,
                                          CAROM_INSTRUCTIONS_AVX2, CAROM_INSTRUCTIONS_AVX512};

static void expect_alone(const carom_contact *c)
{
  const double d_y = carom_contact_yield_overlap(c), speeds[] = {-1, 0, 1};
  for (int k = 0; k < 3; k++)
    for (int dented = 0; dented < 2; dented++) {
      carom_state s = carom_contact_virgin(c);
      carom_contact_touch(c, &s, 1);
      if (dented) carom_contact_commit(c, &s, 10 * (d_y > 0 ? d_y : 1e-6));
      const carom_force f = carom_contact_force(c, &s, NAN, speeds[k]);
      assert_true(isnan(f.elastic) && isnan(f.dissipative));
      const carom_force far = carom_contact_force(c, &s, -INFINITY, speeds[k]);
      assert_true(far.elastic == 0 && far.dissipative == 0);
    }
}

static void expect_in_blocks(const carom_contact_def *def)
{
  enum { MOST = 21, STATES = 8 };
  int seen = 0;
  for (int i = 0; i < COUNT(sets); i++) {
    static double d[MOST], v[MOST], elastic[MOST], dissipative[MOST], state[STATES][MOST];
    double *states[STATES];
    carom_contact_def with_set = *def;
    carom_contact c;
    with_set.instructions = sets[i];
    if (!has_instructions(sets[i])) continue;
    c = prepared(&with_set);
    const carom_state fresh = carom_contact_virgin(&c);
    for (int k = 0; k < STATES; k++)
      states[k] = state[k];
    for (int j = 0; j < MOST; j++) {
      d[j] = j % 4 == 1 ? NAN : 1e-6 * (j % 5 - 1);
      v[j] = 0.1 * (j % 3 - 1);
      for (int k = 0; k < carom_contact_states(&c); k++)
        state[k][j] = fresh.value[k];
    }
    carom_contact_forces(&c, &(carom_block){.count = MOST,
                                            .overlap = d,
                                            .approach = v,
                                            .state = states,
                                            .elastic = elastic,
                                            .dissipative = dissipative});
    for (int j = 0; j < MOST; j++) {
      assert_int_equal(isnan(elastic[j]) != 0, isnan(d[j]) != 0);
      assert_int_equal(isnan(dissipative[j]) != 0, isnan(d[j]) != 0);
    }
    seen++;
  }
  assert_true(seen >= 2);
}

static void every_law(void **state)
{
  (void)state;
  for (int i = 0; i < carom_law_count(); i++) {
    const carom_contact_def def = two_spheres(carom_law_about(carom_law_at(i))->name);
    const carom_contact c = prepared(&def);
    expect_alone(&c);
    expect_in_blocks(&def);
  }
}

static void rules_of_turning(void **state)
{
  (void)state;
  static const char *const rules[] = {"basic", "enhanced"};
  for (int i = 0; i < COUNT(rules); i++) {
    carom_contact_def def = two_spheres("kogut-etsion");
    choose(&def, "rule", rules[i]);
    const carom_contact c = prepared(&def);
    expect_alone(&c);
  }
}

static void laws_of_users(void **state)
{
  (void)state;
  const carom_user_law laws[] = {my_tsuji(), my_dent()};
  carom_context *context;
  assert_int_equal(carom_context_create(&context, NULL), CAROM_OK);
  for (int i = 0; i < COUNT(laws); i++) {
    assert_int_equal(carom_context_register(context, &laws[i], NULL, NULL), CAROM_OK);
    carom_contact_def def = two_spheres(laws[i].info.name);
    def.context = context;
    const carom_contact c = prepared(&def);
    expect_alone(&c);
    expect_in_blocks(&def);
  }
  carom_context_destroy(context);
}

SUITE("overlaps that are no number", every_law, rules_of_turning, laws_of_users)
