/* SPDX-License-Identifier: MIT */
/* The seam between a scene and what advances it. The CPU engine is the first implementation; others
 * keep particles and lists where they compute and bring back what is asked for. */
#ifndef CAROM_SRC_SCENE_ENGINE_H
#define CAROM_SRC_SCENE_ENGINE_H

#include <carom/scene.h>

#include "core/archive.h"
#include "scene/accounting.h"
#include "scene/box.h"

/* A contact of an active list as the forces see it. */
typedef struct carom_contact_view {
  int material_pair;
  uint32_t first, partner;                /* index of the particle; see contacts.h */
  double overlap, approach, radius, mass; /* R* and m* */
  double arm;                             /* lever arm of the first particle */
  double normal[3], slip[3];              /* from the first to the second; tangential velocity */
  double history[CAROM_HISTORY_MOST];     /* slots of carom_history_layout */
  const double *applied;                  /* total force on the first, or NULL if not recorded */
  const double *traction; /* tangential force on the first, or NULL if not recorded */
} carom_contact_view;

typedef void carom_contact_visitor(void *user, const carom_contact_view *contact);

/* Contacts between particles side by side, in columns of CAROM_LANES. */
typedef struct carom_contact_group {
  int material_pair;
  unsigned closed;      /* which of them are, as bits; the others mean nothing */
  const uint32_t *body; /* first and second of each, see carom_particle */
  const double *overlap, *normal[3];
  const double *force; /* as recorded, on the first, a vector each */
} carom_contact_group;

/* Deals with contacts of a group, and returns those that it leaves to a carom_contact_visitor. */
typedef unsigned carom_group_visitor(void *user, const carom_contact_group *group);

/* A particle whose centre came through a face. */
typedef struct carom_crossing {
  uint32_t particle, face;
  bool found;
} carom_crossing;

/* Particles [from, to) as one worker looks at them. */
typedef struct carom_block_range {
  int worker;
  int64_t index, from, to;
} carom_block_range;

typedef void carom_block_visitor(void *user, carom_scene *s, const carom_block_range *block);

typedef struct carom_engine {
  const char *name;
  /* Before anything else: takes from the definition what concerns the engine alone. */
  carom_status (*choose)(carom_scene *s, const carom_scene_def *def, carom_error *err);
  /* The model is complete, or the number of particles has changed: memory for the present number;
   * lists are lost. False without memory. */
  bool (*resize)(carom_scene *s);
  /* Rebuilds the neighbour lists, carrying histories over. */
  carom_status (*rebuild)(carom_scene *s, carom_error *err);
  /* Particles are about to be renumbered (new_tag by tag; CAROM_GONE: removed, with its contacts):
   * keeps the histories of contacts, which `resize` leaves alone, for the rebuild after it. False
   * without memory. */
  bool (*set_aside)(carom_scene *s, const uint32_t *new_tag);
  /* Leaves the particles without contacts and forces, where lists could not be built or loaded, so
   * that a scene that has stopped can still be read. */
  void (*clear_lists)(carom_scene *s);
  /* Are they valid after a step in which walls moved by at most `wall`? */
  bool (*lists_hold)(carom_scene *s, double wall);
  /* Forces at the present positions, histories advanced by `step`; a step of the particles; both,
   * in this order, at once. */
  void (*forces)(carom_scene *s, double step);
  void (*move)(carom_scene *s);
  void (*forces_and_move)(carom_scene *s);
  /* Before either: what it needs of others, who may still be at it; `moves`: a motion follows.
   * NULL: nothing. */
  carom_status (*await)(carom_scene *s, bool moves, carom_error *err);
  /* After a motion: that of clumps, whose members have only been taken notice of. */
  void (*move_clumps)(carom_scene *s);
  /* Whole steps at once, where they are not made stage by stage; NULL: they are (step.c). */
  carom_status (*advance)(carom_scene *s, int64_t steps, carom_error *err);
  /* At the start, after the forces: mid-step velocities from those of the definition. */
  void (*set_half_step_back)(carom_scene *s);
  /* Undoes the last motion, where it was done: to inspect forces that stop a run. */
  void (*step_back)(carom_scene *s);
  /* No contact of the last forces is too deep, and no force NaN. */
  bool (*sound)(const carom_scene *s);
  /* A particle whose centre came through a face of a shell in the last step, if any. */
  carom_crossing (*crossing)(const carom_scene *s);
  /* Sums over all contacts of the last forces and all particles of the last motion. */
  carom_block_sums (*sums)(const carom_scene *s);
  /* Of a box that deforms: particles follow it (see box.h); branches times forces of all contacts
   * of the last forces. */
  carom_box_sums (*deform)(carom_scene *s, const carom_box_kick *kick);
  void (*virial)(const carom_scene *s, double out[9]);
  /* A bound of the largest speed in the last motion. */
  double (*speed)(const carom_scene *s);
  /* The momentum of the particles in the last motion, if gravity varies. */
  void (*momentum)(const carom_scene *s, double out[3]);

  /* Bring back: makes the arrays of particles current, and gives total force and torque of every
   * particle, by tag. */
  void (*bring_back)(carom_scene *s, carom_scene_grain *grain);
  /* Force and torque on a wall. */
  void (*wall_force)(const carom_scene *s, int wall, double out[6]);
  /* Visits active contacts, or those that were closed at the last forces, in a fixed order. */
  void (*contacts)(carom_scene *s, bool closed, carom_contact_visitor *visit, void *user);
  /* Those of them that are closed and have a particle whose new_tag is CAROM_GONE. */
  void (*contacts_of)(carom_scene *s, const uint32_t *new_tag, carom_contact_visitor *visit,
                      void *user);
  /* The same block by block on all threads, so that sums over a block, added up in the order of the
   * blocks, have the same bits for any number of threads: how many blocks and workers there are;
   * calls visit for every block; the closed contacts whose first particle is in a block, from such
   * a visit. Those between particles whose forces were recorded are offered in groups first, unless
   * `group` is NULL. After bring_back. */
  void (*extent)(const carom_scene *s, int64_t *blocks, int *workers);
  void (*each_block)(carom_scene *s, carom_block_visitor *visit, void *user);
  void (*block_contacts)(carom_scene *s, const carom_block_range *block, carom_group_visitor *group,
                         carom_contact_visitor *visit, void *user);
  /* How many are closed. */
  int64_t (*count_closed)(const carom_scene *s);
  /* Adds lists, bytes and the traffic of a step. */
  void (*effort)(const carom_scene *s, carom_scene_counters *work);
  /* Stores or loads what the engine needs to go on with the same bits: lists with histories, sums.
   * Particles are loaded before. */
  carom_status (*archive)(carom_scene *s, carom_archive *archive, carom_error *err);
  void (*destroy)(carom_scene *s);
} carom_engine;

const carom_engine *carom_engine_cpu(void);

#endif
