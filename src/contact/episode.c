/* SPDX-License-Identifier: MIT */
#include "contact/episode.h"

#include "law/law.h"

void carom_episode_begin(const carom_contact *contact, carom_state *state, double approach)
{
  carom_contact_touch(contact, state, approach);
}

double carom_episode_end(const carom_contact *contact, carom_state *state, double overlap)
{
  if (!contact->episode) return 0;
  const double plastic = carom_contact_energy(contact, state, overlap).plastic;
  *state = carom_contact_virgin(contact);
  return plastic;
}

/* Energy held at the opening itself; it is the same for a pair that separates and one that
 * returns. */
static double held(const carom_contact *contact, const carom_state *state)
{
  const bool remembers = (contact->law->info.traits & CAROM_LAW_REMEMBERS) != 0;
  return remembers ? carom_contact_energy(contact, state, 0 - carom_contact_reach(contact)).plastic
                   : 0;
}

double carom_episode_leave(const carom_contact *contact, carom_state *state)
{
  const double plastic = held(contact, state);
  if (contact->episode) *state = carom_contact_virgin(contact);
  return plastic;
}

double carom_episode_return(const carom_contact *contact, carom_state *state, double approach)
{
  const double plastic = held(contact, state);
  carom_episode_begin(contact, state, approach);
  return plastic;
}
