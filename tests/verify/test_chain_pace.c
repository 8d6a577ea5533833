/* SPDX-License-Identifier: MIT */
/* What fixed steps leave of a restitution, as carom_chain_pace has it, against velocity Verlet
 * written here: a body on a spring, over 32 phases of the first touch. */
#include "setup.h"

enum { PHASES = 32 };

static carom_chain *on_a_wall(double step, carom_contact_def *contact)
{
  carom_bead bead = carom_bead_default();
  carom_chain_def def = carom_chain_default();
  carom_chain *chain;
  carom_error err;
  bead.body.radius = 0.01;
  bead.body.material = material(1e9, 0.3, 2500, 1e9);
  bead.velocity = 1;
  contact->law = "hooke";
  contact->speed = 1;
  set(contact, "stiffness", 1e5);
  set(contact, "restitution", 1);
  def.bead = &bead;
  def.beads = 1;
  def.contact = contact;
  def.contacts = 1;
  def.right.present = true;
  def.right.gap = 1e-3;
  def.right.material = bead.body.material;
  def.integrator = CAROM_CHAIN_VERLET;
  def.step = step;
  if (carom_chain_create(&def, &chain, &err) != CAROM_OK) fail_msg("%s: %s", err.where, err.text);
  return chain;
}

/* From the last step without contact, `phase` of a step before the touch, until it is over. */
static double struck_in_steps(double k, double m, double h, double phase)
{
  double x = -phase * h, v = 1, a = 0;
  bool touched = false;
  for (;;) {
    x += h * (v + 0.5 * h * a);
    const double next = x > 0 ? -k * x / m : 0;
    v += 0.5 * h * (a + next);
    a = next;
    touched |= x > 0;
    if (touched && x <= 0 && v < 0) return -v;
  }
}

/* 5 to 100 steps in a contact: each is tried, none is taken for fine enough. */
static void as_verlet_by_hand(void **state)
{
  (void)state;
  static const double steps[] = {5, 12, 30, 100};
  const double k = 1e5, m = 2500 * 4.0 / 3 * 3.14159265358979323846 * 1e-6;
  const double duration = 3.14159265358979323846 * sqrt(m / k);
  for (int i = 0; i < COUNT(steps); i++) {
    const double h = duration / steps[i];
    double mean = 0, spread = 0, e[PHASES];
    for (int p = 0; p < PHASES; p++)
      mean += (e[p] = struck_in_steps(k, m, h, (p + 0.5) / PHASES)) / PHASES;
    for (int p = 0; p < PHASES; p++)
      spread = fabs(e[p] - mean) > spread ? fabs(e[p] - mean) : spread;
    carom_contact_def contact = carom_contact_default();
    carom_chain *chain = on_a_wall(h, &contact);
    carom_chain_pacing pace;
    assert_int_equal(carom_chain_pace(chain, &pace, NULL), CAROM_OK);
    assert_close(pace.duration, duration, 1e-9);
    assert_close(pace.resolved, 1, 1e-9);
    assert_close(pace.delivered, mean, 1e-9);
    assert_close(pace.spread, spread, 1e-5);
    assert_true(spread > 1e-7);
    carom_chain_destroy(chain);
  }
}

SUITE_CLOSE("pace of a chain", as_verlet_by_hand)
