/* SPDX-License-Identifier: MIT */
/* The interface between a scene and what advances it. The CPU engine is the first implementation;
 * others keep particles and lists where they compute and bring back what is asked for. */
#ifndef CAROM_SRC_SCENE_ENGINE_H
#define CAROM_SRC_SCENE_ENGINE_H

#include <carom/scene.h>

#include "core/archive.h"
#include "scene/accounting.h"
#include "scene/box.h"

/* A contact of an active list, as the forces see it. */
typedef struct carom_contact_view {
  int material_pair;
  uint32_t first, partner; /* index of the first particle; of the partner see contacts.h */
  double overlap, approach, radius, mass; /* R* and m* */
  double arm;                             /* lever arm of the first particle */
  double normal[3], slip[3]; /* from the first to the second; tangential relative velocity */
  double history[CAROM_HISTORY_MOST]; /* slots of carom_history_layout */
  const double *applied;              /* total force on the first, or NULL if not recorded */
  const double *traction;             /* tangential force on the first, or NULL if not recorded */
} carom_contact_view;

typedef void carom_contact_visitor(void *user, const carom_contact_view *contact);

/* Contacts between particles, in columns of CAROM_LANES. */
typedef struct carom_contact_group {
  int material_pair;
  unsigned closed;      /* bits of the closed contacts; values of the others are undefined */
  const uint32_t *body; /* first and second of each contact, see carom_particle */
  const double *overlap, *normal[3];
  const double *force; /* recorded force on the first, a vector for each contact */
} carom_contact_group;

/* Handles contacts of a group; returns the bits of those it leaves to the carom_contact_visitor. */
typedef unsigned carom_group_visitor(void *user, const carom_contact_group *group);

/* A particle whose centre has passed through a face. */
typedef struct carom_crossing {
  uint32_t particle, face;
  bool found;
} carom_crossing;

/* The particles [from, to) that one worker looks at. */
typedef struct carom_block_range {
  int worker;
  int64_t index, from, to;
} carom_block_range;

typedef void carom_block_visitor(void *user, carom_scene *s, const carom_block_range *block);

/* Which contacts are visited. */
typedef enum carom_contact_choice {
  CAROM_CONTACTS_ACTIVE, /* listed, open ones as well */
  CAROM_CONTACTS_WITHIN, /* within reach at the last forces, also of what has not touched yet */
  CAROM_CONTACTS_CLOSED  /* the contacts that are reported: where all acts from touch on, those that
                            have touched */
} carom_contact_choice;

typedef struct carom_engine {
  const char *name;
  /* Called first: takes from the definition what concerns the engine alone. */
  carom_status (*choose)(carom_scene *s, const carom_scene_def *def, carom_error *err);
  /* Called when the model is complete and whenever the number of particles changes: allocates
   * memory for the present number. Lists are lost. False without memory. */
  bool (*resize)(carom_scene *s);
  /* Rebuilds the neighbour lists and carries histories over. */
  carom_status (*rebuild)(carom_scene *s, carom_error *err);
  /* Called before particles are renumbered (new_tag by tag; CAROM_GONE: removed, with its
   * contacts). Keeps the histories of contacts, which survive `resize`, for the next rebuild. False
   * without memory. */
  bool (*set_aside)(carom_scene *s, const uint32_t *new_tag);
  /* Leaves the particles without contacts and forces after lists could not be built or loaded, so
   * that the stopped scene can still be read. */
  void (*clear_lists)(carom_scene *s);
  /* Are the lists valid after a step in which walls moved by at most `wall`? */
  bool (*lists_hold)(carom_scene *s, double wall);
  /* `forces`: forces at the present positions, with histories advanced by `step`. `move`: one step
   * of the particles. `forces_and_move`: both in this order, in one pass. */
  void (*forces)(carom_scene *s, double step);
  void (*move)(carom_scene *s);
  void (*forces_and_move)(carom_scene *s);
  /* Called before the forces of a step: waits for what other processes must deliver. `moves`: a
   * motion follows. NULL: nothing to wait for. */
  carom_status (*await)(carom_scene *s, bool moves, carom_error *err);
  /* Called after a motion: moves clumps, for whose members the motion has only recorded the
   * forces. */
  void (*move_clumps)(carom_scene *s);
  /* Makes whole steps in one call; NULL: step.c runs them stage by stage. */
  carom_status (*advance)(carom_scene *s, int64_t steps, carom_error *err);
  /* At the start, after the forces: turns the velocities of the definition into mid-step ones. */
  void (*set_half_step_back)(carom_scene *s);
  /* Undoes the last motion where it was made, to inspect the forces that stop a run. */
  void (*step_back)(carom_scene *s);
  /* Was no contact of the last forces too deep, and no force NaN? */
  bool (*sound)(const carom_scene *s);
  /* A particle whose centre passed through a face of a shell in the last step, if any. */
  carom_crossing (*crossing)(const carom_scene *s);
  /* Sums over all contacts of the last forces and all particles of the last motion. */
  carom_block_sums (*sums)(const carom_scene *s);
  /* For a box that deforms. `deform` makes the particles follow it (box.h); `virial` sums branch
   * vectors times forces over all contacts of the last forces. */
  carom_box_sums (*deform)(carom_scene *s, const carom_box_kick *kick);
  void (*virial)(const carom_scene *s, double out[9]);
  /* A bound on the largest speed in the last motion. */
  double (*speed)(const carom_scene *s);
  /* Momentum of the particles in the last motion; only if gravity varies. */
  void (*momentum)(const carom_scene *s, double out[3]);

  /* Makes the particle arrays on the host current, and gives the total force and torque of every
   * particle, by tag. */
  void (*bring_back)(carom_scene *s, carom_scene_grain *grain);
  /* Force and torque on a wall. */
  void (*wall_force)(const carom_scene *s, int wall, double out[6]);
  /* Visits contacts in a fixed order. */
  void (*contacts)(carom_scene *s, carom_contact_choice which, carom_contact_visitor *visit,
                   void *user);
  /* Visits the contacts within reach of particles whose new_tag is CAROM_GONE. */
  void (*contacts_of)(carom_scene *s, const uint32_t *new_tag, carom_contact_visitor *visit,
                      void *user);
  /* Visits contacts block by block on all threads. Sums over a block that are added up in block
   * order then have the same bits for any number of threads. `extent` gives the number of blocks
   * and workers, `each_block` calls `visit` for every block, and from there `block_contacts` visits
   * the closed contacts whose first particle is in the block. Contacts between particles whose
   * forces were recorded are first offered in groups, unless `group` is NULL. Call bring_back
   * before. */
  void (*extent)(const carom_scene *s, int64_t *blocks, int *workers);
  void (*each_block)(carom_scene *s, carom_block_visitor *visit, void *user);
  void (*block_contacts)(carom_scene *s, const carom_block_range *block, carom_group_visitor *group,
                         carom_contact_visitor *visit, void *user);
  /* The number of closed contacts. */
  int64_t (*count_closed)(const carom_scene *s);
  /* Adds lists, bytes and the memory traffic of a step. */
  void (*effort)(const carom_scene *s, carom_scene_counters *work);
  /* Stores or loads what the engine needs to go on with the same bits: lists with histories, and
   * sums. Particles are loaded before. */
  carom_status (*archive)(carom_scene *s, carom_archive *archive, carom_error *err);
  void (*destroy)(carom_scene *s);
} carom_engine;

const carom_engine *carom_engine_cpu(void);

#endif
