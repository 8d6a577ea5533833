/* SPDX-License-Identifier: MIT */
/* Which law of LAMMPS a contact is, if it is one: "pair_style granular" in the version of 29 Sep
 * 2021, which later ones read as well. */
#ifndef CAROM_IO_LAMMPS_LAW_H
#define CAROM_IO_LAMMPS_LAW_H

#include <carom/tangential.h>

/* From this version on (as LAMMPS counts: year, month, day) "damping tsuji" means another number.
 */
enum { CAROM_LAMMPS_TSUJI = 20260729 };

/* The bodies of a contact: R*, m*. */
typedef struct carom_lammps_bodies {
  double radius, mass;
} carom_lammps_bodies;

/* Words of a "pair_coeff" or of a "fix wall/gran granular". */
enum { CAROM_LAMMPS_WORDS = 320 };
typedef struct carom_lammps_law {
  char text[CAROM_LAMMPS_WORDS];
  bool tsuji; /* it means what it says before CAROM_LAMMPS_TSUJI only */
} carom_lammps_law;

/* Finds the words that give the forces of the contact for all these bodies, at any overlap and
 * speed, to rounding; the damping constant is that of the contact, so that the restitution asked
 * for is the one delivered. An error says why there are none. */
carom_status carom_lammps_law_of(const carom_contact *contact,
                                 const carom_tangential_pair *tangential,
                                 const carom_lammps_bodies *bodies, int count,
                                 carom_lammps_law *law, carom_error *err);

#endif
