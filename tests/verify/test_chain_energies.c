/* SPDX-License-Identifier: MIT */
/* Energies of a chain at the instants of its samples, between steps: nothing is missing at any of
 * them, losses only grow, and the last is the budget of the chain. */
#include <carom/chain.h>

#include "setup.h"
#include "suite.h"

enum { BEADS = 6, MOST = 4000 };

typedef struct look {
  carom_chain *chain;
  carom_chain_energy energy[MOST];
  int count;
} look;

static void keep(void *user, double time, const double *displacement, const double *velocity)
{
  look *l = user;
  (void)time;
  if (l->chain && l->count < MOST)
    l->energy[l->count++] = carom_chain_budget_at(l->chain, displacement, velocity);
}

static void check(const char *law, carom_chain_integrator integrator, double step, double within)
{
  static look l;
  carom_bead bead[BEADS];
  carom_contact_def contact = carom_contact_default();
  carom_chain_def def = carom_chain_default();
  carom_error err = {.code = CAROM_OK};
  contact.law = law;
  if (!strcmp(law, "tsuji")) set(&contact, "restitution", 0.7);
  for (int i = 0; i < BEADS; i++) {
    bead[i] = carom_bead_default();
    bead[i].body.radius = 0.005 + 0.0002 * i;
    bead[i].body.material = material(2e11, 0.3, 7800, 5e8);
  }
  bead[0].velocity = 2;
  def.bead = bead, def.beads = BEADS;
  def.contact = &contact, def.contacts = 1;
  def.gravity = 3;
  def.integrator = integrator;
  def.step = step;
  l = (look){.count = 0};
  if (carom_chain_create(&def, &l.chain, &err) != CAROM_OK) fail_msg("%s", err.text);
  carom_chain_set_sampler(l.chain, 3.1e-7, keep, &l); /* no multiple of a step */
  if (carom_chain_advance(l.chain, 2e-4, &err) != CAROM_OK) fail_msg("%s", err.text);
  assert_true(l.count > 600);
  const double start = l.energy[0].kinetic;
  double lost = 0, deepest = 0;
  for (int i = 0; i < l.count; i++) {
    const carom_chain_energy *e = &l.energy[i];
    const double all = e->viscous + e->plastic;
    if (!(fabs(e->residual) <= within * start))
      fail_msg("%s: sample %d lacks %g of the energy", law, i, e->residual / start);
    assert_true(all >= lost - within * start);
    lost = all > lost ? all : lost;
    deepest = e->elastic > deepest ? e->elastic : deepest;
  }
  assert_true(deepest > 0.05 * start);
  if (strcmp(law, "hertz"))
    assert_true(lost > 0.1 * start);
  else
    assert_true(lost == 0);
  keep(&l, 0, carom_chain_displacement(l.chain), carom_chain_velocity(l.chain));
  const carom_chain_energy end = carom_chain_budget(l.chain);
  assert_memory_equal(&end, &l.energy[l.count - 1], sizeof end);
  carom_chain_destroy(l.chain);
}

static void nothing_is_missing_at_any_sample(void **state)
{
  (void)state;
  static const char *const law[] = {"hertz", "tsuji", "ma-liu", "walton-braun"};
  for (int k = 0; k < COUNT(law); k++) {
    check(law[k], CAROM_CHAIN_DOP853, 0, 1e-9);
    check(law[k], CAROM_CHAIN_VERLET, 2e-8, 2e-3);
  }
}

SUITE("energies of a chain over time", nothing_is_missing_at_any_sample)
