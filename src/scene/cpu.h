/* SPDX-License-Identifier: MIT */
/* The CPU engine: blocks of particles, lists and SIMD kernels, run by a pool of threads. */
#ifndef CAROM_SRC_SCENE_CPU_H
#define CAROM_SRC_SCENE_CPU_H

#include <stdatomic.h>

#include "core/lines.h"
#include "core/pool.h"
#include "scene/accounting.h"
#include "scene/contacts.h"
#include "scene/engine.h"
#include "scene/partition.h"

enum {
  CAROM_SUPERCELL = 4,          /* cells along each side of a supercell */
  CAROM_CELLS_ACROSS = 1 << 23, /* most cells of a level in one direction */
  CAROM_BESIDE = 13,            /* half the neighbours of a supercell */
  CAROM_LEVELS = 48             /* most levels of the grid */
};

/* Axis-aligned bounding box; lane 3 is padding. */
typedef struct carom_aabb {
  _Alignas(32) double low[CAROM_POSITION_DOUBLES];
  double high[CAROM_POSITION_DOUBLES];
} carom_aabb;

/* True of the box of no points at all. */
static inline bool carom_aabb_empty(const carom_aabb *box)
{
  return box->low[0] > box->high[0];
}

typedef struct carom_domain_block {
  /* Index of its first bin and their number; there are two active lists per bin. */
  int64_t pair_bin, pair_bins;
  /* Halo rows for those particles of later blocks that it may touch. */
  int64_t halo_send, halo_sends;
  int64_t halo_recv, halo_recvs; /* halo rows it receives */
  int64_t stale;                 /* 1: its active lists must be rebuilt before the next forces */
  carom_aabb velocity;           /* bounding box of its particles' mid-step velocities */
  double closing_speed;          /* bound on the closing speed of its pairs */
  /* Gap below which pairs were made active, and what approach has left of it. */
  double margin, budget_left;
  int64_t upstream, upstreams;     /* earlier blocks that send it halo rows */
  int64_t downstream, downstreams; /* later blocks to which it sends halo rows */
  _Atomic(int64_t) forces_done;    /* last pass whose forces are complete */
  _Atomic(int64_t) claimed;        /* last pass in which a thread claimed its motion */
  int64_t moved;                   /* last pass that moved its particles */
  int64_t begun;              /* last pass that began with the contacts that involve no ghosts */
  double power[CAROM_POWERS]; /* powers in `sum` at the forces before the last */
  carom_block_sums sum;
  carom_crossing crossing; /* found by the last forces */
} carom_domain_block;

/* What one worker found in a pass. Each has a cache line of its own: the thread that looks at them
 * between passes then fetches one line per worker instead of one per block. */
typedef struct carom_findings {
  _Alignas(64) int64_t pass; /* pass that the findings belong to */
  int64_t moved;             /* number of blocks moved */
  double speed_squared;      /* bound on the largest speed in these blocks */
  bool unsound;              /* a contact is too deep or a force is NaN */
} carom_findings;

/* A received halo row: halo.send[row] acts on `particle` of this block. */
typedef struct carom_halo_recv {
  uint32_t row, particle;
} carom_halo_recv;

/* Halo rows. Only rows that a contact has written to are gathered and zeroed, which are few where
 * most listed pairs are open. A written row is marked with the stamp of the pass. The stamp is one
 * byte: a mark left 256 passes ago passes for a new one, but its row then holds zeros. */
typedef struct carom_halo {
  double *send;
  unsigned char *written, stamp;
} carom_halo;

#define CAROM_NO_SUPERCELL UINT32_MAX

/* A cube of cells whose particles are contiguous in memory; see list_validity.c. */
typedef struct carom_supercell {
  int64_t from, to;
  double wall_clearance;       /* clearance to the nearest unlisted wall at the last rebuild */
  double low[3], high[3], far; /* bounding box and largest length of the displacements since then */
  double wall_approach;        /* bound on how much closer walls have come */
  double approach_squared; /* square of the bound on how much closer any of its pairs have come */
} carom_supercell;

/* One level of the grid, for particles within a range of sizes; see grid.c. */
typedef struct carom_grid {
  double largest;    /* largest radius of its particles */
  int64_t particles; /* number of particles */
  int cells[3];
  double origin[3], cell[3];
  int64_t first, first_supercell; /* its first cell and supercell, counted over all levels */
  int64_t count, capacity, rank_capacity;
  uint32_t *rank;  /* rank of each cell in the order of the level's cells */
  uint32_t *start; /* first particle of the cell of each rank; part of carom_cpu.cell_start */
  uint32_t *span; /* first particle and one past the last, for each cell and for an empty one behind
                     the last */
  int64_t supercells, supercell_capacity;
  /* Direction along which cells are numbered by quarters, and the cells where these end
   * (order.c). */
  int across, cut[3];
  int lead[3];              /* cells missing from the first supercell in each direction */
  uint32_t *supercell_rank; /* rank of the first cell of each supercell and one past its last */

  /* A sparse level has cells only where particles are; see sparse_cells.c. */
  bool sparse;
  uint64_t *code;                  /* Morton code of each supercell */
  uint32_t *code_table, code_mask; /* hash table from code to supercell */
  uint32_t *beside; /* neighbours of each supercell that follow it in the order x, y, z, or
                       CAROM_NO_SUPERCELL; not kept if any direction is periodic */
  int64_t code_capacity, code_table_capacity, beside_capacity;
} carom_grid;

/* Columns of the contacts that pass through the kernels together; one per worker. See kernels.h. */
typedef struct carom_scratch carom_scratch;

/* The halo rows that a block sends to one later block. */
typedef struct carom_halo_link {
  int64_t to, rows;
  int64_t next; /* where the next row goes in halo_recv */
} carom_halo_link;

/* A particle and a nearby face. For a shell, only the first slot of the particle has `choice`: one
 * more than the index of its candidates in the `choice` array. 0: none. */
typedef struct carom_wall_contact {
  uint32_t particle, face, choice;
} carom_wall_contact;

/* Buffers of the neighbour search, one set per block, so that blocks can be searched
 * concurrently. */
typedef struct carom_search_buffer {
  uint32_t *pair; /* pairs in the order of the first particle: bin and second particle */
  int64_t count, capacity;
  carom_wall_contact *wall_contact, *wall_contact_b;
  int64_t wall_contacts, wall_contact_capacity, wall_contact_b_capacity;
  uint32_t *choice; /* candidate faces of contacts with shells, see contacts.h */
  /* Offset of this block's candidates in the array of all blocks. */
  int64_t choices, choice_capacity, choice_from;
  uint32_t *stencil; /* particles around a cell, with an index not below that of its own */
  double *shift[3];  /* added to their positions to see them across periodic borders */
  bool shifted;      /* some shift is not zero; otherwise `shift` is not set */
  uint32_t *partner; /* partners found for one particle */
  int64_t stencil_count, stencil_capacity, shift_capacity[3], partner_capacity;
  uint32_t *start; /* index of the first pair of each particle of the block */
  int64_t start_capacity;
  int64_t *bin_count; /* number of pairs in each bin, then the place of the next one */
  /* Particles of later blocks that have a halo row, and a hash table of them. */
  uint32_t *halo_particles;
  uint32_t *halo_table, halo_mask;
  int64_t halo_particles_capacity, halo_table_capacity;
  carom_halo_link *link; /* one for each block to which it sends rows */
  int64_t links, link_capacity;
  bool failed;  /* out of memory */
  int64_t kept; /* number of contacts of the old lists whose history is kept, then the place of the
                   first one */
  int64_t lost; /* first particle of the block that is outside the domain or NaN, or -1 */
  double low[3], high[3]; /* extent of its particles */
} carom_search_buffer;

/* A contact on its way to the new lists: closed, or open with a dent. Its history is in
 * `kept_history`. */
typedef struct carom_kept {
  uint32_t first;   /* index in the new order */
  uint32_t partner; /* CAROM_NO_PARTICLE once the contact is on a new list */
  uint32_t next; /* next kept contact of the same first particle, or CAROM_NO_PARTICLE; their order
                    varies from run to run */
  bool closed;
} carom_kept;

typedef struct carom_cpu {
  carom_instructions instructions;
  struct carom_scene_kernels const *kernels;
  carom_pool *pool;
  int threads, workers;     /* threads requested, or 0; workers of the pool */
  bool grows;               /* sources will add particles */
  carom_scratch **scratch;  /* of each worker */
  double **worker_force;    /* of each worker: force rows of its current block */
  carom_findings *findings; /* of each worker */

  carom_partition partition;
  int64_t blocks;                                         /* number of blocks of the partition */
  int64_t particle_capacity, block_capacity, worker_rows; /* capacities of the arrays allocated */
  carom_domain_block *domain_block;
  carom_halo halo;
  int64_t halo_sends, halo_send_capacity, halo_written_capacity;
  carom_halo_recv *halo_recv;
  int64_t halo_recv_capacity;
  int64_t *upstream, upstream_capacity;
  int64_t *downstream, downstream_capacity;
  double *wall_force; /* per block and wall: force, and torque about the wall's centre */
  double *momentum; /* momentum of each block at mid-step if gravity varies; one thread sums them in
                       block order */
  int64_t passes;   /* number of passes over the blocks since the start */
  bool exceeds_cache; /* the particles exceed the L3 cache of most processors */

  /* The grid: levels from the smallest particles to the largest. */
  int levels;
  carom_grid grid[CAROM_LEVELS];
  double low[3], high[3]; /* extent of all particles at the last rebuild; the grid may span less */
  uint32_t *cell_start;   /* first particle of each cell, by level and rank */
  int64_t cells, cell_capacity;
  carom_supercell *supercell;
  int64_t supercells, supercell_capacity;
  double speed;             /* bound on the largest speed */
  double budget_left;       /* approach left before the supercells must be checked */
  double wall_displacement; /* displacement of endless walls since the rebuild */
  double wall_step;         /* bound on the displacement of any wall in the last step */
  bool budgets_due;         /* blocks have moved since their active lists were last charged */
  bool begun;               /* the current pass has begun with the forces that need no ghosts */

  /* Rebuild. */
  carom_search_buffer *search_buffer;       /* one per block */
  uint32_t *sort_key, *new_index, *cell_of; /* per particle */
  carom_draft *draft;                       /* one per worker */
  uint32_t *kept_start; /* per particle: its first contact in `kept`, or CAROM_NO_PARTICLE */
  carom_kept *kept;     /* in the order of the old lists */
  double *kept_history;
  int64_t kept_count, kept_capacity, kept_history_capacity;
  bool set_aside; /* `kept` holds contacts by tag, for the next rebuild; see carom_cpu_set_aside */
  carom_dents dents_b;
  struct carom_leaving *leaving;
  int64_t leaving_capacity;
} carom_cpu;

/* Calls of the engine (engine.h) that are in neighbour_list.c, list_validity.c, pass.c,
 * contact_view.c, cpu_effort.c and cpu_state.c. */
carom_status carom_cpu_rebuild(carom_scene *s, carom_error *err);
bool carom_cpu_lists_hold(carom_scene *s, double wall);
/* The same test after a further approach of particles to each other or to walls. */
bool carom_cpu_charge_lists(carom_scene *s, double approach);
/* Begins a pass of forces, or of forces and motion (`moves`), with all contacts that involve no
 * ghosts. While ghosts are under way this covers the blocks whose active lists hold wherever the
 * ghosts are; with `all`, every block that has not begun yet. */
void carom_cpu_forces_here(carom_scene *s, bool moves, bool all);
void carom_cpu_forces(carom_scene *s, double step);
void carom_cpu_move(carom_scene *s);
void carom_cpu_forces_and_move(carom_scene *s);
void carom_cpu_step_back(carom_scene *s);
carom_box_sums carom_cpu_deform(carom_scene *s, const carom_box_kick *kick);
void carom_cpu_virial(const carom_scene *s, double out[9]);
void carom_cpu_contacts(carom_scene *s, carom_contact_choice which, carom_contact_visitor *visit,
                        void *user);
void carom_cpu_extent(const carom_scene *s, int64_t *blocks, int *workers);
void carom_cpu_each_block(carom_scene *s, carom_block_visitor *visit, void *user);
void carom_cpu_block_contacts(carom_scene *s, const carom_block_range *block,
                              carom_group_visitor *group, carom_contact_visitor *visit, void *user);
int64_t carom_cpu_count_closed(const carom_scene *s);
/* Given the contacts of a group that are within reach, as bits, returns those that act. Where
 * forces act across a gap only after a first touch, contacts that have not touched yet are left
 * out. */
unsigned carom_begun_contacts(const carom_scene *s, const carom_active_list *list, int64_t group,
                              unsigned bits);
void carom_cpu_effort(const carom_scene *s, carom_scene_counters *work);
carom_status carom_cpu_archive(carom_scene *s, carom_archive *archive, carom_error *err);

bool carom_cpu_set_aside(carom_scene *s, const uint32_t *new_tag);
void carom_cpu_contacts_of(carom_scene *s, const uint32_t *new_tag, carom_contact_visitor *visit,
                           void *user);

/* cpu.c: see engine.h. */
void carom_cpu_clear_lists(carom_scene *s);
/* pass.c: findings of all workers in the last pass. */
carom_findings carom_cpu_findings(const carom_scene *s);
bool carom_cpu_sound(const carom_scene *s);
/* Square of the largest speed in this box of velocities; infinite if one is NaN. */
double carom_speed_squared(const carom_aabb *velocity);
/* The velocities of a block have changed after its motion. */
void carom_cpu_note_speed(carom_scene *s, int worker, const carom_domain_block *block);
/* neighbour_list.c: space for the halo rows; contents are lost; false without memory. */
bool carom_cpu_reserve_halo(carom_cpu *e);
/* list_validity.c: finds downstream blocks from the upstream ones; false without memory. */
bool carom_cpu_find_downstream(carom_scene *s);

/* active_list.c: space for the present bins and groups; contents are lost; false without memory. */
bool carom_cpu_reserve_lists(carom_scene *s);
/* Makes the active lists of a block. Histories come from its previous lists or, after a rebuild,
 * from the kept contacts. */
void carom_active_lists_make(carom_scene *s, int worker, int64_t block, bool rebuilt);
/* A contact has opened: clears its history, except for a dent that its law keeps. */
void carom_contact_end(carom_scene *s, carom_domain_block *p, const carom_active_list *list,
                       int64_t contact);

/* list_validity.c: charges the last motion to the margin of a block's active lists and marks them
 * stale when it is used up. Reads the velocities of downstream blocks. */
void carom_cpu_use_budget(carom_scene *s, int64_t block);
/* Are the lists neither stale nor used up, judged by the particles whose velocities are known? */
bool carom_cpu_budget_lasts(const carom_scene *s, int64_t block);
/* Sets up the supercells after particles were sorted, or only their neighbours; false without
 * memory. */
bool carom_supercells_lay(carom_scene *s);
bool carom_supercells_meet(carom_scene *s);
/* The lists have been rebuilt, except for the active ones. */
void carom_lists_reset(carom_scene *s);

/* contact_forces.c: contact forces of a block, with histories advanced by `step`; `force` has a row
 * for each of its particles. `lists`: all, or in two calls first those without ghosts and then
 * those with ghosts. */
enum { CAROM_LISTS_HERE = 1, CAROM_LISTS_WITH_GHOSTS = 2, CAROM_LISTS_ALL = 3 };
void carom_block_contact_forces(carom_scene *s, int worker, int64_t block, double step,
                                double *force, unsigned lists);

#endif
