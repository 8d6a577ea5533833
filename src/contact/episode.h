/* SPDX-License-Identifier: MIT */
/* An episode of contact begins when two bodies come within reach of their law, and ends when they
 * leave it. Impacts, chains, mechanisms and scenes all use these functions to begin and end the
 * episodes of their contacts. */
#ifndef CAROM_SRC_EPISODE_H
#define CAROM_SRC_EPISODE_H

#include <carom/contact.h>

#include "law_base.h"

/* True if a contact is within reach after this instant. `slack` (m) is the distance beyond the
 * reach at which a closed contact still counts as closed: 0, or a length below the error of an
 * integration that lands on the opening, so that rounding causes no switch. */
static inline bool carom_episode_lasts(bool open, double reach, double slack, double overlap)
{
  return open ? carom_within(reach, overlap) : !(overlap < -reach - slack);
}

/* The bodies come within reach at this approach speed. */
void carom_episode_begin(const carom_contact *contact, carom_state *state, double approach);

/* The bodies separate at this overlap. Memory that lasts for one episode is reset to that of a
 * virgin pair, and its plastic work is returned: the caller must book it, because the state no
 * longer holds it. Returns 0 if the memory is kept, or there is none. */
double carom_episode_end(const carom_contact *contact, carom_state *state, double overlap);

/* Likewise for an owner whose energies cover closed contacts only: the plastic work, kept or
 * forgotten, that a pair takes with it when it separates, and that it brings back when it meets
 * again. */
double carom_episode_leave(const carom_contact *contact, carom_state *state);
double carom_episode_return(const carom_contact *contact, carom_state *state, double approach);

#endif
