/* SPDX-License-Identifier: MIT */
/* What a step of a long chain does besides its laws, in vectors: once for every instruction set,
 * with the same bits. Ranges are whole groups of CAROM_GROUP places. */
#ifndef CAROM_SRC_CHAIN_KERNELS_H
#define CAROM_SRC_CHAIN_KERNELS_H

#include "law/blocks.h"

/* Bodies of a chain, an array of each kind, by place. */
typedef struct carom_chain_bodies {
  double *u, *v, *a;        /* displacement, velocity, acceleration */
  double *contact_velocity; /* the velocity that the laws see: kept where a pass ended */
  double *inv_mass, *outer;
  double *gap, *force; /* of the link to the next body */
  double reach;        /* the longest of all links: none acts across a wider gap */
} carom_chain_bodies;

/* A step of `time`: half of it for kicks; laws see the velocity of `ahead` later. */
typedef struct carom_step_lengths {
  double time, half, ahead;
} carom_step_lengths;

/* The most links that are looked at together, and those among which one within reach is noted. */
enum { CAROM_TILE = 256, CAROM_TILE_CHUNK = 64 };

/* Links first .. end - 1, whole groups: overlap, approach, and the parts of their force. */
typedef struct carom_tile {
  int first, end;
  bool touching[CAROM_TILE / CAROM_TILE_CHUNK]; /* any of a chunk is within reach */
  _Alignas(64) double d[CAROM_TILE], v[CAROM_TILE];
  double elastic[CAROM_TILE], dissipative[CAROM_TILE];
} carom_tile;

/* Bodies first .. end - 1 move, and links are measured when both their bodies have. The tile says
 * which: it begins and ends a group before the bodies do, except at the ends of the chain. */
typedef void carom_chain_move(const carom_chain_bodies *p, const carom_step_lengths *step,
                              int64_t first, int64_t end, carom_tile *tile);

typedef struct carom_chain_kernels {
  /* The opening half of a step: velocities of its middle, displacements of its end. */
  carom_chain_move *open;
  /* The closing half and the opening half of the next step, without storing accelerations. */
  carom_chain_move *pass;
  /* The closing half: accelerations, velocities. */
  void (*close)(const carom_chain_bodies *p, const carom_step_lengths *step, int64_t first,
                int64_t end);
  /* Forces of `groups` groups of links, from the offset `at` in the tile on. Lost power is added
   * to the lane of each link, CAROM_GROUP of them, from left to right: an order that no
   * instruction set and no cutting changes. */
  void (*join)(const carom_chain_bodies *p, const carom_tile *tile, int64_t at, int64_t groups,
               double *lane);
  /* Is any of `groups` groups of links, from the offset `at` in the tile on, deeper than this, or
   * faster while within reach? */
  bool (*beyond)(const carom_chain_bodies *p, const carom_tile *tile, int64_t at, int64_t groups,
                 double deepest, double fastest);
} carom_chain_kernels;

/* NULL if not compiled. */
const carom_chain_kernels *carom_chain_kernels_base(void);
const carom_chain_kernels *carom_chain_kernels_avx2(void);
const carom_chain_kernels *carom_chain_kernels_avx512(void);

#endif
