/* SPDX-License-Identifier: MIT */
/* Long chains: fixed steps of velocity Verlet, contacts evaluated in blocks.
 *
 * Bodies are stored with a wall at either end, so that link j joins entries j and j + 1; public
 * body i is entry i + 1 and public contact i is link i + 1. */
#ifndef CAROM_SRC_STEPPED_H
#define CAROM_SRC_STEPPED_H

#include "chain/chain.h"
#include "chain/chain_kernels.h"
#include "contact/episode.h"

/* Links in a row with the same law and settings. */
typedef struct carom_segment {
  int first, count;
  bool varied;  /* links have coefficients of their own */
  bool episode; /* touches matter: a speed is latched, or memory ends with the episode */
  carom_contact contact;
  const carom_kernels *kernel; /* NULL for a law of a user */
  /* By link from `first` on, with room before and behind for whole groups. */
  double *coefficient[CAROM_MAX_COEFFICIENTS], *state[CAROM_MAX_STATES];
  double *coefficients, *states; /* where they are kept */
  unsigned char *open;
  double reach;           /* the longest of its links */
  double floor;           /* the lowest impact speed that the law distinguishes; 0: it needs none */
  unsigned char *met;     /* which touched, and which of them below the floor: CAROM_MET_... */
  double *booked_plastic; /* plastic work of dents that ended with their episodes; or NULL */
} carom_segment;

enum { CAROM_MET = 1, CAROM_MET_AT_FLOOR = 2 };

/* A link whose peaks are looked for. */
typedef struct carom_follow {
  int link;
  carom_samples past;
  carom_chain_contact peak;
} carom_follow;

/* What a prepared contact knows beside its coefficients, of the links from `first` on, and the
 * extremes of what they went through: the largest approach of any while it overlaps, and the
 * largest overlap.
 */
typedef struct carom_pairing {
  int first;
  double modulus, radius, mass, yield, damping[2];
  double fastest, deepest;
} carom_pairing;

/* The most steps that are taken in one go through the memory. */
enum { CAROM_STEPS_IN_ONE = 16 };

typedef struct carom_stepped {
  int padded, segments; /* bodies with the two walls */
  int active;           /* last body that may move; all beyond are at rest without force */
  bool episodes;        /* any segment has them */
  double step, ahead;   /* laws see the velocity of this time after the middle of a step */
  double viscous, work;
  carom_segment *segment;
  carom_pairing *pairing; /* in the order of their links; one for links in a row that are alike */
  int pairings;
  const carom_chain_kernels *kernels;
  carom_chain_bodies at;
  double *store;        /* where the arrays of `at` are kept */
  int *pushed, pushes;  /* bodies with a constant force or a drive */
  carom_follow *follow; /* in the order of their links */
  int follows;
  bool follow_all; /* follow[0] is the first link, and all others come after it */
} carom_stepped;

/* Builds the segments of a chain whose bodies are made already. */
carom_status carom_stepped_create(carom_chain *chain, const carom_chain_def *def, carom_error *err);
void carom_stepped_destroy(carom_stepped *stepped);

/* Forces at the start, so that the first step knows its accelerations. */
void carom_stepped_start(carom_chain *chain);

/* This many steps from the chain's time, at most CAROM_STEPS_IN_ONE; one at a time if there are
 * pushes. */
void carom_stepped_advance(carom_chain *chain, int steps);

/* Forces of the links of a tile that has been measured; adds the lost power to `lane`. */
void carom_stepped_contact_forces(carom_stepped *s, carom_tile *tile, double *lane);

/* The first segment that ends behind a link, and the contact and state of a link. */
int carom_stepped_segment(const carom_stepped *s, int link);
carom_contact carom_segment_contact(const carom_segment *g, int link);
carom_state carom_segment_state(const carom_segment *g, int link);

/* The force, overlap and approach of a link in these displacements and velocities (with the walls),
 * and the energies of all links. */
carom_force carom_stepped_force(const carom_stepped *s, int link, const double *u, const double *v,
                                double *overlap, double *approach);
carom_energy carom_stepped_energy(const carom_stepped *s);
bool carom_stepped_has(const carom_stepped *s, int link);

/* What a link went through, as far as it is known. */
carom_encounters carom_stepped_encounters(const carom_stepped *s, int link);

/* The number of the pairing of a link. */
int carom_stepped_pairing(const carom_stepped *s, int link);

/* The contact of a link as it was prepared, but for `constant`, which is that of its segment. */
carom_contact carom_stepped_contact(const carom_stepped *s, int link);

/* The residual overlap of a link's dent. */
double carom_stepped_residual(const carom_stepped *s, int link);

#endif
