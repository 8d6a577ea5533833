/* SPDX-License-Identifier: MIT */
/* The width of a pulse across beads, on a chain that is pressed so that every force is known: where
 * the force of sensors falls to half is found on straight lines between beads. */
#include "setup.h"

enum { BEADS = 9 };

/* Forces of contacts 0 .. 7, N. Sensors of beads 1 .. 7 see the means of neighbours: 1.5, 3.5, 7,
 * 9.5, 8, 4, 1.5. */
static const double forces[BEADS - 1] = {1, 2, 5, 9, 10, 6, 2, 1};

static carom_chain *pressed(carom_chain_integrator integrator, double u[BEADS])
{
  carom_bead bead[BEADS];
  const carom_contact_def contact = two_spheres("hertz");
  carom_chain_def def = carom_chain_default();
  carom_error err = {.code = CAROM_OK};
  carom_chain *chain;
  for (int i = 0; i < BEADS; i++) {
    bead[i] = carom_bead_default();
    bead[i].body = contact.a;
  }
  def.bead = bead;
  def.beads = BEADS;
  def.contact = &contact;
  def.contacts = 1;
  def.integrator = integrator;
  def.step = integrator == CAROM_CHAIN_VERLET ? 1e-7 : 0;
  if (carom_chain_create(&def, &chain, &err) != CAROM_OK) fail_msg("%s: %s", err.where, err.text);
  /* F = (4/3) E* sqrt(R*) d^(3/2) */
  const double K = 4.0 / 3 * (2.07e11 / (2 * (1 - 0.3 * 0.3))) * sqrt(0.01);
  u[0] = 0;
  for (int i = 0; i + 1 < BEADS; i++)
    u[i + 1] = u[i] - pow(forces[i] / K, 2.0 / 3);
  return chain;
}

static void width_between_beads(void **state)
{
  (void)state;
  static const carom_chain_integrator ways[] = {CAROM_CHAIN_DOP853, CAROM_CHAIN_VERLET};
  for (int k = 0; k < COUNT(ways); k++) {
    double u[BEADS], v[BEADS] = {0};
    carom_chain *chain = pressed(ways[k], u);
    assert_close(carom_chain_sensor(chain, 4, u, v), 9.5, 1e-11);
    /* half of 9.5 above 0.5 is 5: between 7 and 3.5 on the left, between 8 and 4 on the right */
    assert_close(carom_chain_pulse_beads(chain, 4, 0.5, u, v), 1 + 2 / 3.5 + 1 + 3 / 4.0, 1e-10);
    /* half of 8 is 4: between 7 and 3.5 again, but one bead farther, and exactly at bead 6 */
    assert_close(carom_chain_pulse_beads(chain, 5, 0, u, v), 2 + 3 / 3.5 + 1, 1e-10);
    /* half of 9.5 above -9 is 0.25, which no bead but a loose end falls to */
    assert_true(carom_chain_pulse_beads(chain, 4, -9, u, v) == CAROM_UNSET);
    assert_true(carom_chain_pulse_beads(chain, 4, 10, u, v) == CAROM_UNSET);
    carom_chain_destroy(chain);
  }
}

SUITE_CLOSE("width of a pulse", width_between_beads)
