/* SPDX-License-Identifier: MIT */
/* A scene: model, particles, walls, contacts, accounting, and the engine that advances them.
 *
 * Particles are sorted along the cells of the grid (order.c) and divided into blocks (partition.h),
 * small scenes into blocks of equal number. A pair belongs to the block of its first particle.
 * Where the second one is in a later block, its share of the force goes to a halo row that the
 * first block owns; the later block gathers the row before it moves its particles. So no two blocks
 * write to the same place, every sum has a fixed order, and results do not depend on which thread
 * computes which block.
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
 *   pair_bin     one per block, material pair and kind (inner, halo, wall): groups of eight
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

#include "scene/accounting.h"
#include "scene/bonds.h"
#include "scene/box.h"
#include "scene/clumps.h"
#include "scene/contacts.h"
#include "scene/cpu.h"
#include "scene/engine.h"
#include "scene/exchange.h"
#include "scene/flow.h"
#include "scene/model.h"
#include "scene/particles.h"
#include "scene/wall_motion.h"
#include "scene/walls.h"

struct carom_scene {
  carom_model model;
  carom_particles particles;
  carom_walls walls;
  carom_contacts contacts;
  carom_clumps clumps;
  carom_accounting accounting;
  const carom_engine *engine;
  carom_engine host_engine; /* the table of a scene within a host: the CPU engine with another
                               motion (hosted.h) */
  carom_cpu cpu;            /* data of the CPU engine */

  carom_exchange exchange; /* particles about to enter or leave */
  carom_flow flow;         /* sinks, sources and the caller's callback */
  carom_bonds bonds;
  carom_box box; /* a periodic domain that deforms */

  struct carom_hosted *hosted; /* program that distributes the particles; NULL: none */
  int64_t ghosts;              /* number of ghost particles; they have the last tags */
  bool ghosts_due; /* their owners have moved them, but the new positions have not arrived */

  int64_t steps, rebuilds;
  double gravity[3];       /* at present */
  bool half_step_back;     /* true between carom_scene_begin and the next step: contact_velocity has
                              already been shifted back by half a step for leapfrog */
  uint64_t next_id;        /* one above the largest id used so far */
  carom_status stopped;    /* why the scene cannot go on */
  carom_scene_grain *view; /* by tag; valid until the next step */
  int64_t view_capacity;
  bool view_valid;
};

/* A ghost is a copy of a particle that another process owns. It exerts forces on the particles
 * here; the forces on it are discarded. */
static inline bool carom_is_ghost(const carom_scene *s, uint32_t i)
{
  return s->particles.tag[i] >= s->particles.count - s->ghosts;
}

/* Offset to the number of the material pair if either particle is a ghost: pairs with a ghost have
 * material pairs of their own, of which half the losses are booked (hosted.c). */
static inline int carom_with_ghost(const carom_scene *s, uint32_t i, uint32_t j)
{
  return carom_is_ghost(s, i) || carom_is_ghost(s, j) ? s->model.material_pairs / 2 : 0;
}

/* The material pair of a particle and its partner, a particle or a face of a wall. */
static inline int carom_material_pair_between(const carom_scene *s, uint32_t i, uint32_t partner)
{
  const bool wall = carom_partner_is_wall(partner);
  const int other = wall ? carom_wall_material(&s->walls, carom_partner_face(partner))
                         : s->particles.material[partner];
  const int row = (wall ? s->model.materials : 0) + s->particles.material[i];
  return s->model.material_pair_of[row * s->model.materials + other] +
         (s->ghosts > 0 && !wall ? carom_with_ghost(s, i, partner) : 0);
}

/* First particle of a block, and one past its last. */
static inline int64_t carom_block_start(const carom_scene *s, int64_t block)
{
  return carom_partition_start(&s->cpu.partition, block);
}

static inline int64_t carom_block_end(const carom_scene *s, int64_t block)
{
  return carom_block_start(s, block + 1);
}

static inline int64_t carom_block_of(const carom_scene *s, int64_t particle)
{
  return carom_partition_find(&s->cpu.partition, particle);
}

/* Momentum of a block at mid-step; kept only if gravity varies. */
static inline double *carom_block_momentum(const carom_scene *s, int64_t block)
{
  return s->cpu.momentum + 3 * block;
}

static inline double *carom_position_of(const carom_scene *s, int64_t i)
{
  return carom_position_row(&s->particles, i);
}

static inline double *carom_contact_velocity_of(const carom_scene *s, int64_t i)
{
  return carom_contact_velocity_row(&s->particles, i);
}

/* Pairs store byte offsets (32 x index) so that the inner loop needs no multiplication; rows of
 * velocities and forces lie at twice that offset. */
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

/* 1/m; 0 for a fixed particle. */
static inline double carom_inv_mass(const carom_scene *s, int64_t i)
{
  return carom_particle_inv_mass(&s->particles, i);
}

/* Mass of the body that moves: for a member, that of its clump. */
static inline double carom_moving_mass(const carom_scene *s, int64_t i)
{
  if (s->particles.clump && s->particles.clump[i]) return carom_clump_mass(s, i);
  return s->particles.mass[s->particles.tag[i]];
}

/* The grid level of particles with this radius. */
static inline int carom_level_of(const carom_scene *s, double radius)
{
  int level = 0;
  while (level < s->cpu.levels - 1 && radius > s->cpu.grid[level].largest)
    level++;
  return level;
}

/* Number of supercells along one direction. */
static inline int carom_supercells_across(const carom_grid *g, int k)
{
  return (g->cells[k] + g->lead[k] + CAROM_SUPERCELL - 1) / CAROM_SUPERCELL;
}

/* A block has one bin per kind and material pair. */
static inline int carom_pair_bin_kinds(const carom_scene *s)
{
  return CAROM_PAIR_KINDS * s->model.material_pairs;
}

/* Unit in which the wear of shells is counted, J: 2^-36 of the kinetic energy of the smallest body
 * at the expected speed. */
static inline double carom_wear_unit(const carom_scene *s)
{
  const carom_material_pair *c = s->model.material_pair;
  const double speed = c->contact.speed > 0 ? c->contact.speed : 1;
  return c->small.mass * speed * speed * 1.4551915228366852e-11;
}

/* Pairs with a smaller gap are on the neighbour list. */
static inline double carom_list_range(const carom_scene *s)
{
  return s->model.skin + s->model.reach;
}

/* groups.c. `check` refuses invalid groups, `create` copies them, `assign` finds the groups of a
 * new particle. `carom_selected` tests one particle, whose position is given folded into the
 * domain. */
carom_status carom_groups_check(const carom_scene_def *def, carom_error *err);
carom_status carom_groups_create(carom_scene *s, const carom_scene_def *def, carom_error *err);
void carom_groups_assign(carom_scene *s, int64_t i);
void carom_groups_assign_at(carom_scene *s, int64_t i, const double position[3]);
/* Finds the members of one group again. All members of a clump are judged by its centre of mass. */
void carom_groups_renew(carom_scene *s, int group);
bool carom_selected(const carom_scene *s, const carom_selection *of, int64_t i,
                    const double folded[3]);
/* Refuses a selection that refers to something the scene does not have. */
carom_status carom_selection_check(const carom_scene *s, const carom_selection *of,
                                   carom_error *err);
static inline void carom_fold(const carom_model *m, const double x[3], double folded[3])
{
  double at[3] = {x[0], x[1], x[2]};
  if (m->offset != 0)
    at[m->flow] -= m->offset *
                   __builtin_floor((x[m->gradient] - m->low[m->gradient]) / m->length[m->gradient]);
  for (int k = 0; k < 3; k++) {
    folded[k] = at[k];
    if (m->length[k] > 0)
      folded[k] -= m->length[k] * __builtin_floor((at[k] - m->low[k]) / m->length[k]);
  }
}

/* definition.c: refuses an invalid scene. */
carom_status carom_scene_check(const carom_scene_def *def, carom_error *err);

/* create.c: appends a particle; the caller has reserved the space. */
void carom_scene_place(carom_particles *to, const carom_scene_particle *p, double mass);
/* exchange.c: reserves space for this many particles, also in the view; false without memory. */
bool carom_scene_reserve(carom_scene *s, int64_t capacity);
/* Builds lists and forces for the present positions and velocities, so that the next step starts
 * like the first one of a scene. `check_step`: also refuses a step too long for these contacts. */
carom_status carom_scene_begin(carom_scene *s, bool check_step, carom_error *err);

/* guard.c: stops the run if a contact is too deep or a force is NaN. Call it after the forces. */
carom_status carom_scene_guard(carom_scene *s, carom_error *err);
/* Refuses a step that is unstable for a contact of the start or at the expected speeds. */
carom_status carom_scene_check_step(carom_scene *s, carom_error *err);

/* memory.c. The end of an episode clears the springs, and the law's state unless the law keeps it;
 * it returns the plastic work of the episode. The beginning of an episode returns the plastic work
 * of a state that is taken up again, which has been booked before. */
double carom_memory_end(const carom_scene *s, const carom_material_pair *c, uint32_t i,
                        uint32_t partner, double *history);
double carom_memory_begin(const carom_material_pair *c, const carom_contact *own, double approach,
                          double *state);
/* The contact of two particles with these rows of contact_velocity. */
carom_contact carom_contact_of_rows(const carom_material_pair *c, const double *a, const double *b);
/* Does the history of an open contact hold a dent? */
bool carom_memory_dented(const carom_scene *s, const double *history);
/* During a rebuild, with particles in their new order: `recall` looks up the dent of particle i and
 * its partner (particle or face) and writes it to a zeroed history; `leave` stores the dents of
 * contacts that are no longer listed, and ends those that were still closed. */
void carom_memory_recall(const carom_scene *s, uint32_t i, uint32_t partner, double *history);
bool carom_memory_leave(carom_scene *s);
/* Reads dent k of the table: its history and two tags, or a tag and a face (carom_wall_partner). */
void carom_memory_dent(const carom_scene *s, int64_t k, uint32_t *first, uint32_t *partner,
                       double *history);
/* Tags have changed; the dents of particles that are gone (CAROM_GONE) are dropped. */
void carom_memory_renumber(carom_scene *s, const uint32_t *new_tag);
/* For loading a state: reserves space for dents; checks that loaded dents are sorted and that their
 * particles and walls exist. */
bool carom_memory_reserve(const carom_scene *s, carom_dents *d, int64_t count);
bool carom_memory_fits(const carom_scene *s);

/* extremes.c. `create`: false without memory. `gather` merges the extremes of all workers into the
 * first, for the archive. `of`: the extremes of one material pair. */
bool carom_extremes_create(carom_scene *s);
void carom_extremes_destroy(carom_scene *s);
void carom_extremes_gather(carom_scene *s);
carom_extremes carom_extremes_of(const carom_scene *s, int material_pair);

/* budget.c: stores the energies of the start. */
void carom_scene_account(carom_scene *s);
/* Books particles that leave (new_tag CAROM_GONE), with their kinetic energy and the energy stored
 * in their contacts; and particles that have entered, from index `first` on. `touching`, unless
 * NULL, has CAROM_GONE for those of them that entered with contacts. `pause` books the work of
 * varying gravity and of half-begun kicks up to the present; `resume` starts the next interval. */
void carom_budget_leave(carom_scene *s, const uint32_t *new_tag);
/* Energy stored in contacts at present. */
double carom_budget_stored(carom_scene *s);
void carom_budget_pause(carom_scene *s);
/* `settle_gravity` books the work of gravity so far, so that gravity may change. `wall` books what
 * contacts with a wall store as given (sign 1) or taken (-1) by the wall when it appears or
 * disappears. */
void carom_budget_settle_gravity(carom_scene *s);
void carom_budget_wall(carom_scene *s, int wall, int sign);
/* Bonds were made that replace contacts: the energy of these contacts is booked with the bonds. */
void carom_budget_replaced(carom_scene *s);
/* Contacts or particles were changed between two steps on behalf of holds: the change of stored and
 * kinetic energy since `then` is booked as work of the holds. */
typedef struct carom_held {
  carom_scene_energy energy;
  double latched; /* stored by adhesion models with a history */
} carom_held;
carom_held carom_budget_held(carom_scene *s);
void carom_budget_continue(carom_scene *s, const carom_held *then);
/* changes.c: is there a scene that can go on? */
carom_status carom_scene_can_change(const carom_scene *s, carom_error *err);
void carom_budget_resume(carom_scene *s);
void carom_budget_enter(carom_scene *s, int64_t first, const uint32_t *touching);

/* arguments.c: is there a scene, and a place for an answer? Has the scene so many of something? */
carom_status carom_scene_can_tell(const carom_scene *s, const void *place, carom_error *err);
carom_status carom_scene_has(const char *what, int64_t number, int64_t count, carom_error *err);

/* exchange.c: sets the velocities of particles, clumps and free walls to those reported for this
 * instant. Needed between two steps before forces change and the scene begins anew. */
void carom_scene_take_velocities(carom_scene *s);

/* report.c: a contact with its forces. */
carom_scene_touch carom_scene_touch_of(const carom_scene *s, const carom_contact_view *v);

/* periods.c: refuses walls that a periodic border would cut. */
carom_status carom_periods_check(const carom_scene *s, carom_error *err);

/* walls.c */
carom_status carom_walls_create(carom_scene *s, const carom_scene_def *def, carom_error *err);
void carom_walls_destroy(carom_scene *s);

/* wall_motion.c: moves walls by a step that ends at `time`; returns a bound on the displacement of
 * any of their points among the particles. */
double carom_walls_move(carom_scene *s, double time, double step);
/* Hash of the motion of all walls and of the tangential models. A stored state is only continued
 * with the same hash. */
int64_t carom_walls_motion_hash(const carom_scene *s);

/* wall_check.c: stops a run in which a wall that moves by force has gone wrong. */
carom_status carom_walls_check(const carom_scene *s, carom_error *err);

/* wall_body.c. `start`: shifts the speeds of free walls to mid-step after the first forces, as for
 * particles; `pause` shifts them back to the instant before forces change between two steps. `step`
 * advances one wall from `time` and returns its rotation in `turn`. `now`: velocity and spin at the
 * instant. */
void carom_bodies_start(carom_scene *s);
void carom_bodies_pause(carom_scene *s);
void carom_wall_body_step(carom_scene *s, int wall, double time, double step, double turn[4]);
void carom_wall_body_now(const carom_scene *s, int wall, double velocity[3], double spin[3]);
/* Refuses a body that does not fit this scene; a NULL `def` is accepted. `leave`: the wall is held
 * or replaced from now on; its kinetic energy leaves the budget. */
carom_status carom_wall_body_check(const carom_scene *s, const carom_wall *w,
                                   const carom_scene_body *def, const char *where,
                                   carom_error *err);
void carom_wall_body_leave(carom_scene *s, int wall);
/* Kinetic energy of all free walls and the work on them so far. `momentum` adds their linear
 * momentum and their angular momentum about the origin. */
double carom_bodies_energy(const carom_scene *s, carom_body_work *work);
void carom_bodies_momentum(const carom_scene *s, double linear[3], double angular[3]);

/* motion_table.c */
void carom_motion_table_at(const carom_motion_table *m, const double *values, double time,
                           double out[3]);
carom_status carom_motion_table_copy(carom_motion_table *m, int points, const double *time,
                                     const double *velocity, const double *spin, const char *where,
                                     carom_error *err);
void carom_motion_table_free(carom_motion_table *m);
/* Gravity at a given time. */
void carom_gravity_at(const carom_scene *s, double time, double g[3]);
/* Refuses gravity that is not finite. */
carom_status carom_gravity_check(const carom_scene *s, carom_error *err);

/* skin.c. `tune` chooses the skin of the next lists from the number of pairs on the present ones;
 * `sane` tells whether tuning can have led to this skin. */
void carom_skin_tune(carom_scene *s);
bool carom_skin_sane(double skin, double start, double largest);

/* walls.c: does the face coincide with its image one period away in this direction? */
bool carom_face_repeats(const carom_scene *s, int64_t face, int k);

/* material_pairs.c: laws and tangential models of every pair of materials that can meet. */
carom_status carom_material_pairs_create(carom_scene *s, const carom_scene_def *def,
                                         carom_error *err);
/* Walls of this material become free bodies: their contacts no longer share one m*. */
void carom_material_pairs_vary(carom_scene *s, int material);
/* stage_steps.c: the step that sliding, rolling and twisting need in a contact that is pressed as
 * deep as this within some `time`, and, unless `first` is NULL, the model that needs it; infinite
 * if there is none. */
double carom_stages_step(const carom_material_pair *c, const carom_contact *own,
                         const carom_footing *on, double time, const carom_stage **first);
/* `step`, or the largest below it in which a contact that is held at this overlap, and drags or
 * turns this inertia, does not gain energy by itself. */
double carom_stage_limit(const carom_pair_stage *stage, const carom_contact *own,
                         const carom_footing *on, double inertia, bool predicted, double step);

/* pair_reports.c: resolves the impact of every material pair. With `find_step` returns the largest
 * step that keeps the error of the restitution for all of them, or CAROM_UNSET. */
double carom_pair_reports_resolve(carom_scene *s, bool find_step);
/* `choose_step`: the step that carom would choose, whether or not the user gave one. `step_limit`:
 * the longest stable step in impacts at the expected speeds; infinite without contacts. */
double carom_pair_reports_choose_step(const carom_scene *s);
double carom_pair_reports_step_limit(const carom_scene *s);
/* `step`, or the largest below it in which no stage of such an impact gains energy, and the first
 * stage that does so. */
double carom_pair_reports_stage_limit(const carom_scene *s, double step,
                                      const carom_pair_stage **first);
/* The stability limit of one material pair, for its smallest bodies with this m*. */
double carom_pair_step_limit(const carom_material_pair *c, double mass);
void carom_pair_reports_deliver(carom_scene *s);

/* The contact of two bodies of a material pair, with its own coefficients. */
carom_contact carom_material_pair_contact(const carom_material_pair *c, double radius, double mass);

#endif
