/* SPDX-License-Identifier: MIT */
/* The start of a chain: the roles of bodies in a settled one, and warnings. */
#include "run/chain.h"
#include "run/quantity.h"

int carom_chain_rest_end(const carom_chain_job *run, int from)
{
  int end = from + 1;
  while (end < run->base.scenario->chain.beads &&
         carom_chain_rest(run->chain, end) == carom_chain_rest(run->chain, from))
    end++;
  return end;
}

static void warn_overlap(carom_chain_job *run)
{
  const int last = run->base.scenario->chain.beads - 1;
  double most = CAROM_MOST_OVERLAP;
  int deepest = last;
  for (int i = CAROM_RIGHT_WALL; i < last; i++) {
    carom_contact contact;
    carom_chain_contact now;
    if (carom_chain_prepared(run->chain, i, &contact, NULL) != CAROM_OK ||
        carom_chain_sample_contact(run->chain, i, &now, NULL) != CAROM_OK ||
        !(now.overlap > most * contact.radius))
      continue;
    most = now.overlap / contact.radius;
    deepest = i;
  }
  char name[16];
  if (deepest < last)
    carom_run_warn(&run->base, "chain.beads",
                   "contact %s overlaps by %.3g of its effective radius at the start, no law here "
                   "is meant for more than %g; place bodies farther apart, or press them less",
                   carom_chain_contact_name(deepest, name), most, CAROM_MOST_OVERLAP);
}

static void warn_step(carom_chain_job *run)
{
  enum { ENOUGH = 10 };
  const double step = run->base.scenario->run.step;
  carom_chain_pacing pace;
  char q[2][CAROM_QUANTITY_ROOM], name[16], left[96];
  if (step == CAROM_UNSET || carom_chain_pace(run->chain, &pace, NULL) != CAROM_OK) return;
  carom_chain_contact_name(pace.contact, name);
  if (step > pace.limit)
    carom_run_warn(&run->base, "run.step", "%s is above the stability limit of contact %s, %s",
                   carom_quantity_print(step, "s", q[0]), name,
                   carom_quantity_print(pace.limit, "s", q[1]));
  if (pace.duration == CAROM_UNSET || pace.duration >= ENOUGH * step) return;
  snprintf(left, sizeof left, "the integrator fails");
  if (pace.delivered != CAROM_UNSET)
    snprintf(left, sizeof left, "the restitution is %.4g (within %.2g) instead of %.4g",
             pace.delivered, pace.spread, pace.resolved);
  carom_run_warn(&run->base, "run.step",
                 "a contact has %.3g steps (contact %s, %s at %s), in which %s; take "
                 "shorter ones",
                 pace.duration / step, name, carom_quantity_print(pace.duration, "s", q[0]),
                 carom_quantity_print(pace.speed, "m/s", q[1]), left);
}

void carom_chain_warn(carom_chain_job *job)
{
  warn_overlap(job);
  warn_step(job);
}
