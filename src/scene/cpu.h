/* SPDX-License-Identifier: MIT */
/* The engine for processors: blocks of particles, lists and kernels for SIMD, a pool of threads. */
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
  CAROM_SUPERCELL = 4,          /* cells across a supercell */
  CAROM_CELLS_ACROSS = 1 << 23, /* a level, at most */
  CAROM_BESIDE = 13,            /* half of the neighbours of a supercell */
  CAROM_LEVELS = 48             /* of the grid, at most */
};

/* Axis-aligned bounding box; lane 3 is padding. */
typedef struct carom_aabb {
  _Alignas(32) double low[CAROM_POSITION_DOUBLES];
  double high[CAROM_POSITION_DOUBLES];
} carom_aabb;

/* Of nobody. */
static inline bool carom_aabb_empty(const carom_aabb *box)
{
  return box->low[0] > box->high[0];
}

typedef struct carom_domain_block {
  int64_t pair_bin, pair_bins;   /* its bins; twice as many active lists */
  int64_t halo_send, halo_sends; /* halo rows for the particles of later blocks that it may touch */
  int64_t halo_recv, halo_recvs; /* halo rows it receives */
  int64_t stale;                 /* 1: its active lists are to be rebuilt */
  carom_aabb velocity;           /* of its particles, at mid-step */
  double closing_speed;          /* bound of the closing speed of any pair it may have */
  double margin, budget_left;  /* of its active lists when they were made; how much of it is left */
  int64_t upstream, upstreams; /* earlier blocks that these come from */
  int64_t downstream, downstreams; /* later blocks that it sends rows to */
  _Atomic(int64_t) forces_done;    /* the last pass whose forces are complete */
  _Atomic(int64_t) claimed;        /* the last pass in which a thread took on to move it */
  int64_t moved;                   /* the last pass that moved its particles */
  int64_t begun;              /* the last pass whose forces began with those that need no ghosts */
  double power[CAROM_POWERS]; /* of the sums before the last forces */
  carom_block_sums sum;
  carom_crossing crossing; /* of the last forces */
} carom_domain_block;

/* What a worker found in a pass. In lines of their own, so that the one thread that looks at them
 * between passes fetches a line per worker, not one per block. */
typedef struct carom_findings {
  _Alignas(64) int64_t pass; /* that they are of */
  int64_t moved;             /* blocks */
  double speed_squared;      /* a bound of the largest speed in these */
  bool unsound;              /* a contact is too deep, or a force NaN */
} carom_findings;

/* A halo row that is received: halo_send[row] acts on a particle of this block. */
typedef struct carom_halo_recv {
  uint32_t row, particle;
} carom_halo_recv;

/* Halo rows. Only those that a contact has written to are gathered, and zeroed: few where most of
 * the listed pairs are open. They are marked with the stamp of these forces; a mark of 256 passes
 * ago is taken for a new one, and finds zeros. */
typedef struct carom_halo {
  double *send;
  unsigned char *written, stamp;
} carom_halo;

#define CAROM_NO_SUPERCELL UINT32_MAX

/* A cube of cells, whose particles are contiguous; see list_validity.c. */
typedef struct carom_supercell {
  int64_t from, to;
  double wall_clearance;       /* clearance to the nearest unlisted wall at the last rebuild */
  double low[3], high[3], far; /* box and length of the displacements since then */
  double wall_approach;        /* how much closer walls can be */
  double approach_squared;     /* square of how much closer its pairs can be */
} carom_supercell;

/* One level of the grid, which holds the particles of a range of sizes; see grid.c. */
typedef struct carom_grid {
  double largest;    /* largest radius of its particles */
  int64_t particles; /* how many it holds */
  int cells[3];
  double origin[3], cell[3];
  int64_t first, first_supercell; /* first cell and supercell among those of all levels */
  int64_t count, capacity, rank_capacity;
  uint32_t *rank;  /* of a cell in the order of all cells of the level */
  uint32_t *start; /* first particle of the cell of that rank; a part of carom_cpu.cell_start */
  uint32_t *span;  /* of each cell, and of one more that is empty: its first particle, and the one
                      after its last */
  int64_t supercells, supercell_capacity;
  int across, cut[3];       /* direction in which cells are numbered by quarters */
  int lead[3];              /* cells that the first supercell lacks */
  uint32_t *supercell_rank; /* of each supercell: its first cell, and the one after its last */

  /* Cells only where particles are; see sparse_cells.c. */
  bool sparse;
  uint64_t *code;                  /* of each supercell: where it is */
  uint32_t *code_table, code_mask; /* finds the supercell of a code */
  uint32_t *beside; /* of each supercell: those next to it, behind it in the order x, y, z; or
                       CAROM_NO_SUPERCELL. Not where a direction is periodic */
  int64_t code_capacity, code_table_capacity, beside_capacity;
} carom_grid;

/* Columns of the contacts that pass the kernels; one per worker. See kernels.h. */
typedef struct carom_scratch carom_scratch;

/* Rows that a block sends to a later one. */
typedef struct carom_halo_link {
  int64_t to, rows;
  int64_t next; /* where the next one goes in halo_recv */
} carom_halo_link;

/* A particle and a face. `choice`: one after the index of its choices among the faces of a shell,
 * in the first of its slots; else 0. */
typedef struct carom_wall_contact {
  uint32_t particle, face, choice;
} carom_wall_contact;

/* Buffers of the neighbour search; one per block, so that blocks can be searched concurrently. */
typedef struct carom_search_buffer {
  uint32_t *pair; /* pairs in the order of the first particle: bin, second particle */
  int64_t count, capacity;
  carom_wall_contact *wall_contact, *wall_contact_b;
  int64_t wall_contacts, wall_contact_capacity, wall_contact_b_capacity;
  uint32_t *choice;                              /* of contacts with shells, see contacts.h */
  int64_t choices, choice_capacity, choice_from; /* where they begin among those of all blocks */
  uint32_t *stencil; /* stencil of a cell: particles with an index not below its own */
  double *shift[3];  /* added to a position to see each across periodic borders */
  bool shifted;      /* some shift is not zero; otherwise they are not set */
  uint32_t *partner; /* those found for a particle */
  int64_t stencil_count, stencil_capacity, shift_capacity[3], partner_capacity;
  uint32_t *start; /* where the pairs of each particle of the block begin */
  int64_t start_capacity;
  int64_t *bin_count; /* pairs per bin, then where the next one goes */
  uint32_t
      *halo_particles; /* particles of later blocks that have halo rows, and a hash table of them */
  uint32_t *halo_table, halo_mask;
  int64_t halo_particles_capacity, halo_table_capacity;
  carom_halo_link *link; /* one for each block that it sends rows to */
  int64_t links, link_capacity;
  bool failed;            /* out of memory */
  int64_t kept;           /* contacts of the old lists whose history is kept; where they begin */
  int64_t lost;           /* the first particle of the block outside the domain or at NaN, or -1 */
  double low[3], high[3]; /* extent of its particles */
} carom_search_buffer;

/* A contact that is closed, or open with a dent that is kept, on its way to the new lists; its
 * history is in `kept_history`. */
typedef struct carom_kept {
  uint32_t first;   /* in the new order */
  uint32_t partner; /* CAROM_NO_PARTICLE once it is listed */
  uint32_t next;    /* of the same particle, or CAROM_NO_PARTICLE; in varying order */
  bool closed;
} carom_kept;

typedef struct carom_cpu {
  carom_instructions instructions;
  struct carom_scene_kernels const *kernels;
  carom_pool *pool;
  int threads, workers;     /* asked for, or 0; of the pool */
  bool grows;               /* there will be more particles */
  carom_scratch **scratch;  /* of each worker */
  double **worker_force;    /* of each worker: force rows of the current block */
  carom_findings *findings; /* of each worker */

  carom_partition partition;
  int64_t blocks;                                         /* of the partition */
  int64_t particle_capacity, block_capacity, worker_rows; /* for which there is memory */
  carom_domain_block *domain_block;
  carom_halo halo;
  int64_t halo_sends, halo_send_capacity, halo_written_capacity;
  carom_halo_recv *halo_recv;
  int64_t halo_recv_capacity;
  int64_t *upstream, upstream_capacity;
  int64_t *downstream, downstream_capacity;
  double *wall_force; /* per block and wall: force and torque about the centre */
  double *momentum;   /* of each block at mid-step, if gravity varies: one thread adds them up */
  int64_t passes;     /* over the blocks, since the start */
  bool exceeds_cache; /* exceeds L3 of most processors */

  /* The grid: levels from the smallest particles to the largest. */
  int levels;
  carom_grid grid[CAROM_LEVELS];
  double low[3], high[3]; /* extent of all particles at the last rebuild; the grid may span less */
  uint32_t *cell_start;   /* first particle of each cell, in the order of levels and ranks */
  int64_t cells, cell_capacity;
  carom_supercell *supercell;
  int64_t supercells, supercell_capacity;
  double speed;             /* a bound of the largest speed */
  double budget_left;       /* displacement left before supercells must be checked */
  double wall_displacement; /* of walls without an end, since the rebuild */
  double wall_step;         /* in the last step */
  bool budgets_due;         /* blocks have moved, and their active lists have not been charged */
  bool begun;               /* a pass, with forces that need no ghosts */

  /* Rebuild. */
  carom_search_buffer *search_buffer;       /* one per block */
  uint32_t *sort_key, *new_index, *cell_of; /* per particle */
  carom_draft *draft;                       /* one per worker */
  uint32_t *kept_start; /* per particle: the first of its contacts among `kept`, or
                           CAROM_NO_PARTICLE */
  carom_kept *kept;     /* in the order of the old lists */
  double *kept_history;
  int64_t kept_count, kept_capacity, kept_history_capacity;
  bool set_aside; /* `kept` holds contacts by tag, for the next rebuild: see carom_cpu_set_aside */
  carom_dents dents_b;
  struct carom_leaving *leaving;
  int64_t leaving_capacity;
} carom_cpu;

/* The calls of the engine (engine.h) that have a file of their own: neighbour_list.c,
 * list_validity.c, pass.c, contact_view.c, cpu_effort.c, cpu_state.c. */
carom_status carom_cpu_rebuild(carom_scene *s, carom_error *err);
bool carom_cpu_lists_hold(carom_scene *s, double wall);
/* The same after a further approach. */
bool carom_cpu_charge_lists(carom_scene *s, double approach);
/* Begins a pass of forces, or of forces and motion, with all that needs no ghosts, in those blocks
 * whose active lists hold wherever these are; or, when ghosts are known, in all others. */
void carom_cpu_forces_here(carom_scene *s, bool moves, bool all);
void carom_cpu_forces(carom_scene *s, double step);
void carom_cpu_move(carom_scene *s);
void carom_cpu_forces_and_move(carom_scene *s);
void carom_cpu_step_back(carom_scene *s);
carom_box_sums carom_cpu_deform(carom_scene *s, const carom_box_kick *kick);
void carom_cpu_virial(const carom_scene *s, double out[9]);
void carom_cpu_contacts(carom_scene *s, bool closed, carom_contact_visitor *visit, void *user);
void carom_cpu_extent(const carom_scene *s, int64_t *blocks, int *workers);
void carom_cpu_each_block(carom_scene *s, carom_block_visitor *visit, void *user);
void carom_cpu_block_contacts(carom_scene *s, const carom_block_range *block,
                              carom_group_visitor *group, carom_contact_visitor *visit, void *user);
int64_t carom_cpu_count_closed(const carom_scene *s);
/* Of the contacts of a group that are within reach, as bits, those that have touched where all acts
 * from touch on. */
unsigned carom_begun_contacts(const carom_scene *s, const carom_active_list *list, int64_t group,
                              unsigned bits);
void carom_cpu_effort(const carom_scene *s, carom_scene_counters *work);
carom_status carom_cpu_archive(carom_scene *s, carom_archive *archive, carom_error *err);

bool carom_cpu_set_aside(carom_scene *s, const uint32_t *new_tag);
void carom_cpu_contacts_of(carom_scene *s, const uint32_t *new_tag, carom_contact_visitor *visit,
                           void *user);

/* cpu.c: see engine.h. */
void carom_cpu_clear_lists(carom_scene *s);
/* pass.c: what all workers found in the last pass. */
carom_findings carom_cpu_findings(const carom_scene *s);
bool carom_cpu_sound(const carom_scene *s);
/* The square of the largest speed of velocities in this box; infinite if one is NaN. */
double carom_speed_squared(const carom_aabb *velocity);
/* Velocities of a block have changed since. */
void carom_cpu_note_speed(carom_scene *s, int worker, const carom_domain_block *block);
/* neighbour_list.c: space for the halo rows, contents lost; false without memory. */
bool carom_cpu_reserve_halo(carom_cpu *e);
/* list_validity.c: the downstream blocks from the upstream ones; false without memory. */
bool carom_cpu_find_downstream(carom_scene *s);

/* active_list.c: space for the present bins and groups, contents lost; false without memory. */
bool carom_cpu_reserve_lists(carom_scene *s);
/* Makes the active lists of a block, with histories from the previous ones or, after a rebuild,
 * from those that were kept. */
void carom_active_lists_make(carom_scene *s, int worker, int64_t block, bool rebuilt);
/* A contact has opened: its history is cleared, but for a dent that its law keeps. */
void carom_contact_end(carom_scene *s, carom_domain_block *p, const carom_active_list *list,
                       int64_t contact);

/* list_validity.c: what the last motion leaves of the margin of a block's active lists, which are
 * made stale when it is used up. Reads the velocities of downstream blocks. */
void carom_cpu_use_budget(carom_scene *s, int64_t block);
/* Is it enough, and are the lists not stale, as far as particles go whose velocities are known? */
bool carom_cpu_budget_lasts(const carom_scene *s, int64_t block);
/* The supercells of a new order; false without memory. Or only which of these are neighbours. */
bool carom_supercells_lay(carom_scene *s);
bool carom_supercells_meet(carom_scene *s);
/* The lists have been rebuilt, but for the active ones. */
void carom_lists_reset(carom_scene *s);

/* contact_forces.c: forces of a block, histories advanced by `step`; `force` has a row for each of
 * its particles. Of all lists, or first of those without ghosts and then of those with them. */
enum { CAROM_LISTS_HERE = 1, CAROM_LISTS_WITH_GHOSTS = 2, CAROM_LISTS_ALL = 3 };
void carom_block_contact_forces(carom_scene *s, int worker, int64_t block, double step,
                                double *force, unsigned lists);

#endif
