/* SPDX-License-Identifier: MIT */
/* How a scene is held in memory.
 *
 * Particles are sorted along the cells of the grid (order.c) and divided into blocks of equal
 * number. A pair belongs to the block of its first particle. Where the second one is in a later
 * block, its share of the force goes to a halo row that the first block owns; the later block
 * gathers the row before it moves its particles. So no two blocks write to the same place, every
 * sum has a fixed order, and results do not depend on which thread computes which block.
 *
 *   particles   0 ......... 255 | 256 ...... 511 | 512 ...... 767 |   sorted by level and cell
 *   blocks           block 0    |     block 1    |     block 2    |
 *   pairs       inner: 3-17     | inner: 300-301 |                |   both in the block
 *               halo: 9-270   --|-> halo row 0   |                |   second one in a later block
 *               halo: 44-530  --|----------------|-> halo row 1   |
 *               wall: 12-face 4 |                |                |   to wall_force of block, wall
 *   halo_send   rows 0, 1       | row 2 ...      |                |   written by this block
 *   halo_recv   -               | {0, 270}       | {1, 530} ...   |   in the order of senders
 *   upstream    -               | block 0        | block 0 ...    |   must have forces first
 *
 * Lists. A rebuild finds all pairs within the skin; a step looks at the active ones only:
 *
 *   pair_bin     one per block, material pair and kind (inner, halo, each face): groups of eight
 *   neighbour_pair  |p p p p p p p p|p p p p p . . .|                    . padding: copies
 *   active_list  two per bin, in the groups of the bin's neighbour pairs:
 *                  [2k]   dense:    mostly closed, evaluated as whole groups
 *                  [2k+1] filtered: tested for overlap, closed ones compressed into chunks
 *   pair, row, neighbour_index, touching (a bit each), history: parallel to the active lists
 *
 * History of contact c, H = history_size numbers h0 .. h(H-1): the spring, then the law's state.
 *
 *   filtered list, contact by contact             dense list, number by number within a group
 *   c0: h0 h1 h2 .. | c1: h0 h1 h2 .. | ...        h0 of c0..c7 | h1 of c0..c7 | ... next group
 *   offset c*H, stride 1                           offset c/8*8*H + c%8, stride 8
 *
 * A step is: move (gather halo, kick, drift), rebuild the lists if need be, forces. Forces of a
 * step and motion of the next share a pass: a block moves as soon as its upstream blocks have
 * their forces, while its records are still in the cache. */
#ifndef CAROM_SRC_SCENE_H
#define CAROM_SRC_SCENE_H

#include <stdatomic.h>

#include <carom/scene.h>

#include "core/lines.h"
#include "core/pool.h"
#include "law/blocks.h"
#include "law/tangential.h"

enum {
  CAROM_LANES = 8,
  CAROM_CHUNK = 64,      /* contacts that pass the kernels together: their columns stay in L1 */
  CAROM_ROW_DOUBLES = 8, /* doubles of a row: two triples, each padded to four; one cache line */
  CAROM_POSITION_DOUBLES = 4, /* x y z r */
  CAROM_POSITION_BYTES = 32,  /* stride in bytes of positions */
  CAROM_SUPERCELL = 4,        /* cells across a supercell */
  CAROM_LEVELS = 48           /* of the grid, at most */
};

/* A particle is spread over several arrays, by what is used together:
 *   position_radius   x y z r
 *   contact_velocity  vx vy vz 1/m wx wy wz r: velocity and spin that contacts use
 *   inv_inertia       1/I
 *   half_velocity     vx vy vz 0 wx wy wz 0 at mid-step; absent where contacts use just these
 *   force             fx fy fz 0 tx ty tz 0 */

/* Reduced radius and mass. */
typedef struct carom_size {
  double radius, mass;
} carom_size;

/* A pair of materials, or a material and a wall of another: its laws and constants. */
typedef struct carom_material_pair {
  int between[2];
  bool wall;
  bool uniform;      /* all its contacts have the same R* and m* */
  bool same_radius;  /* and both radii are equal */
  bool episode;      /* the law has a state: episodes must be tracked */
  bool keeps_memory; /* the state of the law outlives the episode */
  double floor;      /* the lowest impact speed that its law resolves; 0: it needs none */
  carom_contact contact;
  const carom_kernels *kernel; /* NULL: a user law, evaluated contact by contact */
  const carom_tangential *model;
  carom_slide_kernel *tangential_kernel;
  double grip[CAROM_TANGENTIAL_CONSTANTS];
  carom_size small; /* of its smallest bodies */
  carom_scene_pairing pair_report;
} carom_material_pair;

/* The neighbour pairs of one material pair and kind in one block: those that may touch before
 * the next rebuild. */
typedef struct carom_pair_bin {
  int32_t material_pair, kind; /* CAROM_PAIR_INNER ... */
  int32_t face, has_periodic;  /* of wall pairs; some pair is seen across a periodic border */
  int64_t group, contacts;     /* first group of eight; pairs, the last group padded */
} carom_pair_bin;

/* An active list: the pairs of one bin that may touch soon, with all that a step needs of
 * them; see active_list.c. */
typedef struct carom_active_list {
  int32_t material_pair, kind, face, has_periodic; /* as of bins */
  int64_t dense;           /* evaluated without a filter, open contacts too */
  int64_t group, contacts; /* as of bins */
} carom_active_list;

enum {
  CAROM_PAIR_INNER, /* both particles in this block */
  CAROM_PAIR_HALO,  /* the second one in a later block */
  CAROM_PAIR_WALL   /* the second one is a face of a wall */
};

/* Axis-aligned bounding box; lane 3 is padding. */
typedef struct carom_aabb {
  _Alignas(32) double low[CAROM_POSITION_DOUBLES];
  double high[CAROM_POSITION_DOUBLES];
} carom_aabb;

/* Sums over the contacts and particles of a block. */
typedef struct carom_block_sums {
  double viscous, friction, walls; /* power in this step, W */
  double lost[3];                  /* the same integrated since the start (trapezoidal), J */
  double plastic;                  /* work of closed episodes, J */
  double momentum[3];              /* at mid-step, if gravity varies */
  double bad;                      /* how many contacts were too deep */
} carom_block_sums;

/* Extremes of the contacts of a material pair since the start. Maxima and counts do not depend
 * on who evaluated which contact, so each worker keeps its own. */
typedef struct carom_extremes {
  double fastest; /* approach while closed, m/s */
  double deepest; /* overlap over R* */
  long touches;   /* where the law needs the impact speed, and those below its floor */
  long at_floor;
} carom_extremes;

typedef struct carom_domain_block {
  int64_t pair_bin, pair_bins;   /* its bins; twice as many active lists */
  int64_t halo_send, halo_sends; /* halo rows for the particles of later blocks that it may touch */
  int64_t halo_recv, halo_recvs; /* halo rows it receives */
  int64_t stale;                 /* 1: its active lists are to be rebuilt */
  carom_aabb velocity;           /* of its particles, at mid-step */
  double closing_speed;          /* bound of the closing speed of any pair it may have */
  double margin, budget_left;  /* of its active lists when they were made; how much of it is left */
  int64_t upstream, upstreams; /* earlier blocks that these come from */
  atomic_long forces_done;     /* the last pass whose forces are complete */
  int64_t moved;               /* the last pass that moved its particles */
  carom_block_sums sum;
} carom_domain_block;

/* A halo row that is received: halo_send[row] acts on a particle of this block. */
typedef struct carom_halo_recv {
  uint32_t row, particle;
} carom_halo_recv;

/* A plane or cylinder of a wall. */
typedef struct carom_face {
  int wall;
  bool round, outside;
  double point[3], direction[3], radius;
} carom_face;

typedef struct carom_motion_table {
  int points;
  double *time, *velocity, *spin;
} carom_motion_table;

typedef struct carom_wall {
  char *name;
  int material, face, faces;
  double centre[3], velocity[3], spin[3];
  carom_motion_table motion;
} carom_wall;

/* A cube of cells, whose particles are contiguous; see list_validity.c. */
typedef struct carom_supercell {
  int64_t from, to;
  double wall_clearance;       /* clearance to the nearest unlisted wall at the last rebuild */
  double low[3], high[3], far; /* box and length of the displacements since then */
  double approach_squared;     /* square of how much closer its pairs can be */
} carom_supercell;

/* One level of the grid, which holds the particles of a range of sizes; see grid.c. */
typedef struct carom_grid {
  double largest;    /* largest radius of its particles */
  int64_t particles; /* how many it holds */
  int cells[3];
  double origin[3], cell[3];
  int64_t first, first_supercell; /* first cell and supercell among those of all levels */
  int64_t count, capacity;
  uint32_t *rank;  /* of a cell in the order of all cells of the level */
  uint32_t *start; /* first particle of the cell of that rank; a part of carom_scene.cell_start */
  uint32_t *span;  /* of each cell: its first particle, and the one after its last */
  int64_t supercells, supercell_capacity;
  int across, cut[3];       /* direction in which cells are numbered by quarters */
  int lead[3];              /* cells that the first supercell lacks */
  uint32_t *supercell_rank; /* of each supercell: its first cell, and the one after its last */
} carom_grid;

/* Columns of the contacts that pass the kernels; one per worker. See kernels.h. */
typedef struct carom_scratch carom_scratch;

/* Buffers of the neighbour search; one per block, so that blocks can be searched concurrently. */
typedef struct carom_search_buffer {
  uint32_t *pair; /* pairs in the order of the first particle: bin, second particle; then wall
                     contacts: particle, face */
  int64_t pairs, count, capacity;
  uint32_t *stencil; /* stencil of a cell: particles with an index not below its own */
  double *shift[3];  /* added to a position to see each across periodic borders */
  bool shifted;      /* some shift is not zero; otherwise they are not set */
  uint32_t *partner; /* those found for a particle */
  int64_t stencil_count, stencil_capacity, shift_capacity[3], partner_capacity;
  uint32_t *start;    /* where the pairs of each particle of the block begin */
  int64_t *bin_count; /* pairs per bin, then where the next one goes */
  uint32_t
      *halo_particles; /* particles of later blocks that have halo rows, and a hash table of them */
  uint32_t *halo_table, halo_mask;
  int64_t halo_particles_capacity, halo_table_capacity;
  bool failed;            /* out of memory */
  int64_t kept;           /* contacts of the old lists whose history is kept; where they begin */
  int64_t lost;           /* the first particle of the block outside the domain or at NaN, or -1 */
  double low[3], high[3]; /* extent of its particles */
} carom_search_buffer;

/* Dents of pairs that are no longer listed, sorted by key; see memory.c. */
typedef struct carom_dents {
  int64_t *key;
  double *state; /* a row each: the history of a contact without its spring */
  int64_t count, key_capacity, state_capacity;
} carom_dents;

/* Active lists of a block until they are complete. */
typedef struct carom_draft {
  uint32_t *pair, *neighbour_index, *row;
  unsigned char *touching;
  double *history;
  int64_t pair_capacity, neighbour_index_capacity, row_capacity, touching_capacity,
      history_capacity;
} carom_draft;

struct carom_scene {
  /* Constant after creation. */
  long n;
  int materials, material_pairs, walls, faces, workers;
  double step, skin, overlap_limit, restitution_error;
  double low[3], high[3], length[3]; /* length 0: not periodic */
  bool periodic[3], any_periodic, predicted, gravity_varies;
  bool half_step_back; /* true until the first step: contact_velocity has been shifted back by half
                          a step for leapfrog */
  bool keeps_memory;   /* plastic memory of some material pair outlives the episode */
  bool records_traction; /* tangential forces are recorded; they cannot all be recomputed from the
                            springs */
  double gravity_start[3], gravity_spin[3];
  carom_motion_table gravity_table; /* its velocity column is gravity */
  void (*gravity_at)(void *user, double time, double gravity[3]);
  void *gravity_user;
  carom_material_pair *material_pair;
  int *material_pair_of; /* [wall][material][material] -> material pair, or -1 */
  carom_instructions instructions;
  int springs;              /* doubles of a spring */
  int history_size;         /* doubles of a contact: the spring, then the state of its law */
  double *radius, *mass;    /* by tag */
  double largest, smallest; /* largest radius; smallest of those that move */
  double speed;             /* a bound of the largest speed */
  bool exceeds_cache;       /* exceeds L3 of most processors */
  struct carom_scene_kernels const *kernels;
  carom_pool *pool;
  carom_scratch **scratch;
  carom_extremes **extremes; /* of each worker, by material pair */
  double **worker_force;     /* force rows of the current block */

  /* State. */
  long steps, rebuilds;
  double budget_left, wall_displacement; /* displacement left before the lists must be checked; of
                                            walls since the rebuild */
  carom_status stopped;                  /* why the scene cannot go on */
  double gravity[3];
  double *position_radius, *contact_velocity, *inv_inertia, *half_velocity, *force;
  double *reference;         /* positions at the last rebuild */
  double *wall_clearance;    /* clearance to the nearest unlisted face at that time */
  uint32_t *tag, *id;        /* index in the definition; label of the user */
  int32_t *material, *image; /* image: three per particle, periods crossed */
  carom_wall *wall;
  carom_face *face;
  carom_supercell *supercell;
  int64_t supercells, supercell_capacity;
  double *wall_force; /* per block and wall: force and torque about the centre */

  double moment_start[3], momentum_last[3]; /* sum of m x; for the work of gravity */
  int64_t block_size, blocks;               /* particles per block, blocks */
  carom_domain_block *domain_block;
  /* Neighbour pairs: byte offset of the first, byte offset or face of the second; byte offset
   * of the second one's halo row, or 0. */
  carom_pair_bin *pair_bin;
  int64_t pair_bins, pair_bin_capacity;
  uint32_t *neighbour_pair, *neighbour_row;
  int64_t groups, neighbour_pair_capacity, neighbour_row_capacity;
  /* Active lists: two for every bin, some of them empty. Those of a block occupy the groups of
   * its neighbour pairs: pairs, their index among the neighbour pairs, halo rows, closed
   * contacts (one bit each), and histories of `history_size` doubles. */
  carom_active_list *active_list;
  uint32_t *pair, *neighbour_index, *row;
  unsigned char *touching;
  double *history;
  int64_t active_list_capacity, pair_capacity, neighbour_index_capacity, row_capacity,
      touching_capacity, history_capacity;
  double *halo_send;
  int64_t halo_sends, halo_send_capacity;
  carom_halo_recv *halo_recv;
  int64_t halo_recv_capacity;
  int64_t *upstream, upstream_capacity;
  int64_t passes;
  /* For reports: tangential forces, three per contact, and the pass they belong to. */
  double *traction;
  int64_t traction_capacity, recorded_pass;
  carom_dents dents;

  /* Energy at the start, and work since. */
  double energy_start, tangential_start, gravity_work;

  /* The grid: levels from the smallest particles to the largest. */
  int levels;
  carom_grid grid[CAROM_LEVELS];
  uint32_t *cell_start; /* first particle of each cell, in the order of levels and ranks */
  int64_t cells, cell_capacity;

  /* Rebuild: the other half of every double buffer. */
  carom_search_buffer *search_buffer;
  double *position_radius_b, *contact_velocity_b, *inv_inertia_b, *half_velocity_b;
  uint32_t *tag_b, *id_b, *sort_key, *new_index, *cell_of;
  int32_t *material_b, *image_b;
  carom_draft *draft; /* one per worker */
  uint32_t
      *kept_start; /* per particle: the first of its contacts among `kept`, or CAROM_NO_PARTICLE */
  struct carom_kept *kept; /* in the order of the old lists */
  double *kept_history;
  int64_t kept_count, kept_capacity, kept_history_capacity;
  carom_dents dents_b;
  struct carom_leaving *leaving;
  int64_t leaving_capacity;

  /* Reports. */
  carom_scene_grain *view;
  bool view_valid;
  double seconds[3];
};

/* A contact that is closed, or open with a dent that is kept, on its way to the new lists; its
 * history is in `kept_history`. */
typedef struct carom_kept {
  uint32_t first;   /* in the new order */
  uint32_t partner; /* particle, or n + face; CAROM_NO_PARTICLE once it is listed */
  uint32_t next;    /* of the same particle, or CAROM_NO_PARTICLE; in varying order */
  bool closed;
} carom_kept;

#define CAROM_NO_PARTICLE UINT32_MAX

/* Velocity and spin of a particle at mid-step. */
static inline void carom_half_velocity_of(const carom_scene *s, int64_t i, double out[6])
{
  const double *row = (s->half_velocity ? s->half_velocity : s->contact_velocity) +
                      CAROM_ROW_DOUBLES * i;
  for (int k = 0; k < 3; k++) {
    out[k] = row[k];
    out[3 + k] = row[4 + k];
  }
}

/* The material pair of a particle and its partner, a particle or n + face. */
static inline int carom_material_pair_between(const carom_scene *s, uint32_t i, uint32_t partner)
{
  const bool wall = partner >= s->n;
  const int other = wall ? s->wall[s->face[partner - s->n].wall].material : s->material[partner];
  return s->material_pair_of[((wall ? s->materials : 0) + s->material[i]) * s->materials + other];
}

static inline int64_t carom_block_end(const carom_scene *s, int64_t block)
{
  const int64_t end = (block + 1) * s->block_size;
  return end < s->n ? end : s->n;
}

/* Where the history of a contact begins. Two layouts: on dense lists by groups of eight,
 * number by number, as the kernels take them; on filtered lists contact by contact, so that
 * open contacts are not read. See the drawing above. */
static inline int64_t carom_history_offset(const carom_scene *s, const carom_active_list *list,
                                           int64_t contact)
{
  return list->dense ? contact / CAROM_LANES * CAROM_LANES * s->history_size + contact % CAROM_LANES
                     : contact * s->history_size;
}

/* The stride between the numbers of one history. */
static inline int carom_history_stride(const carom_active_list *list)
{
  return list->dense ? CAROM_LANES : 1;
}

static inline double *carom_position_of(const carom_scene *s, int64_t i)
{
  return s->position_radius + CAROM_POSITION_DOUBLES * i;
}

static inline double *carom_contact_velocity_of(const carom_scene *s, int64_t i)
{
  return s->contact_velocity + CAROM_ROW_DOUBLES * i;
}

/* Pairs store byte offsets (32 x index), so that the inner loop needs no multiply; velocity
 * and force rows lie at twice that offset. */
static inline uint32_t carom_particle(uint32_t body)
{
  return body / CAROM_POSITION_BYTES;
}

static inline const double *carom_at_offset(const double *first, size_t bytes)
{
  return (const double *)(const void *)((const char *)first + bytes);
}

static inline double *carom_row_at_offset(double *first, size_t bytes)
{
  return (double *)(void *)((char *)first + bytes);
}

/* 1/m; 0: fixed. */
static inline double carom_inv_mass(const carom_scene *s, int64_t i)
{
  return s->contact_velocity[CAROM_ROW_DOUBLES * i + 3];
}

/* The level of particles of this radius. */
static inline int carom_level_of(const carom_scene *s, double radius)
{
  int level = 0;
  while (level < s->levels - 1 && radius > s->grid[level].largest)
    level++;
  return level;
}

/* Number of supercells in one direction. */
static inline int carom_supercells_across(const carom_grid *g, int k)
{
  return (g->cells[k] + g->lead[k] + CAROM_SUPERCELL - 1) / CAROM_SUPERCELL;
}

/* Bins differ by kind and material pair; those of walls by face, too. */
static inline int carom_pair_bin_kinds(const carom_scene *s)
{
  return (CAROM_PAIR_WALL + s->faces) * s->material_pairs;
}

/* Grows *array to `count` items of `size` bytes unless *capacity suffices; the contents are
 * lost. */
bool carom_reserve(void *array, int64_t *capacity, int64_t count, size_t size);

/* neighbour_list.c: sorts the particles, rebuilds pairs and wall contacts, carries histories
 * over. */
carom_status carom_scene_rebuild(carom_scene *s, carom_error *err);

/* active_list.c: reserves space for s->pair_bins bins and s->groups groups, contents lost;
 * false without memory. */
bool carom_lists_reserve(carom_scene *s);
/* Makes the active lists of a block, with histories from the previous ones or, after a
 * rebuild, from those that were kept. */
void carom_active_lists_make(carom_scene *s, int worker, int64_t block, bool rebuilt);
/* A contact has opened: its history is cleared, but for a dent that its law keeps. */
void carom_contact_end(carom_scene *s, carom_domain_block *p, const carom_active_list *list,
                       int64_t contact);

/* list_validity.c: the supercells of a new order; false without memory. */
bool carom_supercells_lay(carom_scene *s);
/* The lists have been rebuilt, but for the active ones. */
void carom_lists_reset(carom_scene *s);
/* Are the lists still valid after a step in which walls moved by at most `wall`? Marks active
 * lists that are not. */
bool carom_lists_hold(carom_scene *s, double wall);

/* contact_forces.c: forces of a block, histories advanced by `step`; `force` has a row for
 * each of its particles. */
void carom_block_contact_forces(carom_scene *s, int worker, int64_t block, double step,
                                double *force);
/* pass.c: forces of all blocks (histories advanced by `step`, 0 at the start), motion of all
 * blocks, or both in one pass. Forces not followed by motion remain in `force`. */
void carom_scene_forces(carom_scene *s, double step);
void carom_scene_move(carom_scene *s);
void carom_scene_forces_and_move(carom_scene *s);
/* Moves particles that have moved in the last pass back to where its forces saw them: to
 * inspect a scene that cannot go on. */
void carom_scene_step_back(carom_scene *s);
/* guard.c: stops a run after the forces: a contact that is too deep or a force that is NaN. */
carom_status carom_scene_guard(carom_scene *s, carom_error *err);
/* Refuses a step that is unstable for a contact of the start or at the expected speeds. */
carom_status carom_scene_check_step(carom_scene *s, carom_error *err);

/* memory.c: end and beginning of an episode. `a` and `b` are rows of contact_velocity, `b`
 * NULL for a wall. At the end the spring is cleared, and the state unless its law keeps it;
 * returns the plastic work of the state. The beginning returns that of a state that is taken
 * up again. */
double carom_memory_end(const carom_scene *s, const carom_material_pair *c, const double *a,
                        const double *b, double *history);
double carom_memory_begin(const carom_material_pair *c, const carom_contact *own, double approach,
                          double *state);
/* Does the history of an open contact hold a dent? */
bool carom_memory_dented(const carom_scene *s, const double *history);
/* At a rebuild, in the new order of the particles: looks up the dent of i and its partner (a
 * particle, or n + face) for a zeroed history; and stores the dents of contacts that are no
 * longer listed, after ending those that were closed. */
void carom_memory_recall(const carom_scene *s, uint32_t i, uint32_t partner, double *history);
bool carom_memory_leave(carom_scene *s);
/* Reserves space for dents about to be loaded. / Checks that loaded dents are sorted and in
 * range. */
bool carom_memory_reserve(const carom_scene *s, carom_dents *d, int64_t count);
bool carom_memory_fits(const carom_scene *s);
void carom_memory_destroy(carom_scene *s);

/* extremes.c: space for the extremes; false without memory. Gathers them at the first worker,
 * for the archive. Those of one material pair. */
bool carom_extremes_create(carom_scene *s);
void carom_extremes_destroy(carom_scene *s);
void carom_extremes_gather(carom_scene *s);
carom_extremes carom_extremes_of(const carom_scene *s, int material_pair);

/* report.c: stores the energies of the start. */
void carom_scene_account(carom_scene *s);

/* report.c: kinematics and forces of one contact. */
bool carom_scene_contact_at(carom_scene *s, const carom_active_list *list, int64_t contact,
                            carom_scene_touch *out, double *radius, double *mass);

/* periods.c: refuses walls that a periodic border would cut. */
carom_status carom_periods_check(const carom_scene *s, carom_error *err);
/* Does a face look the same from the next period in this direction? */
bool carom_face_repeats(const carom_scene *s, const carom_face *f, int k);

/* walls.c */
carom_status carom_walls_create(carom_scene *s, const carom_scene_def *def, carom_error *err);
void carom_walls_destroy(carom_scene *s);
/* Moves walls by a step that ends at `time`; returns a bound of the displacement of any of
 * their points among the particles. */
double carom_walls_move(carom_scene *s, double time, double step);
void carom_motion_table_at(const carom_motion_table *m, const double *values, double time,
                           double out[3]);
carom_status carom_motion_table_copy(carom_motion_table *m, int points, const double *time,
                                     const double *velocity, const double *spin, const char *where,
                                     carom_error *err);
void carom_motion_table_free(carom_motion_table *m);
/* Signed distance of a point from a face (positive on the side of the particles), and the unit
 * normal from the face to the point. */
double carom_face_distance(const carom_face *f, const double x[3], double normal[3]);

/* Gravity at a time. */
void carom_gravity_at(const carom_scene *s, double time, double g[3]);
/* Is it finite? */
carom_status carom_gravity_check(const carom_scene *s, carom_error *err);

/* material_pairs.c: laws and tangential models of every pair of materials that can meet. */
carom_status carom_material_pairs_create(carom_scene *s, const carom_scene_def *def,
                                         carom_error *err);
/* pair_reports.c: the resolved impact of every material pair, and the largest step that keeps
 * the error for all of them, or CAROM_UNSET; then what the step of the scene delivers. */
double carom_pair_reports_resolve(carom_scene *s, bool find_step);
/* That step, also where another one was given; and the longest that is stable in impacts at
 * the expected speeds, infinite without contacts. */
double carom_pair_reports_choose_step(const carom_scene *s);
double carom_pair_reports_step_limit(const carom_scene *s);
void carom_pair_reports_deliver(carom_scene *s);

/* The contact of two bodies of a material pair, with its own coefficients. */
carom_contact carom_material_pair_contact(const carom_material_pair *c, double radius, double mass);

#endif
