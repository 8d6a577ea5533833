/* SPDX-License-Identifier: MIT */
/* The stages that contacts and particles pass, compiled once for every instruction set. What
 * differs between the sets is how rows become columns (lanes.h); all give the same bits. */
#ifndef CAROM_SRC_SCENE_KERNELS_H
#define CAROM_SRC_SCENE_KERNELS_H

#include <stddef.h>
#include <stdint.h>

#include "scene/scene.h"

/* Columns of a chunk of contacts. */
struct carom_scratch {
  /* Normal from the first to the second, velocity of the first one's contact point over the second
   * one's in the contact plane, and along the normal; mean spin about the normal times the step. */
  _Alignas(64) double nx[CAROM_CHUNK];
  double ny[CAROM_CHUNK], nz[CAROM_CHUNK];
  double vx[CAROM_CHUNK], vy[CAROM_CHUNK], vz[CAROM_CHUNK];
  double d[CAROM_CHUNK], approach[CAROM_CHUNK], twist[CAROM_CHUNK];
  double arm[CAROM_CHUNK], arm_b[CAROM_CHUNK]; /* lever arms of first and second */
  double radius[CAROM_CHUNK], mass[CAROM_CHUNK];
  double elastic[CAROM_CHUNK], dissipative[CAROM_CHUNK];
  double fx[CAROM_CHUNK], fy[CAROM_CHUNK], fz[CAROM_CHUNK]; /* tangential force on the first */
  double spring[CAROM_CHUNK / CAROM_LANES][CAROM_SPRING][CAROM_LANES];
  double state[CAROM_MAX_STATES][CAROM_CHUNK];
  double wall_arm[3][CAROM_CHUNK],
      wall_velocity[3][CAROM_CHUNK]; /* of contacts with walls: from the centre
                               of the wall, and its velocity there */
  uint32_t pair[4 * CAROM_CHUNK];    /* contacts that are closed: bodies, */
  uint32_t list[2 * CAROM_CHUNK];    /* and numbers */
  uint32_t begun[2 * CAROM_CHUNK];
  unsigned char mask[CAROM_CHUNK / CAROM_LANES];
  double fastest, deepest;       /* of closed contacts that were met: approach, overlap over R* */
  double size_radius, size_mass; /* what the columns radius and mass are filled with, or 0 */
};

/* What the stages need to know of the scene. */
typedef struct carom_kernel_params {
  double length[3], inverse[3]; /* of the periods; 0 where there is none */
  bool periodic;
  bool uniform;     /* radius and mass are filled in already */
  bool same_radius; /* the two radii are the same: arm_b is not filled in, nor needed */
  double step, limit;
  double margin; /* pairs overlap if their gap is less: 0 but for shortlists */
} carom_kernel_params;

static inline carom_kernel_params carom_kernel_params_of(const carom_scene *s)
{
  carom_kernel_params f = {.limit = s->overlap_limit};
  for (int c = 0; c < 3; c++) {
    f.length[c] = s->length[c];
    f.inverse[c] = s->length[c] > 0 ? 1 / s->length[c] : 0;
  }
  return f;
}

/* Pairs. */
typedef struct carom_pair_range {
  const double *position_radius, *contact_velocity;
  const uint32_t *pair;
  int64_t remaining; /* pairs that come one after the other from here on */
  bool remote;       /* second partners stand in other blocks */
} carom_pair_range;

/* Where forces go: rows that begin with that of the particle that pairs name `from`; those of
 * second partners, if `halo_send` is given, to outer rows, as many bytes behind the first as `row`
 * tells for the number of a contact. */
typedef struct carom_force_sink {
  double *force, *halo_send;
  const uint32_t *row;
  uint32_t from;
} carom_force_sink;

/* Eight contacts whose forces go there, or `count`, if that is less: bodies, numbers, and lever
 * arms of first and second. */
typedef struct carom_scatter_group {
  const uint32_t *pair, *list;
  long count;
  const double *arm, *arm_b;
} carom_scatter_group;

typedef struct carom_kick {
  double step, ahead; /* ahead: from the middle of the step to where contacts see velocities */
  double gravity[3];
} carom_kick;

/* Powers lost in dashpots and to friction, and had from walls. */
typedef struct carom_contact_powers {
  double viscous, friction, walls;
} carom_contact_powers;

typedef struct carom_scene_kernels {
  /* Which of 8*groups pairs overlap: as bits, and their bodies and numbers; returns how many.
   * `last`: which lanes of the last group are pairs. */
  long (*filter)(const carom_pair_range *r, uint32_t first, long groups, unsigned last,
                 const carom_kernel_params *f, unsigned char *mask, uint32_t *pair, uint32_t *list);
  /* The same of particles and a face. */
  long (*filter_wall)(const carom_pair_range *r, uint32_t first, long groups, unsigned last,
                      const carom_face *face, unsigned char *mask, uint32_t *pair, uint32_t *list);
  /* Geometry and motion of the contacts of 8*groups pairs, and as bits which of them are closed;
   * returns whether one is too deep, or no number. */
  bool (*contact_kinematics)(const carom_pair_range *r, long groups, const carom_kernel_params *f,
                             carom_scratch *w);
  /* The same of particles and a face. */
  bool (*wall_kinematics)(const carom_pair_range *r, long groups, const carom_face *face,
                          const carom_wall *wall, const carom_kernel_params *f, carom_scratch *w);
  /* Springs of listed contacts, to the scratch and back. */
  void (*load_springs)(const double *history, long history_size, const uint32_t *list, long groups,
                       carom_scratch *w);
  void (*store_springs)(double *history, long history_size, int numbers, const uint32_t *list,
                        long count, const carom_scratch *w);
  /* Adds forces and torques to the rows of both bodies. */
  carom_contact_powers (*scatter)(const uint32_t *pair, const uint32_t *list, long count,
                                  bool same_radius, const carom_scratch *w,
                                  const carom_force_sink *to);
  /* To those of particles, and from the force and torque on a wall. */
  carom_contact_powers (*scatter_wall)(const uint32_t *pair, long count, const carom_scratch *w,
                                       const carom_force_sink *to, double wall[6]);
  /* Boxes of the places of particles and of their ways from where they were; returns whether all
   * are numbers. */
  bool (*extent)(int64_t count, const double *position_radius, const double *from,
                 carom_aabb *positions, carom_aabb *displacements);
  /* Adds collected rows, and empties them. */
  void (*halo_gather)(const carom_halo_recv *in, int64_t count, double *halo_send, uint32_t from,
                      double *force);
  /* Kick and drift, and rows of force made empty; the box of the velocities in the middle of the
   * step, and if wanted the momentum. Without rows of motion contacts see these. Returns whether
   * all are numbers. */
  bool (*move)(const carom_kick *k, int64_t count, double *position_radius,
               double *contact_velocity, const double *inv_inertia, double *half_velocity,
               double *force, carom_aabb *velocities, double momentum[3]);
} carom_scene_kernels;

const carom_scene_kernels *carom_scene_kernels_base(void);
const carom_scene_kernels *carom_scene_kernels_avx2(void);
const carom_scene_kernels *carom_scene_kernels_avx512(void);

#endif
