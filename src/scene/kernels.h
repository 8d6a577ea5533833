/* SPDX-License-Identifier: MIT */
/* The kernels of contacts and particles, compiled once per instruction set. Only the transposition
 * of rows to columns differs between the sets (lanes.h); all of them give the same bits. */
#ifndef CAROM_SRC_SCENE_KERNELS_H
#define CAROM_SRC_SCENE_KERNELS_H

#include <stddef.h>
#include <stdint.h>

#include "scene/hosted.h"
#include "scene/scene.h"

/* The columns of a chunk of contacts. */
struct carom_scratch {
  /* Normal from the first to the second body; relative velocity of the contact points, split into
   * its tangential and normal parts; mean spin about the normal times the step. */
  _Alignas(64) double nx[CAROM_CHUNK];
  double ny[CAROM_CHUNK], nz[CAROM_CHUNK];
  double vx[CAROM_CHUNK], vy[CAROM_CHUNK], vz[CAROM_CHUNK];
  double d[CAROM_CHUNK], approach[CAROM_CHUNK], twist[CAROM_CHUNK];
  double patch[CAROM_CHUNK];                   /* sqrt(R* d), with the overlap d that stages see */
  double arm[CAROM_CHUNK], arm_b[CAROM_CHUNK]; /* lever arms of the first and the second body */
  double radius[CAROM_CHUNK], mass[CAROM_CHUNK];
  double elastic[CAROM_CHUNK], dissipative[CAROM_CHUNK];
  /* Laws that adhere: elastic force and overlap as stages see them. */
  double footing[CAROM_CHUNK], bed[CAROM_CHUNK];
  double fx[CAROM_CHUNK], fy[CAROM_CHUNK], fz[CAROM_CHUNK]; /* tangential force on the first body */
  double spring[CAROM_CHUNK / CAROM_LANES][CAROM_STAGE_HISTORY][CAROM_LANES];
  /* Material pairs with a stage that gives a couple: spin of the first body relative to the second,
   * and torque on the first. `more_...`: force and couple of a stage after another one has given
   * the same. */
  double spin[3][CAROM_CHUNK], couple[3][CAROM_CHUNK];
  double more_force[3][CAROM_CHUNK], more_couple[3][CAROM_CHUNK];
  double pull[CAROM_CHUNK]; /* of the adhesion model */
  double state[CAROM_MAX_STATES][CAROM_CHUNK];
  double wall_arm[3][CAROM_CHUNK],
      /* Wall contacts: vector from the wall's centre to the contact, and the wall's velocity
       * there. */
      wall_velocity[3][CAROM_CHUNK];
  /* Closed contacts: byte offsets of the bodies, and indices in the active list. */
  uint32_t pair[4 * CAROM_CHUNK + 2 * CAROM_LANES];
  uint32_t list[2 * CAROM_CHUNK + CAROM_LANES];
  uint32_t begun[2 * CAROM_CHUNK];
  unsigned char mask[CAROM_CHUNK / CAROM_LANES];
  double fastest, deepest; /* largest approach speed and overlap / R* of closed contacts */
  double size_radius,
      /* The values with which the columns `radius` and `mass` are filled, or 0. */
      size_mass;
};

/* Kernel parameters that are the same for all contacts. */
typedef struct carom_kernel_params {
  /* Periods and their inverses; 0 in directions that are not periodic. */
  double length[3], inverse[3];
  bool periodic;
  /* A box that deforms. For each period along j an image is also shifted along k by skew[k][j];
   * speed is dH/dt. Each matrix has at most one nonzero element off the diagonal; the full matrices
   * keep columns in registers. */
  bool deforms, sheared;
  double skew[3][3], speed[3][3];
  bool uniform;     /* one R* and m* for all contacts: their columns are already filled */
  bool same_radius; /* equal radii: arm_b is neither set nor used */
  bool spins;       /* the columns of spins are needed */
  double step, limit;
  double margin; /* gap below which the filter accepts a pair: the reach of its law, plus the margin
                    when active lists are made */
} carom_kernel_params;

static inline carom_kernel_params carom_kernel_params_of(const carom_scene *s)
{
  carom_kernel_params f = {.limit = s->model.overlap_limit};
  for (int c = 0; c < 3; c++) {
    f.length[c] = s->model.length[c];
    f.inverse[c] = s->model.length[c] > 0 ? 1 / s->model.length[c] : 0;
  }
  if (s->box.deforms) {
    f.deforms = true;
    f.sheared = s->model.offset != 0;
    for (int c = 0; c < 3; c++)
      f.speed[c][c] = s->box.speed.length[c];
    f.skew[s->model.flow][s->model.gradient] = s->model.offset;
    f.speed[s->model.flow][s->model.gradient] = s->box.speed.offset;
  }
  return f;
}

/* The pairs to process. */
typedef struct carom_pair_range {
  const double *position_radius, *contact_velocity;
  const uint32_t *pair;
  int64_t remaining;      /* number of consecutive pairs from here on; limits prefetching */
  bool remote;            /* second particles are in other blocks */
  const carom_face *face; /* faces of the walls */
  const double *face_row;
  const carom_wall *wall; /* for the filter: NULL unless some shell has moved */
} carom_pair_range;

/* Where the forces go. `force` begins with the row of the particle at byte offset `from`. If
 * `halo_send` is set, the second body of contact c has the halo row at byte offset row[c]. */
typedef struct carom_force_sink {
  double *force, *halo_send;
  unsigned char *written, stamp; /* stamps of the halo rows that have been written to */
  const uint32_t *row;
  uint32_t from;
  unsigned couples; /* CAROM_ROLLS, CAROM_TWISTS: kinds of couples of these contacts; 0: none */
} carom_force_sink;

/* Up to eight contacts whose forces are added to the rows of their bodies. */
typedef struct carom_scatter_group {
  const uint32_t *pair, *list;
  int64_t count;
  const double *arm, *arm_b;
} carom_scatter_group;

typedef struct carom_kick {
  double step, ahead; /* ahead: time from mid-step to the velocities that contacts see */
  double gravity[3];
  const uint32_t *tag; /* tag of the first particle if some are ghosts; otherwise NULL */
  uint32_t here;       /* tags from this one on are ghosts */
} carom_kick;

/* Rows of all particles, found by tag, and the blocks that they belong to. */
typedef struct carom_ghost_rows {
  const uint32_t *index_of;
  double *position_radius, *contact_velocity;
  carom_domain_block *block;
  const carom_partition *partition;
} carom_ghost_rows;

/* Power dissipated by dashpots and friction and delivered by walls; power dissipated by rolling and
 * twisting couples, and delivered to them by walls that rotate. */
typedef struct carom_contact_powers {
  double viscous, friction, walls;
  double rolling, twisting, turning;
} carom_contact_powers;

/* Rows that other threads have read or written last are in the caches of their cores. Requested
 * ahead for writing, they arrive concurrently instead of one after the other. This saves a third of
 * the step on 16 cores. */
enum { CAROM_WRITE_AHEAD = 12 }; /* rows ahead */
#define CAROM_PREFETCH_WRITE(address) __builtin_prefetch((address), 1, 3)

typedef struct carom_scene_kernels {
  /* Finds which of 8*groups pairs overlap, as bits and compressed; returns how many. `last`: lanes
   * of the last group that hold pairs. */
  int64_t (*filter)(const carom_pair_range *r, uint32_t first, int64_t groups, unsigned last,
                    const carom_kernel_params *f, unsigned char *mask, uint32_t *pair,
                    uint32_t *list);
  /* The same for pairs of a particle and a face. */
  int64_t (*filter_wall)(const carom_pair_range *r, uint32_t first, int64_t groups, unsigned last,
                         const carom_kernel_params *f, unsigned char *mask, uint32_t *pair,
                         uint32_t *list);
  /* Geometry and relative motion of 8*groups pairs, and bits of the closed ones; returns whether
   * one is too deep or NaN. */
  bool (*contact_kinematics)(const carom_pair_range *r, int64_t groups,
                             const carom_kernel_params *f, carom_scratch *w);
  /* The same for particles and faces of one wall; all of these contacts are closed. */
  bool (*wall_kinematics)(const carom_pair_range *r, int64_t groups, const carom_wall *wall,
                          const carom_kernel_params *f, carom_scratch *w);
  /* Copies the first `numbers` of the histories of listed contacts to the scratch and back. */
  void (*load_springs)(const double *history, int64_t history_size, int numbers,
                       const uint32_t *list, int64_t groups, carom_scratch *w);
  void (*store_springs)(double *history, int64_t history_size, int numbers, const uint32_t *list,
                        int64_t count, const carom_scratch *w);
  /* Stores one number of the law's state for 8*groups contacts of a dense list, `stride` doubles
   * apart; 0 for open ones. */
  void (*store_state)(int64_t groups, const double *state, int64_t stride, double reach,
                      const carom_scratch *w, double *to);
  /* Sets what stages see of adhering contacts, as carom_contact_footing does: `bed` is the index of
   * the state a^2/R*; `grip` times R* is added to the elastic force of contacts that hold. */
  void (*footing)(int64_t groups, int bed, double grip, double reach, carom_scratch *w);
  /* Adds forces and torques to the rows of both bodies, with the couples that `to` asks for;
   * returns the powers. If contacts both roll and twist, the couple about the normal counts as
   * twisting. */
  carom_contact_powers (*scatter)(const uint32_t *pair, const uint32_t *list, int64_t count,
                                  bool same_radius, const carom_scratch *w,
                                  const carom_force_sink *to);
  /* Adds forces to the rows of particles and subtracts them from `force` of the wall. */
  carom_contact_powers (*scatter_wall)(const uint32_t *pair, int64_t count, const carom_scratch *w,
                                       const carom_force_sink *to, const carom_wall *wall,
                                       double force[6]);
  /* Bounding boxes of positions and of displacements from a reference; returns whether all are
   * finite. */
  bool (*extent)(int64_t count, const double *position_radius, const double *from,
                 carom_aabb *positions, carom_aabb *displacements);
  /* Adds the received halo rows that were written in this pass to the forces, and zeroes them. Here
   * and below, `shared`: other threads work on the same particles, so rows are prefetched for
   * writing. */
  void (*halo_gather)(const carom_halo_recv *in, int64_t count, const carom_halo *halo,
                      uint32_t from, bool shared, double *force);
  /* Kicks and drifts all particles except ghosts, which their owners move, and zeroes their force
   * rows. Gives the bounding box of the mid-step velocities and, unless NULL, the momentum. Without
   * half_velocity rows contacts use the mid-step velocities. Returns whether all are finite. */
  bool (*move)(const carom_kick *k, int64_t count, double *position_radius,
               double *contact_velocity, const double *inv_inertia, double *half_velocity,
               double *force, bool shared, carom_aabb *velocities, double momentum[3]);
  /* Takes positions and velocities of the particles with these tags from the rows of a host, and
   * gives the bounding box of the velocities. Returns whether these are finite. */
  bool (*take)(const carom_hosted *host, int64_t count, const uint32_t *tag,
               double *position_radius, double *contact_velocity, carom_aabb *velocities);
  /* Hands force rows, with gravity, to the host for tags below `here`: sets its forces, adds to its
   * torques. */
  void (*give)(int64_t count, const uint32_t *tag, uint32_t here, const double *mass,
               const double gravity[3], const double *rows, double *const *force,
               double *const *torque);
  /* Writes the data of ghosts of these particles (CAROM_GHOST_DOUBLES each), with positions shifted
   * to where the ghosts are seen. */
  void (*tell)(int64_t count, const uint32_t *tag, const carom_ghost_rows *rows,
               const double shift[CAROM_POSITION_DOUBLES], double *to);
  /* Updates the ghosts with tags from `tag` on. May read one number behind the last. The velocity
   * boxes of their blocks grow, without bound if a velocity is not finite. */
  void (*hear)(int64_t count, int64_t tag, const carom_ghost_rows *rows, const double *from);
} carom_scene_kernels;

/* wall_kinematics.c: contacts of particles with faces of one wall, all closed, including conveyors
 * and the effective mass of free bodies; returns whether one is too deep or NaN. */
bool carom_wall_kinematics(const carom_scene *s, const carom_pair_range *r, int64_t groups,
                           const carom_wall *wall, const carom_kernel_params *params,
                           carom_scratch *w);

const carom_scene_kernels *carom_scene_kernels_base(void);
const carom_scene_kernels *carom_scene_kernels_avx2(void);
const carom_scene_kernels *carom_scene_kernels_avx512(void);

#endif
