/* SPDX-License-Identifier: MIT */
/* What a step of a long chain does besides its laws, in vectors: once for every instruction set,
 * with the same bits. Ranges are whole groups of CAROM_GROUP places. */
#ifndef CAROM_SRC_MARCH_H
#define CAROM_SRC_MARCH_H

#include "law/blocks.h"

/* Bodies of a chain, an array of each kind, by place. */
typedef struct carom_places {
  double *u, *v, *a; /* displacement, velocity, acceleration */
  double *seen;      /* the velocity that the laws see: kept where a pass ended */
  double *per_mass, *outer;
  double *gap, *force; /* of the link to the next place */
} carom_places;

/* A step of `time`: half of it for kicks; laws see the velocity of `ahead` later. */
typedef struct carom_pace {
  double time, half, ahead;
} carom_pace;

/* The most links that are looked at together, and those among which one that overlaps is noted. */
enum { CAROM_STRIP = 256, CAROM_STRIP_CHUNK = 64 };

/* Links first .. end - 1, whole groups: overlap, approach, and the parts of their force. */
typedef struct carom_strip {
  int first, end;
  bool touching[CAROM_STRIP / CAROM_STRIP_CHUNK]; /* any of a chunk overlaps */
  _Alignas(64) double d[CAROM_STRIP], v[CAROM_STRIP];
  double elastic[CAROM_STRIP], dissipative[CAROM_STRIP];
} carom_strip;

/* Bodies first .. end - 1 move, and links are measured when both their bodies have. The strip says
 * which: it begins and ends a group before the bodies do, except at the ends of the chain. */
typedef void carom_march_move(const carom_places *p, const carom_pace *pace, long first, long end,
                              carom_strip *strip);

typedef struct carom_march {
  /* The opening half of a step: velocities of its middle, displacements of its end. */
  carom_march_move *open;
  /* The closing half and the opening half of the next step, without storing accelerations. */
  carom_march_move *pass;
  /* The closing half: accelerations, velocities. */
  void (*close)(const carom_places *p, const carom_pace *pace, long first, long end);
  /* Forces of `groups` groups of links, from the offset `at` in the strip on. Lost power is added
   * to the lane of each link, CAROM_GROUP of them, from left to right: an order that no
   * instruction set and no cutting changes. */
  void (*join)(const carom_places *p, const carom_strip *strip, long at, long groups, double *lane);
  /* Is any of `groups` groups of links, from the offset `at` in the strip on, deeper than this, or
   * faster while it overlaps? */
  bool (*beyond)(const carom_strip *strip, long at, long groups, double deepest, double fastest);
} carom_march;

/* NULL if not compiled. */
const carom_march *carom_march_base(void);
const carom_march *carom_march_avx2(void);
const carom_march *carom_march_avx512(void);

#endif
