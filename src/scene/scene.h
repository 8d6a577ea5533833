/* SPDX-License-Identifier: MIT */
/* How a scene is held in memory.
 *
 * Particles stand in the order of the grid's cells (order.c) and are cut into blocks of equal
 * number. A pair of particles belongs to the block of its first one; where the second one stands in
 * a later block, its share of the force goes to a row that the first block keeps for that particle
 * (`halo_send`); the later block collects it before it moves its particles. So no two blocks write
 * to the same place, every sum has a fixed order, and results do not depend on who does which
 * block.
 *
 * A step is: move (collect, kick, drift), rebuild the lists if need be, forces. Forces of a step
 * and motion of the next are one pass: a block moves as soon as the earlier blocks that touch it
 * have their forces, while its records are still in the cache. */
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
  CAROM_CHUNK = 64, /* contacts that pass the stages together: their columns stay in L1 */
  CAROM_ROW_DOUBLES =
      8, /* doubles of a row: two triples, each with a number more; one cache line */
  CAROM_POSITION_DOUBLES = 4, /* doubles of a place: x y z r */
  CAROM_POSITION_BYTES = 32,  /* bytes from one to the next */
  CAROM_SUPERCELL = 4,        /* cells of the grid across a district */
  CAROM_LEVELS = 48           /* of the grid, at most */
};

/* A particle stands in several arrays, by what is needed together:
 *   spot    x y z r
 *   seen    vx vy vz 1/m wx wy wz r: velocity and spin as contacts see them
 *   turn    1/I
 *   motion  vx vy vz 0 wx wy wz 0 in the middle of the step; none where contacts see just these
 *   force   fx fy fz 0 tx ty tz 0 */

/* Reduced radius and mass. */
typedef struct carom_size {
  double radius, mass;
} carom_size;

/* What two materials do when they meet, or one of them and a wall of the other. */
typedef struct carom_material_pair {
  int between[2];
  bool wall;
  bool uniform;      /* all its contacts have one R* and m* */
  bool same_radius;  /* and two equal radii */
  bool episode;      /* the law has a state: beginnings and ends matter */
  bool keeps_memory; /* what the law remembers outlives the episode */
  double floor;      /* the lowest speed at touch that its law tells apart; 0: it needs none */
  carom_contact contact;
  const carom_kernels *kernel; /* NULL: a law of the user's, one contact after the other */
  const carom_tangential *model;
  carom_slide_kernel *tangential_kernel;
  double grip[CAROM_TANGENTIAL_CONSTANTS];
  carom_size small; /* of its smallest bodies */
  carom_scene_pairing pair_report;
} carom_material_pair;

/* Candidates of one class in one block: pairs that may touch before the lists are made anew. */
typedef struct carom_pair_bin {
  int32_t material_pair, kind; /* CAROM_PAIR_INNER ... */
  int32_t face, has_periodic;  /* of walled ones; some pair is seen across a periodic border */
  int64_t group, contacts;     /* first group of eight; candidates, the last group filled up */
} carom_pair_bin;

/* A shortlist of a class and kind in one block: candidates that may touch soon, with all that a
 * step needs to know of them; see shortlist.c. */
typedef struct carom_active_list {
  int32_t material_pair, kind, face, has_periodic; /* as of bins */
  int64_t dense;                                   /* pressed as it stands, open contacts too */
  int64_t group, contacts;                         /* as of bins */
} carom_active_list;

enum {
  CAROM_PAIR_INNER, /* both particles in this block */
  CAROM_PAIR_HALO,  /* the second one in a later block */
  CAROM_PAIR_WALL   /* the second one is a face of a wall */
};

/* Of vectors; the fourth number is of no use. */
typedef struct carom_aabb {
  _Alignas(32) double low[CAROM_POSITION_DOUBLES];
  double high[CAROM_POSITION_DOUBLES];
} carom_aabb;

/* What a block sums up in a step. */
typedef struct carom_block_sums {
  double viscous, friction, walls; /* power now, W */
  double lost[3];                  /* the same since the start, by trapezoids, J */
  double plastic;                  /* of contacts that have opened, J */
  double momentum[3];              /* in the middle of the step, if gravity turns */
  double bad;                      /* how often contacts were too deep */
} carom_block_sums;

/* What the contacts of a class went through since the start. Largest values and counts: who pressed
 * which contact does not matter, so each worker keeps its own. */
typedef struct carom_extremes {
  double fastest; /* approach while closed, m/s */
  double deepest; /* overlap over R* */
  long touches;   /* of classes whose law needs the speed at touch, and those below its floor */
  long at_floor;
} carom_extremes;

typedef struct carom_domain_block {
  int64_t pair_bin, pair_bins;   /* its bins; twice as many shortlists */
  int64_t halo_send, halo_sends; /* rows for the particles of later blocks that it may touch */
  int64_t halo_recv, halo_recvs; /* rows it collects */
  int64_t stale;                 /* 1: its shortlists are to be made anew */
  carom_aabb velocity;           /* of its particles, in the middle of the step */
  double closing_speed;          /* how fast they come nearer to those they may touch, at most */
  double margin, budget_left;  /* gaps on its shortlists when they were made; what is left of it */
  int64_t upstream, upstreams; /* earlier blocks that they come from */
  atomic_long forces_done;     /* the last pass whose forces are done */
  int64_t moved;               /* the last pass that moved its particles */
  carom_block_sums sum;
} carom_domain_block;

/* A row that is collected: outer[row] acts on a particle. */
typedef struct carom_halo_recv {
  uint32_t row, particle;
} carom_halo_recv;

/* A flat or cylindrical part of a wall. */
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

/* A cube of cells, whose particles stand together; see reach.c. */
typedef struct carom_supercell {
  int64_t from, to;
  double wall_clearance;       /* to the next wall that is not listed, when the lists were made */
  double low[3], high[3], far; /* of the ways since then */
  double approach_squared;     /* square of how much nearer its pairs have come */
} carom_supercell;

/* One level of the grid, which holds the particles of a range of sizes; see grid.c. */
typedef struct carom_grid {
  double largest;    /* radius of its particles */
  int64_t particles; /* that it holds */
  int cells[3];
  double origin[3], cell[3];
  int64_t first, first_supercell; /* of all cells and districts of all levels */
  int64_t count, capacity;
  uint32_t *rank;  /* of a cell in the order of all cells of the level */
  uint32_t *start; /* first particle of the cell of that rank; a part of carom_scene.cell_start */
  uint32_t *span;  /* of each cell: its first particle, and after its last one */
  int64_t supercells, supercell_capacity;
  int across, cut[3];       /* cells are numbered by quarters in this direction */
  int lead[3];              /* cells that the first district lacks */
  uint32_t *supercell_rank; /* of the first cell of each district, and after its last one */
} carom_grid;

/* The columns of the contacts that pass the stages; one per worker. */
typedef struct carom_scratch carom_scratch;

/* Buffers of the neighbour search; one per block, so that blocks can be searched at once. */
typedef struct carom_search_buffer {
  uint32_t *pair; /* pairs in the order of the first particle: bin, second particle; then wall
                     contacts: particle, face */
  int64_t pairs, count, capacity;
  uint32_t *stencil; /* particles of the cells around one that stand in it or behind it */
  double *shift[3];  /* what is added to a position to see each across periodic borders */
  bool shifted;      /* some are seen so; otherwise it is not filled in */
  uint32_t *partner; /* those found for a particle */
  int64_t stencil_count, stencil_capacity, shift_capacity[3], partner_capacity;
  uint32_t *start;          /* where the pairs of each particle of the block begin */
  int64_t *bin_count;       /* contacts per bin, then where the next one goes */
  uint32_t *halo_particles; /* particles of later blocks that have rows, and a table to find them */
  uint32_t *halo_table, halo_mask;
  int64_t halo_particles_capacity, halo_table_capacity;
  bool failed;            /* out of memory */
  int64_t kept;           /* contacts of the old lists whose history goes on; where they begin */
  int64_t lost;           /* the first particle of the block that is nowhere, or -1 */
  double low[3], high[3]; /* where its particles are */
} carom_search_buffer;

/* What pairs remember that are no longer listed, in the order of their keys; see memory.c. */
typedef struct carom_dents {
  int64_t *key;
  double *state; /* a row each: the history of a contact without its spring */
  int64_t count, key_capacity, state_capacity;
} carom_dents;

/* Shortlists of a block until they are complete. */
typedef struct carom_draft {
  uint32_t *pair, *neighbour_index, *row;
  unsigned char *touching;
  double *history;
  int64_t pair_capacity, neighbour_index_capacity, row_capacity, touching_capacity,
      history_capacity;
} carom_draft;

struct carom_scene {
  /* Never changes after creation. */
  long n;
  int materials, material_pairs, walls, faces, workers;
  double step, skin, overlap_limit, restitution_error;
  double low[3], high[3], length[3]; /* length 0: not periodic */
  bool periodic[3], any_periodic, predicted, gravity_varies;
  bool half_step_back;   /* at the start, after its forces: velocities that contacts see, by half a
                            step */
  bool keeps_memory;     /* plastic memory of some class outlives the episode */
  bool records_traction; /* tangential forces, which do not all follow from the springs after the
                            step */
  double gravity_start[3], gravity_spin[3];
  carom_motion_table gravity_table; /* its velocity is gravity */
  void (*gravity_at)(void *user, double time, double gravity[3]);
  void *gravity_user;
  carom_material_pair *material_pair;
  int *material_pair_of; /* [wall][material][material] -> class, or -1 */
  carom_instructions instructions;
  int springs;              /* numbers of a spring */
  int history_size;         /* doubles of a contact: the spring, then the state of its law */
  double *radius, *mass;    /* in the order of the definition */
  double largest, smallest; /* radius; the smallest one of those that move */
  double speed;             /* of the fastest particle, a bound of it */
  bool exceeds_cache;       /* too large for the third cache of most processors */
  struct carom_scene_kernels const *kernels;
  carom_pool *pool;
  carom_scratch **scratch;
  carom_extremes **extremes; /* of each worker, by class */
  double **worker_force;     /* rows of the block at work */

  /* State. */
  long steps, rebuilds;
  double budget_left,
      wall_displacement; /* before the lists must be looked at again; of walls since the rebuild */
  carom_status stopped;  /* why the scene cannot go on */
  double gravity[3];
  double *position_radius, *contact_velocity, *inv_inertia, *half_velocity, *force;
  double *reference;         /* positions at the last rebuild */
  double *wall_clearance;    /* then to the next face that is not listed */
  uint32_t *tag, *id;        /* of the definition, of the user */
  int32_t *material, *image; /* image: three a particle, periods crossed */
  carom_wall *wall;
  carom_face *face;
  carom_supercell *supercell;
  int64_t supercells, supercell_capacity;
  double *wall_force; /* per block and wall: force and torque about the centre */

  double moment_start[3], momentum_last[3]; /* sum of m x; for the work of gravity */
  int64_t block_size, blocks;               /* particles a block, blocks */
  carom_domain_block *domain_block;
  /* Candidates: first, second (particle as pairs name it, or face), and the bytes to the outer row
   * of the second, or 0. */
  carom_pair_bin *pair_bin;
  int64_t pair_bins, pair_bin_capacity;
  uint32_t *neighbour_pair, *neighbour_row;
  int64_t groups, neighbour_pair_capacity, neighbour_row_capacity;
  /* Shortlists: two for every bin, some of them empty. Those of a block stand where its candidates
   * do, and have as much room: the pairs, where they stand among the candidates, their outer rows,
   * which ones touch, one bit a contact, and histories, `history_size` doubles a contact. */
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
  /* For reports: tangential forces, three numbers a contact, and of which pass they are. */
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

  /* Rebuilding: the other half of every double buffer. */
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

/* A contact that is closed, or open with a dent that is kept, on its way to the new list; its
 * history stands in `kept_history`. */
typedef struct carom_kept {
  uint32_t first;   /* in the new order */
  uint32_t partner; /* particle, or n + face; CAROM_NO_PARTICLE once it is listed */
  uint32_t next;    /* of the same particle, or CAROM_NO_PARTICLE; in no certain order */
  bool closed;
} carom_kept;

#define CAROM_NO_PARTICLE UINT32_MAX

/* Velocity and spin of a particle in the middle of the step. */
static inline void carom_half_velocity_of(const carom_scene *s, int64_t i, double out[6])
{
  const double *row = (s->half_velocity ? s->half_velocity : s->contact_velocity) +
                      CAROM_ROW_DOUBLES * i;
  for (int k = 0; k < 3; k++) {
    out[k] = row[k];
    out[3 + k] = row[4 + k];
  }
}

/* The class of a particle and its partner, a particle or n + face. */
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

/* Where the history of a contact begins. Those of a group stand together: where all are pressed,
 * number by number, eight of each, as the stages take them; elsewhere contact by contact, so that
 * those that are open need not be read. */
static inline int64_t carom_history_offset(const carom_scene *s, const carom_active_list *list,
                                           int64_t contact)
{
  return list->dense ? contact / CAROM_LANES * CAROM_LANES * s->history_size + contact % CAROM_LANES
                     : contact * s->history_size;
}

/* How far apart its numbers stand. */
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

/* Pairs name a particle by the bytes to its place, CAROM_POSITION_BYTES times its number; those to
 * its rows are twice as many. So addresses take no arithmetic. */
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

/* How many districts there are in one direction. */
static inline int carom_supercells_across(const carom_grid *g, int k)
{
  return (g->cells[k] + g->lead[k] + CAROM_SUPERCELL - 1) / CAROM_SUPERCELL;
}

/* Bins differ by kind and class; those of walls by face, too. */
static inline int carom_pair_bin_kinds(const carom_scene *s)
{
  return (CAROM_PAIR_WALL + s->faces) * s->material_pairs;
}

/* Grows *array to `count` items of `size` bytes unless *room suffices; what it held is lost. */
bool carom_reserve(void *array, int64_t *capacity, int64_t count, size_t size);

/* list.c: sorts the particles, lists pairs and wall contacts anew, carries histories over. */
carom_status carom_scene_rebuild(carom_scene *s, carom_error *err);

/* shortlist.c: room for s->bins bins and s->groups groups, contents lost; false without memory. */
bool carom_lists_reserve(carom_scene *s);
/* Makes the shortlists of a block, with histories of those that were there, or, if the lists are
 * new, of what was kept. */
void carom_active_lists_make(carom_scene *s, int worker, int64_t block, bool rebuilt);
/* A contact is open now: what it remembers is forgotten unless its class keeps it. */
void carom_contact_end(carom_scene *s, carom_domain_block *p, const carom_active_list *list,
                       int64_t contact);

/* reach.c: the districts of a new order; false without memory. */
bool carom_supercells_lay(carom_scene *s);
/* The lists are new, but for their shortlists. */
void carom_lists_reset(carom_scene *s);
/* Do they still hold after a step in which walls moved by so much? Shortlists that do not will be
 * made anew. */
bool carom_lists_hold(carom_scene *s, double wall);

/* press.c: forces of a block, histories advanced by `step`; `force` has a row for each of its
 * particles. */
void carom_block_contact_forces(carom_scene *s, int worker, int64_t block, double step,
                                double *force);
/* pass.c: forces of everything (histories advanced by `step`, 0 at the start), the motion of
 * everything, or one after the other in one pass. Forces that no motion follows stay in `force`. */
void carom_scene_forces(carom_scene *s, double step);
void carom_scene_move(carom_scene *s);
void carom_scene_forces_and_move(carom_scene *s);
/* Puts particles that have moved in the last pass back to where its forces saw them: for looking at
 * a scene that cannot go on. */
void carom_scene_step_back(carom_scene *s);
/* guard.c: what stops a run after the forces: a contact that is too deep or a force that is no
 * number. */
carom_status carom_scene_guard(carom_scene *s, carom_error *err);
/* Refuses a step that is unstable for a contact of the start or of the expected speeds. */
carom_status carom_scene_check_step(carom_scene *s, carom_error *err);

/* memory.c: beginning and end of an episode of bodies seen like this, the second one NULL for a
 * wall, and this history. At the end the spring is forgotten, and the state unless its class keeps
 * it; returns the plastic work that the state stands for. At the beginning, returns that of the
 * state that is taken up again. */
double carom_memory_end(const carom_scene *s, const carom_material_pair *c, const double *a,
                        const double *b, double *history);
double carom_memory_begin(const carom_material_pair *c, const carom_contact *own, double approach,
                          double *state);
/* Does the history of an open contact hold a dent? */
bool carom_memory_dented(const carom_scene *s, const double *history);
/* At a rebuild, in the new order of the particles: what i and its partner (a particle, or n + face)
 * remember, into the zeros of a history; and what contacts of the old list remember that are not in
 * the new one, after the end of those that were closed. */
void carom_memory_recall(const carom_scene *s, uint32_t i, uint32_t partner, double *history);
bool carom_memory_leave(carom_scene *s);
/* Room for dents that are to be read; whether those that were read can be. */
bool carom_memory_reserve(const carom_scene *s, carom_dents *d, int64_t count);
bool carom_memory_fits(const carom_scene *s);
void carom_memory_destroy(carom_scene *s);

/* met.c: room for the records of what contacts went through; false without memory. All of it
 * gathered at the first worker, for the archive; of one class. */
bool carom_extremes_create(carom_scene *s);
void carom_extremes_destroy(carom_scene *s);
void carom_extremes_gather(carom_scene *s);
carom_extremes carom_extremes_of(const carom_scene *s, int material_pair);

/* report.c: notes energies at the start. */
void carom_scene_account(carom_scene *s);

/* report.c: one contact looked at alone. */
bool carom_scene_contact_at(carom_scene *s, const carom_active_list *list, int64_t contact,
                            carom_scene_touch *out, double *radius, double *mass);

/* periods.c: refuses walls that stand where a periodic border would cut them. */
carom_status carom_periods_check(const carom_scene *s, carom_error *err);
/* Is a face the same seen from the next period in this direction? */
bool carom_face_repeats(const carom_scene *s, const carom_face *f, int k);

/* walls.c */
carom_status carom_walls_create(carom_scene *s, const carom_scene_def *def, carom_error *err);
void carom_walls_destroy(carom_scene *s);
/* Moves walls by a step that ends at `time`; returns how far any point of one among the particles
 * can have moved. */
double carom_walls_move(carom_scene *s, double time, double step);
void carom_motion_table_at(const carom_motion_table *m, const double *values, double time,
                           double out[3]);
carom_status carom_motion_table_copy(carom_motion_table *m, int points, const double *time,
                                     const double *velocity, const double *spin, const char *where,
                                     carom_error *err);
void carom_motion_table_free(carom_motion_table *m);
/* Signed distance of a point from a face (positive on the side of the grains), and the unit normal
 * from the face to the point. */
double carom_face_distance(const carom_face *f, const double x[3], double normal[3]);

/* Gravity at a time. */
void carom_gravity_at(const carom_scene *s, double time, double g[3]);
/* Is it a number now? */
carom_status carom_gravity_check(const carom_scene *s, carom_error *err);

/* classes.c: laws and tangential models of every pair of materials that can meet. */
carom_status carom_material_pairs_create(carom_scene *s, const carom_scene_def *def,
                                         carom_error *err);
/* pairings.c: the resolved impact of every class, and the largest step that keeps the error for
 * all of them, or CAROM_UNSET; then what the step of the scene delivers. */
double carom_pair_reports_resolve(carom_scene *s, bool find_step);
/* That step, also where another one is taken; and the longest that is stable in impacts at the
 * expected speeds, for ever without contacts. */
double carom_pair_reports_choose_step(const carom_scene *s);
double carom_pair_reports_step_limit(const carom_scene *s);
void carom_pair_reports_deliver(carom_scene *s);

/* The contact of two bodies of a class, with slots of their own. */
carom_contact carom_material_pair_contact(const carom_material_pair *c, double radius, double mass);

#endif
