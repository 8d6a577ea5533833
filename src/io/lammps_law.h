/* SPDX-License-Identifier: MIT */
/* Translates a contact to LAMMPS, if it has an equivalent: "pair_style granular" of the version of
 * 29 Sep 2021, which later versions also read. */
#ifndef CAROM_IO_LAMMPS_LAW_H
#define CAROM_IO_LAMMPS_LAW_H

#include <carom/tangential.h>

/* From this version on (in LAMMPS' format: year, month, day) "damping tsuji" has a different
 * meaning. */
enum { CAROM_LAMMPS_TSUJI = 20260729 };

/* The bodies of a contact: R*, m*. */
typedef struct carom_lammps_bodies {
  double radius, mass;
} carom_lammps_bodies;

/* Size of the words of a "pair_coeff" or a "fix wall/gran granular". */
enum { CAROM_LAMMPS_WORDS = 320 };
typedef struct carom_lammps_law {
  char text[CAROM_LAMMPS_WORDS];
  bool tsuji; /* the words are valid only before CAROM_LAMMPS_TSUJI */
} carom_lammps_law;

/* Finds the words that reproduce the forces of the contact for all these bodies, at any overlap and
 * speed, to rounding; the damping constant is that of the contact, so that the restitution asked
 * for is delivered. Otherwise the error gives the reason. */
carom_status carom_lammps_law_of(const carom_contact *contact,
                                 const carom_tangential_pair *tangential,
                                 const carom_lammps_bodies *bodies, int count,
                                 carom_lammps_law *law, carom_error *err);

#endif
