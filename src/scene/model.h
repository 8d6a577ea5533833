/* SPDX-License-Identifier: MIT */
/* What a scene is made of: materials and their laws, the domain, gravity, the step. Constant after
 * creation, but for the domain where it deforms (box.h). */
#ifndef CAROM_SRC_SCENE_MODEL_H
#define CAROM_SRC_SCENE_MODEL_H

#include <carom/scene.h>

#include "law/blocks.h"
#include "law/tangential.h"
#include "scene/history.h"

enum {
  CAROM_LANES = 8,
  CAROM_CHUNK = 64,      /* contacts that pass the kernels together: their columns stay in L1 */
  CAROM_ROW_DOUBLES = 8, /* doubles of a row: two triples, each padded to four; one cache line */
  CAROM_POSITION_DOUBLES = 4, /* x y z r */
  CAROM_POSITION_BYTES = 32,  /* stride in bytes of positions */
};

/* Reduced radius and mass. */
typedef struct carom_size {
  double radius, mass;
} carom_size;

/* A stage after the normal law, prepared for a material pair. Its force, and the torques that it
 * may give beyond those of its force on the arms, are added to those of the stages before it. */
typedef struct carom_pair_stage {
  const carom_stage *model;
  carom_stage_kernel *kernel;
  double constant[CAROM_STAGE_CONSTANTS];
  int place, first; /* CAROM_STAGE_TANGENTIAL ...; first slot of its history */
} carom_pair_stage;

/* A pair of materials, or a material and a wall of another: its laws and constants. */
typedef struct carom_material_pair {
  int between[2];
  bool wall;
  bool uniform;      /* all its contacts have the same R* and m* */
  bool same_radius;  /* and both radii are equal */
  bool episode;      /* the law has a state: episodes must be tracked */
  bool keeps_memory; /* the state of the law outlives the episode */
  double reach;      /* the widest gap across which its law acts between any of its bodies */
  double share; /* of its powers and losses that is booked here: 1, or 1/2 where the second body
                   is a ghost, whose owner books the other half */
  double floor; /* the lowest impact speed that its law resolves; 0: it needs none */
  carom_contact contact;
  const carom_kernels *kernel; /* NULL: a user law, evaluated contact by contact */
  const carom_tangential *model;
  double grip[CAROM_TANGENTIAL_CONSTANTS];
  carom_pair_stage stage[CAROM_PAIR_STAGES];
  int stages;
  unsigned gives;   /* CAROM_GIVES_... of its stages */
  unsigned couples; /* CAROM_ROLLS, CAROM_TWISTS: by which of them there are any */
  int bed;          /* the state of its law that is a^2/R*, which stages see as the overlap; -1 */
  double grip_per_radius; /* times R*: what is added to the normal force that they see, N/m */
  /* Where all that acts across a gap does so from touch on: numbers of the history that are above 0
   * then, as many as `latches`; else 0. */
  int latch[2], latches;
  carom_size small; /* of its smallest bodies */
  double large;     /* R* of its largest bodies, m */
  /* Of clumps: the least effective masses in the directions of pushes and of drags; 0: none. */
  double least_push, least_drag;
  double crowd; /* the most couples that one of its bodies meets at once; 1: none is a clump */
  carom_scene_pairing pair_report;
} carom_material_pair;

/* Can its contacts be evaluated as whole groups, open ones among them? Not where dents are kept of
 * open ones, or where a law with a state is called one by one. */
static inline bool carom_material_pair_dense(const carom_material_pair *c)
{
  return !c->keeps_memory && (c->kernel || !c->episode);
}

/* Values over time, linear between the points and constant beyond them. */
typedef struct carom_motion_table {
  int points;
  double *time, *velocity, *spin;
} carom_motion_table;

typedef struct carom_applied carom_applied;

typedef struct carom_model {
  int materials, material_pairs, groups;
  carom_selection *group; /* who belongs to each of them */
  carom_applied *force;   /* besides contacts and gravity */
  int forces;
  struct carom_hold *hold; /* prescribed motions of groups; they change between steps */
  int holds;
  carom_material_pair *material_pair;
  struct carom_population *population; /* of each material: the sizes that it is made for */
  carom_material *material;            /* as they were defined */
  int *material_pair_of;               /* [wall][material][material] -> material pair, or -1 */
  carom_history_layout history;
  bool keeps_memory;     /* plastic memory of some material pair outlives the episode */
  bool records_traction; /* tangential forces are recorded; they cannot all be recomputed from the
                            springs */
  bool records_forces;   /* total forces of contacts are recorded, for measures */
  bool clumps;           /* some particles are members of rigid bodies */
  bool predicted;        /* contacts see velocities of the end of the step, else of its middle */
  double step, skin, overlap_limit, restitution_error;
  bool skin_given; /* else it follows from the particles, is tuned (skin.c), and comes with those of
                      a checkpoint */
  double skin_start;                 /* before it was tuned */
  double reach;                      /* the widest of all material pairs */
  double largest, smallest;          /* largest radius; smallest of those that move */
  double mean_to_come;               /* radius of members that sources bring; 0: there are none */
  double low[3], high[3], length[3]; /* of the domain; length 0: not periodic */
  int flow, gradient; /* axes of the shear of a box that deforms, x and y in others */
  double offset; /* one period up along the gradient is so far along the flow, too; 0: as usual */
  bool periodic[3], any_periodic, gravity_varies;
  bool bonded;               /* there may be bonds: particles have an orientation */
  carom_scene_leaves leaves; /* what becomes of particles outside the domain */
  int64_t gravity_set;       /* 1: it is gravity_start since a caller has said so */
  double gravity_start[3], gravity_spin[3];
  carom_motion_table gravity_table; /* its velocity column is gravity */
  void (*gravity_at)(void *user, double time, double gravity[3]);
  void *gravity_user;
} carom_model;

#endif
