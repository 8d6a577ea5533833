/* SPDX-License-Identifier: MIT */
/* Long chains: fixed steps of velocity Verlet, contacts evaluated in blocks. Bodies are stored with
 * a wall at either end: link j joins entries j and j + 1, public body i is entry i + 1 and public
 * contact i is link i + 1. */
#ifndef CAROM_SRC_STEPPED_H
#define CAROM_SRC_STEPPED_H

#include "chain/chain.h"
#include "chain/chain_kernels.h"
#include "contact/episode.h"

/* Consecutive links with the same law and settings. */
typedef struct carom_segment {
  int first, count;
  bool varied;  /* each link has its own coefficients */
  bool episode; /* the beginning of contacts matters: the impact speed is stored, or memory ends
                   with the episode */
  carom_contact contact;
  const carom_kernels *kernel; /* NULL for a user law */
  /* Indexed by link from `first` on, with padding on both sides for whole groups. */
  double *coefficient[CAROM_MAX_COEFFICIENTS], *state[CAROM_MAX_STATES];
  double *coefficients, *states; /* storage of these arrays */
  unsigned char *open;
  double reach;       /* longest reach of its links */
  double floor;       /* lowest impact speed that the law distinguishes; 0: it does not use it */
  unsigned char *met; /* which links have touched, and which below the floor: CAROM_MET_... */
  double *booked_plastic; /* plastic work of dents erased with their episodes; or NULL */
} carom_segment;

enum { CAROM_MET = 1, CAROM_MET_AT_FLOOR = 2 };

/* A link whose peaks are recorded. */
typedef struct carom_follow {
  int link;
  carom_samples past;
  carom_chain_contact peak;
} carom_follow;

/* The part of a prepared contact other than its coefficients, for the links from `first` on, and
 * the extremes that they have reached: the largest approach while overlapping, and the largest
 * overlap. */
typedef struct carom_pairing {
  int first;
  double modulus, radius, mass, yield, damping[2];
  double fastest, deepest;
} carom_pairing;

/* The largest number of steps taken in one pass through memory. */
enum { CAROM_STEPS_IN_ONE = 16 };

typedef struct carom_stepped {
  int padded, segments; /* bodies including the two walls */
  int active;           /* last body that may move; those beyond are at rest without force */
  bool episodes;        /* true if any segment has `episode` */
  double step, ahead;   /* laws use the velocity this much later than the half-step velocity */
  double viscous, work;
  carom_segment *segment;
  carom_pairing *pairing; /* in the order of their links; one per run of equal links */
  int pairings;
  const carom_chain_kernels *kernels;
  carom_chain_bodies at;
  double *store;        /* storage of the arrays in `at` */
  int *pushed, pushes;  /* bodies with a constant force or a drive */
  carom_follow *follow; /* in the order of their links */
  int follows;
  bool follow_all; /* follow[0] is the first link, and all links follow it */
} carom_stepped;

/* Builds the segments of a chain that has its bodies. */
carom_status carom_stepped_create(carom_chain *chain, const carom_chain_def *def, carom_error *err);
void carom_stepped_destroy(carom_stepped *stepped);

/* Evaluates the initial forces, so that the first step knows its accelerations. */
void carom_stepped_start(carom_chain *chain);

/* Takes this many steps, at most CAROM_STEPS_IN_ONE; only one at a time if there are constant
 * forces or drives. */
void carom_stepped_advance(carom_chain *chain, int steps);

/* Evaluates the forces of a measured tile and adds the dissipated power to `lane`. */
void carom_stepped_contact_forces(carom_stepped *s, carom_tile *tile, double *lane);

/* The first segment that ends after a link; the contact and the state of a link. */
int carom_stepped_segment(const carom_stepped *s, int link);
carom_contact carom_segment_contact(const carom_segment *g, int link);
carom_state carom_segment_state(const carom_segment *g, int link);

/* Force, overlap and approach of a link for these displacements and velocities (walls included),
 * and the energies of all links. */
carom_force carom_stepped_force(const carom_stepped *s, int link, const double *u, const double *v,
                                double *overlap, double *approach);
carom_energy carom_stepped_energy(const carom_stepped *s);
bool carom_stepped_has(const carom_stepped *s, int link);

/* The record of encounters of a link, as far as it is known. */
carom_encounters carom_stepped_encounters(const carom_stepped *s, int link);

/* The index of a link's pairing. */
int carom_stepped_pairing(const carom_stepped *s, int link);

/* The contact of a link as prepared, except for `constant`, which is that of its segment. */
carom_contact carom_stepped_contact(const carom_stepped *s, int link);

/* The residual overlap of a link. */
double carom_stepped_residual(const carom_stepped *s, int link);

#endif
