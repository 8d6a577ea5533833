/* SPDX-License-Identifier: MIT */
/* An episode of contact: from where two bodies come within reach of their law until they leave it.
 * Impacts, chains, mechanisms and scenes begin and end the episodes of their contacts here. */
#ifndef CAROM_SRC_EPISODE_H
#define CAROM_SRC_EPISODE_H

#include <carom/contact.h>

#include "law_base.h"

/* Is a contact within reach after this instant? `slack` (m) is how far beyond its reach a closed
 * contact still counts as such: 0, or a length below the error of an integration that lands on the
 * opening, so that noise switches nothing. */
static inline bool carom_episode_lasts(bool open, double reach, double slack, double overlap)
{
  return open ? carom_within(reach, overlap) : !(overlap < -reach - slack);
}

/* The bodies come within reach at this approach speed. */
void carom_episode_begin(const carom_contact *contact, carom_state *state, double approach);

/* They part at this overlap. Memory that ends with the episode becomes that of a virgin pair, and
 * the plastic work that it held is returned: the caller books it, for the state no longer holds it.
 * 0 where the memory is kept, or there is none. */
double carom_episode_end(const carom_contact *contact, carom_state *state, double overlap);

/* The same for an owner whose energies leave out the states of open contacts: the plastic work that
 * a pair takes with it when it parts, kept or forgotten, and what it brings back when it meets
 * again.
 */
double carom_episode_leave(const carom_contact *contact, carom_state *state);
double carom_episode_return(const carom_contact *contact, carom_state *state, double approach);

#endif
