/* SPDX-License-Identifier: MIT */
/* A chain: a steel ball strikes a row of twenty that touch. A solitary wave runs through the row,
 * and the last ball leaves with most of the striker's speed. */
#include <carom/carom.h>

#include <math.h>
#include <stdio.h>

enum { BALLS = 21 };

/* Called whenever two surfaces meet or part. */
static void listen(void *user, int contact, double time, double approach, bool touching)
{
  int *parted = user;
  (void)time, (void)approach;
  if (!touching && contact == BALLS - 2) *parted = 1; /* the last ball is free */
}

int main(void)
{
  carom_bead ball[BALLS];
  for (int i = 0; i < BALLS; i++) {
    ball[i] = carom_bead_default(); /* steel, 20 mm, at rest, touching the one before */
    ball[i].body.radius = 5e-3;
  }
  ball[0].velocity = 1;

  carom_contact_def hertz = carom_contact_default(); /* bodies come from the chain */
  carom_chain_def def = carom_chain_default();
  def.bead = ball;
  def.beads = BALLS;
  def.contact = &hertz;
  def.contacts = 1;

  carom_chain *chain;
  carom_error err;
  if (carom_chain_create(&def, &chain, &err) != CAROM_OK) {
    fprintf(stderr, "%s: %s\n", err.where, err.text);
    return 1;
  }
  int parted = 0;
  carom_chain_set_contact_callback(chain, listen, &parted);
  carom_status status = carom_chain_advance(chain, 1e-3, &err);
  if (status != CAROM_OK) fprintf(stderr, "%s: %s\n", err.where, err.text);

  for (int i = 4; status == CAROM_OK && i < BALLS - 1; i += 5) {
    carom_chain_contact c;
    status = carom_chain_sample_contact(chain, i, &c, &err);
    if (status == CAROM_OK)
      printf("contact %2d: peak force %.1f N after %.1f us\n", i, c.peak_force,
             1e6 * c.time_of_peak_force);
  }
  const carom_chain_energy energy = carom_chain_budget(chain);
  const double last = carom_chain_velocity(chain)[BALLS - 1];
  printf("the last ball leaves at %.4f m/s; energy off by %.1e of %.3g J\n", last, energy.residual,
         energy.kinetic + energy.elastic);
  const bool sound = parted && fabs(energy.residual) < 1e-9 * energy.kinetic;
  carom_chain_destroy(chain);
  return status != CAROM_OK || !sound;
}
