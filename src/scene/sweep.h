/* SPDX-License-Identifier: MIT */
/* The stages that contacts and particles pass, compiled once for every instruction set. What
 * differs between the sets is how rows become columns (lanes.h); all give the same bits. */
#ifndef CAROM_SRC_SWEEP_H
#define CAROM_SRC_SWEEP_H

#include <stddef.h>
#include <stdint.h>

#include "scene/scene.h"

/* Columns of a chunk of contacts. */
struct carom_scratch {
  /* Two records as sums and differences, first minus second. After `geometry` x y z is the normal
   * from the first to the second and vx vy vz the velocity in the contact plane. */
  _Alignas(64) double x[CAROM_CHUNK];
  double y[CAROM_CHUNK], z[CAROM_CHUNK], reach[CAROM_CHUNK]; /* reach: sum of the radii */
  double vx[CAROM_CHUNK], vy[CAROM_CHUNK], vz[CAROM_CHUNK], light[CAROM_CHUNK];  /* 1/m + 1/m */
  double sx[CAROM_CHUNK], sy[CAROM_CHUNK], sz[CAROM_CHUNK], uneven[CAROM_CHUNK]; /* spins: sum */
  double ex[CAROM_CHUNK], ey[CAROM_CHUNK], ez[CAROM_CHUNK], curve[CAROM_CHUNK];  /* difference */
  double d[CAROM_CHUNK], approach[CAROM_CHUNK], twist[CAROM_CHUNK];
  double arm[CAROM_CHUNK], arm_b[CAROM_CHUNK]; /* lever arms of first and second */
  double radius[CAROM_CHUNK], mass[CAROM_CHUNK];
  double elastic[CAROM_CHUNK], dissipative[CAROM_CHUNK];
  double spring[CAROM_SPRING][CAROM_CHUNK];
  double fx[CAROM_CHUNK], fy[CAROM_CHUNK], fz[CAROM_CHUNK]; /* tangential, then total */
  double tx[CAROM_CHUNK], ty[CAROM_CHUNK], tz[CAROM_CHUNK]; /* torque over the lever arm */
  double state[CAROM_MAX_STATES][CAROM_CHUNK];
  uint32_t list[2 * CAROM_CHUNK]; /* contacts that are closed */
  uint32_t begun[2 * CAROM_CHUNK];
  unsigned char mask[CAROM_CHUNK / CAROM_LANES];
  double size_radius, size_mass; /* what the columns radius and mass are filled with, or 0 */
};

/* What the stages need to know of the scene. */
typedef struct carom_frame {
  double length[3], inverse[3]; /* of the periods; 0 where there is none */
  bool periodic;
  bool equal; /* radius and mass are filled in already */
  bool even;  /* the two radii are the same: uneven, ex, ey, ez are not filled in, nor needed */
  double step, limit;
} carom_frame;

/* Where the rows of a scene are. */
typedef struct carom_rows {
  const double *grain;
  const uint32_t *pair;
  bool strewn; /* second partners stand in other blocks */
} carom_rows;

typedef struct carom_kick {
  double step, ahead; /* ahead: from the middle of the step to where contacts see velocities */
  double gravity[3];
} carom_kick;

typedef struct carom_tally {
  double viscous, friction, bad;
} carom_tally;

typedef struct carom_sweep {
  /* Which of 8*groups pairs from number `first` on overlap: as bits, and their numbers; returns how
   * many. `last`: which lanes of the last group are pairs. */
  long (*filter)(const carom_rows *r, uint32_t first, long groups, unsigned last,
                 const carom_frame *f, unsigned char *mask, uint32_t *list);
  void (*gather)(const double *grain, const uint32_t *pair, const uint32_t *list, long groups,
                 bool even, carom_scratch *w);
  void (*geometry)(long groups, const carom_frame *f, carom_scratch *w);
  void (*load)(const double *past, long stride, const uint32_t *list, long groups,
               carom_scratch *w);
  void (*store)(double *past, long stride, const uint32_t *list, long count,
                const carom_scratch *w);
  /* Powers lost in dashpots and to friction, and how many are too deep, in fixed lanes. */
  carom_tally (*tally)(long groups, bool smooth, double limit, const carom_scratch *w);
  /* Forces and torques of the first ones; `smooth` without a tangential model. */
  void (*finish)(long groups, bool smooth, carom_scratch *w);
  /* Adds to the force rows, which begin with that of particle `from`; the second one's go to outer
   * rows if `outer` is given. */
  void (*scatter)(const uint32_t *pair, const uint32_t *list, long count, const carom_scratch *w,
                  uint32_t from, double *force, double *outer, uint32_t outer_first);
  /* Adds collected rows. */
  void (*collect)(const carom_incoming *in, int64_t count, const unsigned char *touching,
                  const double *outer, uint32_t from, double *force);
  /* Kick and drift; returns the largest squared speed. Without rows of motion contacts see the
   * velocity of the middle of the step. */
  double (*move)(const carom_kick *k, int64_t count, double *grain, double *motion,
                 const double *force);
} carom_sweep;

const carom_sweep *carom_sweep_base(void);
const carom_sweep *carom_sweep_avx2(void);
const carom_sweep *carom_sweep_avx512(void);

#endif
