/* SPDX-License-Identifier: MIT */
/* Long chains in fixed steps: against the event-exact answer, with and without the window. */
#include <stdlib.h>
#include <string.h>

#include "instructions.h"
#include "setup.h"

enum { BEADS = 40 };

typedef struct shape {
  bool tapered;    /* every contact has slots of its own */
  bool wall;       /* at the right end */
  bool two_laws;   /* the second half has another law */
  bool all_active; /* every body is stepped */
  bool any_step;   /* however long it is */
  const int *followed;
} shape;

static carom_chain *made(const char *law, shape is, carom_chain_integrator integrator, double step)
{
  carom_bead bead[BEADS];
  carom_contact_def contact[2] = {carom_contact_default(), carom_contact_default()};
  carom_chain_def def = carom_chain_default();
  carom_chain *chain;
  carom_error err;
  for (int i = 0; i < BEADS; i++) {
    bead[i] = carom_bead_default();
    bead[i].body.radius = 2.38e-3 * (is.tapered ? 1 - 0.01 * i : 1);
    bead[i].body.material = material(193e9, 0.3, 8000, 940e6);
    bead[i].contact = is.two_laws && i > BEADS / 2;
  }
  bead[0].velocity = 1.77;
  contact[0].law = law;
  contact[1].law = "hertz";
  contact[0].speed = contact[1].speed = 1.77;
  def.bead = bead;
  def.beads = BEADS;
  def.contact = contact;
  def.contacts = 2;
  def.right.present = is.wall;
  def.right.material = bead[0].body.material;
  def.integrator = integrator;
  def.step = step;
  def.all_active = is.all_active;
  def.any_step = is.any_step;
  def.followed = is.followed;
  def.follow = is.followed ? 3 : 0;
  def.follow_all = !is.followed;
  if (carom_chain_create(&def, &chain, &err) != CAROM_OK) fail_msg("%s: %s", err.where, err.text);
  return chain;
}

static void advance(carom_chain *chain, double until)
{
  carom_error err;
  if (carom_chain_advance(chain, until, &err) != CAROM_OK) fail_msg("%s", err.text);
}

/* The largest difference of the velocities at 200 us. */
static double difference(const char *law, shape is, double step)
{
  carom_chain *exact = made(law, is, CAROM_CHAIN_DOP853, 0),
              *fixed = made(law, is, CAROM_CHAIN_VERLET, step);
  double most = 0;
  advance(exact, 200e-6);
  advance(fixed, 200e-6);
  assert_close(carom_chain_time(fixed), 200e-6, 1e-12);
  assert_close(carom_chain_momentum(fixed), carom_chain_momentum(exact), is.wall ? 1e-3 : 1e-12);
  for (int i = 0; i < BEADS; i++)
    most = fmax(most, fabs(carom_chain_velocity(fixed)[i] - carom_chain_velocity(exact)[i]));
  carom_chain_destroy(exact);
  carom_chain_destroy(fixed);
  return most;
}

/* Second order where the law is smooth enough; the root of the overlap in Tsuji's damping leaves
 * 5/4, and a dent that is made between two steps a little less than 2. */
static void fixed_steps_converge_to_the_exact_answer(void **state)
{
  (void)state;
  static const struct {
    const char *law;
    double order;
    shape is;
  } cases[] = {{"hertz", 2, {0}},
               {"hertz", 2, {.tapered = true, .wall = true}},
               {"lankarani-nikravesh", 2, {0}},
               {"tsuji", 1.25, {.tapered = true}},
               {"tsuji", 1.25, {.two_laws = true}}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    const double coarse = difference(cases[k].law, cases[k].is, 1e-8),
                 fine = difference(cases[k].law, cases[k].is, 2.5e-9);
    const double order = log(coarse / fine) / log(4);
    if (!(fabs(order - cases[k].order) < 0.05))
      fail_msg("%s: order %.3f, differences %g and %g", cases[k].law, order, coarse, fine);
    assert_true(fine < 2e-5);
  }
  assert_true(difference("ma-liu", (shape){0}, 2.5e-9) < 1e-6);
  assert_true(difference("ma-liu", (shape){.tapered = true}, 2.5e-9) < 1e-6);
}

static void assert_same_bits(const carom_chain *a, const carom_chain *b)
{
  const size_t size = (size_t)carom_chain_beads(a) * sizeof(double);
  const carom_chain_energy x = carom_chain_budget(a), y = carom_chain_budget(b);
  assert_memory_equal(carom_chain_velocity(a), carom_chain_velocity(b), size);
  assert_memory_equal(carom_chain_displacement(a), carom_chain_displacement(b), size);
  assert_memory_equal(&x, &y, sizeof x);
}

static void the_window_changes_no_bit(void **state)
{
  (void)state;
  for (int i = 0; i < carom_law_count(); i++)
    for (int k = 0; k < 2; k++) {
      const char *law = carom_law_about(carom_law_at(i))->name;
      carom_chain *with = made(law, (shape){.tapered = k}, CAROM_CHAIN_VERLET, 2e-8),
                  *without = made(law, (shape){.tapered = k, .all_active = true},
                                  CAROM_CHAIN_VERLET, 2e-8);
      for (int n = 1; n <= 4; n++) {
        advance(with, 40e-6 * n);
        advance(without, 40e-6 * n);
        assert_same_bits(with, without);
        for (int c = 0; c < BEADS - 1; c++) {
          carom_chain_contact a, b;
          carom_chain_sample_contact(with, c, &a, NULL);
          carom_chain_sample_contact(without, c, &b, NULL);
          assert_memory_equal(&a, &b, sizeof a);
        }
      }
      carom_chain_destroy(with);
      carom_chain_destroy(without);
    }
}

/* A row of many beads that reaches over several tiles of the sweep, the first of them moving; units
 * in which a bead has diameter 1 and mass 1. */
static carom_chain *row(const char *law, int beads, carom_instructions set, bool tapered)
{
  carom_bead *bead = calloc((size_t)beads, sizeof *bead);
  carom_contact_def contact[2] = {carom_contact_default(), carom_contact_default()};
  carom_chain_def def = carom_chain_default();
  carom_chain *chain;
  carom_error err;
  for (int i = 0; i < beads; i++) {
    bead[i] = carom_bead_default();
    bead[i].body.radius = tapered ? 0.5 - 1e-5 * i : 0.5;
    bead[i].body.mass = 1;
    bead[i].contact = i % 200 == 199; /* a second law here and there */
  }
  bead[0].velocity = 5;
  bead[beads / 2].velocity = -1;
  for (int k = 0; k < 2; k++) {
    contact[k].law = k ? "hertz" : law;
    contact[k].instructions = set;
    contact[k].speed = 5;
    contact[k].a.material.young = contact[k].b.material.young = 2e6;
  }
  for (int i = 0; i < beads; i++)
    bead[i].body.material = material(2e6, 0.3, 1, 1e4);
  def.bead = bead;
  def.beads = beads;
  def.contact = contact;
  def.contacts = 2;
  def.integrator = CAROM_CHAIN_VERLET;
  def.step = 1e-4;
  if (carom_chain_create(&def, &chain, &err) != CAROM_OK) fail_msg("%s: %s", err.where, err.text);
  free(bead);
  return chain;
}

static void every_instruction_set_gives_the_same_bits(void **state)
{
  (void)state;
  static const carom_instructions sets[] = {CAROM_INSTRUCTIONS_AVX2, CAROM_INSTRUCTIONS_AVX512};
  for (int i = 0; i < carom_law_count(); i++)
    for (int k = 0; k < 4; k++) {
      const char *law = carom_law_about(carom_law_at(i))->name;
      if (!has_instructions(sets[k / 2])) continue;
      carom_chain *base = row(law, 700, CAROM_INSTRUCTIONS_BASE, k % 2),
                  *wide = row(law, 700, sets[k / 2], k % 2);
      /* the step is too long for some: they diverge alike */
      const carom_status status = carom_chain_advance(base, 300e-4, NULL);
      assert_int_equal(carom_chain_advance(wide, 300e-4, NULL), status);
      assert_true(carom_chain_velocity(base)[5] != 0);
      assert_same_bits(base, wide);
      carom_chain_destroy(base);
      carom_chain_destroy(wide);
    }
}

/* Steps are taken in batches; where a batch ends is nobody's business. */
static void pauses_change_no_bit(void **state)
{
  (void)state;
  carom_chain *once = row("tsuji", 700, CAROM_INSTRUCTIONS_BEST, false),
              *often = row("tsuji", 700, CAROM_INSTRUCTIONS_BEST, false);
  advance(once, 500e-4);
  for (int n = 1, step = 1; n <= 500; n += step, step = 1 + step % 23)
    advance(often, 1e-4 * n);
  advance(often, 500e-4);
  assert_int_equal(carom_chain_steps(once), carom_chain_steps(often));
  assert_same_bits(once, often);
  carom_chain_destroy(once);
  carom_chain_destroy(often);
}

/* The kinetic energies of LAMMPS (29 Sep 2021, Debian), which sums positions along a chain of
 * length 1000 and so rounds overlaps of 1e-3 at 1e-13. pair_style gran/hertz/history 1e6 NULL 200
 * NULL 0.5 0, diameter 1, mass 1, timestep 1e-4: F = sqrt(R* d) (kn d + gamma m* v). */
static void as_lammps_does(void **state)
{
  (void)state;
  static const struct {
    int steps;
    double kinetic;
  } lammps[] = {{1, 12.4972052275281},
                {100, 6.40782421766487},
                {1000, 4.79622815780842},
                {20000, 0.16946020328064}};
  enum { ROW = 1000 };
  static carom_bead bead[ROW];
  carom_contact_def contact = carom_contact_default();
  carom_chain_def def = carom_chain_default();
  carom_chain *chain;
  carom_error err;
  for (int i = 0; i < ROW; i++) {
    bead[i] = carom_bead_default();
    bead[i].body.radius = 0.5;
    bead[i].body.mass = 1;
  }
  bead[0].velocity = 5;
  contact.law = "kuwabara-kono";
  carom_contact_set(&contact, "stiffness", 1e6 * sqrt(0.25));
  carom_contact_set(&contact, "damping_coefficient", 200 * 0.5 * sqrt(0.25));
  carom_contact_set_text(&contact, "tension", "keep");
  def.bead = bead;
  def.beads = ROW;
  def.contact = &contact;
  def.contacts = 1;
  def.integrator = CAROM_CHAIN_VERLET;
  def.step = 1e-4;
  def.half_velocity = true;
  if (carom_chain_create(&def, &chain, &err) != CAROM_OK) fail_msg("%s: %s", err.where, err.text);
  for (size_t k = 0; k < sizeof lammps / sizeof *lammps; k++) {
    advance(chain, 1e-4 * lammps[k].steps);
    assert_int_equal(carom_chain_steps(chain), lammps[k].steps);
    assert_close(carom_chain_budget(chain).kinetic, lammps[k].kinetic, 1e-9);
  }
  carom_chain_destroy(chain);
}

/* The residual of the budget falls with the step, unless it is next to nothing already: a memory
 * law only errs in where it turns, with either sign. */
static void the_budget_closes_with_the_step(void **state)
{
  (void)state;
  static const char *const laws[] = {"hertz", "tsuji", "ma-liu"};
  for (int i = 0; i < 3; i++) {
    double last = 1;
    for (int k = 0; k < 3; k++) {
      carom_chain *chain = made(laws[i], (shape){.wall = true}, CAROM_CHAIN_VERLET,
                                2e-8 / (1 << 2 * k));
      const double in = carom_chain_budget(chain).kinetic;
      advance(chain, 150e-6);
      const double residual = fabs(carom_chain_budget(chain).residual) / in;
      if (!(residual < 1e-4 && (residual < 0.5 * last || residual < 1e-8)))
        fail_msg("%s: residual %g after %g", laws[i], residual, last);
      last = residual;
      carom_chain_destroy(chain);
    }
  }
}

/* Peaks of followed contacts approach those of the resolved chain. */
static void peaks_of_followed_contacts(void **state)
{
  (void)state;
  static const int contacts[] = {0, 12, BEADS - 2};
  static const char *const laws[] = {"hertz", "ma-liu", "tsuji"};
  for (int k = 0; k < 3; k++) {
    carom_chain *exact = made(laws[k], (shape){0}, CAROM_CHAIN_DOP853, 0),
                *fixed = made(laws[k], (shape){.followed = contacts}, CAROM_CHAIN_VERLET, 5e-9);
    advance(exact, 350e-6);
    advance(fixed, 350e-6);
    for (int i = 0; i < 3; i++) {
      carom_chain_contact a, b;
      assert_int_equal(carom_chain_sample_contact(exact, contacts[i], &a, NULL), CAROM_OK);
      assert_int_equal(carom_chain_sample_contact(fixed, contacts[i], &b, NULL), CAROM_OK);
      assert_close(b.first_peak_overlap, a.first_peak_overlap, 1e-4);
      assert_close(b.time_of_first_peak_overlap, a.time_of_first_peak_overlap, 1e-4);
      assert_close(b.first_peak_force, a.first_peak_force, 1e-4);
      assert_close(b.time_of_peak_force, a.time_of_peak_force, 1e-3);
    }
    carom_chain_destroy(exact);
    carom_chain_destroy(fixed);
  }
}

/* Contacts of different sizes tell their own constants, not those of the first one. */
static void contacts_tell_their_own_constants(void **state)
{
  (void)state;
  static const char *law[] = {"hertz", "ma-liu", "kuwabara-kono"};
  const shape is = {.tapered = true, .wall = true, .two_laws = true};
  for (size_t k = 0; k < sizeof law / sizeof *law; k++) {
    carom_chain *exact = made(law[k], is, CAROM_CHAIN_DOP853, 0),
                *fixed = made(law[k], is, CAROM_CHAIN_VERLET, 1e-8);
    for (int i = 0; i < BEADS; i++) {
      const int number = i < BEADS - 1 ? i : CAROM_RIGHT_WALL;
      carom_contact a, b;
      assert_int_equal(carom_chain_prepared(exact, number, &a, NULL), CAROM_OK);
      assert_int_equal(carom_chain_prepared(fixed, number, &b, NULL), CAROM_OK);
      assert_ptr_equal(a.law, b.law);
      assert_true(a.modulus == b.modulus && a.radius == b.radius && a.mass == b.mass);
      assert_true(a.yield == b.yield);
      assert_memory_equal(a.damping, b.damping, sizeof a.damping);
      assert_memory_equal(a.coefficient, b.coefficient, sizeof a.coefficient);
    }
    carom_chain_destroy(exact);
    carom_chain_destroy(fixed);
  }
}

static void what_fixed_steps_need(void **state)
{
  (void)state;
  carom_bead bead[2] = {carom_bead_default(), carom_bead_default()};
  carom_contact_def contact = carom_contact_default();
  carom_chain_def def = carom_chain_default();
  carom_chain *chain;
  carom_error err;
  def.bead = bead;
  def.beads = 2;
  def.contact = &contact;
  def.contacts = 1;
  def.integrator = CAROM_CHAIN_VERLET;
  assert_int_equal(carom_chain_create(&def, &chain, &err), CAROM_ERR_MISSING);
  assert_string_equal(err.where, "run.step");
  def.step = 1e-7;
  def.settled = true;
  assert_int_equal(carom_chain_create(&def, &chain, &err), CAROM_ERR_CONFLICT);
  def.settled = false;
  assert_int_equal(carom_chain_create(&def, &chain, &err), CAROM_OK);
  carom_chain_contact look;
  assert_int_equal(carom_chain_sample_contact(chain, 0, &look, &err), CAROM_OK);
  assert_int_equal(carom_chain_sample_contact(chain, 1, &look, &err), CAROM_ERR_RANGE);
  assert_int_equal(carom_chain_sample_contact(chain, CAROM_RIGHT_WALL, &look, &err),
                   CAROM_ERR_RANGE);
  carom_chain_destroy(chain);
}

/* Far too long a step: the bodies at the ends are the last to notice. */
static void a_step_that_is_too_long_is_told(void **state)
{
  (void)state;
  const shape is = {.wall = true, .any_step = true};
  carom_chain *chain = made("hertz", is, CAROM_CHAIN_VERLET, 50e-6);
  carom_status status = CAROM_OK;
  carom_error err;
  for (int k = 1; k <= 100 && status == CAROM_OK; k++) {
    status = carom_chain_advance(chain, k * 50e-6, &err);
    for (int i = 0; status == CAROM_OK && i < BEADS; i++)
      assert_true(isfinite(carom_chain_velocity(chain)[i]));
  }
  assert_int_equal(status, CAROM_ERR_DIVERGED);
  assert_string_equal(err.where, "run.step");
  carom_chain_destroy(chain);
}

static void a_rule_of_turns_is_refused(void **state)
{
  (void)state;
  carom_bead bead[] = {carom_bead_default(), carom_bead_default()};
  carom_contact_def contact = carom_contact_default();
  carom_chain_def def = carom_chain_default();
  carom_chain *chain;
  carom_error err;
  bead[0].velocity = 1;
  contact.law = "kogut-etsion";
  choose(&contact, "rule", "enhanced");
  def.bead = bead;
  def.beads = 2;
  def.contact = &contact;
  def.contacts = 1;
  def.integrator = CAROM_CHAIN_VERLET;
  def.step = 1e-7;
  assert_int_equal(carom_chain_create(&def, &chain, &err), CAROM_ERR_CONFLICT);
  assert_non_null(strstr(err.text, "rule=memory"));
  choose(&contact, "rule", "memory");
  assert_int_equal(carom_chain_create(&def, &chain, &err), CAROM_OK);
  carom_chain_destroy(chain);
}

SUITE("long chain", fixed_steps_converge_to_the_exact_answer, the_window_changes_no_bit,
      every_instruction_set_gives_the_same_bits, pauses_change_no_bit, as_lammps_does,
      the_budget_closes_with_the_step, peaks_of_followed_contacts,
      contacts_tell_their_own_constants, what_fixed_steps_need, a_step_that_is_too_long_is_told,
      a_rule_of_turns_is_refused)
