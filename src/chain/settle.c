/* SPDX-License-Identifier: MIT */
/* Static start: the overlaps at which a chain is in equilibrium. */
#include "chain/chain.h"
#include "core/error.h"
#include "family/root.h"

typedef struct load {
  const carom_link *link;
  double force;
} load;

static double lacking(double d, const void *user)
{
  const load *l = user;
  return carom_contact_force(&l->link->contact, &l->link->state, d, 0).elastic - l->force;
}

/* Finds the overlap that carries this force; an error if the force jumps over it. */
static carom_status press(carom_link *link, int number, double force, carom_error *err)
{
  const load l = {link, force};
  double high = 1e-9 * link->contact.radius;
  if (!(force > 0)) {
    link->gap = 0; /* contacts without load have no overlap */
    return CAROM_OK;
  }
  if (link->contact.resolved_only)
    return carom_fail(err, CAROM_ERR_CONFLICT, "chain.start",
                      "a static start needs rule=memory of law '%s': other rules depend on the "
                      "motion before",
                      link->contact.law->info.name);
  while (lacking(high, &l) < 0 && high < link->contact.radius)
    high *= 2;
  const double d = carom_root(lacking, &l, 0, high);
  const double carried = carom_contact_force(&link->contact, &link->state, d, 0).elastic;
  if (!(CAROM_FABS(carried - force) <= 1e-9 * force))
    return carom_fail(err, CAROM_ERR_UNATTAINABLE, "chain.start",
                      "contact %d has no equilibrium at %.6g N: law '%s' jumps over that force at "
                      "an overlap of %.6g m; use its sound form, or start at rest",
                      number, force, link->contact.law->info.name, d);
  link->gap = -d;
  carom_contact_commit(&link->contact, &link->state, d);
  return CAROM_OK;
}

/* Finds the supported bodies, starting from the right end: a body is supported if it touches its
 * right neighbour and that one is supported, fixed or driven. Fixed and driven bodies carry what
 * rests on them and load nothing. */
static void find_rest(carom_chain *c, const carom_chain_def *def)
{
  bool borne = c->link[c->beads - 1].gap <= 0;
  for (int i = c->beads - 1; i >= 0; i--) {
    const carom_bead *bead = &def->bead[i];
    c->rest[i] = bead->body.fixed    ? CAROM_REST_FIXED
                 : c->driven[i] >= 0 ? CAROM_REST_DRIVEN
                 : bead->arrives     ? CAROM_REST_ARRIVES
                 : borne             ? CAROM_REST_SETTLED
                                     : CAROM_REST_APART;
    const bool bears = c->rest[i] != CAROM_REST_ARRIVES && c->rest[i] != CAROM_REST_APART;
    borne = bears && i > 0 && c->link[i - 1].gap <= 0;
  }
}

static carom_status check_arrivals(const carom_chain *c, const carom_chain_def *def,
                                   carom_error *err)
{
  for (int i = 1; i < c->beads; i++)
    if (c->rest[i] == CAROM_REST_ARRIVES && c->rest[i - 1] == CAROM_REST_APART &&
        def->bead[i].gap <= 0)
      return carom_fail(err, CAROM_ERR_CONFLICT, "chain.start",
                        "body %d arrives and rests on nothing, but body %d lies on it; let that "
                        "one arrive as well, or leave a gap between them",
                        i, i - 1);
  return CAROM_OK;
}

/* Starting from the free end, each link carries the load of the bodies before it. Velocities are
 * not considered: a body with an initial velocity is supported like any other if it touches. */
carom_status carom_chain_settle(carom_chain *c, const carom_chain_def *def, carom_error *err)
{
  if (def->left.present || !def->right.present)
    return carom_fail(err, CAROM_ERR_CONFLICT, "chain.start",
                      "a static start needs a wall at the right end and none at the left, so that "
                      "the forces of all contacts follow from the weights");
  find_rest(c, def);
  CAROM_TRY(check_arrivals(c, def, err));
  if (c->rest[c->beads - 1] == CAROM_REST_APART)
    return carom_fail(err, CAROM_ERR_CONFLICT, "chain.start",
                      "the last body is %.6g m away from the wall, so nothing rests on it; close "
                      "that gap, or start as placed",
                      c->link[c->beads - 1].gap);
  double carried = 0;
  for (int i = 0; i < c->beads; i++) {
    carried = c->rest[i] == CAROM_REST_SETTLED ? carried + c->force[i] : 0;
    if (carried < 0)
      return carom_fail(err, CAROM_ERR_CONFLICT, "chain.start",
                        "body %d would be pulled away from its right neighbour; a chain at rest "
                        "must be pressed against the wall",
                        i);
    if (c->rest[i] == CAROM_REST_SETTLED) CAROM_TRY(press(&c->link[i], i, carried, err));
  }
  return CAROM_OK;
}

carom_rest carom_chain_rest(const carom_chain *chain, int bead)
{
  return chain && chain->rest && bead >= 0 && bead < chain->beads ? chain->rest[bead]
                                                                  : CAROM_REST_NONE;
}
