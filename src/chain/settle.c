/* SPDX-License-Identifier: MIT */
/* Static start: the overlaps under which a chain is at rest. */
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

/* The overlap that carries this force; an error where the law jumps over it. */
static carom_status press(carom_link *link, int number, double force, carom_error *err)
{
  const load l = {link, force};
  double high = 1e-9 * link->contact.radius;
  if (!(force > 0)) return CAROM_OK;
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

/* From the free end on, each link carries what pushes on the bodies before it. Bodies that move at
 * the start do not rest on anything. */
carom_status carom_chain_settle(carom_chain *c, const carom_chain_def *def, carom_error *err)
{
  if (def->left.present || !def->right.present)
    return carom_fail(err, CAROM_ERR_CONFLICT, "chain.start",
                      "a static start needs a wall at the right end and none at the left, so that "
                      "the forces of all contacts follow from the weights");
  double carried = 0;
  for (int i = 0; i < c->beads; i++) {
    const bool moving = def->bead[i].velocity != 0 || c->driven[i] >= 0;
    carried = moving ? 0 : carried + c->force[i];
    if (carried < 0)
      return carom_fail(err, CAROM_ERR_CONFLICT, "chain.start",
                        "body %d would be pulled away from its right neighbour; a chain at rest "
                        "must be pressed against the wall",
                        i);
    CAROM_TRY(press(&c->link[i], i, carried, err));
  }
  return CAROM_OK;
}
