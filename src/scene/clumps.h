/* SPDX-License-Identifier: MIT */
/* The clumps of a scene. Their members are particles; lists, kernels, histories and walls treat
 * them like any other. Rows of members hold 1/M of the clump, so that contacts see its mass, and
 * are written by the motion of the clump alone. Members of a clump have consecutive tags, even
 * after other particles have left. */
#ifndef CAROM_SRC_SCENE_CLUMPS_H
#define CAROM_SRC_SCENE_CLUMPS_H

#include <carom/scene.h>

#include "core/archive.h"
#include "scene/clump_shape.h"
#include "scene/populations.h"
#include "scene/rigid_body.h"

enum {
  CAROM_CLUMP_TASK = 64, /* clumps that one thread moves at a time */
  /* Sums of a task: works of applied forces, branches, work of holds. */
  CAROM_CLUMP_SUMS = CAROM_SCENE_FORCES_MAX + 10
};

typedef struct carom_clump {
  carom_rigid_body rigid; /* position is not folded at periodic borders; momenta at mid-step */
  double scale;
  int64_t shape, first; /* first: tag of its first member */
  double start[3];      /* velocity at the start of the last motion */
} carom_clump;

typedef struct carom_clumps {
  carom_clump_template *shape;
  int shapes;
  carom_clump *clump; /* in the order of their members' tags */
  int64_t count, capacity;
  carom_scene_clump_state *view; /* present state; valid as long as the view of particles */
  double *work;                  /* sums of each task of a motion */
  /* Correction of the virial for branch vectors that end at centres of mass instead of members: for
   * the last motion, or for the view. */
  double branches[9];
  int64_t view_capacity, work_capacity;
  carom_clump *entering; /* `first` counts from the first particle that enters */
  int64_t entered, entering_capacity;
} carom_clumps;

/* Vector from the centre of mass to a member, in space; `axis` are the principal axes. */
static inline void carom_clump_arm(double axis[3][3], double scale, const double offset[3],
                                   double arm[3])
{
  for (int k = 0; k < 3; k++)
    arm[k] = scale * (offset[0] * axis[0][k] + offset[1] * axis[1][k] + offset[2] * axis[2][k]);
}

/* Force and torque about the centre of mass. */
typedef struct carom_clump_load {
  double force[3], torque[3];
} carom_clump_load;

/* Adds the force and torque on a member. */
static inline void carom_clump_load_add(carom_clump_load *to, const double arm[3],
                                        const double force[3], const double torque[3])
{
  to->torque[0] += torque[0] + (arm[1] * force[2] - arm[2] * force[1]);
  to->torque[1] += torque[1] + (arm[2] * force[0] - arm[0] * force[2]);
  to->torque[2] += torque[2] + (arm[0] * force[1] - arm[1] * force[0]);
  for (int k = 0; k < 3; k++)
    to->force[k] += force[k];
}

/* Subtracts the part of a member's branch vectors between the member and the centre of mass. */
static inline void carom_clump_branch(const double arm[3], const double force[3], double sum[9])
{
  for (int p = 0; p < 3; p++)
    for (int q = 0; q < 3; q++)
      sum[3 * p + q] -= arm[p] * force[q];
}

/* clumps.c: makes the shapes, the clumps and a list of all particles, in which members follow the
 * particles of the definition. The caller frees the list. */
carom_status carom_clumps_expand(const carom_scene_def *def, carom_clumps *out,
                                 carom_scene_particle **particle, int64_t *particles,
                                 carom_error *err);
/* The body of a clump with the momenta of the definition; `density` is that of its material. */
carom_clump carom_clump_make(const carom_clump_template *t, double density,
                             const carom_scene_clump *c);
/* The members of a clump, folded into a domain with these periods (0: not periodic). */
void carom_clump_members(const carom_clump_template *t, const carom_clump *c,
                         const carom_scene_clump *from, const double low[3], const double length[3],
                         carom_scene_particle *to);
/* After all particles have been placed: marks the members of clumps from number `from` on. */
void carom_clumps_place(carom_scene *s, int64_t from);
void carom_clumps_free(carom_clumps *c);
/* Widens populations by how easily members can be pushed, dragged and turned. */
void carom_clumps_widen(const carom_clumps *c, const carom_scene_def *def, carom_population *all);
/* Number of the clump that a particle belongs to, or -1. / Mass of the clump of member i. */
int64_t carom_clump_of(const carom_scene *s, int64_t tag);
double carom_clump_mass(const carom_scene *s, int64_t i);
/* Particles have left (new_tag CAROM_GONE), always with all members of their clump. */
void carom_clumps_renumber(carom_scene *s, const uint32_t *new_tag);
carom_status carom_clumps_archive(carom_scene *s, carom_archive *archive, carom_error *err);
/* Largest diameter of a clump. */
double carom_clumps_widest(const carom_clumps *c);
/* In a box that deforms, at a rebuild: folds the bodies, as their members have been. */
void carom_clumps_fold(carom_scene *s);
/* Makes room for this many clumps; false without memory. */
bool carom_clumps_reserve(carom_clumps *c, int64_t count);

/* clump_entry.c: do sources bring clumps? */
bool carom_clumps_to_come(const carom_scene_def *def);
/* Radii of clump members that sources bring, of this material or of any (-1); false if there are
 * none. */
bool carom_clumps_radii(const carom_clumps *c, const carom_scene_def *def, int material,
                        double *least, double *most, double *mean);
/* Widens populations, so that contacts are also prepared for clumps that sources bring. */
void carom_clumps_foresee(const carom_clumps *c, const carom_scene_def *def, carom_population *all);
/* `add`: one more clump enters with the next exchange, with ids from that of `c` on; false without
 * memory. `make_room`: before the exchange; false without memory. `enter`: the exchange has placed
 * their members, from index `first` on. */
bool carom_clumps_add(carom_scene *s, const carom_scene_clump *c);
bool carom_clumps_make_room(carom_scene *s);
void carom_clumps_enter(carom_scene *s, int64_t first);

/* clump_motion.c, part of the CPU engine: kicks and drifts all clumps by the forces that the motion
 * of blocks has left with their members, and writes the rows of the members. */
void carom_cpu_move_clumps(carom_scene *s);
/* Turns present momenta into mid-step ones, using the forces in the rows of particles. */
void carom_clumps_step_back(carom_scene *s);
/* Writes to `rows` the members' velocities half a step after mid-step, using the forces in the rows
 * of particles. */
void carom_clumps_show(const carom_scene *s, double *rows);

/* clump_view.c: fills `view` and the members' entries of `grain` after forces were brought back;
 * books the work of applied forces since mid-step. */
void carom_clumps_look(carom_scene *s, carom_scene_grain *grain);
/* Sets the momenta to the present ones. */
void carom_clumps_take_velocities(carom_scene *s);
/* Add the clumps' contributions: `momentum` at mid-step; of the view `moment`, the sum of M x, and
 * `momentum_now`, the linear momentum and the angular momentum about the origin. */
void carom_clumps_add_momentum(const carom_scene *s, double sum[3]);
void carom_clumps_add_moment(const carom_scene *s, double sum[3]);
void carom_clumps_add_momentum_now(const carom_scene *s, double linear[3], double angular[3]);
/* Velocity of the centre of mass relative to the flow of a deforming box; kinetic and rotational
 * energy. */
void carom_clump_peculiar(const carom_scene *s, const carom_scene_clump_state *v, double out[3]);
double carom_clump_kinetic(const carom_scene *s, const carom_scene_clump_state *v);
double carom_clump_rotational(const carom_scene_clump_state *v);

#endif
