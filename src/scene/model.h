/* SPDX-License-Identifier: MIT */
/* What a scene is made of: materials and their laws, the domain, gravity, the step. Constant after
 * creation, except for a domain that deforms (box.h). */
#ifndef CAROM_SRC_SCENE_MODEL_H
#define CAROM_SRC_SCENE_MODEL_H

#include <carom/scene.h>

#include "law/blocks.h"
#include "law/tangential.h"
#include "scene/history.h"

enum {
  CAROM_LANES = 8,
  CAROM_CHUNK = 64, /* contacts that pass through the kernels together; their columns stay in L1 */
  CAROM_ROW_DOUBLES = 8, /* doubles in a row: two vectors, each padded to four; one cache line */
  CAROM_POSITION_DOUBLES = 4, /* x y z r */
  CAROM_POSITION_BYTES = 32,  /* stride in bytes of positions */
};

/* Reduced radius and mass. */
typedef struct carom_size {
  double radius, mass;
} carom_size;

/* A stage that acts after the normal law, prepared for a material pair. Its force and its couple,
 * beyond the moment of that force, are added to those of the stages before it. */
typedef struct carom_pair_stage {
  const carom_stage *model;
  carom_stage_kernel *kernel;
  double constant[CAROM_STAGE_CONSTANTS];
  int place, first; /* CAROM_STAGE_TANGENTIAL ...; first slot of its history */
} carom_pair_stage;

/* Does a pull depend on more than the overlap, so that it can lose energy? */
static inline bool carom_stage_latches(const carom_pair_stage *p)
{
  return p->model->numbers > 0;
}

/* A pair of materials, or a material and the material of a wall, with laws and constants. */
typedef struct carom_material_pair {
  int between[2];
  bool wall;
  bool uniform;      /* all contacts of the pair have the same R* and m* */
  bool same_radius;  /* moreover, the two radii are equal */
  bool episode;      /* the law has a state, so episodes must be tracked */
  bool keeps_memory; /* the state of the law outlives the episode */
  double reach;      /* widest gap across which the law acts between any two of its bodies */
  double share; /* share of its powers and losses that is booked here: 1, or 1/2 if the second body
                   is a ghost, whose owner books the other half */
  double floor; /* lowest impact speed that the law resolves; 0: no limit */
  carom_contact contact;
  const carom_kernels *kernel; /* NULL: a user law, evaluated one contact at a time */
  const carom_tangential *model;
  double grip[CAROM_TANGENTIAL_CONSTANTS];
  carom_pair_stage stage[CAROM_PAIR_STAGES];
  int stages;
  unsigned gives;   /* CAROM_GIVES_... flags of its stages */
  unsigned couples; /* CAROM_ROLLS, CAROM_TWISTS: kinds of couples its stages give */
  int bed; /* index of the law state that is a^2/R*, which stages use as the overlap; -1: none */
  double grip_per_radius; /* times R*: force added to the normal force that stages see, N/m */
  /* Laws that act across a gap only after a first touch: indices of the history numbers that are
   * above 0 from the touch on. `latches` 0: no law of the pair acts across a gap, or one does so
   * without touch. */
  int latch[2], latches;
  carom_size small; /* R* and m* of its smallest bodies */
  double large;     /* R* of its largest bodies, m */
  /* With clumps: least effective mass of a member pushed along the normal and dragged along the
   * surface; 0: no clumps. */
  double least_push, least_drag;
  double dragged, turned; /* least mass that one contact drags, least inertia that it turns */
  double crowd; /* most couples that meet at one of its bodies at once; 1: none is a clump */
  carom_scene_pairing pair_report;
} carom_material_pair;

/* Has a pair within reach touched, where everything acts from touch on? The numbers of its history
 * are `stride` apart. */
static inline bool carom_contact_has_begun(const carom_material_pair *c, const double *number,
                                           int stride)
{
  bool begun = c->latches == 0;
  for (int k = 0; k < c->latches; k++)
    begun |= number[stride * c->latch[k]] > 0;
  return begun;
}

/* Can its contacts be evaluated in whole groups, with open ones among them? Not if open contacts
 * keep dents, nor if a law with a state is evaluated one contact at a time. */
static inline bool carom_material_pair_dense(const carom_material_pair *c)
{
  return !c->keeps_memory && (c->kernel || !c->episode);
}

/* Values over time, linear between the points and constant outside them. */
typedef struct carom_motion_table {
  int points;
  double *time, *velocity, *spin;
} carom_motion_table;

typedef struct carom_applied carom_applied;

typedef struct carom_model {
  int materials, material_pairs, groups;
  carom_selection *group; /* members of each group */
  carom_applied *force;   /* forces besides contacts and gravity */
  int forces;
  struct carom_hold *hold; /* prescribed motions of groups; they can change between steps */
  int holds;
  carom_material_pair *material_pair;
  struct carom_population *population; /* of each material: the sizes that the scene is made for */
  carom_material *material;            /* as defined */
  int *material_pair_of;               /* [wall][material][material] -> material pair, or -1 */
  carom_history_layout history;
  bool keeps_memory;     /* plastic memory of some material pair outlives the episode */
  bool records_traction; /* tangential forces are recorded, because they cannot all be recomputed
                            from the springs */
  bool records_forces;   /* total contact forces are recorded, for measures */
  bool clumps;           /* some particles are members of rigid bodies */
  bool predicted; /* contacts see predicted velocities at the end of the step; otherwise at mid-step
                   */
  double step, skin, overlap_limit, restitution_error;
  bool skin_given;   /* otherwise the skin follows from the particles, is tuned (skin.c) and comes
                        from the checkpoint with them */
  double skin_start; /* before tuning */
  double reach;      /* widest reach of all material pairs */
  double largest, smallest; /* largest radius; smallest radius of a particle that moves */
  double mean_to_come;      /* mean radius of the clump members that sources bring; 0: none */
  double low[3], high[3], length[3]; /* of the domain; length 0: not periodic */
  int flow, gradient; /* axes of the shear of a deforming box; x and y in other domains */
  double offset; /* the image one period up the gradient axis is also displaced by this along the
                    flow axis */
  bool periodic[3], any_periodic, gravity_varies;
  bool bonded;               /* particles have orientations, because there may be bonds */
  carom_scene_leaves leaves; /* what becomes of particles that leave the domain */
  int64_t gravity_set;       /* 1: a caller has set gravity to gravity_start */
  double gravity_start[3], gravity_spin[3];
  carom_motion_table gravity_table; /* its velocity column holds gravity */
  void (*gravity_at)(void *user, double time, double gravity[3]);
  void *gravity_user;
} carom_model;

#endif
