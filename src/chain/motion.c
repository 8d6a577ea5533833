/* SPDX-License-Identifier: MIT */
/* Forces on the bodies of a chain, and the guards that end a smooth segment of its motion. */
#include "chain/chain.h"

/* Adds the contact forces to dv and returns the power of their dissipative parts. */
static double add_contacts(const carom_chain *c, const double *u, const double *v, double *net)
{
  double power = 0;
  for (int k = 0; k < c->links; k++) {
    const carom_link *l = &c->link[k];
    const double approach = carom_link_approach(l, v);
    const carom_force f = carom_link_force(c, l, carom_link_overlap(l, u), approach);
    const double total = f.elastic + f.dissipative;
    if (l->left != CAROM_WALL) net[l->left] -= total;
    if (l->right != CAROM_WALL) net[l->right] += total;
    power += c->sampled ? f.dissipative * approach : carom_regime_power(&l->regime, f, approach);
  }
  return power;
}

void carom_chain_rate(void *user, double t, const double *y, double *dydt)
{
  const carom_chain *c = user;
  const int n = c->beads;
  const double *u = y, *v = y + n;
  double *net = dydt + n, outer = 0;
  for (int i = 0; i < n; i++) {
    dydt[i] = v[i];
    net[i] = c->force[i];
    outer += (c->force[i] - c->weight[i]) * v[i];
  }
  dydt[carom_chain_viscous(c)] = add_contacts(c, u, v, net);
  for (int k = 0; k < c->drives; k++) {
    /* the power of a drive is the force that it adds to the others, times the velocity */
    const int i = c->drive[k].body;
    /* Steps that end on corners use their frozen segment. Fixed steps may cross corners; the
     * kinetic energy of the body itself is then booked at the end of the step. */
    const double a = c->step > 0 ? carom_drive_slope(&c->drive[k].velocity, t)
                                 : carom_drive_frozen_slope(&c->drive[k].velocity);
    outer += ((c->step > 0 ? 0 : c->mass[i] * a) - net[i]) * v[i];
    net[i] = a;
  }
  for (int i = 0; i < n; i++)
    if (c->driven[i] < 0) net[i] *= c->inv_mass[i];
  dydt[carom_chain_outer(c)] = outer;
}

void carom_chain_guard(void *user, double t, const double *y, double *guard)
{
  const carom_chain *c = user;
  for (int k = 0; k < c->links; k++) {
    const carom_link *l = &c->link[k];
    carom_regime_guard(&l->regime, carom_link_overlap(l, y), carom_link_approach(l, y + c->beads),
                       guard + l->guard);
  }
  (void)t;
}
