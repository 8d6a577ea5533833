/* SPDX-License-Identifier: MIT */
/* Fixed steps and the contacts of a chain: stability limit and delivered restitution. */
#include "chain/stepped.h"
#include "contact/fixed_steps.h"
#include "contact/impact_integration.h"
#include "core/error.h"

/* The contact with the smallest stability limit so far. */
typedef struct tightest {
  double limit;
  int number;
  carom_contact contact;
} tightest;

static void consider(tightest *t, const carom_contact *contact, const carom_state *state,
                     double overlap, int number)
{
  const double pressed = carom_step_limit(contact, state, overlap);
  const double struck = carom_step_limit_at(contact, state, contact->speed);
  const double limit = pressed < struck ? pressed : struck;
  if (!(limit < t->limit)) return;
  *t = (tightest){limit, number, *contact};
}

/* Consecutive links of one kind are examined once, in addition to those that overlap initially. */
static void consider_stepped(tightest *t, const carom_stepped *s)
{
  for (int k = 0; k < s->pairings; k++) {
    const int first = s->pairing[k].first;
    const int end = k + 1 < s->pairings ? s->pairing[k + 1].first : s->padded - 1;
    for (int link = first; link < end; link++) {
      if ((link > first && !(s->at.gap[link] < 0)) || !carom_stepped_has(s, link)) continue;
      const carom_contact contact = carom_stepped_contact(s, link);
      const carom_state virgin = carom_contact_virgin(&contact);
      const int number = link == 0               ? CAROM_LEFT_WALL
                         : link == s->padded - 2 ? CAROM_RIGHT_WALL
                                                 : link - 1;
      consider(t, &contact, &virgin, -s->at.gap[link], number);
    }
  }
}

static bool is_alike(const carom_link *a, const carom_link *b)
{
  return a->contact.law == b->contact.law && a->contact.mass == b->contact.mass &&
         a->contact.radius == b->contact.radius && a->contact.modulus == b->contact.modulus &&
         a->contact.yield == b->contact.yield && a->gap >= 0 && b->gap >= 0;
}

static tightest find_tightest(const carom_chain *c)
{
  tightest t = {.limit = -CAROM_UNSET};
  if (c->stepped) consider_stepped(&t, c->stepped);
  for (int k = 0; k < c->links; k++) {
    const carom_link *l = &c->link[k];
    if (k > 0 && is_alike(l, l - 1)) continue;
    consider(&t, &l->contact, &l->state, -l->gap, carom_chain_number(c, l));
  }
  return t;
}

/* One impact with the chain's own scheme: a body of the reduced mass strikes a wall, with first
 * touch at the fraction `phase` of a step. *restitution is CAROM_UNSET if the scheme fails. Fails
 * if memory runs out. */
static carom_status discrete_impact(const carom_chain *c, const carom_contact *contact,
                                    double phase, double duration, double *restitution)
{
  carom_bead bead = carom_bead_default();
  carom_chain_def def = carom_chain_default();
  bead.velocity = contact->speed;
  bead.body.radius = contact->radius;
  def.bead = &bead;
  def.beads = 1;
  def.integrator = c->integrator;
  def.step = c->fixed_step;
  def.tolerance = c->tolerance;
  def.corrector_tolerance = c->corrector_tolerance;
  carom_chain *one = carom_chain_room(1, true);
  if (!one) return CAROM_ERR_MEMORY;
  one->mass[0] = contact->mass;
  one->inv_mass[0] = 1 / contact->mass;
  one->driven[0] = -1;
  one->links = 1;
  one->link[0] = (carom_link){.left = 0,
                              .right = CAROM_WALL,
                              .gap = phase * def.step * bead.velocity,
                              .contact = *contact,
                              .state = carom_contact_virgin(contact),
                              .peak = {.time_of_first_peak_overlap = CAROM_UNSET,
                                       .time_of_first_peak_force = CAROM_UNSET,
                                       .time_of_peak_force = CAROM_UNSET}};
  const double until = 2 * duration + 8 * def.step;
  carom_status status = carom_chain_start(one, &def, NULL);
  if (status == CAROM_OK) status = carom_chain_advance(one, until, NULL);
  const double out = status == CAROM_OK ? carom_chain_velocity(one)[0] : 0;
  *restitution = status != CAROM_OK ? CAROM_UNSET : out < 0 ? -out / bead.velocity : 0;
  carom_chain_destroy(one);
  return status == CAROM_ERR_MEMORY ? status : CAROM_OK;
}

static carom_status deliver(const carom_chain *c, const carom_contact *contact,
                            carom_chain_pacing *out, carom_error *err)
{
  double value[CAROM_STEP_PHASES];
  out->delivered = CAROM_UNSET;
  if (c->stepped) {
    out->delivered = carom_step_delivers(contact, contact->speed, c->fixed_step, out->duration,
                                         c->stepped->ahead > 0, &out->spread);
    return CAROM_OK;
  }
  for (int k = 0; k < CAROM_STEP_PHASES; k++) {
    const double phase = (k + 0.5) / CAROM_STEP_PHASES;
    if (discrete_impact(c, contact, phase, out->duration, &value[k]) != CAROM_OK)
      return carom_fail(err, CAROM_ERR_MEMORY, "chain", "out of memory");
    if (value[k] == CAROM_UNSET) return CAROM_OK;
  }
  out->delivered = carom_phase_mean(value, &out->spread);
  return CAROM_OK;
}

double carom_chain_step_limit(const carom_chain *chain)
{
  return chain ? find_tightest(chain).limit : -CAROM_UNSET;
}

carom_status carom_chain_pace(const carom_chain *chain, carom_chain_pacing *out, carom_error *err)
{
  enum { LONGEST = 1000 }; /* with more steps per contact the restitution is not affected */
  if (!chain || !out) return carom_fail(err, CAROM_ERR_ARGUMENT, "chain", "there is no chain");
  const tightest t = find_tightest(chain);
  *out = (carom_chain_pacing){.limit = t.limit,
                              .contact = t.number,
                              .duration = CAROM_UNSET,
                              .speed = t.contact.speed,
                              .resolved = CAROM_UNSET,
                              .delivered = CAROM_UNSET,
                              .spread = CAROM_UNSET};
  if (!(chain->fixed_step > 0) || !(t.limit < -CAROM_UNSET)) return CAROM_OK;
  carom_state virgin = carom_contact_virgin(&t.contact);
  const carom_impact_integration integration = {.contact = &t.contact,
                                                .state = &virgin,
                                                .speed = t.contact.speed,
                                                .tolerance = 1e-12,
                                                .method = CAROM_DOP853};
  carom_impact_outcome result;
  if (carom_impact_integrate(&integration, &result, NULL) != CAROM_OK) return CAROM_OK;
  out->duration = result.duration;
  out->resolved = result.speed_out / t.contact.speed;
  out->delivered = out->resolved;
  out->spread = 0;
  if (!(result.duration < LONGEST * chain->fixed_step)) return CAROM_OK;
  return deliver(chain, &t.contact, out, err);
}
