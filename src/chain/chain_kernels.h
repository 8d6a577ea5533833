/* SPDX-License-Identifier: MIT */
/* Vectorised parts of a step of a long chain other than its laws; compiled once per instruction
 * set, with the same bits. Ranges consist of whole groups of CAROM_GROUP entries. */
#ifndef CAROM_SRC_CHAIN_KERNELS_H
#define CAROM_SRC_CHAIN_KERNELS_H

#include "law/blocks.h"

/* Bodies of a chain as structure of arrays. */
typedef struct carom_chain_bodies {
  double *u, *v, *a;        /* displacement, velocity, acceleration */
  double *contact_velocity; /* velocity used by the laws; stored at the end of a pass */
  double *inv_mass, *outer;
  double *gap, *force; /* of the link to the next body */
  double reach;        /* longest reach of all links */
} carom_chain_bodies;

/* Lengths of a step: `time`; `half` of it for kicks; laws use the velocity `ahead` later than the
 * half-step velocity. */
typedef struct carom_step_lengths {
  double time, half, ahead;
} carom_step_lengths;

/* The largest number of links processed together, and the size of the chunks for which it is noted
 * whether any link is within reach. */
enum { CAROM_TILE = 256, CAROM_TILE_CHUNK = 64 };

/* Links first .. end - 1, in whole groups: overlap, approach, and the parts of their force. */
typedef struct carom_tile {
  int first, end;
  bool touching[CAROM_TILE / CAROM_TILE_CHUNK]; /* true if any link of the chunk is within reach */
  _Alignas(64) double d[CAROM_TILE], v[CAROM_TILE];
  double elastic[CAROM_TILE], dissipative[CAROM_TILE];
} carom_tile;

/* Moves bodies first .. end - 1 and evaluates the links between them. The tile's range of links
 * begins and ends one group before that of the bodies, except at the ends of the chain. */
typedef void carom_chain_move(const carom_chain_bodies *p, const carom_step_lengths *step,
                              int64_t first, int64_t end, carom_tile *tile);

typedef struct carom_chain_kernels {
  /* First half of a step: half-step velocities, displacements of the end. */
  carom_chain_move *open;
  /* Second half of a step fused with the first half of the next, without storing accelerations. */
  carom_chain_move *pass;
  /* Second half of a step: accelerations, velocities. */
  void (*close)(const carom_chain_bodies *p, const carom_step_lengths *step, int64_t first,
                int64_t end);
  /* Sums the forces of `groups` groups of links, from offset `at` in the tile. Dissipated power is
   * added to the lane of each link (one of CAROM_GROUP), from left to right: this order does not
   * depend on the instruction set or on the division into tiles. */
  void (*join)(const carom_chain_bodies *p, const carom_tile *tile, int64_t at, int64_t groups,
               double *lane);
  /* True if any link in `groups` groups, from offset `at` in the tile, is deeper than this, or
   * faster while within reach. */
  bool (*beyond)(const carom_chain_bodies *p, const carom_tile *tile, int64_t at, int64_t groups,
                 double deepest, double fastest);
} carom_chain_kernels;

/* NULL if not compiled. */
const carom_chain_kernels *carom_chain_kernels_base(void);
const carom_chain_kernels *carom_chain_kernels_avx2(void);
const carom_chain_kernels *carom_chain_kernels_avx512(void);

#endif
