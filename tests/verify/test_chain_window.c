/* SPDX-License-Identifier: MIT */
/* Long chains in fixed steps compute only the bodies that a wave can have reached. That changes no
 * bit: a chain whose last body drifts away from the start on, so that all of it is computed, moves
 * alike up to there. */
#include "setup.h"

enum { BEADS = 400, STEPS = 380 };

static carom_chain *chain_of(const char *law, bool all)
{
  static carom_bead bead[BEADS];
  carom_contact_def contact = carom_contact_default();
  carom_chain_def def = carom_chain_default();
  carom_chain *chain;
  carom_error err;
  for (int i = 0; i < BEADS; i++) {
    bead[i] = carom_bead_default();
    bead[i].body.radius = 0.5;
    bead[i].body.mass = 1;
    bead[i].body.material = material(2e6, 0.3, 1, 1e4);
  }
  bead[0].velocity = 5;
  bead[BEADS - 1].gap = 1;
  if (all) bead[BEADS - 1].velocity = 1e-3;
  contact.law = law;
  contact.speed = 5;
  contact.a.material = contact.b.material = bead[0].body.material;
  def.bead = bead;
  def.beads = BEADS;
  def.contact = &contact;
  def.contacts = 1;
  def.integrator = CAROM_CHAIN_VERLET;
  def.step = 2e-4;
  if (carom_chain_create(&def, &chain, &err) != CAROM_OK) fail_msg("%s: %s", err.where, err.text);
  return chain;
}

/* Hooke's forces reach a body farther in every step, however small they are. */
static void nothing_is_left_behind(void **state)
{
  (void)state;
  static const char *const laws[] = {"hooke", "hertz", "tsuji"};
  for (int k = 0; k < COUNT(laws); k++) {
    carom_chain *window = chain_of(laws[k], false), *whole = chain_of(laws[k], true);
    for (int n = 1; n <= STEPS; n += n % 7 + 1) {
      assert_int_equal(carom_chain_advance(window, 2e-4 * n, NULL), CAROM_OK);
      assert_int_equal(carom_chain_advance(whole, 2e-4 * n, NULL), CAROM_OK);
      const size_t bytes = (BEADS - 1) * sizeof(double);
      assert_memory_equal(carom_chain_velocity(window), carom_chain_velocity(whole), bytes);
      assert_memory_equal(carom_chain_displacement(window), carom_chain_displacement(whole), bytes);
    }
    int moving = 0;
    while (moving < BEADS && carom_chain_velocity(window)[moving] != 0)
      moving++;
    print_message("%s: %d bodies move after %d steps\n", laws[k], moving, STEPS);
    assert_true(moving > 8);
    carom_chain_destroy(window);
    carom_chain_destroy(whole);
  }
}

SUITE("the window of a chain", nothing_is_left_behind)
