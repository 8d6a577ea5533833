/* SPDX-License-Identifier: MIT */
/* What every law must do, whatever it is. Laws come from the registry: a new one is tested here
 * without an edit; laws that users define must do the same. Each law is tried with many random
 * materials and settings. */
#include <stdio.h>
#include <string.h>
#include "suite.h"

#include <carom/carom.h>

#include "contact/impact_integration.h"
#include "core/text.h"
#include "instructions.h"
#include "law/law.h"
#include "law/random_contact.h"

enum { CONTACTS = 200 };

/* Laws of users whose energy is found by quadrature take longer: fewer of them. */
static int contacts_of(const carom_law *law)
{
  return law->user ? CONTACTS / 4 : CONTACTS;
}

/* Runs `check` on random contacts of every law. */
static void each_contact(void (*check)(const carom_contact *c, random_stream *r))
{
  for (int i = 0; i < tested_count(); i++) {
    random_stream r = random_from(1000 + (uint64_t)i);
    for (int k = 0; k < contacts_of(tested_at(i)); k++) {
      carom_contact c;
      random_contact(tested_at(i), &r, &c);
      check(&c, &r);
    }
  }
}

static double scale_of(const carom_contact *c)
{
  const carom_state fresh = carom_contact_virgin(c);
  return carom_impact_overlap_scale(c, &fresh, c->speed);
}

static double total(carom_force f)
{
  return f.elastic + f.dissipative;
}

static void no_force_without_overlap(const carom_contact *c, random_stream *r)
{
  carom_state s = carom_contact_virgin(c);
  carom_contact_touch(c, &s, c->speed);
  const double d = scale_of(c);
  for (int k = 0; k < 20; k++) {
    const double v = c->speed * random_between(r, -3, 3);
    const carom_force at_zero = carom_contact_force(c, &s, 0, v),
                      apart = carom_contact_force(c, &s, -d * random_between(r, 0, 2), v);
    assert_true(at_zero.elastic == 0 && at_zero.dissipative == 0);
    assert_true(apart.elastic == 0 && apart.dissipative == 0);
  }
}

static void test_no_force_without_overlap(void **state)
{
  (void)state;
  each_contact(no_force_without_overlap);
}

/* Every branch stays finite outside its own range, where a frozen step may look. */
static void branches_are_finite(const carom_contact *c, random_stream *r)
{
  carom_state s = carom_contact_virgin(c);
  carom_contact_touch(c, &s, c->speed);
  carom_contact_commit(c, &s, scale_of(c) * random_between(r, 0, 3));
  for (int branch = 1; branch <= 1 + c->law->breakpoints; branch++)
    for (int k = 0; k < 20; k++) {
      const double d = scale_of(c) * random_between(r, -0.5, 4),
                   v = c->speed * random_between(r, -3, 3);
      const carom_force f = c->law->raw(c->law, c->coefficient, s.value, d, v, branch);
      assert_true(f.elastic - f.elastic == 0 && f.dissipative - f.dissipative == 0);
    }
}

static void test_branches_are_finite(void **state)
{
  (void)state;
  each_contact(branches_are_finite);
}

/* The branch changes at the declared levels and nowhere else. */
static void branch_changes_at_breakpoints(const carom_contact *c, random_stream *r)
{
  carom_state s = carom_contact_virgin(c);
  carom_contact_commit(c, &s, scale_of(c) * random_between(r, 0, 2));
  double breakpoint[CAROM_MAX_BREAKPOINTS];
  c->law->breakpoint(c->law, c->coefficient, s.value, breakpoint);
  double last = 0, branch = c->law->branch(c->law, c->coefficient, s.value, 0);
  for (int i = 1; i <= 2000; i++) {
    const double d = 4 * scale_of(c) * i / 2000;
    const double now = c->law->branch(c->law, c->coefficient, s.value, d);
    bool crossed = false;
    for (int k = 0; k < c->law->breakpoints; k++)
      crossed |= breakpoint[k] >= last && breakpoint[k] <= d;
    assert_true(now == branch || crossed);
    last = d;
    branch = now;
  }
}

static void test_branch_changes_at_breakpoints(void **state)
{
  (void)state;
  each_contact(branch_changes_at_breakpoints);
}

/* Observed behaviour of a law over all its random contacts. */
typedef struct observed {
  bool jumps, jumps_at_touch, pulls, latches, remembers, viscous;
} observed;

static void observe_jumps(const carom_contact *c, observed *o)
{
  const carom_admissible a = carom_contact_admissible(c, 8 * scale_of(c));
  o->jumps |= a.jump > 1e-6;
  o->jumps_at_touch |= a.touch_jump > 1e-6;
}

static void observe_forces(const carom_contact *c, random_stream *r, observed *o)
{
  carom_state slow = carom_contact_virgin(c), fast = slow, loaded = slow;
  carom_contact_touch(c, &slow, c->speed);
  carom_contact_touch(c, &fast, 4 * c->speed);
  carom_contact_touch(c, &loaded, c->speed);
  carom_contact_commit(c, &loaded, 8 * scale_of(c));
  for (int k = 0; k < 50; k++) {
    const double d = scale_of(c) * random_between(r, 1e-6, 4), v = c->speed;
    const double branch = c->law->branch(c->law, c->coefficient, slow.value, d);
    o->pulls |= total(c->law->raw(c->law, c->coefficient, slow.value, d, -20 * v, branch)) < 0;
    o->viscous |= carom_contact_force(c, &slow, d, v).dissipative != 0;
    o->latches |= total(carom_contact_force(c, &slow, d, v)) !=
                  total(carom_contact_force(c, &fast, d, v));
    o->remembers |= total(carom_contact_force(c, &slow, d, v)) !=
                    total(carom_contact_force(c, &loaded, d, v));
    const double gap = carom_contact_reach(c) * random_between(r, 0.01, 0.99);
    o->remembers |= total(carom_contact_force(c, &slow, -gap, v)) !=
                    total(carom_contact_force(c, &loaded, -gap, v));
  }
}

/* The names of traits, separated by '|'. */
static const char *in_words(unsigned traits, char text[256])
{
  static const struct {
    unsigned trait;
    const char *name;
  } names[] = {{CAROM_LAW_JUMPS, "CAROM_LAW_JUMPS"},
               {CAROM_LAW_PULLS, "CAROM_LAW_PULLS"},
               {CAROM_LAW_STORES_IMPACT_SPEED, "CAROM_LAW_STORES_IMPACT_SPEED"},
               {CAROM_LAW_REMEMBERS, "CAROM_LAW_REMEMBERS"},
               {CAROM_LAW_VISCOUS, "CAROM_LAW_VISCOUS"},
               {CAROM_LAW_JUMPS_AT_TOUCH, "CAROM_LAW_JUMPS_AT_TOUCH"}};
  text[0] = '\0';
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (traits & names[i].trait) carom_append(text, 256, "%s%s", *text ? " | " : "", names[i].name);
  return *text ? text : "nothing";
}

static void test_declared_equals_observed(void **state)
{
  (void)state;
  for (int i = 0; i < tested_count(); i++) {
    const carom_law_info *info = carom_law_about(tested_at(i));
    random_stream r = random_from(2000 + (uint64_t)i);
    observed o = {0};
    for (int k = 0; k < contacts_of(tested_at(i)); k++) {
      carom_contact c;
      random_contact(tested_at(i), &r, &c);
      observe_jumps(&c, &o);
      observe_forces(&c, &r, &o);
    }
    const unsigned seen = (o.jumps ? CAROM_LAW_JUMPS : 0) | (o.pulls ? CAROM_LAW_PULLS : 0) |
                          (o.latches ? CAROM_LAW_STORES_IMPACT_SPEED : 0) |
                          (o.remembers ? CAROM_LAW_REMEMBERS : 0) |
                          (o.viscous ? CAROM_LAW_VISCOUS : 0) |
                          (o.jumps_at_touch ? CAROM_LAW_JUMPS_AT_TOUCH : 0);
    const unsigned declared = info->traits &
                              (CAROM_LAW_JUMPS | CAROM_LAW_PULLS | CAROM_LAW_STORES_IMPACT_SPEED |
                               CAROM_LAW_REMEMBERS | CAROM_LAW_VISCOUS | CAROM_LAW_JUMPS_AT_TOUCH);
    char idle[256], secret[256];
    if (seen != declared)
      fail_msg("%s: declared in .traits but never seen: %s; seen but not declared: %s", info->name,
               in_words(declared & ~seen, idle), in_words(seen & ~declared, secret));
  }
}

/* `yields` is declared if and only if the law cannot do without a yield stress. */
static void test_yield_is_needed_as_declared(void **state)
{
  (void)state;
  for (int i = 0; i < tested_count(); i++) {
    const carom_law_info *info = carom_law_about(tested_at(i));
    carom_contact_def def = carom_contact_default();
    carom_contact c;
    carom_error err;
    def.law = info->name;
    def.context = tested_context();
    def.a.material.yield = def.b.material.yield = CAROM_UNSET;
    const carom_status status = carom_contact_prepare(&def, &c, &err);
    assert_int_equal(status, info->traits & CAROM_LAW_YIELDS ? CAROM_ERR_MISSING : CAROM_OK);
  }
}

/* Tension is cut when the rule says so, and a cut force dissipates what the spring gives back. */
static void tension_is_cut(const carom_contact *c, random_stream *r)
{
  carom_state s = carom_contact_virgin(c);
  carom_contact_touch(c, &s, c->speed);
  for (int k = 0; k < 50; k++) {
    const double d = scale_of(c) * random_between(r, 1e-6, 4),
                 v = -c->speed * random_between(r, 0, 20);
    const double branch = c->law->branch(c->law, c->coefficient, s.value, d);
    const carom_force raw = c->law->raw(c->law, c->coefficient, s.value, d, v, branch),
                      f = carom_contact_force(c, &s, d, v);
    assert_true(f.elastic == raw.elastic);
    if (c->cut)
      assert_true(total(f) == (total(raw) < 0 ? 0 : total(raw)));
    else
      assert_true(f.dissipative == raw.dissipative);
  }
}

static void test_tension_is_cut(void **state)
{
  (void)state;
  each_contact(tension_is_cut);
}

/* The elastic part is the slope of the stored energy, wherever no dent is being made. */
static void stored_energy_has_the_slope_of_the_force(const carom_contact *c, random_stream *r)
{
  carom_state s = carom_contact_virgin(c);
  carom_contact_touch(c, &s, c->speed);
  const double deepest = scale_of(c) * 4;
  carom_contact_commit(c, &s, deepest);
  for (int k = 0; k < 30; k++) {
    const double dent = carom_contact_residual(c, &s) > 0 ? carom_contact_residual(c, &s) : 0;
    const double d = dent + (deepest - dent) * random_between(r, 0.01, 0.99);
    const double h = d + 1e-4 * (d - dent) - d; /* exact in d + h, however close the dent is */
    if (c->law->branch(c->law, c->coefficient, s.value, d - 2 * h) !=
        c->law->branch(c->law, c->coefficient, s.value, d + 2 * h))
      continue;
    const double one = carom_contact_energy(c, &s, d + h).stored -
                       carom_contact_energy(c, &s, d - h).stored,
                 two = carom_contact_energy(c, &s, d + 2 * h).stored -
                       carom_contact_energy(c, &s, d - 2 * h).stored;
    const double slope = (8 * one - two) / (12 * h);
    const double force = carom_contact_force(c, &s, d, 0).elastic;
    const double largest = carom_contact_force(c, &s, deepest, 0).elastic;
    if (!(CAROM_FABS(slope - force) <= 1e-8 * largest))
      fail_msg("%s at d = %g: slope %.12g, force %.12g", c->law->info.name, d, slope, force);
  }
}

static void test_stored_energy_has_the_slope_of_the_force(void **state)
{
  (void)state;
  each_contact(stored_energy_has_the_slope_of_the_force);
}

/* Sound forms never create energy; the printed Ma-Liu form does, and the check must say so. */
static void sound_forms_are_admissible(const carom_contact *c, random_stream *r)
{
  (void)r;
  if (!random_contact_is_sound(c)) return;
  const carom_admissible a = carom_contact_admissible(c, 10 * scale_of(c));
  if (!a.sound)
    fail_msg("%s gains %g at %g m, residual %g", c->law->info.name, a.gain, a.gain_overlap,
             a.worst_residual);
}

static void test_sound_forms_are_admissible(void **state)
{
  (void)state;
  each_contact(sound_forms_are_admissible);
}

static void test_printed_ma_liu_is_found_out(void **state)
{
  (void)state;
  carom_contact_def def = carom_contact_default();
  carom_contact c;
  def.law = "ma-liu";
  carom_contact_set_text(&def, "form", "printed");
  assert_int_equal(carom_contact_prepare(&def, &c, NULL), CAROM_OK);
  const double d_y = carom_contact_yield_overlap(&c);
  const carom_admissible a = carom_contact_admissible(&c, 10 * d_y);
  assert_false(a.sound);
  /* the largest restitution is 1.00724 at 1.83 d_y, a gain of 1.45 % of the loading work */
  assert_true(a.gain > 0.0144 && a.gain < 0.0147);
  assert_true(a.gain_overlap > 1.80 * d_y && a.gain_overlap < 1.86 * d_y);
  carom_contact_set_text(&def, "form", "sound");
  assert_int_equal(carom_contact_prepare(&def, &c, NULL), CAROM_OK);
  assert_true(carom_contact_admissible(&c, 10 * d_y).sound);
}

/* Scalar entry, blocks and every instruction set: the same bits. */
static void same_bits(const carom_contact *c, random_stream *r)
{
  enum { N = 37 };
  double d[N], v[N], value[CAROM_MAX_STATES][N], elastic[N], dissipative[N];
  double *values[CAROM_MAX_STATES];
  carom_state s[N];
  for (int i = 0; i < N; i++) {
    d[i] = scale_of(c) * random_between(r, -0.5, 4);
    v[i] = c->speed * random_between(r, -3, 3);
    s[i] = carom_contact_virgin(c);
    carom_contact_touch(c, &s[i], CAROM_FABS(v[i]));
    carom_contact_commit(c, &s[i], scale_of(c) * random_between(r, 0, 3));
    for (int k = 0; k < CAROM_MAX_STATES; k++)
      value[k][i] = s[i].value[k];
  }
  for (int k = 0; k < CAROM_MAX_STATES; k++)
    values[k] = value[k];
  carom_contact other = *c;
  const carom_block block = {.count = N,
                             .overlap = d,
                             .approach = v,
                             .state = values,
                             .elastic = elastic,
                             .dissipative = dissipative};
  carom_contact_forces(&other, &block);
  for (int i = 0; i < N; i++) {
    const carom_force f = carom_contact_force(c, &s[i], d[i], v[i]);
    assert_memory_equal(&f.elastic, &elastic[i], sizeof f.elastic);
    assert_memory_equal(&f.dissipative, &dissipative[i], sizeof f.dissipative);
  }
  carom_contact_commits(&other, &block);
  for (int i = 0; i < N; i++) {
    carom_contact_commit(c, &s[i], d[i]);
    for (int k = 0; k < carom_contact_states(c); k++)
      assert_memory_equal(&s[i].value[k], &value[k][i], sizeof value[k][i]);
  }
}

static void same_bits_in_every_set(const carom_contact *c, random_stream *r)
{
  static const carom_instructions sets[] = {CAROM_INSTRUCTIONS_BASE, CAROM_INSTRUCTIONS_AVX2,
                                            CAROM_INSTRUCTIONS_AVX512};
  for (int i = 0; i < 3; i++) {
    carom_contact c_set = *c;
    if (!has_instructions(sets[i])) continue;
    c_set.instructions = sets[i];
    same_bits(&c_set, r);
  }
}

static void test_same_bits_in_every_set(void **state)
{
  (void)state;
  each_contact(same_bits_in_every_set);
}

SUITE("properties", test_no_force_without_overlap, test_branches_are_finite,
      test_branch_changes_at_breakpoints, test_declared_equals_observed,
      test_yield_is_needed_as_declared, test_tension_is_cut,
      test_stored_energy_has_the_slope_of_the_force, test_sound_forms_are_admissible,
      test_printed_ma_liu_is_found_out, test_same_bits_in_every_set)
