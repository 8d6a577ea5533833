/* SPDX-License-Identifier: MIT */
/* The kernels of contacts and particles, compiled once per instruction set. Only the
 * transposition of rows to columns differs between the sets (lanes.h); all give the same bits. */
#ifndef CAROM_SRC_SCENE_KERNELS_H
#define CAROM_SRC_SCENE_KERNELS_H

#include <stddef.h>
#include <stdint.h>

#include "scene/hosted.h"
#include "scene/scene.h"

/* Columns of a chunk of contacts. */
struct carom_scratch {
  /* Normal from the first to the second body; relative velocity of the contact points,
   * tangential and along the normal; mean spin about the normal times the step. */
  _Alignas(64) double nx[CAROM_CHUNK];
  double ny[CAROM_CHUNK], nz[CAROM_CHUNK];
  double vx[CAROM_CHUNK], vy[CAROM_CHUNK], vz[CAROM_CHUNK];
  double d[CAROM_CHUNK], approach[CAROM_CHUNK], twist[CAROM_CHUNK];
  double patch[CAROM_CHUNK];                   /* sqrt(R* d) of the overlap that stages see */
  double arm[CAROM_CHUNK], arm_b[CAROM_CHUNK]; /* lever arms of first and second body */
  double radius[CAROM_CHUNK], mass[CAROM_CHUNK];
  double elastic[CAROM_CHUNK], dissipative[CAROM_CHUNK];
  double footing[CAROM_CHUNK], bed[CAROM_CHUNK]; /* of laws that adhere: elastic force and overlap
                                                    as stages see them */
  double fx[CAROM_CHUNK], fy[CAROM_CHUNK], fz[CAROM_CHUNK]; /* tangential force on the first */
  double spring[CAROM_CHUNK / CAROM_LANES][CAROM_STAGE_HISTORY][CAROM_LANES];
  /* Of pairs some stage of which gives a couple: spin of the first over the second body, torque on
   * the first. Force and torque of a stage that is not the first to give one. */
  double spin[3][CAROM_CHUNK], couple[3][CAROM_CHUNK];
  double more_force[3][CAROM_CHUNK], more_couple[3][CAROM_CHUNK];
  double pull[CAROM_CHUNK]; /* of the model of adhesion */
  double state[CAROM_MAX_STATES][CAROM_CHUNK];
  double wall_arm[3][CAROM_CHUNK],
      wall_velocity[3][CAROM_CHUNK]; /* of wall contacts: from the centre of the wall to the
                                        contact, and the velocity of the wall there */
  /* closed contacts: byte offsets of their bodies, and indices */
  uint32_t pair[4 * CAROM_CHUNK + 2 * CAROM_LANES];
  uint32_t list[2 * CAROM_CHUNK + CAROM_LANES];
  uint32_t begun[2 * CAROM_CHUNK];
  unsigned char mask[CAROM_CHUNK / CAROM_LANES];
  double fastest, deepest; /* largest approach and overlap over R* of closed contacts */
  double size_radius,
      size_mass; /* the values that the columns radius and mass are filled with, or 0 */
};

/* Parameters of the kernels that do not depend on the contact. */
typedef struct carom_kernel_params {
  double length[3], inverse[3]; /* of the periods; 0 where not periodic */
  bool periodic;
  /* Of a box that deforms: its images are also shifted along [k] by so much for each period along
   * [j], and move: dH/dt. Both are matrices, though only one element is not 0 beside the diagonal,
   * so that columns stay in registers. */
  bool deforms, sheared;
  double skew[3][3], speed[3][3];
  bool uniform;     /* one R* and m*: these columns are filled already */
  bool same_radius; /* equal radii: arm_b is neither set nor used */
  bool spins;       /* the columns of spins are wanted */
  double step, limit;
  double margin; /* gap below which the filter accepts a pair: how far its law reaches, and more for
                    making active lists */
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

/* Pairs to be processed. */
typedef struct carom_pair_range {
  const double *position_radius, *contact_velocity;
  const uint32_t *pair;
  int64_t remaining;      /* consecutive pairs from here on, for prefetching */
  bool remote;            /* second partners are in other blocks */
  const carom_face *face; /* of walls */
  const double *face_row;
  const carom_wall *wall; /* of the filter: NULL unless some shell has moved */
} carom_pair_range;

/* Where forces go: `force` begins with the row of the particle at byte offset `from`; with
 * `halo_send`, rows of second partners are halo rows, `row` being their byte offsets by
 * contact. */
typedef struct carom_force_sink {
  double *force, *halo_send;
  unsigned char *written, stamp; /* of the halo rows: which have been written to */
  const uint32_t *row;
  uint32_t from;
  unsigned couples; /* CAROM_ROLLS, CAROM_TWISTS: what the couples of the contacts are; 0: none */
} carom_force_sink;

/* Up to eight contacts whose forces are scattered: bodies, contact indices, lever arms. */
typedef struct carom_scatter_group {
  const uint32_t *pair, *list;
  int64_t count;
  const double *arm, *arm_b;
} carom_scatter_group;

typedef struct carom_kick {
  double step, ahead; /* ahead: from mid-step to where contacts evaluate velocities */
  double gravity[3];
  const uint32_t *tag; /* of the first particle, where some are ghosts; else NULL */
  uint32_t here;       /* the first tag of a ghost */
} carom_kick;

/* Where particles are, by tag, and the blocks that they are in. */
typedef struct carom_ghost_rows {
  const uint32_t *index_of;
  double *position_radius, *contact_velocity;
  carom_domain_block *block;
  const carom_partition *partition;
} carom_ghost_rows;

/* Power dissipated in dashpots and by friction, and delivered by walls; taken by couples against
 * rolling and twisting, and delivered to them by walls that turn. */
typedef struct carom_contact_powers {
  double viscous, friction, walls;
  double rolling, twisting, turning;
} carom_contact_powers;

/* Rows that are written and that other threads have read or written since belong to the caches of
 * their cores; asked for in time, they arrive side by side and not one after the other. Worth a
 * third of the step on 16 cores. */
enum { CAROM_WRITE_AHEAD = 12 }; /* rows */
#define CAROM_PREFETCH_WRITE(address) __builtin_prefetch((address), 1, 3)

typedef struct carom_scene_kernels {
  /* Which of 8*groups pairs overlap: as bits, and compressed; returns how many. `last`: lanes
   * of the last group that are pairs. */
  int64_t (*filter)(const carom_pair_range *r, uint32_t first, int64_t groups, unsigned last,
                    const carom_kernel_params *f, unsigned char *mask, uint32_t *pair,
                    uint32_t *list);
  /* The same for particles and faces. */
  int64_t (*filter_wall)(const carom_pair_range *r, uint32_t first, int64_t groups, unsigned last,
                         const carom_kernel_params *f, unsigned char *mask, uint32_t *pair,
                         uint32_t *list);
  /* Geometry and relative motion of the contacts of 8*groups pairs, and which of them are
   * closed, as bits; returns whether one is too deep or NaN. */
  bool (*contact_kinematics)(const carom_pair_range *r, int64_t groups,
                             const carom_kernel_params *f, carom_scratch *w);
  /* The same for particles and faces of one wall, all of them closed. */
  bool (*wall_kinematics)(const carom_pair_range *r, int64_t groups, const carom_wall *wall,
                          const carom_kernel_params *f, carom_scratch *w);
  /* Histories of listed contacts, to the scratch and back: the first `numbers` of each. */
  void (*load_springs)(const double *history, int64_t history_size, int numbers,
                       const uint32_t *list, int64_t groups, carom_scratch *w);
  void (*store_springs)(double *history, int64_t history_size, int numbers, const uint32_t *list,
                        int64_t count, const carom_scratch *w);
  /* One number of the states of 8*groups contacts of a dense list, to every `stride` doubles; 0 of
   * open ones. */
  void (*store_state)(int64_t groups, const double *state, int64_t stride, double reach,
                      const carom_scratch *w, double *to);
  /* What stages see of contacts that adhere, as carom_contact_footing: `bed` is the state that is
   * a^2/R*, `grip` per R* what is added to the elastic force of those that hold. */
  void (*footing)(int64_t groups, int bed, double grip, double reach, carom_scratch *w);
  /* Adds forces and torques to the rows of both bodies, with the couples that `to` asks for. Where
   * contacts have both, that about the normal is the twisting one. */
  carom_contact_powers (*scatter)(const uint32_t *pair, const uint32_t *list, int64_t count,
                                  bool same_radius, const carom_scratch *w,
                                  const carom_force_sink *to);
  /* Adds them to the rows of particles, and subtracts them from `force` of the wall. */
  carom_contact_powers (*scatter_wall)(const uint32_t *pair, int64_t count, const carom_scratch *w,
                                       const carom_force_sink *to, const carom_wall *wall,
                                       double force[6]);
  /* Bounding boxes of positions and of displacements from a reference; returns whether all are
   * finite. */
  bool (*extent)(int64_t count, const double *position_radius, const double *from,
                 carom_aabb *positions, carom_aabb *displacements);
  /* Adds received halo rows that have been written to to forces, and zeroes them. Here and below
   * `shared`: other threads work on the same particles, so that rows are prefetched for writing. */
  void (*halo_gather)(const carom_halo_recv *in, int64_t count, const carom_halo *halo,
                      uint32_t from, bool shared, double *force);
  /* Kick and drift of all but ghosts, which their owners move; zeroes the force rows. Also gives
   * the bounding box of the mid-step velocities and, if wanted, the momentum. Without half_velocity
   * rows contacts use the mid-step velocities. Returns whether all are finite. */
  bool (*move)(const carom_kick *k, int64_t count, double *position_radius,
               double *contact_velocity, const double *inv_inertia, double *half_velocity,
               double *force, bool shared, carom_aabb *velocities, double momentum[3]);
  /* Positions and velocities of particles with these tags from the rows of a host; the bounding box
   * of the velocities. Returns whether these are finite. */
  bool (*take)(const carom_hosted *host, int64_t count, const uint32_t *tag,
               double *position_radius, double *contact_velocity, carom_aabb *velocities);
  /* Force rows, with gravity, to those of the host, for tags below `here`: sets forces, adds
   * torques. */
  void (*give)(int64_t count, const uint32_t *tag, uint32_t here, const double *mass,
               const double gravity[3], const double *rows, double *const *force,
               double *const *torque);
  /* What ghosts are told (CAROM_GHOST_DOUBLES): of particles at these places, moved by a shift. */
  void (*tell)(int64_t count, const uint32_t *tag, const carom_ghost_rows *rows,
               const double shift[CAROM_POSITION_DOUBLES], double *to);
  /* To ghosts with tags from `tag` on. One number behind the last may be read. The velocity boxes
   * of their blocks grow; they are unbounded where a velocity is not finite. */
  void (*hear)(int64_t count, int64_t tag, const carom_ghost_rows *rows, const double *from);
} carom_scene_kernels;

/* wall_kinematics.c: contacts of particles and faces of one wall, all of them closed, with all that
 * the wall does; returns whether one is too deep or NaN. */
bool carom_wall_kinematics(const carom_scene *s, const carom_pair_range *r, int64_t groups,
                           const carom_wall *wall, const carom_kernel_params *params,
                           carom_scratch *w);

const carom_scene_kernels *carom_scene_kernels_base(void);
const carom_scene_kernels *carom_scene_kernels_avx2(void);
const carom_scene_kernels *carom_scene_kernels_avx512(void);

#endif
